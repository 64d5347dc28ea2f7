// Dates in the back office: writes a date and its parts, only the rows that differ, so that the log tells what was changed.
import { sql } from 'kysely'
import type { TArray, TObject, TSchema } from 'typebox'
import type { Tx } from '../platform/database.ts'
import { badRequest, type Detail } from '../platform/errors.ts'
import type { StoredDate } from './date.read.office.ts'
import { contentOf } from './date.read.office.ts'
import { base, type DateContent, parts } from './date.record.office.ts'
import { insertRows, nextIds, orderById, orderByPosition, type Row, writeRows } from './date.rows.office.ts'
import { faultsOf } from './date.rules.office.ts'

/** Columns in which 0 or '' means that there is none: stored as null. */
const references = new Set([
  'client_id',
  'status',
  'format',
  'module_event_id',
  'module_type',
  'sort_by',
  'access_right',
])

/** A record as a row: every column, null where there is none. */
function rowOf(properties: Record<string, TSchema>, given: object): Row {
  const row: Row = {}
  for (const [name, property] of Object.entries(properties)) {
    const value = (given as Row)[name]
    const { title } = property as { title?: string }
    const isNone =
      value === undefined || ((title === 'Day' || references.has(name)) && (value === '' || value === 0))
    row[name] = isNone ? null : value
  }
  return row
}

const columnsOf = (list: TArray): Record<string, TSchema> => {
  const { id: _id, dates: _dates, ...columns } = (list.items as TObject).properties
  return columns as Record<string, TSchema>
}

/** What a date is before anything is known of it. */
export const emptyDate: Omit<DateContent, 'event_id'> = {
  client_id: 0,
  identifier: '',
  title: '',
  subtitle: '',
  status: 'planned',
  format: 'onsite',
  start_date: '',
  start_time: '',
  end_date: '',
  end_time: '',
  booking_start_date: '',
  booking_end_date: '',
  display_start: '',
  display_end: '',
  number_of_days: 0,
  duration: '',
  lesson_units: '',
  participants_min: 0,
  participants_max: 0,
  places_elsewhere: 0,
  waiting_list: false,
  is_bookable: true,
  is_active: true,
  is_published: false,
  cooperation_partner: '',
  article_no: '',
  website_booking_link: '',
  misc: [],
  meta_data: [],
  ebg_data: [],
  catalog_ids: [],
  location_ids: [],
  hours: [],
  trainers: [],
  partners: [],
  responsibles: [],
  prices: [],
  hotel_quota: [],
  modules: [],
  files: [],
  pdfs: [],
  packages: [],
}

/** Rows of a part that is known by its own ids: those of before keep theirs, new ones get the next. */
async function withIds(
  tx: Tx,
  relation: string,
  stored: readonly Row[],
  given: readonly Row[],
): Promise<Row[]> {
  const known = new Set(stored.map((row) => row['id']))
  const fresh = given.filter((row) => !known.has(row['id']))
  const ids = await nextIds(tx, relation, fresh.length)
  return given.map((row) => ({ ...row, id: known.has(row['id']) ? row['id'] : ids.shift() }))
}

const contactsAsLocations = (tx: Tx, ids: readonly number[]) =>
  sql`insert into location (contact_id) select unnest(${ids}::int[]) on conflict do nothing`.execute(tx)

type Part = 'prices' | 'hotel_quota' | 'pdfs' | 'packages'
const withId = {
  prices: 'date_price',
  hotel_quota: 'hotel_quota',
  pdfs: 'catalogue_pdf',
  packages: 'conference_package_item',
} as const
const byPosition = {
  hours: 'date_hours',
  trainers: 'date_trainer',
  partners: 'date_partner',
  responsibles: 'date_responsible',
} as const

