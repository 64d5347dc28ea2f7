// The modules of a series, and which of their dates a booking of the series takes.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { freeSeats } from '../catalogue/records/bookability.ts'
import type { Reader } from '../platform/database/database.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { Count, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { bookingErrors } from './booking.errors.ts'

const ModuleDate = record({
  dateId: Id,
  displayTitle: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  freeSeats: Count,
  isPreselected: Type.Boolean(),
  goesAhead: Type.Boolean(),
})

/** A module of a series with its dates. */
export const Module = record({
  id: Id,
  title: Type.String(),
  isMandatory: Type.Boolean(),
  dates: Type.Array(ModuleDate),
  /** The date that is booked if none is chosen; 0: none. */
  defaultDateId: IdOrNone,
})
export type Module = Static<typeof Module>

type Row = {
  moduleId: number
  title: string
  isMandatory: boolean
  sortByDate: boolean
  dateId: number
  displayTitle: string
  startDate: string
  endDate: string
  isPreselected: boolean
  goesAhead: boolean
  position: number
  participants_max: number
  booked_count: number
  reserved_count: number
  seats_elsewhere: number
}

/** The modules of the series among the dates, by date. One query. */
export async function loadModules(
  reader: Reader,
  dateIds: readonly number[],
): Promise<Map<number, Module[]>> {
  const { rows } = await sql<Row & { seriesId: number }>`
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
    where m.date_id = any(${dateIds}::int[])
    order by m.date_id, m.position, m.id`.execute(reader)
  const series = new Map<number, Map<number, Row[]>>()
  for (const row of rows) {
    const modules = series.get(row.seriesId) ?? new Map<number, Row[]>()
    series.set(row.seriesId, modules)
    modules.set(row.moduleId, [...(modules.get(row.moduleId) ?? []), row])
  }
  return new Map([...series].map(([id, modules]) => [id, [...modules.values()].map(toModule)]))
}

function toModule(rows: Row[]): Module {
  const [first] = rows
  const sorted = rows.toSorted((a, b) =>
    first!.sortByDate
      ? a.startDate.localeCompare(b.startDate) || a.dateId - b.dateId
      : a.position - b.position || a.dateId - b.dateId,
  )
  const datesGoingAhead = sorted.filter(({ goesAhead }) => goesAhead)
  const defaultDate =
    datesGoingAhead.find(({ isPreselected }) => isPreselected) ??
    (first!.isMandatory ? (datesGoingAhead[0] ?? sorted[0]) : undefined)
  return {
    id: first!.moduleId,
    title: first!.title || sorted[0]!.displayTitle,
    isMandatory: first!.isMandatory,
    defaultDateId: defaultDate?.dateId ?? 0,
    dates: sorted.map((row) => ({
      dateId: row.dateId,
      displayTitle: row.displayTitle,
      startDate: row.startDate,
      endDate: row.endDate,
      freeSeats: freeSeats(row),
      isPreselected: row.isPreselected,
      goesAhead: row.goesAhead,
    })),
  }
}

/** The dates that are booked if none are chosen: those of mandatory modules and preselected ones. */
export const defaultModuleDates = (modules: readonly Module[]): number[] =>
  [...new Set(modules.map(({ defaultDateId }) => defaultDateId))]
    .filter((id) => id !== 0)
    .toSorted((a, b) => a - b)

/** The chosen dates must belong to the series: one of each mandatory module, at most one of each other module. */
export function validateModuleChoice(modules: readonly Module[], chosen: readonly number[]): FieldError[] {
  const errors: FieldError[] = []
  const field = 'moduleDateIds'
  const dateIdsOfSeries = new Set(modules.flatMap(({ dates }) => dates.map(({ dateId }) => dateId)))
  chosen.forEach((id, index) => {
    if (!dateIdsOfSeries.has(id)) errors.push({ field: `${field}[${index}]`, ...bookingErrors.notInSeries() })
  })
  for (const { title: module, isMandatory, dates } of modules) {
    const count = dates.filter(({ dateId }) => chosen.includes(dateId)).length
    if (isMandatory && count === 0) errors.push({ field, ...bookingErrors.moduleMissing({ module }) })
    else if (count > 1) errors.push({ field, ...bookingErrors.moduleRepeated({ module }) })
  }
  return errors
}
