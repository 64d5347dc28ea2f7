// The texts of the pages of vouchers.
import { texts } from '../shell/language/texts.ts'

export const voucherTexts = texts({
  de: {
    website: {
      voucher: {
        kindHelp: 'Ein Betrag gilt für die ganze Buchung und mit Mehrwertsteuer, Prozent für jeden Platz.',
        codeHelp: 'Groß- und Kleinschreibung, Leerzeichen und Bindestriche spielen keine Rolle.',
        codeError: 'Buchstaben ohne Umlaute, Ziffern, dazwischen Leerzeichen oder Bindestriche',
        maxUsesHelp:
          'Leer: beliebig oft. Es zählen Buchungen; wird eine ganz storniert, ist der Gutschein wieder frei.',
        oncePerPersonHelp: 'Erkannt an der E-Mail-Adresse.',
        isCombinableHelp:
          'Sonst gilt der Gutschein nicht für Preise mit Frist, und von Gutschein und Gruppenrabatt gilt nur der höhere.',
        allEvents: 'alle',
        uses: '%{count} von %{max}',
      },
    },
    resources: {
      vouchers: {
        fields: {
          code: 'Code',
          name: 'Name (intern)',
          kind: 'Art',
          value: 'Wert',
          currency: 'Währung',
          validFrom: 'Gültig ab',
          validTo: 'Gültig bis',
          maxUses: 'Höchstens eingelöst',
          oncePerPerson: 'Einmal pro Person',
          isCombinable: 'Mit anderen Rabatten kombinierbar',
          eventId: 'Nur für Veranstaltung',
          eventTitle: 'Veranstaltung',
          isActive: 'Aktiv',
          useCount: 'Eingelöst',
        },
      },
    },
  },
  en: {
    website: {
      voucher: {
        kindHelp: 'An amount is for the whole booking, with VAT; per cent is for each seat.',
        codeHelp: 'Upper and lower case, spaces and hyphens do not matter.',
        codeError: 'Letters without accents, digits, and between them spaces or hyphens',
        maxUsesHelp:
          'Empty: any number. Bookings are counted; one that is cancelled as a whole gives its use back.',
        oncePerPersonHelp: 'Recognised by the e-mail address.',
        isCombinableHelp:
          'Otherwise the voucher is not valid for prices that are limited in time, and only the higher of voucher and group discount applies.',
        allEvents: 'all',
        uses: '%{count} of %{max}',
      },
    },
    resources: {
      vouchers: {
        fields: {
          code: 'Code',
          name: 'Name (internal)',
          kind: 'Kind',
          value: 'Value',
          currency: 'Currency',
          validFrom: 'Valid from',
          validTo: 'Valid until',
          maxUses: 'Number of uses',
          oncePerPerson: 'Once per person',
          isCombinable: 'Can be combined with other discounts',
          eventId: 'Only for event',
          eventTitle: 'Event',
          isActive: 'Active',
          useCount: 'Used',
        },
      },
    },
  },
})
