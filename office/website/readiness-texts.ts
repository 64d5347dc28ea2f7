// The texts of the checklist before the pages for visitors are opened.
import { texts } from '../shell/language/texts.ts'

export const readinessTexts = texts({
  de: {
    website: {
      ready: {
        title: 'Bereit zum Öffnen',
        allDone: 'Alles ist erledigt.',
        done: 'erledigt',
        missing: 'fehlt',
        draft: 'Entwurf',
        isDraft: 'Der Text hat noch Lücken in [[ ]], oder das Dokument wird noch nicht gezeigt.',
        ofClient: '(%{name})',
        start: 'Ausgangstext anlegen',
        startHelp:
          'Ein Entwurf zum Anpassen, mit den Angaben des Briefkopfs. Er ersetzt keine Rechtsberatung.',
        open: 'Öffnen',
        warning: 'Die Seiten für Besucher sind geöffnet, aber es fehlen: %{items}.',
        items: {
          imprint: 'Impressum',
          privacy: 'Datenschutzerklärung',
          terms: 'Geschäftsbedingungen',
          withdrawal: 'Widerrufsbelehrung',
          accessibility: 'Erklärung zur Barrierefreiheit',
          vatNote: 'Hinweis zur Umsatzsteuer',
          payment: 'Zahlungsmittel',
          sender: 'Absender der E-Mails',
          dates: 'Ein veröffentlichter Termin',
        },
        because: {
          imprint: 'Es gibt weder eine Adresse noch einen Text.',
          privacy: 'Es gibt weder eine Adresse noch einen Text.',
          terms: 'Kein Dokument, das alle betrifft, ist aktiv.',
          withdrawal:
            'Kein Dokument für Privatpersonen ist aktiv, und nicht jede Veranstaltung nennt eine Ausnahme.',
          accessibility: 'Es gibt weder eine Adresse noch einen Text (BFSG).',
          vatNote: 'Der Text unter dem Preis ist leer.',
          payment: 'Der Text zu den Zahlungsmitteln ist leer.',
          sender: 'Es ist kein Mailserver eingerichtet.',
          dates: 'Kein veröffentlichter Termin kann gebucht werden.',
        },
      },
    },
  },
  en: {
    website: {
      ready: {
        title: 'Ready to open',
        allDone: 'Everything is done.',
        done: 'done',
        missing: 'missing',
        draft: 'draft',
        isDraft: 'The text still has gaps in [[ ]], or the document is not shown yet.',
        ofClient: '(%{name})',
        start: 'Create a starting text',
        startHelp:
          'A draft to be adapted, with the details of the letterhead. It is no substitute for legal advice.',
        open: 'Open',
        warning: 'The pages for visitors are open, but these are missing: %{items}.',
        items: {
          imprint: 'Imprint',
          privacy: 'Privacy policy',
          terms: 'Terms and conditions',
          withdrawal: 'Instructions on withdrawal',
          accessibility: 'Accessibility statement',
          vatNote: 'Note on VAT',
          payment: 'Means of payment',
          sender: 'Sender of e-mails',
          dates: 'A published date',
        },
        because: {
          imprint: 'There is neither an address nor a text.',
          privacy: 'There is neither an address nor a text.',
          terms: 'No document that concerns everyone is active.',
          withdrawal: 'No document for private persons is active, and not every event names an exception.',
          accessibility: 'There is neither an address nor a text (BFSG).',
          vatNote: 'The text below the price is empty.',
          payment: 'The text on means of payment is empty.',
          sender: 'No mail server is set up.',
          dates: 'No published date can be booked.',
        },
      },
    },
  },
})
