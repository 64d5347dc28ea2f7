// The modules of a series: which of their dates the booking of the series takes.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { freeSeats } from '../catalogue/records/bookability.ts'
import type { Reader } from '../platform/database/database.ts'
import type { FieldError } from '../platform/http/errors.ts'
import { Count, Id, record } from '../platform/http/schema.ts'

const ModuleDate = record({
  dateId: Id,
  title: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  free: Count,
  preselected: Type.Boolean(),
  takesPlace: Type.Boolean(),
})

/** A module of a series with the dates that it can be taken at, in the order that staff gave them. */
export const Module = record({
  moduleId: Id,
  title: Type.String(),
  mandatory: Type.Boolean(),
  dates: Type.Array(ModuleDate),
  /** The date that is taken where none is chosen, 0: none. */
  standard: Type.Integer({ minimum: 0 }),
})
export type Module = Static<typeof Module>

type Row = {
  moduleId: number
  title: string
  mandatory: boolean
  sortByDate: boolean
  dateId: number
  dateTitle: string
  startDate: string
  endDate: string
  preselected: boolean
  goesAhead: boolean
  position: number
  participants_max: number
  booked_count: number
  reserved_count: number
  seats_elsewhere: number
}

/** The modules of dates that are series, by the date. One query. */
export async function loadModules(
  reader: Reader,
  dateIds: readonly number[],
): Promise<Map<number, Module[]>> {
  const { rows } = await sql<Row & { seriesId: number }>`
    select m.date_id as "seriesId", m.id as "moduleId", coalesce(me.title, '') as title, m.is_mandatory or coalesce(t.is_mandatory, false) as mandatory,
      coalesce(s.by_date, false) as "sortByDate", d.id as "dateId", coalesce(nullif(d.title, ''), e.title) as "dateTitle",
      coalesce(d.start_date::text, '') as "startDate", coalesce(d.end_date::text, '') as "endDate", l.is_preselected as preselected,
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
  const standard =
    datesGoingAhead.find(({ preselected }) => preselected) ??
    (first!.mandatory ? (datesGoingAhead[0] ?? sorted[0]) : undefined)
  return {
    moduleId: first!.moduleId,
    title: first!.title || sorted[0]!.dateTitle,
    mandatory: first!.mandatory,
    standard: standard?.dateId ?? 0,
    dates: sorted.map((row) => ({
      dateId: row.dateId,
      title: row.dateTitle,
      startDate: row.startDate,
      endDate: row.endDate,
      free: freeSeats(row),
      preselected: row.preselected,
      takesPlace: row.goesAhead,
    })),
  }
}

/** The dates that a booking takes where nothing is chosen: of each mandatory module, and what is preselected. */
export const defaultModuleDates = (modules: readonly Module[]): number[] =>
  [...new Set(modules.map(({ standard }) => standard))].filter((id) => id !== 0).toSorted((a, b) => a - b)

/** What is wrong with the dates that were chosen: they must be of the series, one of each module at most, none missing that is mandatory. */
export function validateModuleChoice(modules: readonly Module[], chosen: readonly number[]): FieldError[] {
  const errors: FieldError[] = []
  const field = 'moduleDateIds'
  const dateIdsOfSeries = new Set(modules.flatMap(({ dates }) => dates.map(({ dateId }) => dateId)))
  chosen.forEach((id, index) => {
    if (!dateIdsOfSeries.has(id))
      errors.push({ field: `${field}[${index}]`, message: 'is not a date of the series' })
  })
  for (const { title, mandatory, dates } of modules) {
    const count = dates.filter(({ dateId }) => chosen.includes(dateId)).length
    const name = `"${title.replaceAll('"', "'")}"`
    if (mandatory && count === 0) errors.push({ field, message: `the mandatory module ${name} is missing` })
    else if (count > 1) errors.push({ field, message: `the module ${name} is chosen twice` })
  }
  return errors
}
