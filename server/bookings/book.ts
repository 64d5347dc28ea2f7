// Who is booked, where and as what: the requests of the back office as wishes.
import { sql } from 'kysely'
import { insertContact } from '../contacts/contact.insert.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { lockRecord, lockVersion } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, forbidden, notFound } from '../platform/http/errors.ts'
import { carryOut } from './apply-bookings.ts'
import type { BookingChange, NewBookings, Person } from './booking.schema.ts'
import { datesOf, loadStored, type Stored, type Wish } from './booking-plan.ts'
import { faultsOfChoice, modulesOf, standardDates } from './modules.ts'
import { type Desk, hold, takesPlace } from './seat-allocation.ts'

const knownStatus = (desk: Desk, status: string): FieldError[] =>
  desk.statuses.has(status) ? [] : [{ field: 'status', message: 'is not a known status' }]

/** The module dates of a booking at a date: those chosen, else the standard ones; none where it is no series. @throws Failure 400 */
async function modulesAt(desk: Desk, dateId: number, chosen: number[] | undefined): Promise<number[]> {
  const modules = (await modulesOf(desk.tx, [dateId])).get(dateId) ?? []
  const wanted = chosen ?? standardDates(modules)
  const faults = faultsOfChoice(modules, wanted)
  if (faults.length > 0) throw badRequest(faults)
  return [...new Set(wanted)].toSorted((a, b) => a - b)
}

/** The faults of the people of a request: each is a contact, or has what a new one needs. */
export function faultsOfPeople(people: readonly Person[]): FieldError[] {
  return people.flatMap((person, index): FieldError[] => {
    const { contactId, ...given } = person
    const path = `people[${index}]`
    if (contactId !== undefined)
      return Object.keys(given).map((field) => ({
        field: `${path}.${field}`,
        message: 'is not taken together with contactId',
      }))
    return [
      ...((given.lastName ?? '').trim() === ''
        ? [{ field: `${path}.lastName`, message: 'must not be blank' }]
        : []),
      ...(given.email === undefined ? [{ field: `${path}.email`, message: 'is required' }] : []),
    ]
  })
}

/** The contacts to book; new ones are made. @throws Failure 400, 403, 409 */
async function contactsOf(tx: Tx, principal: Principal, people: readonly Person[]): Promise<number[]> {
  const given = people.flatMap(({ contactId }) => contactId ?? [])
  const known = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', sql<number>`any(${given}::int[])`)
    .where('contact_type', '=', 'person')
    .execute()
  const ids = new Set(known.map(({ id }) => id))
  const faults = people.flatMap(({ contactId }, index) =>
    contactId === undefined || ids.has(contactId)
      ? []
      : [{ field: `people[${index}].contactId`, message: 'is not the id of a person' }],
  )
  if (faults.length > 0) throw badRequest(faults)
  if (given.length < people.length && !hasRight(principal, '090300:add'))
    throw forbidden('The right 090300:add is needed for new contacts.')
  const all: number[] = []
  for (const { contactId, lastName = '', firstName = '', email = '', company = '' } of people)
    all.push(contactId ?? (await insertContact(tx, { lastName, firstName, email, company }, 'part')).id)
  return all
}

/** Books people at a date. @returns ids of the bookings, then of those that moved up */
export async function book(desk: Desk, principal: Principal, body: NewBookings): Promise<number[]> {
  const { dateId, status, people, comment = '', waitlistRest = false } = body
  const faults = knownStatus(desk, status)
  if (faults.length > 0) throw badRequest(faults)
  await hold(desk, [dateId])
  if (!desk.dates.has(dateId)) throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  const modules = await modulesAt(desk, dateId, body.moduleDateIds)
  const contacts = await contactsOf(desk.tx, principal, people)
  const wishes = contacts.map(
    (contactId): Wish => ({ stored: undefined, children: [], contactId, dateId, status, comment, modules }),
  )
  return carryOut(desk, wishes, waitlistRest)
}

