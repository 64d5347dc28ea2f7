// The contacts of the persons that a visitor enters.
import { sql } from 'kysely'
import { changeSeats } from '../../bookings/change-seats.ts'
import { lockBookings } from '../../bookings/locked-bookings.ts'
import type { SeatAllocation } from '../../bookings/seat-allocation.ts'
import { insertUnknownPersons, type NewPerson } from '../../contacts/contact.insert.ts'
import type { Tx } from '../../platform/database/database.ts'
import { comparisonKey, emailKey } from '../../platform/ground/text.ts'
import type { NamedSeat } from './booking.schema.ts'
import type { StoredAnswers } from './questions.sql.ts'

const identityKey = (...keys: [email: string, lastName: string]): string => JSON.stringify(keys)

/** The fields that recognise a person. */
export const identityOf = ({ email, lastName }: Pick<NewPerson, 'email' | 'lastName'>): string =>
  identityKey(emailKey(email), comparisonKey(lastName))

/** By `identityOf`; null: the e-mail address and last name belong to a location. */
type ContactIds = Map<string, number | null>

async function findKnown(tx: Tx, persons: readonly NewPerson[]): Promise<ContactIds> {
  const emailKeys = persons.map(({ email }) => emailKey(email))
  const lastNameKeys = persons.map(({ lastName }) => comparisonKey(lastName))
  const { rows } = await sql<{ emailKey: string; lastNameKey: string; id: number; isPerson: boolean }>`
    select i.email_key as "emailKey", i.last_name_key as "lastNameKey", c.id, c.contact_type = 'person' as "isPerson"
    from unnest(${emailKeys}::text[], ${lastNameKeys}::text[]) as g(email_key, last_name_key)
    join contact_identity i on i.email_key = g.email_key and i.last_name_key = g.last_name_key
    join contact c on c.id = i.contact_id`.execute(tx)
  return new Map(
    rows.map((row) => [identityKey(row.emailKey, row.lastNameKey), row.isPerson ? row.id : null]),
  )
}

/**
 * The contacts of persons: a known one by e-mail address and last name, which stays as it is; otherwise a new one, whose company is a
 * text, because anybody can type the name of one. Of several who are the same, the first is inserted.
 */
export async function findOrCreateContacts(
  { tx, newContactIds }: Pick<SeatAllocation, 'tx' | 'newContactIds'>,
  persons: readonly NewPerson[],
): Promise<ContactIds> {
  if (persons.length === 0) return new Map()
  const contacts = await findKnown(tx, persons)
  const unknown = new Map<string, NewPerson>()
  for (const person of persons) {
    const identity = identityOf(person)
    if (!contacts.has(identity) && !unknown.has(identity)) unknown.set(identity, person)
  }
  const inserted = await insertUnknownPersons(
    tx,
    [...unknown.values()].map((person) => ({ ...person, linksCompany: false })),
  )
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
  contactIds: readonly number[],
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

/** A seat with all its dates. `person` undefined: named later. */
type EnteredSeat = { person: NamedSeat | undefined; dateIds: readonly number[] }

/**
 * Assigns contacts to seats. A contact has one seat at a date: a further person with the same e-mail address and last name, and who has a
 * seat there already or waits for one, gets a seat without a contact, and staff see what was entered.
 * @param contacts those of the persons, as `findOrCreateContacts` returns them
 * @param exceptIds bookings that do not count, nor do those of their modules
 */
export async function assignContacts<S extends EnteredSeat>(
  { tx, newContactIds }: SeatAllocation,
  seats: readonly S[],
  contacts: ContactIds,
  exceptIds: readonly number[] = [],
): Promise<(S & { contactId: number | null })[]> {
  const found = seats.map((seat) => ({
    ...seat,
    contactId: seat.person ? contacts.get(identityOf(seat.person))! : null,
  }))
  const mayBeBooked = found.flatMap(({ contactId }) =>
    contactId === null || newContactIds.has(contactId) ? [] : [contactId],
  )
  const dateIds = seats.flatMap((seat) => seat.dateIds)
  const taken = new Set(await placesOf(tx, mayBeBooked, dateIds, exceptIds))
  return found.map((seat) => {
    if (seat.contactId === null) return seat
    const places = seat.dateIds.map((dateId) => placeOf(seat.contactId, dateId))
    if (places.some((place) => taken.has(place))) return { ...seat, contactId: null }
    for (const place of places) taken.add(place)
    return seat
  })
}

/** The entries of a visitor for a seat. `person` undefined: it stays the same. */
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
  const named = [...entries].flatMap(([id, { person }]) => {
    const { dateId, moduleDateIds } = bookings.get(id)!
    return person ? [{ id, person, dateIds: [dateId, ...moduleDateIds] }] : []
  })
  const found = await findOrCreateContacts(
    allocation,
    named.map(({ person }) => ({ ...person, company })),
  )
  const namedIds = named.map(({ id }) => id)
  const seats = await assignContacts(allocation, named, found, namedIds)
  const contacts = new Map(seats.map(({ id, contactId }) => [id, contactId]))
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
