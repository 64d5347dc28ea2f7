// A filtered list of contacts as CSV or XLSX.

import Type, { type Static, type TSchema } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import type { FileResponse } from '../platform/http/endpoint.ts'
import { listQuery } from '../platform/http/list.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import { type ContactType, isCompany } from './contact-types.ts'
import { type ContactListQuery, type ContactRow, listAllContacts } from './list.office.ts'

/** The columns of the file, with their headings in both languages. */
const headings = {
  id: { de: 'Nr.', en: 'No.' },
  contactType: { de: 'Art', en: 'Type' },
  salutation: { de: 'Anrede', en: 'Salutation' },
  title: { de: 'Titel', en: 'Title' },
  firstName: { de: 'Vorname', en: 'First name' },
  lastName: { de: 'Name', en: 'Name' },
  name2: { de: 'Namenszusatz', en: 'Additional name' },
  company: { de: 'Firma', en: 'Company' },
  position: { de: 'Position', en: 'Position' },
  department: { de: 'Abteilung', en: 'Department' },
  email: { de: 'E-Mail', en: 'E-mail' },
  phone: { de: 'Telefon', en: 'Phone' },
  mobile: { de: 'Mobil', en: 'Mobile' },
  street: { de: 'Straße', en: 'Street' },
  zip: { de: 'PLZ', en: 'Zip' },
  city: { de: 'Ort', en: 'City' },
  country: { de: 'Land', en: 'Country' },
  website: { de: 'Website', en: 'Website' },
  categories: { de: 'Kategorien', en: 'Categories' },
  newsletterStatus: { de: 'Newsletter', en: 'Newsletter' },
  createdAt: { de: 'Angelegt', en: 'Created' },
} as const
type Column = keyof typeof headings

type Label = { de: string; en: string }
const typeLabels: Record<ContactType, Label> = {
  person: { de: 'Person', en: 'person' },
  company: { de: 'Firma', en: 'company' },
  location: { de: 'Ort', en: 'location' },
}
const valueLabels: Record<string, Label> = {
  ...typeLabels,
  mr: { de: 'Herr', en: 'Mr' },
  ms: { de: 'Frau', en: 'Ms' },
  active: { de: 'angemeldet', en: 'subscribed' },
  pending: { de: 'unbestätigt', en: 'unconfirmed' },
  unsubscribed: { de: 'abgemeldet', en: 'unsubscribed' },
}

const exportParams = {
  format: Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx'])),
  language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
}
const ExportParams = Type.Object(exportParams)

/** The query of an export: that of its list, `format`, and the language of the headings. */
export const exportQuery = <F extends Record<string, TSchema>>(filters: F) =>
  listQuery({ sorts: ['name', 'lastName', 'createdAt', 'id'], filters: { ...filters, ...exportParams } })

/** The filtered list as a file. @throws Failure 400 for too many rows */
export async function exportContacts(
  db: Reader,
  types: readonly ContactType[],
  params: ContactListQuery & Static<typeof ExportParams>,
  timeZone: string,
): Promise<FileResponse> {
  const { format, language = 'de', ...query } = params
  const ofCompanies = types.every(isCompany)
  const [rows, categories] = await Promise.all([
    listAllContacts(db, types, query, timeZone),
    db.selectFrom('contact_category').select(['id', 'name']).execute(),
  ])
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]))
  const columns = (Object.keys(headings) as Column[]).filter(
    (column) =>
      !ofCompanies ||
      !['contactType', 'salutation', 'title', 'firstName', 'company', 'position'].includes(column),
  )
  const cell = (row: ContactRow, column: Column) => {
    if (column === 'categories') return row.categoryIds.map((id) => categoryNames.get(id) ?? '').join(', ')
    const value = row[column]
    if (column === 'createdAt') return String(value).slice(0, 10)
    return ['contactType', 'salutation', 'newsletterStatus'].includes(column)
      ? (valueLabels[String(value)]?.[language] ?? '')
      : value
  }
  const fileName = { de: ofCompanies ? 'Firmen' : 'Kontakte', en: ofCompanies ? 'companies' : 'contacts' }
  return spreadsheetResponse({
    name: fileName[language],
    format,
    columns: columns.map((column) => headings[column][language]),
    rows: rows.map((row) => columns.map((column) => cell(row, column))),
  })
}
