// A filtered list of contacts as CSV or XLSX.

import Type, { type Static, type TSchema } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import type { FileResponse } from '../platform/http/endpoint.ts'
import { listQuery } from '../platform/http/list.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import { contactLabels, contactValueLabels } from './contact-labels.ts'
import { type ContactType, isCompany } from './contact-types.ts'
import { type ContactListQuery, type ContactRow, listAllContacts } from './list.office.ts'

const columns = [
  ...['id', 'contactType', 'salutation', 'title', 'firstName', 'lastName', 'name2', 'company', 'position'],
  ...['department', 'email', 'phone', 'mobile', 'street', 'zip', 'city', 'country', 'website'],
  ...['categoryIds', 'newsletterStatus', 'createdAt'],
] as const
type Column = (typeof columns)[number]

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
  const shown = columns.filter(
    (column) =>
      !ofCompanies ||
      !['contactType', 'salutation', 'title', 'firstName', 'company', 'position'].includes(column),
  )
  const labels = contactLabels[language]
  const values = contactValueLabels[language]
  const cell = (row: ContactRow, column: Column) => {
    if (column === 'categoryIds') return row.categoryIds.map((id) => categoryNames.get(id) ?? '').join(', ')
    const value = row[column]
    if (column === 'createdAt') return dateIn(timeZone, new Date(String(value)))
    if (column === 'contactType' || column === 'salutation' || column === 'newsletterStatus') {
      const texts: Record<string, string> = values[column]
      return texts[String(value)] ?? ''
    }
    return value
  }
  const heading = (column: Column) => labels[ofCompanies && column === 'lastName' ? 'name' : column]
  const fileName = { de: ofCompanies ? 'Firmen' : 'Kontakte', en: ofCompanies ? 'companies' : 'contacts' }
  return spreadsheetResponse({
    name: fileName[language],
    format,
    columns: shown.map(heading),
    rows: rows.map((row) => shown.map((column) => cell(row, column))),
  })
}
