// A question of a visitor, or a request for in-house training, becomes a lead. Nothing of the visitor is proven: a known contact stays as
// it is, and staff read what was entered in the logbook of the lead.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockKey, lockNamespace, type Tx } from '../../platform/database/database.ts'
import { tooManyRequests } from '../../platform/ground/errors.ts'
import { networksOf } from '../../platform/ground/network.ts'
import { Email, Name, record, ShortText } from '../../platform/ground/schema.ts'
import { visitorErrors } from '../booking/booking.errors.ts'
import { findOrCreateContacts, identityOf } from '../booking/visitor-contacts.ts'

/** In the order of the form, as are its errors. */
export const Enquiry = record({
  message: Type.String({ minLength: 1, maxLength: 5000 }),
  participants: ShortText,
  period: ShortText,
  firstName: Name,
  lastName: Name,
  email: Email,
  phone: ShortText,
  company: ShortText,
})
export type Enquiry = Static<typeof Enquiry>

/** Within an hour: only programs ask so often. */
export const maxEnquiries = { network: 5, site: 20, all: 100 } as const
const hourSeconds = 3600

/** @returns false: the same has just been asked @throws Failure 429 */
async function countEnquiry(tx: Tx, address: string, digest: Buffer, now: Date): Promise<boolean> {
  const [network, site] = networksOf(address)
  // Those that another transaction counts, too.
  await lockKey(tx, lockNamespace.enquiries, '')
  const since = new Date(now.getTime() - hourSeconds * 1000)
  await sql`delete from website_enquiry where created_at < ${since}`.execute(tx)
  const { rows } = await sql<Record<'same' | 'network' | 'site' | 'all', number>>`
    select count(*) filter (where digest = ${digest})::int as same, count(*) filter (where network = ${network})::int as network,
      count(*) filter (where site = ${site})::int as site, count(*)::int as "all" from website_enquiry`.execute(
    tx,
  )
  const recent = rows[0]!
  if (recent.same > 0) return false
  if (Object.entries(maxEnquiries).some(([name, most]) => recent[name as keyof typeof maxEnquiries] >= most))
    throw tooManyRequests(visitorErrors.tooManyEnquiries(), hourSeconds)
  await sql`insert into website_enquiry (digest, network, site, created_at) values (${digest}, ${network}, ${site}, ${now})`.execute(
    tx,
  )
  return true
}

/**
 * @param subject of the lead @param note what was entered, for staff
 * @throws Failure 429 for too many enquiries
 */
export async function saveEnquiry(
  tx: Tx,
  { firstName, lastName, email, company }: Enquiry,
  {
    clientId,
    subject,
    note,
    address,
    now,
  }: { clientId: number; subject: string; note: string; address: string; now: Date },
): Promise<void> {
  const digest = createHash('sha256').update(`${subject}\n${note}`).digest()
  if (!(await countEnquiry(tx, address, digest, now))) return
  const person = { firstName, lastName, email, company }
  const contacts = await findOrCreateContacts({ tx, newContactIds: new Set() }, [person])
  const { id } = await tx
    .insertInto('lead')
    .values({ client_id: clientId, name: subject, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contactId = contacts.get(identityOf(person))
  if (contactId) await tx.insertInto('lead_contact').values({ lead_id: id, contact_id: contactId }).execute()
  await tx.insertInto('logbook_entry').values({ lead_id: id, text: note, created_at: now }).execute()
}
