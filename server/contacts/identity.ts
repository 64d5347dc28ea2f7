// The identity of a contact: its e-mail address and last name (decision 4.1). The unique key decides which of two concurrent writes is rejected.
import { sql } from 'kysely'
import { contactErrors } from '../addresses/contact.errors.ts'
import type { Tx } from '../platform/database/database.ts'
import { conflict, type Failure } from '../platform/ground/errors.ts'

/** The error for an identity that another contact has, with that contact's path. */
export async function identityConflict(tx: Tx, emailKey: string, lastNameKey: string): Promise<Failure> {
  const other = await findContactByIdentity(tx, emailKey, lastNameKey)
  return conflict(contactErrors.sameContact(), {
    kind: 'exists',
    ...(other !== undefined && { location: `/restapi/v1/contacts/${other}` }),
  })
}

/** The contact that has an identity. */
export async function findContactByIdentity(
  tx: Tx,
  emailKey: string,
  lastNameKey: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('contact_identity')
    .select('contact_id')
    .where('email_key', '=', emailKey)
    .where('last_name_key', '=', lastNameKey)
    .executeTakeFirst()
  return row?.contact_id
}

/** Replaces the identities of a contact after its name or e-mail address changed. @throws Failure 409 */
export async function updateIdentities(tx: Tx, contactId: number): Promise<void> {
  await tx.deleteFrom('contact_identity').where('contact_id', '=', contactId).execute()
  const { rows } = await sql<{ email_key: string; last_name_key: string }>`
    with own as (
      select distinct e.email_key, c.last_name_key from email_address e join contact c on c.id = e.contact_id
      where c.id = ${contactId} and c.contact_type <> 'company' and c.last_name_key <> ''
    ), inserted as (
      insert into contact_identity (email_key, last_name_key, contact_id)
      select email_key, last_name_key, ${contactId} from own order by 1, 2
      on conflict do nothing returning email_key, last_name_key
    )
    select * from own except select * from inserted`.execute(tx)
  const conflicting = rows[0]
  if (conflicting) throw await identityConflict(tx, conflicting.email_key, conflicting.last_name_key)
}
