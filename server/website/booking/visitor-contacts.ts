// The contacts of the persons that a visitor enters.
import { sql } from 'kysely'
import { changeSeats } from '../../bookings/change-seats.ts'
import { lockBookings } from '../../bookings/locked-bookings.ts'
import type { SeatAllocation } from '../../bookings/seat-allocation.ts'
import { insertPersons, type NewPerson } from '../../contacts/contact.insert.ts'
import { findContactByIdentity } from '../../contacts/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { comparisonKey, emailKey } from '../../platform/runtime/text.ts'
import type { NamedSeat } from './booking.schema.ts'
import type { StoredAnswers } from './questions.sql.ts'

async function findKnown(tx: Tx, { email, lastName }: NewPerson): Promise<number | null | undefined> {
  const id = await findContactByIdentity(tx, emailKey(email), comparisonKey(lastName))
  if (id === undefined) return undefined
  const found = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', id)
    .where('contact_type', '=', 'person')
    .executeTakeFirst()
  return found ? id : null
}

/**
 * The contact of a person: who is known by e-mail address and last name is that contact, which stays as it is; otherwise a new one.
 * @returns null if these belong to a location
 */
export async function findOrCreateContact(
  { tx, newContactIds }: SeatAllocation,
  person: NewPerson,
): Promise<number | null> {
  const known = await findKnown(tx, person)
  if (known !== undefined) return known
  try {
    const [inserted] = await insertPersons(tx, [person])
    newContactIds.add(inserted!.id)
    return inserted!.id
  } catch (error) {
    // Somebody else has just inserted the person.
    if (!(error instanceof Failure) || error.status !== 409) throw error
    return (await findKnown(tx, person)) ?? null
  }
}

/** What a person is recognised by. */
export const identityOf = ({ email, lastName }: Pick<NewPerson, 'email' | 'lastName'>): string =>
  JSON.stringify([emailKey(email), comparisonKey(lastName)])

/** A seat of a contact at a date. */
const placeOf = (contactId: number | null, dateId: number): string => `${contactId} ${dateId}`

/** The places that contacts have at dates, also on waiting lists. */
async function placesOf(
  tx: Tx,
  contactIds: readonly (number | null)[],
  dateIds: readonly number[],
  exceptIds: readonly number[],
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<{ contactId: number; dateId: number }>`
    select b.contact_id as "contactId", b.date_id as "dateId"
    from booking b join booking_status s on s.status = b.status and s.counts_as <> 'none'
    where b.contact_id = any(${contactIds}::int[]) and b.date_id = any(${[...new Set(dateIds)]}::int[])
      and b.id <> all(${exceptIds}::int[]) and coalesce(b.series_booking_id, 0) <> all(${exceptIds}::int[])`.execute(
    tx,
  )
  return rows.map(({ contactId, dateId }) => placeOf(contactId, dateId))
}

/**
 * The contacts of seats. A contact has one seat at a date: a further person with the same e-mail address and last name, and who has a
 * seat there already or waits for one, gets a seat without a contact, and staff see what was entered.
 * @param seats each with all its dates; `person` undefined: named later
 * @param known persons whose contacts have been found, by `identityOf`
 * @param exceptIds bookings that do not count, nor do those of their modules
 */
export async function contactsOfSeats(
  allocation: SeatAllocation,
  seats: readonly { person: NamedSeat | undefined; dateIds: readonly number[] }[],
  company: string | undefined,
  {
    known,
    exceptIds = [],
  }: { known?: ReadonlyMap<string, number | null>; exceptIds?: readonly number[] } = {},
): Promise<(number | null)[]> {
  const contacts = new Map(known)
  const found: (number | null)[] = []
  for (const { person } of seats) {
    const identity = person && identityOf(person)
    if (identity !== undefined && !contacts.has(identity))
      contacts.set(identity, await findOrCreateContact(allocation, { ...person!, company }))
    found.push(identity === undefined ? null : contacts.get(identity)!)
  }
  const mayBeBooked = found.filter((id) => id !== null && !allocation.newContactIds.has(id))
  const dateIds = seats.flatMap((seat) => seat.dateIds)
  const taken = new Set(await placesOf(allocation.tx, mayBeBooked, dateIds, exceptIds))
  return found.map((id, index) => {
    if (id === null) return null
    const places = seats[index]!.dateIds.map((dateId) => placeOf(id, dateId))
    if (places.some((place) => taken.has(place))) return null
    for (const place of places) taken.add(place)
    return id
  })
}

/** What a visitor enters of a seat. `person` undefined: it stays the same. */
export type SeatEntry = { person: NamedSeat | undefined; answers: StoredAnswers }

/**
 * Names the persons of seats as a visitor entered them, with their answers.
 * @param entries by the ids of bookings
 * @throws Failure 409 if the attendance of a person who is replaced has been recorded
 */
export async function nameVisitorSeats(
  allocation: SeatAllocation,
  entries: ReadonlyMap<number, SeatEntry>,
  company: string | undefined,
): Promise<void> {
  const bookings = await lockBookings(allocation, [...entries.keys()])
  const named = [...entries].flatMap(([id, { person }]) => (person ? [{ id, person }] : []))
  const seats = named.map(({ id, person }) => {
    const { dateId, moduleDateIds } = bookings.get(id)!
    return { person, dateIds: [dateId, ...moduleDateIds] }
  })
  const namedIds = named.map(({ id }) => id)
  const contactIds = await contactsOfSeats(allocation, seats, company, { exceptIds: namedIds })
  const contacts = new Map(namedIds.map((id, index) => [id, contactIds[index]!]))
  await changeSeats(
    allocation,
    bookings,
    new Map(
      [...entries].map(([id, { person, answers }]) => [
        id,
        { answers, ...(person && { contactId: contacts.get(id)!, entered: person }) },
      ]),
    ),
  )
}
