// The modules of a series, and which of their dates a booking of the series takes.
import Type, { type Static } from 'typebox'
import { freeSeats } from '../catalogue/records/bookability.ts'
import { defaultModuleDate, loadModuleDates, type ModuleDate } from '../catalogue/records/module-dates.sql.ts'
import type { Reader } from '../platform/database/database.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { Count, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { bookingErrors } from './booking.errors.ts'

const ModuleDateChoice = record({
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
  dates: Type.Array(ModuleDateChoice),
  /** The date that is booked if none is chosen; 0: none. */
  defaultDateId: IdOrNone,
})
export type Module = Static<typeof Module>

/** The modules of the series among the dates, by date. One query. */
export const loadModules = async (
  reader: Reader,
  dateIds: readonly number[],
): Promise<Map<number, Module[]>> =>
  new Map([...(await loadModuleDates(reader, dateIds))].map(([id, modules]) => [id, modules.map(toModule)]))

/** A module with the date that is booked by default. */
export function toModule(dates: readonly ModuleDate[]): Module {
  const { moduleId, title, displayTitle, isMandatory } = dates[0]!
  return {
    id: moduleId,
    title: title || displayTitle,
    isMandatory,
    defaultDateId: defaultModuleDate(dates)?.dateId ?? 0,
    dates: dates.map((date) => ({
      dateId: date.dateId,
      displayTitle: date.displayTitle,
      startDate: date.startDate,
      endDate: date.endDate,
      freeSeats: freeSeats(date),
      isPreselected: date.isPreselected,
      goesAhead: date.goesAhead,
    })),
  }
}

/** The dates that are booked if none are chosen: those of mandatory modules and preselected ones. */
export const defaultModuleDates = (modules: readonly Module[]): number[] =>
  [...new Set(modules.map(({ defaultDateId }) => defaultDateId))]
    .filter((id) => id !== 0)
    .toSorted((a, b) => a - b)

/** The chosen dates must belong to the series: one of each mandatory module, at most one of each other module. */
export function validateModuleChoice(
  modules: readonly Module[],
  chosen: readonly number[],
  field = 'moduleDateIds',
): FieldError[] {
  const errors: FieldError[] = []
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
