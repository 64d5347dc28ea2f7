// The names of a contact's fields and of their values, for the forms and lists of the office, imports and exports.
import type { Language } from '../platform/ground/language.ts'

const de = {
  id: 'Nr.',
  contactType: 'Art',
  salutation: 'Anrede',
  title: 'Titel',
  firstName: 'Vorname',
  lastName: 'Nachname',
  name: 'Name',
  name2: 'Namenszusatz',
  company: 'Firma',
  position: 'Position',
  department: 'Abteilung',
  email: 'E-Mail',
  phone: 'Telefon',
  mobile: 'Mobil',
  fax: 'Fax',
  street: 'Straße',
  houseNumber: 'Hausnummer',
  addition: 'Adresszusatz',
  zip: 'PLZ',
  city: 'Ort',
  state: 'Bundesland',
  country: 'Land',
  website: 'Website',
  comment: 'Bemerkung',
  categoryIds: 'Kategorien',
  newsletterStatus: 'Newsletter',
  createdAt: 'Angelegt',
}
const en: typeof de = {
  id: 'No.',
  contactType: 'Type',
  salutation: 'Salutation',
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  name: 'Name',
  name2: 'Additional name',
  company: 'Company',
  position: 'Position',
  department: 'Department',
  email: 'E-mail',
  phone: 'Phone',
  mobile: 'Mobile',
  fax: 'Fax',
  street: 'Street',
  houseNumber: 'House number',
  addition: 'Address line 2',
  zip: 'Postcode',
  city: 'City',
  state: 'State',
  country: 'Country',
  website: 'Website',
  comment: 'Comment',
  categoryIds: 'Categories',
  newsletterStatus: 'Newsletter',
  createdAt: 'Created',
}

export const contactLabels: Record<Language, typeof de> = { de, en }

const valuesDe = {
  contactType: { person: 'Person', company: 'Firma', location: 'Veranstaltungsort' },
  salutation: { ms: 'Frau', mr: 'Herr' },
  newsletterStatus: { active: 'angemeldet', pending: 'unbestätigt', unsubscribed: 'abgemeldet' },
}
const valuesEn: typeof valuesDe = {
  contactType: { person: 'Person', company: 'Company', location: 'Location' },
  salutation: { ms: 'Ms', mr: 'Mr' },
  newsletterStatus: { active: 'subscribed', pending: 'unconfirmed', unsubscribed: 'unsubscribed' },
}

export const contactValueLabels: Record<Language, typeof valuesDe> = { de: valuesDe, en: valuesEn }
