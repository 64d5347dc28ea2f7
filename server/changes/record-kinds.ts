// How the records that log entries refer to are named.
import { type RawBuilder, sql } from 'kysely'
import type { Right } from '../platform/ground/rights.ts'
import type { Columns } from './change.rows.ts'

export type RecordKind = {
  from: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** The key column; left out: `c.id`. */
  key?: string
  /** The key is a text. */
  isText?: true
  right?: Right
  /** The column with the client, if only its users may see the record. */
  client?: RawBuilder<unknown>
  /** As JSON: `startDate`, `nameEn`, and currencies by their columns. */
  details?: RawBuilder<unknown>
}

const person = sql`trim(c.first_name || ' ' || c.last_name)`
const contactsRight = '090300:access'
const bookingsRight = 'booking:access'
const namedTable = (table: string, name = 'name'): RecordKind => ({
  name: sql.ref(`c.${name}`),
  from: sql`${sql.table(table)} c`,
})
const pricedTable = (table: string, name: string): RecordKind => ({
  ...namedTable(table, name),
  details: sql`json_build_object('currency', c.currency)`,
})
const lookupTable = (table: string, key: string): RecordKind => ({
  ...namedTable(table),
  key: `c.${key}`,
  isText: true,
})
const dateTitle = sql`coalesce(nullif(d.title, ''), e.title)`
const startDate = sql`json_build_object('startDate', coalesce(d.start_date::text, ''))`

/** By table: those whose name is not the column `name`, or needs a right. */
const recordKinds: Readonly<Record<string, RecordKind>> = {
  contact: { name: person, from: sql`contact c`, right: contactsRight },
  contact_import: namedTable('contact_import', 'file_name'),
  lead: { ...namedTable('lead'), client: sql`c.client_id`, right: 'lead:access' },
  task: {
    name: sql`trim(c.task_nr || ' ' || c.subject)`,
    from: sql`task c`,
    client: sql`c.client_id`,
    right: 'task:access',
  },
  event: namedTable('event', 'title'),
  event_date: {
    name: dateTitle,
    from: sql`event_date d join event e on e.id = d.event_id`,
    key: 'd.id',
    details: startDate,
  },
  trainer: { name: person, from: sql`trainer c` },
  article: pricedTable('article', 'name'),
  feedback_question: namedTable('feedback_question', 'text_de'),
  token: { ...namedTable('token', 'label'), right: 'admin' },
  website_key: { ...namedTable('website_key'), right: 'website' },
  webhook: { ...namedTable('webhook'), right: 'website' },
  booking: {
    name: sql`concat_ws(', ', nullif(trim(p.first_name || ' ' || p.last_name), ''), ${dateTitle})`,
    from: sql`booking c left join contact p on p.id = c.contact_id join event_date d on d.id = c.date_id join event e on e.id = d.event_id`,
    right: bookingsRight,
    details: startDate,
  },
  booking_order: {
    name: sql`concat_ws(', ', nullif(trim(p.first_name || ' ' || p.last_name), ''), nullif(f.last_name, ''))`,
    from: sql`booking_order c left join contact p on p.id = c.orderer_id left join contact f on f.id = c.company_id`,
    right: bookingsRight,
  },
  invoice_confirmation: {
    name: sql`trim(p.first_name || ' ' || p.last_name)`,
    from: sql`invoice_confirmation c join contact p on p.id = c.contact_id`,
    right: contactsRight,
  },
  certificate: { ...namedTable('certificate', 'number'), right: bookingsRight },
  signing_key: { ...namedTable('signing_key', 'fingerprint'), right: 'admin' },
  // Locations belong to the catalogue: they are visible without the right to contacts.
  location: { name: person, from: sql`contact c` },
  // Child rows with names.
  event_price: pricedTable('event_price', 'title'),
  date_price: pricedTable('date_price', 'title'),
  conference_package_item: pricedTable('conference_package_item', 'name'),
  invoice_confirmation_element: pricedTable('invoice_confirmation_element', 'name'),
  hotel_quota: {
    name: sql`coalesce(nullif(c.name, ''), c.resource_name)`,
    from: sql`hotel_quota c`,
    details: sql`json_build_object('room_currency', c.room_currency, 'breakfast_currency', c.breakfast_currency)`,
  },
  attachment: { ...namedTable('attachment', 'filename'), right: 'task:access' },
  image: namedTable('image', 'alt_text'),
  series_module: {
    name: sql`e.title`,
    from: sql`series_module c join event e on e.id = c.module_event_id`,
  },
  address: {
    name: sql`concat_ws(', ', nullif(trim(c.street || ' ' || c.house_number), ''), nullif(trim(c.zip || ' ' || c.city), ''))`,
    from: sql`address c`,
    right: contactsRight,
  },
  email_address: { ...namedTable('email_address', 'email'), right: contactsRight },
  phone: {
    name: sql`concat_ws(' ', c.country_code, c.area_code, c.number)`,
    from: sql`phone c`,
    right: contactsRight,
  },
  newsletter_consent: { ...namedTable('newsletter_consent', 'email'), right: contactsRight },
  logbook_entry: { name: sql`left(c.text, 80)`, from: sql`logbook_entry c`, right: 'admin' },
  // Look-up lists.
  booking_status: lookupTable('booking_status', 'status'),
  date_status: lookupTable('date_status', 'status'),
  date_format: lookupTable('date_format', 'format'),
  module_type: lookupTable('module_type', 'module_type'),
  series_sort: lookupTable('series_sort', 'sort_by'),
  hotel_quota_status: lookupTable('hotel_quota_status', 'status'),
  file_access_right: lookupTable('file_access_right', 'access_right'),
  newsletter_service: lookupTable('newsletter_service', 'service'),
  lead_status: {
    ...lookupTable('lead_status', 'status'),
    name: sql`c.name_de`,
    details: sql`json_build_object('nameEn', c.name_en)`,
  },
}