async function writeModules(
  tx: Tx,
  id: number,
  stored: StoredDate,
  modules: DateContent['modules'],
): Promise<void> {
  const given = await withIds(tx, 'series_module', stored.series_module, modules as unknown as Row[])
  const rows = given.map((module) => ({
    id: module['id'],
    date_id: id,
    ...rowOf(columnsOf(parts.modules), module),
  }))
  const links = modules.flatMap((module, nth) => {
    const moduleId = given[nth]!['id']
    const before = stored.series_module_date.filter((row) => row['series_module_id'] === moduleId)
    // Of a link the date is the key: its position follows the order of the dates.
    const positions = orderById(
      before.map((row) => ({ id: row['linked_date_id'], position: row['position'] })),
      module.dates.map((one) => ({ id: one.linked_date_id })),
    )
    return module.dates.map((one, index) => ({
      series_module_id: moduleId,
      linked_date_id: one.linked_date_id,
      module_event_id: module.module_event_id || null,
      position: positions[index]!.position,
      is_preselected: one.is_preselected,
      is_bookable: one.is_bookable,
      is_mandatory: one.is_mandatory,
      module_type: module.module_type || null,
    }))
  })
  const keptModules = new Set(rows.map((row) => row.id))
  const keptLinks = stored.series_module_date.filter((row) => keptModules.has(row['series_module_id']))
  const goneLinks = stored.series_module_date.filter((row) => !keptModules.has(row['series_module_id']))
  // A link is deleted before its module, so that the log knows whose it was.
  await writeRows(tx, 'series_module_date', ['series_module_id', 'linked_date_id'], goneLinks, [])
  await writeRows(tx, 'series_module', ['id'], stored.series_module, orderById(stored.series_module, rows))
  await writeRows(tx, 'series_module_date', ['series_module_id', 'linked_date_id'], keptLinks, links)
}

async function writeFiles(
  tx: Tx,
  id: number,
  stored: StoredDate,
  files: DateContent['files'],
): Promise<void> {
  const fresh = files.filter((file) => file.id === undefined)
  const ids = await nextIds(tx, 'disk_item', fresh.length)
  const rows = files.map((file) => ({ id: file.id ?? ids.shift()!, ...rowOf(columnsOf(parts.files), file) }))
  const known = new Set(stored.disk_item.map((row) => row['id']))
  await insertRows(
    tx,
    'disk_item',
    rows.filter((_, index) => files[index]!.id === undefined),
  )
  const shown = rows.filter((row) => known.has(row.id))
  // What is taken off a date stays in the file store.
  const before = stored.disk_item.filter((row) => shown.some(({ id: kept }) => kept === row['id']))
  await writeRows(tx, 'disk_item', ['id'], before, shown)
  const links = rows.map((row) => ({ date_id: id, diskitem_id: row.id }))
  await writeRows(tx, 'date_file', ['date_id', 'diskitem_id'], stored.date_file, links)
}

async function writeParts(
  tx: Tx,
  id: number,
  stored: StoredDate,
  next: DateContent,
  changed: Partial<DateContent>,
) {
  const owner = { date_id: id }
  if (changed.catalog_ids) {
    const rows = next.catalog_ids.map((catalog_id) => ({ ...owner, catalog_id }))
    await writeRows(tx, 'event_date_catalog', ['date_id', 'catalog_id'], stored.event_date_catalog, rows)
  }
  if (changed.location_ids) {
    await contactsAsLocations(tx, next.location_ids)
    const rows = next.location_ids.map((contact_id) => ({ ...owner, contact_id }))
    await writeRows(tx, 'date_location', ['date_id', 'contact_id'], stored.date_location, rows)
  }
  for (const [name, relation] of Object.entries(byPosition) as [
    keyof typeof byPosition,
    keyof StoredDate & string,
  ][]) {
    if (!changed[name]) continue
    const before = stored[relation] as Row[]
    const rows = next[name].map((one) => ({ ...owner, ...rowOf(columnsOf(parts[name]), one) }))
    await writeRows(tx, relation, ['date_id', 'position'], before, orderByPosition(before, rows))
  }
  for (const [name, relation] of Object.entries(withId) as [Part, keyof StoredDate & string][]) {
    if (!changed[name]) continue
    const before = stored[relation] as Row[]
    const given = await withIds(tx, relation, before, next[name] as unknown as Row[])
    const rows = given.map((one) => ({ id: one['id'], ...owner, ...rowOf(columnsOf(parts[name]), one) }))
    await writeRows(tx, relation, ['id'], before, name === 'hotel_quota' ? rows : orderById(before, rows))
  }
  if (changed.modules) await writeModules(tx, id, stored, next.modules)
  if (changed.files) await writeFiles(tx, id, stored, next.files)
}

const keyOfFault = ({ field, message }: Detail) => `${field.slice(1)}\n${message}`

const lists = { misc: base.misc, meta_data: base.meta_data, ebg_data: base.ebg_data }

