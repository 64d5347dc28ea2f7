// The mailbox that is read, and the addresses at which mail cannot be delivered.
import { sql } from 'kysely'
import Type from 'typebox'
import { accessErrors } from '../../access/access.errors.ts'
import { findBounced } from '../../mail/bounced-address.sql.ts'
import { badRequest, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, IdOrNone, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { parseAddresses } from '../mail-addresses.ts'
import { mailboxName } from './imap.ts'
import { mailboxClientId, mailboxClientSetting } from './mailbox-client.ts'

const MailboxState = record({
  /** Without the password; '': no mailbox is set. */
  name: Type.String(),
  /** '': it has not been read yet. */
  readAt: Type.String(),
  /** '': the last reading succeeded. */
  lastError: Type.String(),
  filedCount: Count,
  bounceCount: Count,
  /** Mails that are tried again, or were skipped. */
  failedCount: Count,
  /** To which tasks belong whose mail answers nothing; 0: there is no client. */
  clientId: IdOrNone,
})

const getMailbox = officeEndpoint({
  method: 'GET',
  path: '/mailbox',
  right: 'settings',
  response: Type.Array(MailboxState),
  handle: async ({ db, settings: { mailbox } }) => {
    const name = mailbox ? mailboxName(mailbox) : ''
    const { rows } = await sql<{
      readAt: string
      lastError: string
      filedCount: number
      bounceCount: number
      failedCount: number
    }>`select coalesce(to_json(max(b.read_at)) #>> '{}', '') as "readAt", coalesce(max(b.last_error), '') as "lastError",
        count(*) filter (where m.outcome = 'filed')::int as "filedCount", count(*) filter (where m.outcome = 'bounce')::int as "bounceCount",
        count(*) filter (where m.outcome = 'failed')::int as "failedCount"
      from mailbox b left join mailbox_mail m on m.mailbox_id = b.id where b.name = ${name}`.execute(db)
    return [{ name, ...rows[0]!, clientId: await mailboxClientId(db).catch(() => 0) }]
  },
})

const changeMailbox = officeEndpoint({
  method: 'PATCH',
  path: '/mailbox',
  right: 'settings',
  body: record({ clientId: Id }),
  handle: async ({ tx, body: { clientId } }) => {
    const client = await tx.selectFrom('client').select('id').where('id', '=', clientId).executeTakeFirst()
    if (!client) throw badRequest([{ field: 'clientId', ...accessErrors.unknownClient() }])
    const value = String(clientId)
    await tx
      .insertInto('setting')
      .values({ name: mailboxClientSetting, value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute()
    return []
  },
})

const BouncedAddress = record({ address: Type.String(), bouncedAt: Type.String(), reason: Type.String() })

const listBounced = officeEndpoint({
  method: 'GET',
  path: '/bounced-addresses',
  right: '090300:access',
  query: Type.Object({ addresses: Type.String({ maxLength: 10_000 }) }),
  response: Type.Array(BouncedAddress),
  handle: ({ db, query }) =>
    findBounced(
      db,
      parseAddresses(query.addresses).map(({ address }) => address),
    ),
})

const clearBounce = officeEndpoint({
  method: 'DELETE',
  path: '/contacts/{contactId}/bounced-addresses/{emailId}',
  right: '090300:edit',
  params: Type.Object({ contactId: Id, emailId: Id }),
  handle: async ({ tx, params: { contactId, emailId } }) => {
    const { numAffectedRows } = await sql`delete from bounced_address b using email_address e
      where e.id = ${emailId} and e.contact_id = ${contactId} and b.email_key = e.email_key`.execute(tx)
    if (numAffectedRows === 0n) throw notFound(generalErrors.notFound({ kind: 'bounce', id: emailId }))
    return []
  },
})

export const mailboxOffice = [getMailbox, changeMailbox, listBounced, clearBounce]
