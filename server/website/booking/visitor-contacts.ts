// The contacts of the persons that a visitor enters.
import { sql } from 'kysely'
import { changeSeats, type SeatChange } from '../../bookings/change-seats.ts'
import { lockBookings } from '../../bookings/locked-bookings.ts'
import type { SeatAllocation } from '../../bookings/seat-allocation.ts'
import { insertPersons, type NewPerson } from '../../contacts/contact.insert.ts'
import { findContactByIdentity } from '../../contacts/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { comparisonKey, emailKey } from '../../platform/runtime/text.ts'
import type { NamedSeat } from './booking.schema.ts'

type FoundContact = { id: number; isNew: boolean }

async function findKnown(tx: Tx, { email, lastName }: NewPerson): Promise<FoundContact | null | undefined> {
  const id = await findContactByIdentity(tx, emailKey(email), comparisonKey(lastName))
  if (id === undefined) return undefined
  const found = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', id)
    .where('contact_type', '=', 'person')
    .executeTakeFirst()
  return found ? { id, isNew: false } : null
}

/**
 * The contact of a person: who is known by e-mail address and last name is that contact, which stays as it is; otherwise a new one.
 * @returns null if these belong to a location
 */
export async function findOrCreateContact(tx: Tx, person: NewPerson): Promise<FoundContact | null> {
  const known = await findKnown(tx, person)
  if (known !== undefined) return known
  try {
    const [inserted] = await insertPersons(tx, [person])
    return { id: inserted!.id, isNew: true }
  } catch (error) {
    // Somebody else has just inserted the person.
    if (!(error instanceof Failure) || error.status !== 409) throw error
    return (await findKnown(tx, person)) ?? null
  }
}

/**
 * Those of the contacts who have a seat, or wait for one, at any of the dates.
 * @param exceptIds bookings that do not count, nor do those of their modules
 */
export async function bookedContacts(
  tx: Tx,
  contactIds: readonly number[],
  dateIds: readonly number[],
  exceptIds: readonly number[] = [],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct b.contact_id as id from booking b join booking_status s on s.status = b.status and s.counts_as <> 'none'
    where b.contact_id = any(${contactIds}::int[]) and b.date_id = any(${dateIds}::int[])
      and b.id <> all(${exceptIds}::int[]) and coalesce(b.series_booking_id, 0) <> all(${exceptIds}::int[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Names the persons of seats as a visitor entered them. Who has a seat on the date already gets this one without a contact, and staff
 * see what was entered.
 * @param persons by the ids of bookings
 * @throws Failure 409 if the attendance of a person who is replaced has been recorded
 */
export async function nameVisitorSeats(
  allocation: SeatAllocation,
  persons: ReadonlyMap<number, NamedSeat>,
  company: string | undefined,
): Promise<void> {
  const { tx } = allocation
  const bookingIds = [...persons.keys()]
  const bookings = await lockBookings(allocation, bookingIds)
  const takenByDate = new Map<number, Set<number>>()
  const named = new Map<number, SeatChange>()
  for (const [id, entered] of persons) {
    const { dateId, moduleDateIds } = bookings.get(id)!
    const contact = await findOrCreateContact(tx, { ...entered, company })
    let contactId = contact?.id ?? null
    if (contactId !== null) {
      const taken = await bookedContacts(tx, [contactId], [dateId, ...moduleDateIds], bookingIds)
      const takenHere = takenByDate.get(dateId) ?? new Set()
      if (taken.has(contactId) || takenHere.has(contactId)) contactId = null
      else takenByDate.set(dateId, takenHere.add(contactId))
    }
    named.set(id, { contactId, entered })
  }
  await changeSeats(allocation, bookings, named)
}