/** Changes a date that is locked. @throws Failure 400 naming the fields */
export async function changeDate(
  tx: Tx,
  id: number,
  stored: StoredDate,
  changed: Partial<DateContent>,
): Promise<void> {
  const next = { ...contentOf(stored), ...changed }
  // What was imported with a fault can be changed elsewhere.
  const told = await faultsOf(tx, [contentOf(stored), next], id, (nth, field) => `${nth}${field}`)
  const before = new Set(told.filter(({ field }) => field.startsWith('0')).map(keyOfFault))
  const faults = told.filter((fault) => fault.field.startsWith('1') && !before.has(keyOfFault(fault)))
  if (faults.length > 0) throw badRequest(faults.map((fault) => ({ ...fault, field: fault.field.slice(1) })))
  // The three lists come as the page shows them: with all fields that are known.
  const held: Row = { ...stored.date, ...rowOf(lists, contentOf(stored)) }
  const after = rowOf(base, next)
  const columns = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(held[name]),
  )
  if (columns.length > 0)
    await writeRows(
      tx,
      'event_date',
      ['id'],
      [held],
      [{ id, ...Object.fromEntries(columns.map((name) => [name, after[name]])) }],
    )
  await writeParts(tx, id, stored, next, changed)
}

/** The parts that are written of new dates, table by table; modules and new files have to be linked after their own rows. */
async function insertParts(tx: Tx, ids: readonly number[], dates: readonly DateContent[]): Promise<void> {
  const rows = <T>(list: (date: DateContent) => readonly T[], make: (one: T, index: number) => Row): Row[] =>
    dates.flatMap((date, nth) =>
      list(date).map((one, index) => ({ date_id: ids[nth]!, ...make(one, index) })),
    )
  const locations = dates.flatMap((date) => date.location_ids)
  if (locations.length > 0) await contactsAsLocations(tx, locations)
  await insertRows(
    tx,
    'event_date_catalog',
    rows(
      (date) => date.catalog_ids,
      (catalog_id) => ({ catalog_id }),
    ),
  )
  await insertRows(
    tx,
    'date_location',
    rows(
      (date) => date.location_ids,
      (contact_id) => ({ contact_id }),
    ),
  )
  for (const [name, relation] of Object.entries({ ...byPosition, ...withId }) as [Part, string][]) {
    const columns = columnsOf(parts[name])
    const made = rows(
      (date) => date[name] as readonly object[],
      (one, index) => ({
        ...rowOf(columns, one),
        ...(name === 'hotel_quota' ? {} : { position: index + 1 }),
      }),
    )
    await insertRows(tx, relation, made)
  }
  const modules = rows(
    (date) => date.modules,
    (one, index) => ({ ...rowOf(columnsOf(parts.modules), one), position: index + 1 }),
  )
  const moduleIds = await nextIds(tx, 'series_module', modules.length)
  await insertRows(
    tx,
    'series_module',
    modules.map((row, index) => ({ id: moduleIds[index], ...row })),
  )
  const links = dates
    .flatMap((date) => date.modules)
    .flatMap((module, nth) =>
      module.dates.map((one, index) => ({
        series_module_id: moduleIds[nth],
        module_event_id: module.module_event_id || null,
        module_type: module.module_type || null,
        position: index + 1,
        ...one,
      })),
    )
  await insertRows(tx, 'series_module_date', links)
  const files = rows(
    (date) => date.files,
    (file) => ({ ...file }),
  )
  const fresh = files.filter((file) => file['id'] === undefined)
  const fileIds = await nextIds(tx, 'disk_item', fresh.length)
  for (const [index, file] of fresh.entries()) file['id'] = fileIds[index]
  await insertRows(
    tx,
    'disk_item',
    fresh.map((file) => ({ id: file['id'], ...rowOf(columnsOf(parts.files), file) })),
  )
  await insertRows(
    tx,
    'date_file',
    files.map((file) => ({ date_id: file['date_id'], diskitem_id: file['id'] })),
  )
}

/**
 * Makes dates; the number of statements does not depend on theirs. Gives their ids.
 * @param at names the field of the n-th date's fault: `dates[2].end_date`
 * @throws Failure 400 naming the fields
 */
export async function createDates(
  tx: Tx,
  dates: readonly DateContent[],
  at?: (nth: number, field: string) => string,
): Promise<number[]> {
  const faults = await faultsOf(tx, dates, 0, at)
  if (faults.length > 0) throw badRequest(faults)
  const ids = await nextIds(tx, 'event_date', dates.length)
  await insertRows(
    tx,
    'event_date',
    dates.map((date, nth) => ({ id: ids[nth], ...rowOf(base, date) })),
  )
  await insertParts(tx, ids, dates)
  return ids
}
