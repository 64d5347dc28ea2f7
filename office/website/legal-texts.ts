// The texts of the legal pages.
import { texts } from '../shell/language/texts.ts'

export const legalTexts = texts({
  de: {
    website: {
      clientHelp: 'Leer: gilt für alle Mandanten.',
      legal: {
        kind: {
          imprint: 'Impressum',
          privacy: 'Datenschutzerklärung',
          accessibility: 'Erklärung zur Barrierefreiheit',
        },
        urlHelp:
          'Wo die Seite sonst steht. Leer: Kontor zeigt den Text. Ein Text mit Lücken in [[ ]] ist ein Entwurf und wird nicht gezeigt.',
        draft: 'Entwurf, wird nicht gezeigt',
        ownText: 'eigener Text',
        empty: 'leer',
      },
    },
    resources: {
      'legal-pages': {
        fields: {
          kind: 'Seite',
          clientId: 'Mandant',
          clientName: 'Mandant',
          url: 'Adresse',
          body: 'Text',
          bodyEn: 'Text (Englisch)',
        },
      },
    },
  },
  en: {
    website: {
      clientHelp: 'Empty: holds for all clients.',
      legal: {
        kind: {
          imprint: 'Imprint',
          privacy: 'Privacy policy',
          accessibility: 'Accessibility statement',
        },
        urlHelp:
          'Where the page is elsewhere. Empty: Kontor shows the text. A text with gaps in [[ ]] is a draft, and is not shown.',
        draft: 'draft, not shown',
        ownText: 'own text',
        empty: 'empty',
      },
    },
    resources: {
      'legal-pages': {
        fields: {
          kind: 'Page',
          clientId: 'Client',
          clientName: 'Client',
          url: 'Address',
          body: 'Text',
          bodyEn: 'Text (English)',
        },
      },
    },
  },
})
