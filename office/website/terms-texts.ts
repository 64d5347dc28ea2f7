// The texts of the pages of terms.
import { texts } from '../shell/language/texts.ts'

export const termsTexts = texts({
  de: {
    website: {
      clientHelp: 'Leer: gilt für alle Mandanten.',
      terms: {
        language: 'Sprache',
        german: 'Deutsch',
        english: 'Englisch',
        englishHelp: 'Ohne Titel oder Text zeigen wir das Dokument auf Deutsch.',
        mustBeAcceptedHelp: 'Sonst wird es nur gezeigt und mitgeschickt, etwa die Widerrufsbelehrung.',
        audience: { everyone: 'Alle', consumers: 'Verbraucher', businesses: 'Unternehmen' },
      },
    },
    resources: {
      'terms-documents': {
        fields: {
          title: 'Titel',
          body: 'Text',
          titleEn: 'Titel (Englisch)',
          bodyEn: 'Text (Englisch)',
          clientId: 'Mandant',
          audience: 'Gilt für',
          mustBeAccepted: 'Muss akzeptiert werden',
          isActive: 'Wird gezeigt',
          position: 'Reihenfolge',
          textVersion: 'Fassung',
          textChangedAt: 'Fassung vom',
        },
      },
    },
  },
  en: {
    website: {
      clientHelp: 'Empty: holds for all clients.',
      terms: {
        language: 'Language',
        german: 'German',
        english: 'English',
        englishHelp: 'Without a title or a text, the document is shown in German.',
        mustBeAcceptedHelp: 'Otherwise it is only shown and sent, such as the instructions on withdrawal.',
        audience: { everyone: 'Everyone', consumers: 'Consumers', businesses: 'Businesses' },
      },
    },
    resources: {
      'terms-documents': {
        fields: {
          title: 'Title',
          body: 'Text',
          titleEn: 'Title (English)',
          bodyEn: 'Text (English)',
          clientId: 'Client',
          audience: 'Applies to',
          mustBeAccepted: 'Must be accepted',
          isActive: 'Is shown',
          position: 'Position',
          textVersion: 'Version',
          textChangedAt: 'Version of',
        },
      },
    },
  },
})
