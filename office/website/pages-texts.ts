// The texts of the page with the settings of the pages for visitors.
import { texts } from '../shell/language/texts.ts'

export const pagesTexts = texts({
  de: {
    website: {
      pages: {
        keyHelp:
          'Die Seiten zeigen die Termine dieses öffentlichen Schlüssels. Ohne Schlüssel sind die Seiten abgeschaltet.',
        letterhead:
          'Logo, Farbe und Absender sind die des Briefkopfs des Mandanten; Seiten zu einer Buchung zeigen den Mandanten ihres Termins.',
        openLetterhead: 'Briefkopf von %{name}',
        addressFormHelp: 'So sprechen die deutschen Texte Besucher an.',
        fontHelp:
          'Inter kommt von diesem Server (60 kB), die anderen bringen Geräte mit. Von fremden Servern wird nichts geladen.',
        startPageHelp:
          'Dorthin leitet die Adresse des Servers ohne Pfad, solange die Seiten eingeschaltet sind.',
        introHelp: 'Reiner Text. Leer: kein Text.',
        introEnHelp: 'Für Besucher, die Englisch lesen. Leer: kein Text.',
        vatExemptionHelp:
          'Steht bei Preisen ohne Umsatzsteuer, zum Beispiel „steuerfrei nach § 4 Nr. 21 UStG“. Leer: „umsatzsteuerfrei“. Eine Veranstaltung kann einen eigenen Grund haben.',
        vatNoteHelp:
          'Steht im Buchungsformular unter dem Preis, zum Beispiel „Alle Preise enthalten die Umsatzsteuer.“',
        paymentTextHelp: 'Steht im Buchungsformular, zum Beispiel „per Rechnung, zahlbar in 14 Tagen“.',
        preview: 'Vorschau',
        open: 'Seite öffnen',
        off: 'Die Seiten sind abgeschaltet. Wählen Sie einen Schlüssel, und speichern Sie.',
        revoked: 'Der Schlüssel ist widerrufen: Die Seiten sind abgeschaltet, bis ein anderer gewählt ist.',
      },
    },
    resources: {
      'website-pages': {
        fields: {
          keyId: 'Schlüssel',
          addressForm: 'Anrede',
          font: 'Schrift',
          startPage: 'Startseite',
          intro: 'Text über der Liste',
          introEn: 'Text über der Liste (Englisch)',
          formText: 'Text über dem Buchungsformular',
          formTextEn: 'Text über dem Buchungsformular (Englisch)',
          bookedText: 'Text nach der Buchung',
          bookedTextEn: 'Text nach der Buchung (Englisch)',
          vatExemption: 'Grund der Steuerbefreiung',
          vatExemptionEn: 'Grund der Steuerbefreiung (Englisch)',
          vatNote: 'Hinweis zur Umsatzsteuer',
          vatNoteEn: 'Hinweis zur Umsatzsteuer (Englisch)',
          paymentText: 'Zahlungsmittel',
          paymentTextEn: 'Zahlungsmittel (Englisch)',
        },
      },
    },
  },
  en: {
    website: {
      pages: {
        keyHelp: 'The pages show the dates of this publishable key. Without a key, the pages are off.',
        letterhead:
          'Logo, colour and sender are those of the client’s letterhead; pages of a booking show the client of its date.',
        openLetterhead: 'Letterhead of %{name}',
        addressFormHelp: 'How the German texts address visitors.',
        fontHelp:
          'Inter comes from this server (60 kB), devices have the others. Nothing is loaded from elsewhere.',
        startPageHelp: 'The address of the server without a path leads there while the pages are on.',
        introHelp: 'Plain text. Empty: no text.',
        introEnHelp: 'For visitors who read English. Empty: no text.',
        vatExemptionHelp:
          'Beside prices without VAT, such as “exempt from VAT (§ 4 no. 21 UStG)”. Empty: “exempt from VAT”. An event can have a reason of its own.',
        vatNoteHelp: 'Shown in the booking form below the price, such as “All prices include VAT.”',
        paymentTextHelp: 'Shown in the booking form, such as “by invoice, payable within 14 days”.',
        preview: 'Preview',
        open: 'Open the page',
        off: 'The pages are off. Choose a key, and save.',
        revoked: 'The key is revoked: the pages are off until another one is chosen.',
      },
    },
    resources: {
      'website-pages': {
        fields: {
          keyId: 'Key',
          addressForm: 'Form of address',
          font: 'Font',
          startPage: 'Start page',
          intro: 'Text above the list',
          introEn: 'Text above the list (English)',
          formText: 'Text above the booking form',
          formTextEn: 'Text above the booking form (English)',
          bookedText: 'Text after booking',
          bookedTextEn: 'Text after booking (English)',
          vatExemption: 'Reason of exemption from VAT',
          vatExemptionEn: 'Reason of exemption from VAT (English)',
          vatNote: 'Note on VAT',
          vatNoteEn: 'Note on VAT (English)',
          paymentText: 'Means of payment',
          paymentTextEn: 'Means of payment (English)',
        },
      },
    },
  },
})
