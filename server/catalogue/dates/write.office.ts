// Dates in the back office: writes a date and its parts, only the rows that differ, so that the log tells what was changed.
import type { Tx } from '../../platform/database/database.ts'
import { badRequest, type FieldError } from '../../platform/http/errors.ts'
import { childRows, type DateContent, dateColumns } from './date.schema.office.ts'
import { type StoredDate, toDateContent } from './read.office.ts'
import {
  columnSchemas,
  ensureLocations,
  type ListWithIds,
  tablesByPosition,
  tablesWithId,
  toRow,
} from './row-mapping.office.ts'
import {
  assignPositionsByContent,
  assignPositionsById,
  nextIds,
  type Row,
  writeRows,
} from './row-statements.office.ts'
import { validateDates } from './validate.office.ts'

/** Rows of a part that is known by its own ids: those of before keep theirs, new ones get the next. */
async function assignIds(
  tx: Tx,
  relation: string,
  stored: readonly Row[],
  wanted: readonly Row[],
): Promise<Row[]> {
  const storedIds = new Set(stored.map((row) => row['id']))
  const created = wanted.filter((row) => !storedIds.has(row['id']))
  const ids = await nextIds(tx, relation, created.length)
  return wanted.map((row) => ({ ...row, id: storedIds.has(row['id']) ? row['id'] : ids.shift() }))
}

async function writeModules(
  tx: Tx,
  id: number,
  stored: StoredDate,
  modules: DateContent['modules'],
): Promise<void> {
  const modulesWithIds = await assignIds(
    tx,
    'series_module',
    stored.series_module,
    modules as unknown as Row[],
  )
  const rows = modulesWithIds.map((module) => ({
    id: module['id'],
    date_id: id,
    ...toRow(columnSchemas(childRows.modules), module),
  }))
  const links = modules.flatMap((module, nth) => {
    const moduleId = modulesWithIds[nth]!['id']
    const before = stored.series_module_date.filter((row) => row['series_module_id'] === moduleId)
    // Of a link the date is the key: its position follows the order of the dates.
    const positions = assignPositionsById(
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
  await writeRows(
    tx,
    'series_module',
    ['id'],
    stored.series_module,
    assignPositionsById(stored.series_module, rows),
  )
  await writeRows(tx, 'series_module_date', ['series_module_id', 'linked_date_id'], keptLinks, links)
}

async function writeChildRows(
  tx: Tx,
  id: number,
  stored: StoredDate,
  next: DateContent,
  changed: Partial<DateContent>,
) {
  const owner = { date_id: id }
  if (changed.catalog_ids) {
    const rows = next.catalog_ids.map((catalogue_id) => ({ ...owner, catalogue_id }))
    await writeRows(tx, 'date_catalogue', ['date_id', 'catalogue_id'], stored.date_catalogue, rows)
  }
  if (changed.location_ids) {
    await ensureLocations(tx, next.location_ids)
    const rows = next.location_ids.map((contact_id) => ({ ...owner, contact_id }))
    await writeRows(tx, 'date_location', ['date_id', 'contact_id'], stored.date_location, rows)
  }
  if (changed.file_ids) {
    const rows = next.file_ids.map((file_id) => ({ ...owner, file_id }))
    await writeRows(tx, 'date_file', ['date_id', 'file_id'], stored.date_file, rows)
  }
  for (const [name, relation] of Object.entries(tablesByPosition) as [
    keyof typeof tablesByPosition,
    keyof StoredDate & string,
  ][]) {
    if (!changed[name]) continue
    const before = stored[relation] as Row[]
    const rows = next[name].map((one) => ({ ...owner, ...toRow(columnSchemas(childRows[name]), one) }))
    await writeRows(tx, relation, ['date_id', 'position'], before, assignPositionsByContent(before, rows))
  }
  for (const [name, relation] of Object.entries(tablesWithId) as [ListWithIds, keyof StoredDate & string][]) {
    if (!changed[name]) continue
    const before = stored[relation] as Row[]
    const rowsWithIds = await assignIds(tx, relation, before, next[name] as unknown as Row[])
    const rows = rowsWithIds.map((one) => ({
      id: one['id'],
      ...owner,
      ...toRow(columnSchemas(childRows[name]), one),
    }))
    await writeRows(
      tx,
      relation,
      ['id'],
      before,
      name === 'hotel_quota' ? rows : assignPositionsById(before, rows),
    )
  }
  if (changed.modules) await writeModules(tx, id, stored, next.modules)
}

const errorKey = ({ field, message }: FieldError) => `${field.slice(1)}\n${message}`

const jsonLists = { misc: dateColumns.misc, meta_data: dateColumns.meta_data, ebg_data: dateColumns.ebg_data }

/** Changes a date that is locked. @throws Failure 400 naming the fields */
export async function changeDate(
  tx: Tx,
  id: number,
  stored: StoredDate,
  changed: Partial<DateContent>,
): Promise<void> {
  const next = { ...toDateContent(stored), ...changed }
  // What was imported with a fault can be changed elsewhere.
  const allErrors = await validateDates(
    tx,
    [toDateContent(stored), next],
    id,
    (nth, field) => `${nth}${field}`,
  )
  const storedErrors = new Set(allErrors.filter(({ field }) => field.startsWith('0')).map(errorKey))
  const newErrors = allErrors.filter(
    (error) => error.field.startsWith('1') && !storedErrors.has(errorKey(error)),
  )
  if (newErrors.length > 0)
    throw badRequest(newErrors.map((error) => ({ ...error, field: error.field.slice(1) })))
  // The three lists come as the page shows them: with all fields that are known.
  const storedRow: Row = { ...stored.date, ...toRow(jsonLists, toDateContent(stored)) }
  const nextRow = toRow(dateColumns, next)
  const columns = Object.keys(nextRow).filter(
    (name) => JSON.stringify(nextRow[name]) !== JSON.stringify(storedRow[name]),
  )
  if (columns.length > 0)
    await writeRows(
      tx,
      'event_date',
      ['id'],
      [storedRow],
      [{ id, ...Object.fromEntries(columns.map((name) => [name, nextRow[name]])) }],
    )
  await writeChildRows(tx, id, stored, next, changed)
}
