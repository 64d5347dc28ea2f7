// Dates in the back office: writes a date and its child rows. Only differences are written, so that the change log shows only changes.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { sanitizedRows } from '../../platform/database/changed-fields.ts'
import { type WantedRow, writeChildRows } from '../../platform/database/child-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import { updateRow, writeLinks } from '../../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { seriesModule, seriesModuleDate } from '../records/child-tables.ts'
import { dateFields } from '../records/event-fields.ts'
import { storeValueLists } from '../records/value-lists.ts'
import {
  type DateContent,
  dateChildLists,
  dateChildTables,
  dateLinkLists,
  dateLinkTables,
} from './date.schema.office.ts'
import { rejectOverlaps } from './overlaps.ts'
import { type StoredDate, toDateContent } from './read.office.ts'
import { ownDayCount } from './recurrence.office.ts'
import { validateDates } from './validate.office.ts'

type Modules = DateContent['modules']

/** Writes the lists of dates; lists that are left out do not change. */
export async function writeDateLists(
  tx: Tx,
  dates: readonly (readonly [id: number, lists: Partial<DateContent>])[],
  stored?: StoredDate,
): Promise<void> {
  const given = <List extends keyof DateContent>(list: List): (readonly [number, DateContent[List]])[] =>
    dates.flatMap(([id, lists]) => (lists[list] === undefined ? [] : [[id, lists[list]!] as const]))

  const locationIds = given('locationIds').flatMap(([, ids]) => ids)
  if (locationIds.length > 0)
    await sql`insert into location (contact_id) select unnest(${locationIds}::int[]) on conflict do nothing`.execute(
      tx,
    )
  for (const list of dateLinkLists) await writeLinks(tx, dateLinkTables[list], given(list))
  for (const list of dateChildLists) {
    const table = dateChildTables[list]
    const rows = given(list).map(([id, rows]): [number, readonly WantedRow[]] => [
      id,
      sanitizedRows(table, rows, stored?.[list] ?? []),
    ])
    await writeChildRows(tx, table, rows, { list })
  }
  await writeModules(tx, given('modules'), stored?.modules ?? [])
}

async function writeModules(
  tx: Tx,
  lists: readonly (readonly [dateId: number, modules: Modules])[],
  stored: Modules,
): Promise<void> {
  const source = { list: 'modules' }
  const modules = lists.flatMap(([, list]) => list)
  // Links are deleted before their module: the change log finds their date through it.
  const keptIds = new Set(modules.map(({ id }) => id))
  const removed = stored.flatMap(({ id }) => (keptIds.has(id) ? [] : [id!]))
  if (lists.length > 0)
    await writeChildRows(
      tx,
      seriesModuleDate,
      removed.map((id) => [id, []]),
      source,
    )
  const ids = await writeChildRows(tx, seriesModule, lists, source)
  await writeChildRows(
    tx,
    seriesModuleDate,
    modules.map(({ dates, moduleEventId, moduleType }, at) => [
      ids[at]!,
      dates.map((date) => ({ ...date, moduleEventId, moduleType })),
    ]),
    source,
  )
}

const errorKey = ({ field, code }: FieldError) => `${field.slice(1)}\n${code}`

const dayFields = ['numberOfDays', 'startDate', 'endDate', 'sessionDays', 'modules'] as const

/** The number of days after a change of the days: it follows them unless another number was entered. */
function changedDayCount(
  before: DateContent,
  changed: Partial<DateContent>,
): Partial<Pick<DateContent, 'numberOfDays'>> {
  if (dayFields.every((name) => changed[name] === undefined)) return {}
  const next = { ...before, ...changed }
  const wasEntered = next.numberOfDays !== 0 && next.numberOfDays !== ownDayCount(before)
  return wasEntered ? {} : { numberOfDays: ownDayCount(next) }
}

/** Changes a locked date. @throws Failure 400 by field */
export async function changeDate(
  tx: Tx,
  id: number,
  stored: StoredDate,
  given: Partial<DateContent>,
): Promise<void> {
  const before = toDateContent(stored)
  const changed = { ...given, ...changedDayCount(before, given) }
  const next = { ...before, ...changed }
  // Errors that the stored date has, from an import for example, do not block other changes.
  const allErrors = await validateDates(tx, [before, next], id, (nth, field) => `${nth}${field}`)
  const storedErrors = new Set(allErrors.filter(({ field }) => field.startsWith('0')).map(errorKey))
  const newErrors = allErrors.filter(
    (error) => error.field.startsWith('1') && !storedErrors.has(errorKey(error)),
  )
  if (newErrors.length > 0)
    throw badRequest(newErrors.map((error) => ({ ...error, field: error.field.slice(1) })))
  const changedFields = Object.fromEntries(
    Object.entries(changed).filter(
      ([name, value]) => name in dateFields && !isDeepStrictEqual(value, before[name as keyof DateContent]),
    ),
  )
  await updateRow(tx, 'event_date', dateFields, id, storeValueLists(dateFields, changedFields))
  await writeDateLists(tx, [[id, changed]], stored)
  await rejectOverlaps(tx, [next], [id])
}
