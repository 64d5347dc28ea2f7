// What records are called that entries of the log speak of by number or key.
import { type RawBuilder, sql } from 'kysely'
import type { Columns } from './change.rows.ts'

export type Kind = {
  from: RawBuilder<unknown>
  name: RawBuilder<unknown>
  /** The column that names its records; left out: `c.id`. */
  key?: string
  /** The key is a text. */
  isText?: true
  right?: string
  /** Only for users of its client. */
  client?: RawBuilder<unknown>
  /** What else tells it, as JSON: `day`, `nameEn`, and currencies by their column. */
  more?: RawBuilder<unknown>
}

const person = sql`trim(c.first_name || ' ' || c.last_name)`
const seen = '090300:access'
const named = (table: string, name = 'name'): Kind => ({
  name: sql.ref(`c.${name}`),
  from: sql`${sql.table(table)} c`,
})
const priced = (table: string, name: string): Kind => ({
  ...named(table, name),
  more: sql`json_build_object('currency', c.currency)`,
})
const lookUp = (table: string, key: string): Kind => ({ ...named(table), key: `c.${key}`, isText: true })
const dateTitle = sql`coalesce(nullif(d.title, ''), e.title)`
const day = sql`json_build_object('day', coalesce(d.start_date::text, ''))`

/** By table. */
export const kinds: Readonly<Record<string, Kind>> = {
  app_user: named('app_user'),
  client: named('client'),
  contact: { name: person, from: sql`contact c`, right: seen },
  contact_category: named('contact_category'),
  contact_import: named('contact_import', 'file_name'),
  lead_category: named('lead_category'),
  lead: { ...named('lead'), client: sql`c.client_id` },
  task: {
    name: sql`trim(c.task_nr || ' ' || c.subject)`,
    from: sql`task c`,
    client: sql`c.client_id`,
  },
  event: named('event', 'title'),
  event_date: {
    name: dateTitle,
    from: sql`event_date d join event e on e.id = d.event_id`,
    key: 'd.id',
    more: day,
  },
  catalog: named('catalog'),
  catalog_category: named('catalog_category'),
  trainer: { name: person, from: sql`trainer c` },
  article: priced('article', 'name'),
  newsletter_form: named('newsletter_form'),
  communication_template: named('communication_template'),
  disk_item: named('disk_item'),
  token: { ...named('token', 'label'), right: 'admin' },
  participation: {
    name: sql`trim(p.first_name || ' ' || p.last_name) || ', ' || ${dateTitle}`,
    from: sql`participation c join contact p on p.id = c.contact_id join event_date d on d.id = c.date_id join event e on e.id = d.event_id`,
    right: seen,
    more: day,
  },
  invoice_confirmation: {
    name: sql`trim(p.first_name || ' ' || p.last_name)`,
    from: sql`invoice_confirmation c join contact p on p.id = c.contact_id`,
    right: seen,
  },
  // Places are the catalogue's too: who sees no contacts sees these.
  location: { name: person, from: sql`contact c` },
  // Parts that have a name of their own.
  event_price: priced('event_price', 'title'),
  date_price: priced('date_price', 'title'),
  conference_package_item: priced('conference_package_item', 'name'),
  invoice_confirmation_element: priced('invoice_confirmation_element', 'name'),
  hotel_quota: {
    name: sql`coalesce(nullif(c.name, ''), c.resource_name)`,
    from: sql`hotel_quota c`,
    more: sql`json_build_object('room_currency', c.room_currency, 'breakfast_currency', c.breakfast_currency)`,
  },
  catalogue_pdf: named('catalogue_pdf'),
  attachment: { ...named('attachment', 'filename') },
  series_module: {
    name: sql`e.title`,
    from: sql`series_module c join event e on e.id = c.module_event_id`,
  },
  address: {
    name: sql`concat_ws(', ', nullif(trim(c.street || ' ' || c.house_number), ''), nullif(trim(c.zip || ' ' || c.city), ''))`,
    from: sql`address c`,
    right: seen,
  },
  email_address: { ...named('email_address', 'email'), right: seen },
  phone: {
    name: sql`concat_ws(' ', c.country_code, c.area_code, c.number)`,
    from: sql`phone c`,
    right: seen,
  },
  newsletter_consent: { ...named('newsletter_consent', 'email'), right: seen },
  logbook_entry: { name: sql`left(c.text, 80)`, from: sql`logbook_entry c`, right: 'admin' },
  // Look-up lists.
  address_type: named('address_type'),
  participation_status: lookUp('participation_status', 'status'),
  date_status: lookUp('date_status', 'status'),
  date_format: lookUp('date_format', 'format'),
  module_type: lookUp('module_type', 'module_type'),
  series_sort: lookUp('series_sort', 'sort_by'),
  hotel_quota_status: lookUp('hotel_quota_status', 'status'),
  file_access_right: lookUp('file_access_right', 'access_right'),
  newsletter_type: lookUp('newsletter_type', 'ext_type'),
  lead_state: {
    ...lookUp('lead_state', 'state'),
    name: sql`c.name_de`,
    more: sql`json_build_object('nameEn', c.name_en)`,
  },
}

