// The texts of the website section that the first page needs: errors, menu, change log.
import type { publicErrors } from '../../server/platform/http/public/public.errors.ts'
import type { visitorErrors } from '../../server/website/booking/booking.errors.ts'
import type { voucherErrors } from '../../server/website/discounts/voucher.errors.ts'
import type { websiteErrors } from '../../server/website/website.errors.ts'
import { type ErrorTexts, texts } from '../shell/language/texts.ts'

export const websiteTexts = texts({
  de: {
    errors: {
      website: {
        cursor: 'muss der Cursor einer Liste mit derselben Sortierung sein',
        since: 'muss ein Cursor dieser Liste sein',
        cursorGone:
          'Änderungen sind so weit zurück nicht mehr bekannt. Lesen Sie alles neu, und beginnen Sie mit einem neuen Cursor.',
        rangeEnd: 'darf nicht vor „from“ liegen',
        dateNotListed: 'Termin {id} ist vorbei, voll, geschlossen oder abgesagt.',
        noDate: 'Den Termin %{id} gibt es nicht.',
        noEvent: 'Die Veranstaltung %{id} gibt es nicht.',
        noKey: 'Den Schlüssel %{id} gibt es nicht.',
        revoked: 'Der Schlüssel ist widerrufen.',
        noClient: 'Den Mandanten %{id} gibt es nicht.',
        noCatalogue: 'Den Katalog %{id} gibt es nicht.',
        origin: '„%{origin}“ ist keine Adresse einer Website. Beispiel: https://www.example.org',
        secretOrigins: 'entfällt bei einem geheimen Schlüssel, den kein Browser senden darf',
        noWebhook: 'Den Webhook %{id} gibt es nicht.',
        noDelivery: 'Die Zustellung %{id} gibt es nicht.',
        webhookUrl: 'muss eine URL mit http oder https ohne Benutzer, Passwort und Fragment sein',
        privateAddress:
          'darf keine Adresse dieses Rechners oder eines privaten Netzes sein; siehe KONTOR_WEBHOOK_NETWORKS',
        webhookOff: 'Der Webhook ist abgeschaltet.',
        pagesKey: 'muss ein öffentlicher Schlüssel sein, der nicht widerrufen ist',
        samePage: 'Für diesen Mandanten gibt es diese Seite schon.',
        pageUrl: 'muss eine URL mit http oder https sein',
        beingSent: 'Die Zustellung läuft gerade.',
      } satisfies ErrorTexts<typeof websiteErrors>,
      public: {
        key: 'Der Schlüssel ist nicht gültig.',
        origin: 'Der Schlüssel ist für diese Website nicht zugelassen.',
      } satisfies ErrorTexts<typeof publicErrors>,
      visitors: {
        unknownQuestion: 'ist keine Frage dieser Veranstaltung',
        notAnAnswer: 'ist keine Antwort auf die Frage',
        answerMissing: 'Die Antwort auf die Frage „%{question}“ fehlt (Frage %{id}).',
        repeatedDate: 'muss ein anderer Termin sein als die davor',
        otherProvider: 'ist ein Termin von „%{other}“, die Buchung aber eine bei „%{first}“: für sich buchen',
        otherCurrency:
          'ist ein Termin mit Preisen in %{other}, die Buchung aber eine in %{first}: für sich buchen',
        tooManySeats: 'darf mit allen Terminen höchstens %{most} Plätze haben',
        unknownDate: 'ist kein Termin, den der Schlüssel zeigt',
        notBookable: '„%{date}“ ist nicht buchbar: %{availability}.',
        seatsTaken: '„%{date}“ hat nicht genug freie Plätze.',
        mustBeAccepted: 'muss „%{title}“ in der Fassung %{version} enthalten',
        notNewestVersion: 'ist nicht die neueste Fassung eines Dokuments von GET /terms',
        voucher: 'gilt nicht: %{reason}',
        unknownCategory: 'ist keine Preisgruppe des Termins',
        priceChanged: 'Der Preis hat sich inzwischen geändert.',
        tooManyOrders: 'Mit der E-Mail-Adresse wurde innerhalb einer Stunde zu oft gebucht.',
        tooManyEnquiries: 'Aus diesem Netz wurden in einer Stunde zu viele Anfragen gesendet.',
        tooManyHolds: 'Von dieser Adresse werden zu viele Plätze gehalten.',
        noNewsletter: 'muss entfallen: Es gibt keinen Newsletter mit Double-Opt-in',
        proof:
          'muss die Lösung einer Aufgabe von GET /challenge sein, die eine Stunde und für eine Buchung gilt',
      } satisfies ErrorTexts<typeof visitorErrors>,
      vouchers: {
        sameCode: 'hat schon ein anderer Gutschein',
        ends: 'darf nicht vor dem ersten Tag liegen',
        unknownEvent: 'ist keine Veranstaltung',
      } satisfies ErrorTexts<typeof voucherErrors>,
    },
    website: {
      menu: 'Website',
      termsButton: 'AGB und Belehrungen',
      pagesButton: 'Seiten für Besucher',
      legalButton: 'Rechtliche Seiten',
      // Also of the change log.
      pages: {
        addressForm: { formal: 'Sie', informal: 'du' },
        font: { system: 'Schrift des Geräts', inter: 'Inter', serif: 'mit Serifen', rounded: 'rund' },
        startPage: { dates: 'zur Terminliste', office: 'zum Backoffice' },
      },
      vouchersButton: 'Gutscheine',
      voucher: { kind: { amount: 'Betrag', percent: 'Prozent' } },
      withdrawal: {
        show: 'Ansehen',
        open: '%{smart_count} Widerruf ist zu bearbeiten. |||| %{smart_count} Widerrufe sind zu bearbeiten.',
      },
    },
    resources: {
      'website-keys': {
        name: 'Schlüssel für Websites |||| Schlüssel für Websites',
      },
      'legal-pages': { name: 'Rechtliche Seite |||| Rechtliche Seiten' },
      'terms-documents': { name: 'AGB oder Belehrung |||| AGB und Belehrungen' },
      vouchers: { name: 'Gutschein |||| Gutscheine' },
      withdrawals: { name: 'Widerruf |||| Widerrufe' },
      'website-pages': { name: 'Seiten für Besucher' },
    },
  },
  en: {
    errors: {
      website: {
        cursor: 'must be the cursor of a list with the same sort',
        since: 'must be a cursor of this list',
        cursorGone:
          'Changes are not known that far back. Read everything again, and begin with a new cursor.',
        rangeEnd: 'must not be before “from”',
        dateNotListed: 'Date {id} is over, full, closed or cancelled.',
        noDate: 'There is no date %{id}.',
        noEvent: 'There is no event %{id}.',
        noKey: 'There is no key %{id}.',
        revoked: 'The key is revoked.',
        noClient: 'There is no client %{id}.',
        noCatalogue: 'There is no catalogue %{id}.',
        origin: '“%{origin}” is not the address of a website. Example: https://www.example.org',
        secretOrigins: 'must be empty for a secret key, which no browser may send',
        noWebhook: 'There is no webhook %{id}.',
        noDelivery: 'There is no delivery %{id}.',
        webhookUrl: 'must be an http or https URL without user, password and fragment',
        privateAddress:
          'must not be an address of this machine or of a private network; see KONTOR_WEBHOOK_NETWORKS',
        webhookOff: 'The webhook is switched off.',
        pagesKey: 'must be a publishable key that is not revoked',
        samePage: 'There is such a page of this client.',
        pageUrl: 'must be an http or https URL',
        beingSent: 'The delivery is being sent.',
      } satisfies ErrorTexts<typeof websiteErrors>,
      public: {
        key: 'The key is not valid.',
        origin: 'The key is not allowed for this website.',
      } satisfies ErrorTexts<typeof publicErrors>,
      visitors: {
        unknownQuestion: 'is not a question of this event',
        notAnAnswer: 'is not an answer to the question',
        answerMissing: 'The answer to the question “%{question}” is missing (question %{id}).',
        repeatedDate: 'must be another date than those before it',
        otherProvider: 'is a date of “%{other}”, but the order one of “%{first}”: order it on its own',
        otherCurrency:
          'is a date with prices in %{other}, but the order one in %{first}: order it on its own',
        tooManySeats: 'must have at most %{most} seats with all dates together',
        unknownDate: 'is not a date that the key shows',
        notBookable: '“%{date}” cannot be booked: %{availability}.',
        seatsTaken: '“%{date}” has not enough free seats.',
        mustBeAccepted: 'must have “%{title}” in version %{version}',
        notNewestVersion: 'is not the newest version of a document of GET /terms',
        voucher: 'does not apply: %{reason}',
        unknownCategory: 'is no price category of the date',
        priceChanged: 'The price is another one by now.',
        tooManyOrders: 'The e-mail address of the orderer has too many orders within an hour.',
        tooManyEnquiries: 'From this network, too many enquiries were sent within an hour.',
        tooManyHolds: 'From this address, too many seats are held.',
        noNewsletter: 'must be left out: there is no newsletter with double opt-in',
        proof:
          'must be the solution of a challenge of GET /challenge, which is valid for an hour and for one booking',
      } satisfies ErrorTexts<typeof visitorErrors>,
      vouchers: {
        sameCode: 'is the code of another voucher',
        ends: 'must not be before the first day',
        unknownEvent: 'is not an event',
      } satisfies ErrorTexts<typeof voucherErrors>,
    },
    website: {
      menu: 'Website',
      termsButton: 'Terms for visitors',
      pagesButton: 'Pages for visitors',
      legalButton: 'Legal pages',
      pages: {
        addressForm: { formal: 'formal (Sie)', informal: 'informal (du)' },
        font: { system: 'font of the device', inter: 'Inter', serif: 'with serifs', rounded: 'rounded' },
        startPage: { dates: 'to the list of dates', office: 'to the back office' },
      },
      vouchersButton: 'Vouchers',
      voucher: { kind: { amount: 'Amount', percent: 'Per cent' } },
      withdrawal: {
        show: 'Show',
        open: '%{smart_count} withdrawal has to be dealt with. |||| %{smart_count} withdrawals have to be dealt with.',
      },
    },
    resources: {
      'website-keys': {
        name: 'Website key |||| Website keys',
      },
      'legal-pages': { name: 'Legal page |||| Legal pages' },
      'terms-documents': { name: 'Terms for visitors |||| Terms for visitors' },
      vouchers: { name: 'Voucher |||| Vouchers' },
      withdrawals: { name: 'Withdrawal |||| Withdrawals' },
      'website-pages': { name: 'Pages for visitors' },
    },
  },
})
