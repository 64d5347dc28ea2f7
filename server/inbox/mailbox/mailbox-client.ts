// The client to which mails of the mailbox belong, unless they answer something.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'

export const mailboxClientSetting = 'mailbox_client_id'

/** That of the setting, otherwise the first one. */
export async function mailboxClientId(reader: Reader): Promise<number> {
  const { rows } = await sql<{ id: number }>`select c.id from client c
    order by c.id::text = coalesce((select value from setting where name = ${mailboxClientSetting}), '') desc, c.id limit 1`.execute(
    reader,
  )
  const [client] = rows
  if (!client) throw new Error('there is no client to which a mail could belong')
  return client.id
}
