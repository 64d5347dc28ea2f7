// Who is booked, where and as what: the requests of the back office as wishes.
import { sql } from 'kysely'
import { insertPersons } from '../contacts/contact.insert.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { lockRecord, lockVersion } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, forbidden, notFound } from '../platform/http/errors.ts'
import { applyBookings } from './apply-bookings.ts'
import type { BookingChange, BookingInput, BookingPerson } from './booking.schema.ts'
import { type BookingPlan, involvedDateIds, loadBookings, type StoredBooking } from './booking-plan.ts'
import { defaultModuleDates, loadModules, validateModuleChoice } from './modules.ts'
import { lockDates, occupiesSeat, type SeatAllocation } from './seat-allocation.ts'

const statusErrors = (allocation: SeatAllocation, status: string): FieldError[] =>
  allocation.statuses.has(status) ? [] : [{ field: 'status', message: 'is not a known status' }]

/** The module dates of a booking at a date: those chosen, else the standard ones; none where it is no series. @throws Failure 400 */
async function chooseModules(
  allocation: SeatAllocation,
  dateId: number,
  chosen: number[] | undefined,
): Promise<number[]> {
  const modules = (await loadModules(allocation.tx, [dateId])).get(dateId) ?? []
  const dateIds = chosen ?? defaultModuleDates(modules)
  const errors = validateModuleChoice(modules, dateIds)
  if (errors.length > 0) throw badRequest(errors)
  return [...new Set(dateIds)].toSorted((a, b) => a - b)
}

/** The faults of the people of a request: each is a contact, or has what a new one needs. */
export function validatePeople(people: readonly BookingPerson[]): FieldError[] {
  return people.flatMap((person, index): FieldError[] => {
    const { contactId, ...personFields } = person
    const path = `people[${index}]`
    if (contactId !== undefined)
      return Object.keys(personFields).map((field) => ({
        field: `${path}.${field}`,
        message: 'is not taken together with contactId',
      }))
    return [
      ...((personFields.lastName ?? '').trim() === ''
        ? [{ field: `${path}.lastName`, message: 'must not be blank' }]
        : []),
      ...(personFields.email === undefined ? [{ field: `${path}.email`, message: 'is required' }] : []),
    ]
  })
}

/** The ids of the contacts to book; new persons are inserted. @throws Failure 400, 403, 409 */
async function findOrCreateContacts(
  tx: Tx,
  principal: Principal,
  people: readonly BookingPerson[],
): Promise<number[]> {
  const contactIds = people.flatMap(({ contactId }) => contactId ?? [])
  const existing = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', sql<number>`any(${contactIds}::int[])`)
    .where('contact_type', '=', 'person')
    .execute()
  const ids = new Set(existing.map(({ id }) => id))
  const errors = people.flatMap(({ contactId }, index) =>
    contactId === undefined || ids.has(contactId)
      ? []
      : [{ field: `people[${index}].contactId`, message: 'is not the id of a person' }],
  )
  if (errors.length > 0) throw badRequest(errors)
  if (contactIds.length < people.length && !hasRight(principal, '090300:add'))
    throw forbidden('The right 090300:add is needed for new contacts.')
  const persons = await insertPersons(
    tx,
    people
      .filter(({ contactId }) => contactId === undefined)
      .map(({ lastName = '', firstName, email = '', company }) => ({ lastName, firstName, email, company })),
  )
  const newIds = persons.values().map(({ id }) => id)
  return people.map(({ contactId }) => contactId ?? newIds.next().value!)
}

/** Books people at a date. @returns ids of the bookings, then of those that moved up */
export async function bookPeople(
  allocation: SeatAllocation,
  principal: Principal,
  body: BookingInput,
): Promise<number[]> {
  const { dateId, status, people, comment = '', waitlistRest = false } = body
  const errors = statusErrors(allocation, status)
  if (errors.length > 0) throw badRequest(errors)
  await lockDates(allocation, [dateId])
  if (!allocation.dates.has(dateId))
    throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  const modules = await chooseModules(allocation, dateId, body.moduleDateIds)
  const contacts = await findOrCreateContacts(allocation.tx, principal, people)
  const plans = contacts.map(
    (contactId): BookingPlan => ({
      stored: undefined,
      children: [],
      contactId,
      dateId,
      status,
      comment,
      moduleDateIds: modules,
    }),
  )
  return applyBookings(allocation, plans, waitlistRest)
}

