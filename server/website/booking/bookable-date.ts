// The date that a visitor books.

import { readModelOf } from '../../catalogue/read-model/events.endpoints.ts'
import { badRequest, conflict, Failure } from '../../platform/http/errors.ts'
import { ProblemFailure } from '../../platform/http/public/problem.ts'
import type { WriteVisit } from '../../platform/http/public/public-write.ts'
import type { Instance } from '../../platform/runtime/instance.ts'
import { titleOf } from '../records.ts'
import { type Availability, availabilityOf, showsDate } from '../visibility.ts'
import { visitorErrors } from './booking.errors.ts'

/** A date that the key shows, by its id in a request. @throws Failure 400 */
export async function shownDate(
  { db }: Instance,
  { key, today }: Pick<WriteVisit, 'key' | 'today'>,
  dateId: number,
): Promise<{ title: string; availability: Availability }> {
  const found = await readModelOf(db).read((catalogue) => {
    const date = catalogue.dates.get(dateId)
    if (!date || !showsDate(catalogue, date, key.catalogueIds, today)) return undefined
    return { title: titleOf(catalogue, date), availability: availabilityOf(catalogue, date, today) }
  })
  if (!found) throw badRequest([{ field: 'dateId', ...visitorErrors.unknownDate() }])
  return found
}

/**
 * Rejects a date that the key does not show, or that cannot be booked today, whatever its seats.
 * @throws Failure 400, 409
 */
export async function assertBookable(instance: Instance, visit: WriteVisit, dateId: number): Promise<void> {
  const { title, availability } = await shownDate(instance, visit, dateId)
  if (availability === 'closed' || availability === 'cancelled')
    throw conflict(visitorErrors.notBookable({ date: title, availability }))
}

/** Runs an allocation of seats: without enough of them, the problem has their number, if the key shows it. @throws Failure */
export async function withSeatsProblem<T>({ key }: WriteVisit, allocate: () => Promise<T>): Promise<T> {
  try {
    return await allocate()
  } catch (error) {
    if (!(error instanceof Failure) || error.headers['x-kontor-conflict'] !== 'full') throw error
    const { date = '', freeSeats = 0 } = error.text.params ?? {}
    throw new ProblemFailure('seats-taken', visitorErrors.seatsTaken({ date }), {
      free: key.hidesSeats ? null : freeSeats,
    })
  }
}
