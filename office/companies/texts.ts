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
      bookings: {
        upcoming: 'Upcoming bookings',
        past: 'Past bookings (%{count})',
        none: 'No upcoming bookings.',
      },
    },
  },
})
