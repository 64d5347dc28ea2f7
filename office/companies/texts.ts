// Texts of companies.
import { texts } from '../shell/app/section.ts'

export const companiesTexts = texts({
  de: {
    resources: {
      companies: {
        name: 'Firma |||| Firmen',
        fields: {
          name: 'Name',
          name2: 'Namenszusatz',
          email: 'E-Mail',
          phone: 'Telefon',
          street: 'Straße',
          zip: 'PLZ',
          city: 'Ort',
          country: 'Land',
          website: 'Website',
          categoryIds: 'Kategorien',
          newsletterStatus: 'Newsletter',
          createdAt: 'Angelegt',
          addresses: 'Adressen',
          emails: 'E-Mail-Adressen',
          phones: 'Telefonnummern',
          comment: 'Bemerkung',
        },
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
          'Mit dem Link sieht jemand in der Firma ohne Konto, wer wann woran teilnimmt, und lädt Bescheinigungen herunter. Was Personen als Verbraucher selbst gebucht haben, gehört nicht dazu.',
        name: 'Für wen?',
        create: 'Link anlegen',
        created: 'Dieser Link wird nur jetzt angezeigt. Kopieren Sie ihn, und schicken Sie ihn der Person.',
        createdAt: 'angelegt am %{moment}',
        revokedAt: 'widerrufen am %{moment}',
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
        fields: {
          name: 'Name',
          name2: 'Additional name',
          email: 'E-mail',
          phone: 'Phone',
          street: 'Street',
          zip: 'Zip',
          city: 'City',
          country: 'Country',
          website: 'Website',
          categoryIds: 'Categories',
          newsletterStatus: 'Newsletter',
          createdAt: 'Created',
          addresses: 'Addresses',
          emails: 'E-mail addresses',
          phones: 'Phone numbers',
          comment: 'Comment',
        },
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
          'With the link, somebody in the company sees without an account who takes part in what and when, and downloads certificates. What people have booked for themselves as consumers is not part of it.',
        name: 'For whom?',
        create: 'Create link',
        created: 'This link is shown only now. Copy it, and send it to the person.',
        createdAt: 'created on %{moment}',
        revokedAt: 'revoked on %{moment}',
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
