// Deleting a contact, where nothing tells of it that has to be kept.
import { sql } from 'kysely'
import { lockRecord } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict } from '../platform/http/errors.ts'

/** What keeps a contact, in the words of the refusal. */
const reasons = {
  participations: sql`booking where contact_id = `,
  'invoice confirmations': sql`invoice_confirmation where contact_id = `,
  'invoice confirmations to its address': sql`invoice_confirmation i join address a on a.id = i.address_id where a.contact_id = `,
  leads: sql`lead_contact where contact_id = `,
  'leads of the company': sql`lead where company_id = `,
  tasks: sql`task where contact_id = `,
  'newsletter consents': sql`newsletter_consent where contact_id = `,
  people: sql`contact where company_id = `,
  'addresses of its people': sql`address where parent_contact_id = `,
  'dates that take place there': sql`date_location where contact_id = `,
  'dates that the trainer holds': sql`date_trainer d join trainer t on t.id = d.trainer_id where t.contact_id = `,
  'contacts that were merged into it': sql`contact_merge where into_id = `,
} as const

/**
 * Removes contacts that the caller has locked.
 * @returns for those that stay, the sentence that says what is in the way
 */
export async function deleteContacts(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const names = Object.keys(reasons) as (keyof typeof reasons)[]
  const { rows } = await sql<{ id: number; reason: string | null }>`
    select u.id, case ${sql.join(
      names.map((name) => sql`when exists (select from ${reasons[name]} u.id) then ${name}::text`),
      sql` `,
    )} end as reason from unnest(${ids}::int[]) u(id)`.execute(tx)
  const notDeleted = new Map(
    rows.flatMap(({ id, reason }) =>
      reason === null
        ? []
        : [[id, `The contact cannot be deleted: it has ${reason}. Merge it with another one instead.`]],
    ),
  )
  const deletable = sql`any(${ids.filter((id) => !notDeleted.has(id))}::int[])`
  await sql`delete from outbox_mail where contact_id = ${deletable} and sent_at is null`.execute(tx)
  await sql`update outbox_mail set contact_id = null where contact_id = ${deletable}`.execute(tx)
  await sql`delete from logbook_entry where contact_id = ${deletable}`.execute(tx)
  await sql`update trainer set contact_id = null where contact_id = ${deletable}`.execute(tx)
  await sql`delete from contact where id = ${deletable}`.execute(tx)
  return notDeleted
}

/** @throws Failure 404; 409 with a sentence that says what is in the way */
export async function deleteContact(tx: Tx, id: number): Promise<void> {
  await lockRecord(tx, 'contact', id)
  const reason = (await deleteContacts(tx, [id])).get(id)
  if (reason) throw conflict(reason)
}