/** The table of a subject of the log, where it is called otherwise. */
const ownTables: Record<string, string> = {
  user: 'app_user',
  date: 'event_date',
  category: 'catalog_category',
  file: 'disk_item',
  duplicate: 'contact',
}
export const tableOf = (subject: string): string => ownTables[subject] ?? subject
export const subjectOf = (table: string): string =>
  Object.keys(ownTables).find((subject) => ownTables[subject] === table) ?? table

/** What a column holds the number or the key of: by table and column, or by column alone. */
const references: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['user_id', 'created_by', 'owner_id', 'assignee_id', 'next_step_user_id', 'merged_by', 'dismissed_by']
      .concat('started_by', 'undone_by', 'driven_by')
      .map((column) => [column, 'app_user']),
  ),
  ...Object.fromEntries(
    ['contact_id', 'company_id', 'parent_contact_id', 'into_id', 'old_id', 'low_id', 'high_id'].map(
      (column) => [column, 'contact'],
    ),
  ),
  'date_location.contact_id': 'location',
  address_id: 'address',
  address_type: 'address_type',
  client_id: 'client',
  event_id: 'event',
  module_event_id: 'event',
  date_id: 'event_date',
  linked_date_id: 'event_date',
  series_module_id: 'series_module',
  catalog_id: 'catalog',
  'catalog_category.parent_id': 'catalog_category',
  'event_in_category.category_id': 'catalog_category',
  'contact_in_category.category_id': 'contact_category',
  'newsletter_form_category.category_id': 'contact_category',
  'lead.category_id': 'lead_category',
  ccategory_id: 'contact_category',
  made_categories: 'contact_category',
  trainer_id: 'trainer',
  article_id: 'article',
  form_id: 'newsletter_form',
  template_id: 'communication_template',
  diskitem_id: 'disk_item',
  participation_id: 'participation',
  part_of: 'participation',
  confirmation_id: 'invoice_confirmation',
  lead_id: 'lead',
  task_id: 'task',
  'participation.status': 'participation_status',
  'event_date.status': 'date_status',
  'event_date.format': 'date_format',
  'series_module.module_type': 'module_type',
  'series_module_date.module_type': 'module_type',
  'series_module.sort_by': 'series_sort',
  'hotel_quota.status': 'hotel_quota_status',
  'disk_item.access_right': 'file_access_right',
  'ext_newsletter.ext_type': 'newsletter_type',
  'lead.state': 'lead_state',
}
export const kindOf = (relation: string, column: string): string | undefined =>
  references[`${relation}.${column}`] ?? references[column]

/** Numbers that other systems gave perhaps: what is not found was not deleted. */
export const isLoose = (column: string): boolean => column === 'ccategory_id'

/** The column that tells a part which has no name of its own. */
const telling: Readonly<Record<string, string>> = {
  contact_in_category: 'category_id',
  date_file: 'diskitem_id',
  date_location: 'contact_id',
  date_trainer: 'trainer_id',
  event_date_catalog: 'catalog_id',
  event_file: 'diskitem_id',
  event_in_category: 'category_id',
  lead_contact: 'contact_id',
  newsletter_form_category: 'category_id',
  participation_module: 'date_id',
  series_module_date: 'linked_date_id',
  user_client: 'client_id',
}
export const tellingColumn = (relation: string): string | undefined => telling[relation]

/** What a row of the log calls itself, as it was. */
export function nameOfRow(row: Columns): string {
  for (const column of ['title', 'name', 'label', 'file_name', 'filename', 'email', 'subject']) {
    const text = row[column]
    // A person's academic title is no name.
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
