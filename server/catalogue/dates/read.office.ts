// Dates in the back office: a date with all its child rows, read by one statement.
import { sql } from 'kysely'
import { versionColumn } from '../../platform/database/change-log.ts'
import { childRowsJson } from '../../platform/database/child-rows.ts'
import type { Reader } from '../../platform/database/database.ts'
import { selectList } from '../../platform/database/fields.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { seriesModule, seriesModuleDate } from '../records/child-tables.ts'
import { dateFields } from '../records/event-fields.ts'
import { bookableSeats, loadModuleDates, takenModules } from '../records/module-dates.sql.ts'
import { showValueLists } from '../records/value-lists.ts'
import {
  type DateContent,
  type DateRecord,
  dateChildTables,
  dateLinkTables,
  moduleDateFields,
} from './date.schema.office.ts'
import { planningHints } from './planning-hints.ts'
import { warningsOf } from './validate.office.ts'

/** A date without its computed fields. */
export type StoredDate = Omit<DateRecord, 'freeSeats' | 'warnings'>

const moduleDates = childRowsJson({ ...seriesModuleDate, fields: moduleDateFields }, 'series_module.id')
const lists = [
  ...Object.entries(dateLinkTables).map(
    ([list, { table, owner, column }]) =>
      `array(select l.${column} from ${table} l where l.${owner} = d.id order by 1) as "${list}"`,
  ),
  ...Object.entries(dateChildTables).map(([list, table]) => `${childRowsJson(table, 'd.id')} as "${list}"`),
  `${childRowsJson(seriesModule, 'd.id', [`${moduleDates} as dates`])} as modules`,
].join(', ')

/** A stored date; undefined if it does not exist. */
export async function findDate(reader: Reader, id: number): Promise<StoredDate | undefined> {
  const { rows } = await sql<StoredDate>`
    select d.id, ${versionColumn('date', 'd.id')} as version, e.title as "eventTitle", e.identifier as "eventIdentifier",
      d.booked_count as "bookedCount", d.reserved_count as "reservedCount", d.waitlisted_count as "waitlistedCount",
      coalesce(s.goes_ahead, true) as "goesAhead",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'displayTitle', coalesce(nullif(p.title, ''), pe.title),
          'startDate', coalesce(p.start_date::text, '')) order by p.start_date, p.id), '[]')
        from event_date p join event pe on pe.id = p.event_id
        where exists (select from series_module m join series_module_date l on l.series_module_id = m.id
          where m.date_id = p.id and l.linked_date_id = d.id)) as series,
      ${sql.raw(selectList(dateFields, 'd'))}, ${sql.raw(lists)}
    from event_date d join event e on e.id = d.event_id left join date_status s on s.status = d.status
    where d.id = ${id}`.execute(reader)
  return rows[0] && showValueLists(dateFields, rows[0])
}

/** The fields of a stored date that users can change. */
export function toDateContent({
  id: _id,
  version: _version,
  eventTitle: _eventTitle,
  eventIdentifier: _eventIdentifier,
  bookedCount: _booked,
  reservedCount: _reserved,
  waitlistedCount: _waitlisted,
  goesAhead: _goesAhead,
  series: _series,
  ...content
}: StoredDate): DateContent {
  return content
}

/** The record of a date's page. @throws Failure 404 */
export async function readDate(reader: Reader, id: number): Promise<DateRecord> {
  const stored = await findDate(reader, id)
  if (!stored) throw notFound(generalErrors.notFound({ kind: 'date', id }))
  const [hints] = await planningHints(reader, [stored])
  return {
    ...stored,
    freeSeats: bookableSeats(
      {
        participants_max: stored.participantsMax,
        booked_count: stored.bookedCount,
        reserved_count: stored.reservedCount,
        seats_elsewhere: stored.seatsElsewhere,
      },
      takenModules((await loadModuleDates(reader, [id])).get(id) ?? []),
    ),
    warnings: [...warningsOf(stored), ...hints!.map(({ isForbidden: _, ...hint }) => hint)],
  }
}