type Held = Map<number, Stored & { children: Stored[] }>

/** Bookings as they are, with their dates held and their rows locked. @throws Failure 404 */
async function heldBookings(
  desk: Desk,
  ids: readonly number[],
  further: readonly number[] = [],
): Promise<Held> {
  const before = await loadStored(desk.tx, ids)
  const missing = ids.find((id) => !before.has(id))
  if (missing !== undefined) throw notFound(`There is no booking ${missing}.`)
  const all = (found: Held) => [...found.values()].flatMap((one) => datesOf({ ...one, stored: one }))
  await hold(desk, [...all(before), ...further])
  await sql`select from participation where id = any(${ids}::int[]) order by id for no key update`.execute(
    desk.tx,
  )
  const held = await loadStored(desk.tx, ids)
  if (all(held).some((id) => !desk.dates.has(id)))
    throw conflict('Somebody else has moved this booking meanwhile.')
  return held
}

/** Changes a booking, or moves it to another date. @returns its id, then the ids of those that moved up */
export async function changeBooking(desk: Desk, id: number, change: BookingChange): Promise<number[]> {
  if (change.status !== undefined) {
    const faults = knownStatus(desk, change.status)
    if (faults.length > 0) throw badRequest(faults)
  }
  const stored = (await heldBookings(desk, [id], change.dateId === undefined ? [] : [change.dateId])).get(id)!
  await lockVersion(desk.tx, 'participation', id, change.version)
  const { children, ...booking } = stored
  const dateId = change.dateId ?? stored.dateId
  const isMoved = dateId !== stored.dateId
  if (!desk.dates.has(dateId)) throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  // The booking of a module is no booking of a series, even where its date is one.
  const modules =
    stored.partOf !== 0 || (!isMoved && change.moduleDateIds === undefined)
      ? stored.modules
      : await modulesAt(desk, dateId, change.moduleDateIds)
  const wish: Wish = {
    stored: booking,
    children,
    contactId: stored.contactId,
    dateId,
    status: change.status ?? stored.status,
    comment: change.comment ?? stored.comment,
    modules,
  }
  return carryOut(desk, [wish], change.waitlistRest)
}

/** Gives many bookings a status, all or none. @returns their ids, then of those that moved up */
export async function changeStatus(desk: Desk, ids: readonly number[], status: string): Promise<number[]> {
  const faults = knownStatus(desk, status)
  if (faults.length > 0) throw badRequest(faults)
  const held = await heldBookings(desk, [...new Set(ids)])
  // What becomes of a series' modules follows from the series.
  const following = new Set(
    [...held.values()]
      .filter((one) => takesPlace(desk, one.status) !== takesPlace(desk, status))
      .flatMap(({ children }) => children.map((child) => child.id)),
  )
  const wishes = [...held.values()]
    .filter(({ id }) => !following.has(id))
    .map(({ children, ...stored }): Wish => ({ ...stored, stored, children, status }))
  return carryOut(desk, wishes)
}

/** Puts a waiting list in another order. @throws Failure 409 where others wait than the caller knows */
export async function orderWaitingList(tx: Tx, dateId: number, ids: readonly number[]): Promise<void> {
  await lockRecord(tx, 'date', dateId)
  const { rows } = await sql<{ id: number }>`
    select p.id from participation p join participation_status s on s.status = p.status
    where p.date_id = ${dateId} and s.counts_as = 'waitlisted'`.execute(tx)
  const waiting = new Set(rows.map(({ id }) => id))
  if (waiting.size !== ids.length || new Set(ids).size !== ids.length || ids.some((id) => !waiting.has(id)))
    throw conflict('The waiting list has changed meanwhile.')
  await sql`update participation p set waiting_position = g.position
    from unnest(${ids}::int[]) with ordinality as g(id, position)
    where p.id = g.id and p.waiting_position <> g.position`.execute(tx)
}
