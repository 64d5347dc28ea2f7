// Dates in the back office: makes dates with all their parts, several at once.
import type { Tx } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { childRows, type DateContent, dateColumns } from './date.schema.office.ts'
import {
  columnSchemas,
  ensureLocations,
  type ListWithIds,
  tablesByPosition,
  tablesWithId,
  toRow,
} from './row-mapping.office.ts'
import { insertRows, nextIds, type Row } from './row-statements.office.ts'
import { validateDates } from './validate.office.ts'

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
  file_ids: [],
  hours: [],
  trainers: [],
  partners: [],
  responsibles: [],
  prices: [],
  hotel_quota: [],
  modules: [],
  pdfs: [],
  packages: [],
}

/** The parts that are written of new dates, table by table; the dates of modules are linked after these. */
async function insertChildRows(tx: Tx, ids: readonly number[], dates: readonly DateContent[]): Promise<void> {
  const rows = <T>(
    list: (date: DateContent) => readonly T[],
    toColumns: (one: T, index: number) => Row,
  ): Row[] =>
    dates.flatMap((date, nth) =>
      list(date).map((one, index) => ({ date_id: ids[nth]!, ...toColumns(one, index) })),
    )
  const locations = dates.flatMap((date) => date.location_ids)
  if (locations.length > 0) await ensureLocations(tx, locations)
  await insertRows(
    tx,
    'date_catalogue',
    rows(
      (date) => date.catalog_ids,
      (catalogue_id) => ({ catalogue_id }),
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
  await insertRows(
    tx,
    'date_file',
    rows(
      (date) => date.file_ids,
      (file_id) => ({ file_id }),
    ),
  )
  for (const [name, relation] of Object.entries({ ...tablesByPosition, ...tablesWithId }) as [
    ListWithIds,
    string,
  ][]) {
    const columns = columnSchemas(childRows[name])
    const tableRows = rows(
      (date) => date[name] as readonly object[],
      (one, index) => ({
        ...toRow(columns, one),
        ...(name === 'hotel_quota' ? {} : { position: index + 1 }),
      }),
    )
    await insertRows(tx, relation, tableRows)
  }
  const modules = rows(
    (date) => date.modules,
    (one, index) => ({ ...toRow(columnSchemas(childRows.modules), one), position: index + 1 }),
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
}

/**
 * Makes dates; the number of statements does not depend on theirs. Gives their ids.
 * @param fieldPath names the field of the n-th date's fault: `dates[2].end_date`
 * @throws Failure 400 naming the fields
 */
export async function createDates(
  tx: Tx,
  dates: readonly DateContent[],
  fieldPath?: (nth: number, field: string) => string,
): Promise<number[]> {
  const errors = await validateDates(tx, dates, 0, fieldPath)
  if (errors.length > 0) throw badRequest(errors)
  const ids = await nextIds(tx, 'event_date', dates.length)
  await insertRows(
    tx,
    'event_date',
    dates.map((date, nth) => ({ id: ids[nth], ...toRow(dateColumns, date) })),
  )
  await insertChildRows(tx, ids, dates)
  return ids
}
