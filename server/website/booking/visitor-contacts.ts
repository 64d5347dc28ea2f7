// The contacts of the persons that a visitor enters.
import { sql } from 'kysely'
import { insertPersons, type NewPerson } from '../../contacts/contact.insert.ts'
import { findContactByIdentity } from '../../contacts/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import { comparisonKey, emailKey } from '../../platform/runtime/text.ts'

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

/** Those of the contacts who have a seat, or wait for one, at any of the dates. */
export async function bookedContacts(
  tx: Tx,
  contactIds: readonly number[],
  dateIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct b.contact_id as id from booking b join booking_status s on s.status = b.status and s.counts_as <> 'none'
    where b.contact_id = any(${contactIds}::int[]) and b.date_id = any(${dateIds}::int[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