type LockedBookings = Map<number, StoredBooking & { children: StoredBooking[] }>

/** Bookings as they are, with their dates held and their rows locked. @throws Failure 404 */
async function lockBookings(
  allocation: SeatAllocation,
  ids: readonly number[],
  additionalDateIds: readonly number[] = [],
): Promise<LockedBookings> {
  const before = await loadBookings(allocation.tx, ids)
  const missing = ids.find((id) => !before.has(id))
  if (missing !== undefined) throw notFound(`There is no booking ${missing}.`)
  const dateIdsOf = (found: LockedBookings) =>
    [...found.values()].flatMap((one) => involvedDateIds({ ...one, stored: one }))
  await lockDates(allocation, [...dateIdsOf(before), ...additionalDateIds])
  await sql`select from booking where id = any(${ids}::int[]) order by id for no key update`.execute(
    allocation.tx,
  )
  const locked = await loadBookings(allocation.tx, ids)
  if (dateIdsOf(locked).some((id) => !allocation.dates.has(id)))
    throw conflict('Somebody else has moved this booking meanwhile.')
  return locked
}

/** Changes a booking, or moves it to another date. @returns its id, then the ids of those that moved up */
export async function changeBooking(
  allocation: SeatAllocation,
  id: number,
  change: BookingChange,
): Promise<number[]> {
  if (change.status !== undefined) {
    const errors = statusErrors(allocation, change.status)
    if (errors.length > 0) throw badRequest(errors)
  }
  const stored = (
    await lockBookings(allocation, [id], change.dateId === undefined ? [] : [change.dateId])
  ).get(id)!
  await lockVersion(allocation.tx, 'booking', id, change.version)
  const { children, ...booking } = stored
  const dateId = change.dateId ?? stored.dateId
  const isMoved = dateId !== stored.dateId
  if (!allocation.dates.has(dateId))
    throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  // The booking of a module is no booking of a series, even where its date is one.
  const modules =
    stored.parentId !== 0 || (!isMoved && change.moduleDateIds === undefined)
      ? stored.moduleDateIds
      : await chooseModules(allocation, dateId, change.moduleDateIds)
  const plan: BookingPlan = {
    stored: booking,
    children,
    contactId: stored.contactId,
    dateId,
    status: change.status ?? stored.status,
    comment: change.comment ?? stored.comment,
    moduleDateIds: modules,
  }
  return applyBookings(allocation, [plan], change.waitlistRest)
}

/** Gives many bookings a status, all or none. @returns their ids, then of those that moved up */
export async function changeStatus(
  allocation: SeatAllocation,
  ids: readonly number[],
  status: string,
): Promise<number[]> {
  const errors = statusErrors(allocation, status)
  if (errors.length > 0) throw badRequest(errors)
  const bookings = await lockBookings(allocation, [...new Set(ids)])
  // What becomes of a series' modules follows from the series.
  const childIds = new Set(
    [...bookings.values()]
      .filter((one) => occupiesSeat(allocation, one.status) !== occupiesSeat(allocation, status))
      .flatMap(({ children }) => children.map((child) => child.id)),
  )
  const plans = [...bookings.values()]
    .filter(({ id }) => !childIds.has(id))
    .map(({ children, ...stored }): BookingPlan => ({ ...stored, stored, children, status }))
  return applyBookings(allocation, plans)
}

/** Puts a waiting list in another order. @throws Failure 409 where others wait than the caller knows */
export async function orderWaitingList(tx: Tx, dateId: number, ids: readonly number[]): Promise<void> {
  await lockRecord(tx, 'date', dateId)
  const { rows } = await sql<{ id: number }>`
    select p.id from booking p join booking_status s on s.status = p.status
    where p.date_id = ${dateId} and s.counts_as = 'waitlisted'`.execute(tx)
  const waiting = new Set(rows.map(({ id }) => id))
  if (waiting.size !== ids.length || new Set(ids).size !== ids.length || ids.some((id) => !waiting.has(id)))
    throw conflict('The waiting list has changed meanwhile.')
  await sql`update booking p set waiting_position = g.position
    from unnest(${ids}::int[]) with ordinality as g(id, position)
    where p.id = g.id and p.waiting_position <> g.position`.execute(tx)
}
