// Texts of companies.
import { contactFields } from '../contacts/field-texts.ts'
import { texts } from '../shell/language/texts.ts'

export const companiesTexts = texts({
  de: {
    resources: {
      companies: {
        name: 'Firma |||| Firmen',
        fields: contactFields.de,
      },
    },
    companies: {
      menu: 'Firmen',
      people: 'Personen',
      nobody: 'Noch niemand.',
      all: 'Alle %{count} zeigen',
      links: {
        title: 'Links für die Firma',
        explanation:
          'Mit dem Link sieht eine Person der Firma ohne Konto die Teilnehmenden mit ihren Terminen und lädt Bescheinigungen herunter. Eigene Buchungen von Personen als Verbraucher gehören nicht dazu.',
        name: 'Für wen',
        create: 'Link anlegen',
        created: 'Dieser Link wird nur jetzt angezeigt. Kopieren Sie ihn, und schicken Sie ihn der Person.',
        createdAt: 'angelegt am %{moment}',
        revokedAt: 'widerrufen am %{moment}',
        holdsUntil: 'gilt bis %{day}',
        expired: 'abgelaufen am %{day}',
        replaced: 'durch einen neuen ersetzt',
        revoke: 'Widerrufen',
        revokeTitle: 'Link widerrufen?',
        revokeText: 'Mit dem Link ist dann nichts mehr zu sehen.',
      },
      bookings: {
        upcoming: 'Kommende Buchungen',
        past: 'Vergangene Buchungen (%{count})',
        none: 'Keine kommenden Buchungen.',
      },
    },
  },
  en: {
    resources: {
      companies: {
        name: 'Company |||| Companies',
        fields: contactFields.en,
      },
    },
    companies: {
      menu: 'Companies',
      people: 'People',
      nobody: 'Nobody yet.',
      all: 'Show all %{count}',
      links: {
        title: 'Links for the company',
        explanation:
          'With the link, a person in the company sees the participants and their dates without an account, and downloads certificates. Bookings that people have made for themselves as consumers are not part of it.',
        name: 'For whom',
        create: 'Create link',
        created: 'This link is shown only now. Copy it, and send it to the person.',
        createdAt: 'created on %{moment}',
        revokedAt: 'revoked on %{moment}',
        holdsUntil: 'holds until %{day}',
        expired: 'expired on %{day}',
        replaced: 'replaced by a new one',
        revoke: 'Revoke',
        revokeTitle: 'Revoke the link?',
        revokeText: 'Nothing can be seen with the link any more.',
      },
      bookings: {
        upcoming: 'Upcoming bookings',
        past: 'Past bookings (%{count})',
        none: 'No upcoming bookings.',
      },
    },
  },
})
