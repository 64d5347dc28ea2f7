// The contacts of the persons that a visitor enters.
import { sql } from 'kysely'
import { changeSeats } from '../../bookings/change-seats.ts'
import { lockBookings } from '../../bookings/locked-bookings.ts'
import type { SeatAllocation } from '../../bookings/seat-allocation.ts'
import { insertUnknownPersons, type NewPerson } from '../../contacts/contact.insert.ts'
import type { Tx } from '../../platform/database/database.ts'
import { comparisonKey, emailKey } from '../../platform/runtime/text.ts'
import type { NamedSeat } from './booking.schema.ts'
import type { StoredAnswers } from './questions.sql.ts'

/** What a person is recognised by. */
export const identityOf = ({ email, lastName }: Pick<NewPerson, 'email' | 'lastName'>): string =>
  JSON.stringify([emailKey(email), comparisonKey(lastName)])

/** By `identityOf`; null: the e-mail address and last name belong to a location. */
type ContactIds = Map<string, number | null>

async function findKnown(tx: Tx, persons: readonly NewPerson[]): Promise<ContactIds> {
  const emailKeys = persons.map(({ email }) => emailKey(email))
  const lastNameKeys = persons.map(({ lastName }) => comparisonKey(lastName))
  const { rows } = await sql<{ index: number; id: number; isPerson: boolean }>`
    select g.n::int - 1 as index, c.id, c.contact_type = 'person' as "isPerson"
    from unnest(${emailKeys}::text[], ${lastNameKeys}::text[]) with ordinality as g(email_key, last_name_key, n)
    join contact_identity i on i.email_key = g.email_key and i.last_name_key = g.last_name_key
    join contact c on c.id = i.contact_id`.execute(tx)
  return new Map(rows.map(({ index, id, isPerson }) => [identityOf(persons[index]!), isPerson ? id : null]))
}

/**
 * The contacts of persons: who is known by e-mail address and last name is that contact, which stays as it is; otherwise a new one. Of
 * several who are the same, the first is inserted.
 */
export async function findOrCreateContacts(
  { tx, newContactIds }: SeatAllocation,
  persons: readonly NewPerson[],
): Promise<ContactIds> {
  if (persons.length === 0) return new Map()
  const contacts = await findKnown(tx, persons)
  const unknown = new Map<string, NewPerson>()
  for (const person of persons) {
    const identity = identityOf(person)
    if (!contacts.has(identity) && !unknown.has(identity)) unknown.set(identity, person)
  }
  const inserted = await insertUnknownPersons(tx, [...unknown.values()])
  // Somebody else has just inserted these.
  const others: NewPerson[] = []
  for (const [index, [identity, person]] of [...unknown].entries()) {
    const id = inserted[index]?.id
    if (id === undefined) others.push(person)
    else newContactIds.add(id)
    contacts.set(identity, id ?? null)
  }
  if (others.length > 0) for (const [identity, id] of await findKnown(tx, others)) contacts.set(identity, id)
  return contacts
}

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
 * @param contacts those of the persons, as `findOrCreateContacts` returns them
 * @param exceptIds bookings that do not count, nor do those of their modules
 */
export async function contactsOfSeats(
  { tx, newContactIds }: SeatAllocation,
  seats: readonly { person: NamedSeat | undefined; dateIds: readonly number[] }[],
  contacts: ContactIds,
  exceptIds: readonly number[] = [],
): Promise<(number | null)[]> {
  const found = seats.map(({ person }) => (person ? contacts.get(identityOf(person))! : null))
  const mayBeBooked = found.filter((id) => id !== null && !newContactIds.has(id))
  const dateIds = seats.flatMap((seat) => seat.dateIds)
  const taken = new Set(await placesOf(tx, mayBeBooked, dateIds, exceptIds))
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
  const found = await findOrCreateContacts(
    allocation,
    named.map(({ person }) => ({ ...person, company })),
  )
  const namedIds = named.map(({ id }) => id)
  const contactIds = await contactsOfSeats(allocation, seats, found, namedIds)
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
