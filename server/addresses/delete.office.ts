// Deletes contacts, unless records refer to them that must be kept.
import { sql } from 'kysely'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { lockRecord } from '../platform/database/change-log.ts'
import { acrossClients } from '../platform/database/client-scope.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { conflict } from '../platform/ground/errors.ts'
import { contactErrors } from './contact.errors.ts'

/** References that prevent the deletion of a contact `u`, by error code. */
const references = {
  hasBookings: sql`booking where contact_id = u.id`,
  hasOrders: sql`booking_order where u.id in (orderer_id, company_id, invoice_contact_id)`,
  hasInvoiceConfirmations: sql`invoice_confirmation where contact_id = u.id`,
  hasInvoicesToAddress: sql`invoice_confirmation i join address a on a.id = i.address_id where a.contact_id = u.id`,
  hasLeads: sql`(select from lead_contact where contact_id = u.id union all select from lead where company_id = u.id) l`,
  hasTasks: sql`task where contact_id = u.id`,
  hasConsents: sql`newsletter_consent where contact_id = u.id`,
  hasPersons: sql`contact where company_id = u.id`,
  hasAddressesOfPersons: sql`address where parent_contact_id = u.id`,
  hasDatesAtLocation: sql`(select from date_location where contact_id = u.id
    union all select from date_room d join room r on r.id = d.room_id where r.location_id = u.id) d`,
  hasDatesOfTrainer: sql`date_trainer d join trainer t on t.id = d.trainer_id where t.contact_id = u.id`,
  hasMergedContacts: sql`contact_merge where into_id = u.id`,
} as const
type Code = keyof typeof references

/**
 * Deletes contacts that the caller has locked.
 * @returns the reasons for those that are not deleted
 */
export async function deleteContacts(tx: Tx, ids: readonly number[]): Promise<Map<number, ErrorText>> {
  const notDeleted = new Map<number, ErrorText>()
  for (const [id, code] of await findReferences(tx, ids)) notDeleted.set(id, contactErrors[code]())
  return acrossClients(tx, async () => {
    const unused = ids.filter((id) => !notDeleted.has(id))
    for (const id of (await findReferences(tx, unused)).keys())
      notDeleted.set(id, contactErrors.usedByOthers())
    await deleteUnusedContacts(
      tx,
      unused.filter((id) => !notDeleted.has(id)),
    )
    return notDeleted
  })
}

/** The first reason for each contact that is used. */
async function findReferences(tx: Tx, ids: readonly number[]): Promise<Map<number, Code>> {
  const { rows } = await sql<{ id: number; code: Code | null }>`
    select u.id, case ${sql.join(
      Object.entries(references).map(
        ([code, from]) => sql`when exists (select from ${from}) then ${sql.lit(code)}`,
      ),
      sql` `,
    )} end as code from unnest(${ids}::int[]) u(id)`.execute(tx)
  return new Map(rows.flatMap(({ id, code }) => (code === null ? [] : [[id, code] as const])))
}

async function deleteUnusedContacts(tx: Tx, ids: readonly number[]): Promise<void> {
  const deletable = sql`any(${ids}::int[])`
  await sql`delete from outbox_mail where contact_id = ${deletable} and sent_at is null`.execute(tx)
  await sql`update outbox_mail set contact_id = null, body = '' where contact_id = ${deletable}`.execute(tx)
  // Visitors are told of new dates by address; one that another contact has, too, may be theirs.
  await sql`delete from date_alert where lower(email) in (
    select unnest(array[lower(m.email), m.email_key]) from email_address m where m.contact_id = ${deletable}
      and not exists (select from email_address o where o.email_key = m.email_key and o.contact_id <> all(${ids}::int[])))`.execute(
    tx,
  )
  await sql`delete from logbook_entry where contact_id = ${deletable}`.execute(tx)
  await sql`update trainer set contact_id = null where contact_id = ${deletable}`.execute(tx)
  await sql`delete from contact where id = ${deletable}`.execute(tx)
}

/** The words of a contact that the search knows, such as its name and its e-mail addresses. */
async function searchWordsOf(tx: Tx, id: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct w.word from search_entry e cross join lateral words_of(e.search_text) as w(word)
    where e.kind in ('person', 'company', 'location') and e.id = ${id}`.execute(tx)
  return rows.map(({ word }) => word)
}

/** The kinds of records that share an index of the search. */
const searchedKinds = ["'person'", "'company', 'location'", "'lead', 'task'", "'event', 'date'"]

/** The search corrects typing errors by the words of all records: it forgets those that no record has. */
async function forgetWords(tx: Tx, words: readonly string[]): Promise<void> {
  const isUnused = searchedKinds.map(
    (kinds) => sql`not exists (
      select from search_entry e where e.kind in (${sql.raw(kinds)})
        and e.search_text like '%' || regexp_replace(s.word, '([\\\\%_])', '\\\\\\1', 'g') || '%' and s.word in (select words_of(e.search_text)))`,
  )
  await sql`delete from search_word s where s.word = any(${words}::text[]) and ${sql.join(isUnused, sql` and `)}`.execute(
    tx,
  )
}

/** @throws Failure 404; 409 if records refer to the contact */
export async function deleteContact(tx: Tx, id: number): Promise<void> {
  await lockRecord(tx, 'contact', id)
  const words = await searchWordsOf(tx, id)
  const reason = (await deleteContacts(tx, [id])).get(id)
  if (reason) throw conflict(reason)
  await forgetWords(tx, words)
  await recordSecurityEvent(tx, { event: 'contactErased', detail: `contact ${id}` })
}
