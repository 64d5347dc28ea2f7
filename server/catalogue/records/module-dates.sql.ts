// The dates of the modules of a series, and which of them a booking takes if none are chosen.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { freeSeats, type SeatCounts } from './bookability.ts'
import { anyOf, distinct, group } from './rows.ts'

export type ModuleDate = SeatCounts & {
  moduleId: number
  title: string
  isMandatory: boolean
  dateId: number
  displayTitle: string
  startDate: string
  endDate: string
  isPreselected: boolean
  goesAhead: boolean
}

type Row = ModuleDate & { seriesId: number; sortByDate: boolean; position: number }

/** The dates of each module of the series among the dates, in their order, by series. @param dateIds undefined: all */
export async function loadModuleDates(
  reader: Reader,
  dateIds: readonly number[] | undefined,
): Promise<Map<number, ModuleDate[][]>> {
  if (dateIds?.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select m.date_id as "seriesId", m.id as "moduleId", coalesce(me.title, '') as title, m.is_mandatory or coalesce(t.is_mandatory, false) as "isMandatory",
      coalesce(s.by_date, false) as "sortByDate", d.id as "dateId", coalesce(nullif(d.title, ''), e.title) as "displayTitle",
      coalesce(d.start_date::text, '') as "startDate", coalesce(d.end_date::text, '') as "endDate", l.is_preselected as "isPreselected",
      l.position, d.participants_max, d.booked_count, d.reserved_count, d.seats_elsewhere,
      coalesce(ds.goes_ahead, true) as "goesAhead"
    from series_module m
    join series_module_date l on l.series_module_id = m.id
    join event_date d on d.id = l.linked_date_id
    join event e on e.id = d.event_id
    left join date_status ds on ds.status = d.status
    left join event me on me.id = m.module_event_id
    left join module_type t on t.module_type = m.module_type
    left join series_sort s on s.sort_by = m.sort_by
    where ${dateIds ? sql`m.date_id = ${anyOf(dateIds)}` : sql`true`}
    order by m.date_id, m.position, m.id`.execute(reader)
  const series = group(
    rows,
    ({ seriesId }) => seriesId,
    (row) => row,
  )
  return new Map(
    [...series].map(([id, ofSeries]) => [
      id,
      [...Map.groupBy(ofSeries, ({ moduleId }) => moduleId).values()].map(sortDates),
    ]),
  )
}

const sortDates = (rows: readonly Row[]): ModuleDate[] =>
  rows.toSorted((a, b) =>
    rows[0]!.sortByDate
      ? a.startDate.localeCompare(b.startDate) || a.dateId - b.dateId
      : a.position - b.position || a.dateId - b.dateId,
  )

/** The date of a module that is booked if none is chosen: a preselected one, otherwise the first of a mandatory module. */
export function defaultModuleDate(dates: readonly ModuleDate[]): ModuleDate | undefined {
  const datesGoingAhead = dates.filter(({ goesAhead }) => goesAhead)
  return (
    datesGoingAhead.find(({ isPreselected }) => isPreselected) ??
    (dates[0]?.isMandatory ? (datesGoingAhead[0] ?? dates[0]) : undefined)
  )
}

/** The seats of a module's date that a booking of the series takes, too. */
export type TakenModule = SeatCounts & { id: number; goesAhead: boolean }

/** The dates that a booking of a series takes beside it, if none are chosen. */
export function takenModules(modules: readonly ModuleDate[][]): TakenModule[] {
  const taken = new Map(
    modules.flatMap((dates) => defaultModuleDate(dates) ?? []).map((date) => [date.dateId, date]),
  )
  return distinct(taken.keys()).map((id) => {
    const { participants_max, booked_count, reserved_count, seats_elsewhere, goesAhead } = taken.get(id)!
    return { id, participants_max, booked_count, reserved_count, seats_elsewhere, goesAhead }
  })
}

/** The seats of a date that can be booked: of a series, the fewest of its own and of the modules that a booking takes. */
export const bookableSeats = (date: SeatCounts, modules: readonly SeatCounts[]): number =>
  Math.min(freeSeats(date), ...modules.map(freeSeats))