/** How the records of a table are named; undefined: not at all. */
export const recordKindOf = (table: string, namedTables: ReadonlySet<string>): RecordKind | undefined =>
  recordKinds[table] ?? (namedTables.has(table) ? namedTable(table) : undefined)

/** The value may be the id of another system: if it is not found, the record was not deleted. */
export const isExternalReference = (column: string): boolean => column === 'ccategory_id'

/** The column that identifies a child row without a name. */
const namingColumns: Readonly<Record<string, string>> = {
  contact_in_category: 'category_id',
  date_file: 'file_id',
  date_location: 'contact_id',
  date_room: 'room_id',
  date_trainer: 'trainer_id',
  date_catalogue: 'catalogue_id',
  event_file: 'file_id',
  event_in_category: 'category_id',
  lead_contact: 'contact_id',
  newsletter_form_category: 'category_id',
  booking_module: 'date_id',
  series_module_date: 'linked_date_id',
  user_client: 'client_id',
  user_role: 'role_id',
}
export const namingColumn = (tableName: string): string | undefined => namingColumns[tableName]

/** The name of a record from its logged columns. */
export function nameFromRow(row: Columns): string {
  for (const column of ['title', 'name', 'label', 'file_name', 'filename', 'email', 'subject', 'alt_text']) {
    const text = row[column]
    // The `title` of a person is an academic title.
    if (typeof text === 'string' && text !== '' && !('last_name' in row)) return text
  }
  const words = (...columns: string[]): string =>
    columns
      .map((column) => row[column])
      .filter((text) => typeof text === 'string' && text !== '')
      .join(' ')
  if ('last_name' in row) return words('first_name', 'last_name')
  if ('street' in row)
    return [words('street', 'house_number'), words('zip', 'city')].filter(Boolean).join(', ')
  return words('country_code', 'area_code', 'number')
}
