// Data set: look-up values and their meaning (decision 11.1).
import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import {
  bool,
  type Fields,
  type FieldType,
  id,
  integer,
  shortText,
  text,
} from '../../platform/database/fields.ts'
import { lookupLists } from '../../settings/lookup-lists.ts'
import { oneOf } from '../records/field-types.ts'
import { settingNamePattern } from '../records/record-errors.ts'
import { type Section, tableSection } from '../records/section.ts'

const requiredText: FieldType = { ...shortText, schema: Type.String({ minLength: 1 }) }

const toField = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The meanings of a list, under the names of their columns or the given ones. */
const meaningsOf = (table: string, names: Readonly<Record<string, string>> = {}): Fields =>
  Object.fromEntries(
    lookupLists[table]!.meanings.map(({ column, options }) => [
      names[column] ?? toField(column),
      [column, options ? oneOf(...options) : bool],
    ]),
  )

function lookupSection(
  name: string,
  table: string,
  keyField: string,
  meaningNames?: Readonly<Record<string, string>>,
): Section {
  const { key, meanings: given } = lookupLists[table]!
  const meanings = meaningsOf(table, meaningNames)
  const optional = given.filter(({ isOptional }) => isOptional).map(({ column }) => column)
  return tableSection({
    name,
    table,
    key: [keyField, key],
    required: Object.keys(meanings).filter((name) => !optional.includes(meanings[name]![0])),
    fields: { [keyField]: [key, requiredText], name: ['name', requiredText], ...meanings },
  })
}

export const addressTypes = tableSection({
  name: 'addressTypes',
  table: 'address_type',
  target: 'addressType',
  fields: { id: ['id', id], name: ['name', shortText], ...meaningsOf('address_type') },
})

const leadStates = tableSection({
  name: 'leadStates',
  table: 'lead_status',
  key: ['state', 'status'],
  required: ['nameDe', 'nameEn', 'isOpen'],
  fields: {
    state: ['status', requiredText],
    nameDe: ['name_de', shortText],
    nameEn: ['name_en', shortText],
    position: ['position', integer],
    ...meaningsOf('lead_status'),
  },
})

const settings = tableSection({
  name: 'settings',
  table: 'setting',
  key: ['name', 'name'],
  required: ['value'],
  fields: {
    name: ['name', { ...text, schema: Type.String({ pattern: settingNamePattern }) }],
    value: ['value', requiredText],
  },
})

export const lookupSections: readonly Section[] = [
  settings,
  addressTypes,
  lookupSection('newsletterTypes', 'newsletter_service', 'extType'),
  lookupSection('dateStatuses', 'date_status', 'status', { goes_ahead: 'takesPlace' }),
  lookupSection('dateFormats', 'date_format', 'format'),
  lookupSection('moduleTypes', 'module_type', 'moduleType'),
  lookupSection('seriesSorts', 'series_sort', 'sortBy'),
  lookupSection('hotelQuotaStatuses', 'hotel_quota_status', 'status'),
  lookupSection('fileAccessRights', 'file_access_right', 'accessRight'),
  lookupSection('participationStatuses', 'booking_status', 'status'),
  leadStates,
]

/** The meanings that an unknown value has: its date goes ahead, its lead is open. */
const presumed: readonly string[] = ['goes_ahead', 'is_open']

/** Adds unknown values of a list, with the most restrictive meaning beside `presumed`. */
export async function insertUnknownValues(tx: Tx, table: string, values: Iterable<string>): Promise<void> {
  const newValues = [...new Set(values)].filter((value) => value !== '')
  const { key, names, meanings } = lookupLists[table]!
  const nameColumns = names ? [names.de, names.en] : ['name']
  const columns = [key, ...nameColumns, ...meanings.map(({ column }) => column)]
  const meaning = meanings.map(({ column, options }) =>
    options ? `'${options[0]}'` : presumed.includes(column),
  )
  const selected = ['v', ...nameColumns.map(() => 'v'), ...meaning]
  await sql`insert into ${sql.raw(`${table} (${columns.join(', ')})`)} select ${sql.raw(selected.join(', '))}
    from unnest(${newValues}::text[]) v on conflict do nothing`.execute(tx)
}

/** Adds unknown address types. */
export async function insertUnknownAddressTypes(tx: Tx, ids: Iterable<number>): Promise<void> {
  await sql`insert into address_type (id, name) select v, 'type ' || v from unnest(${[...new Set(ids)]}::int[]) v
    on conflict do nothing`.execute(tx)
}
