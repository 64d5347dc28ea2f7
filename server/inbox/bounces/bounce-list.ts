// The task that lists bounced mails: one for each client while it is open, for any number of mails.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/ground/text.ts'

/** A longer list would not fit into the form of the task. */
const maxLength = 60_000

const subjects = { de: 'Unzustellbare E-Mails', en: 'Mails that came back' }

/** Adds an address to the open list of a client; a new list begins when the last one is done. */
export async function listBounce(
  tx: Tx,
  clientId: number,
  address: string,
  reason: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ language: string; name: string }>`select
    coalesce((select value from setting where name = 'message_language'), 'de') as language,
    coalesce((select string_agg(trim(c.first_name || ' ' || c.last_name), ', ' order by c.last_name, c.id)
      from contact c where c.id in (select contact_id from email_address where email_key = ${emailKey(address)})), '') as name`.execute(
    tx,
  )
  const { language, name } = rows[0]!
  const who = name === '' ? address : `${name} <${address}>`
  const line = reason === '' ? who : `${who}: ${reason}`
  const subject = language === 'en' ? subjects.en : subjects.de
  await sql`insert into task (client_id, kind, subject, body, created_at, lists_bounces)
    values (${clientId}, 'todo', ${subject}, ${line}, ${now}, true)
    on conflict (client_id) where lists_bounces and done_at is null do update set body = task.body || E'\n' || excluded.body
      where octet_length(task.body) < ${maxLength} and position(${who} in task.body) = 0`.execute(tx)
}
