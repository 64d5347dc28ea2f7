// The date that a visitor books.
import { chooseModules } from '../../bookings/book.ts'
import { readModelOf } from '../../catalogue/read-model/events.endpoints.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest, conflict, Failure } from '../../platform/ground/errors.ts'
import { ProblemFailure } from '../../platform/http/public/problem.ts'
import type { PublicWriteRequest } from '../../platform/http/public/public-write.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type Availability, availabilities } from '../availability.ts'
import { dateTitleOf } from '../records.ts'
import { availabilityOf, showsDate } from '../visibility.ts'
import { visitorErrors } from './booking.errors.ts'

/** A date that a key shows; undefined: it does not. */
export type ShownDate = { title: string; availability: Availability; hasModules: boolean } | undefined

/** Finds a date in the read model, which may have to be read first: not in a transaction. */
export const findShownDate = (
  { db }: Instance,
  { key, today }: Pick<PublicWriteRequest, 'key' | 'today'>,
  dateId: number,
): Promise<ShownDate> =>
  readModelOf(db).read((catalogue) => {
    const date = catalogue.dates.get(dateId)
    if (!date || !showsDate(catalogue, date, key, today)) return undefined
    return {
      title: dateTitleOf(catalogue, date),
      availability: availabilityOf(catalogue, date, today),
      hasModules: date.facts.modules.length > 0,
    }
  })

/** @throws Failure 400 */
export function assertShown(date: ShownDate, field = 'dateId'): asserts date is NonNullable<ShownDate> {
  if (!date) throw badRequest([{ field, ...visitorErrors.unknownDate() }])
}

/**
 * Rejects a date that the key does not show, or that cannot be booked today, for every number of seats.
 * @throws Failure 400, 409
 */
export function assertBookable(date: ShownDate, field = 'dateId'): asserts date is NonNullable<ShownDate> {
  assertShown(date, field)
  const { title, availability } = date
  if (!availabilities[availability].isOpen)
    throw conflict(visitorErrors.notBookable({ date: title, availability }))
}

/** The module dates that a visitor books, as `chooseModules` says. @throws Failure 400 */
export async function chooseShownModules(
  reader: Reader,
  date: NonNullable<ShownDate>,
  { dateId, moduleDateIds }: { dateId: number; moduleDateIds?: number[] },
  field = 'moduleDateIds',
): Promise<number[]> {
  const isSingle = !date.hasModules && (moduleDateIds ?? []).length === 0
  return isSingle ? [] : chooseModules(reader, dateId, moduleDateIds, field)
}

/** Runs an allocation of seats: without enough of them, the problem has their number, if the key shows it. @throws Failure */
export async function seatsTakenProblem<T>(
  { key }: PublicWriteRequest,
  allocate: () => Promise<T>,
): Promise<T> {
  try {
    return await allocate()
  } catch (error) {
    if (!(error instanceof Failure) || error.headers['x-kontor-conflict'] !== 'full') throw error
    const { date = '', freeSeats = 0, dateId } = error.text.params ?? {}
    throw new ProblemFailure('seats-taken', visitorErrors.seatsTaken({ date }), {
      free: key.hidesSeats ? null : freeSeats,
      dateId,
    })
  }
}
