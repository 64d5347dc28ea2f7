// Keys and links of the attacked instance: valid ones of every kind, to records of the demo.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { tokenHash } from '../../../server/platform/auth/principal.ts'
import { newWebsiteKey } from '../../../server/platform/auth/website-key.ts'

/** Values of parameters in paths that exist, by the name of the parameter: no schema tells them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

/** The secrets of the links: the same in each run, so that a seed repeats its requests. */
export const linkSecrets = Array.from({ length: 8 }, (_, number) =>
  createHash('sha256').update(`link ${number}`).digest('base64url'),
)

/** Links of each kind, from numbered hashes `h`; those that are there stay. */
const insertLinks: readonly string[] = [
  `insert into order_link (order_id, hash) select r.id, h.hash
   from (select id, row_number() over (order by id desc) as n from booking_order) r join h using (n)`,
  `insert into seat_link (booking_id, hash) select r.id, h.hash
   from (select id, row_number() over (order by id desc) as n from booking) r join h using (n)`,
  `insert into company_link (company_id, name, hash, created_at) select r.id, 'attack', h.hash, now()
   from (select id, row_number() over (order by id) as n from contact where contact_type = 'company') r join h using (n)`,
  `insert into attendance_link (date_id, trainer_id, hash, created_at, expires_at)
   select r.date_id, r.trainer_id, h.hash, now(), '2100-01-01'
   from (select t.date_id, t.trainer_id, row_number() over (order by abs(d.start_date - current_date), t.date_id, t.position) as n
     from date_trainer t join event_date d on d.id = t.date_id) r join h using (n)`,
  `insert into feedback_invitation (booking_id, hash) select r.id, h.hash
   from (select b.id, row_number() over (order by coalesce(d.end_date, d.start_date) desc, b.id) as n
     from booking b join event_date d on d.id = b.date_id where coalesce(d.end_date, d.start_date) <= current_date) r join h using (n)`,
]

/** Links whose secret only a mail has. */
const replaceLinks: readonly string[] = [
  `update newsletter_consent c set confirmation_hash = h.hash
   from (select id, row_number() over (order by id desc) as n from newsletter_consent
     where confirmed_at is null and confirmation_hash is not null) r join h using (n)
   where c.id = r.id and not exists (select from newsletter_consent o where o.confirmation_hash = h.hash)`,
  `update pending_booking p set hash = h.hash
   from (select id, row_number() over (order by id desc) as n from pending_booking where booked_order_id is null) r join h using (n)
   where p.id = r.id and not exists (select from pending_booking o where o.hash = h.hash)`,
]

const foreignKeyViolation = '23503'

/** Makes links to the newest records, beside those that were made before. */
export async function renewLinks(client: pg.Client): Promise<void> {
  const hashes = linkSecrets.map(tokenHash)
  for (const statement of [...insertLinks.map((one) => `${one} on conflict do nothing`), ...replaceLinks])
    await client
      .query(`with h as (select * from unnest($1::bytea[]) with ordinality given (hash, n)) ${statement}`, [
        hashes,
      ])
      .catch((error) => {
        // The attack has deleted the record meanwhile.
        if (error.code !== foreignKeyViolation) throw error
      })
}

/** Instead of the kind of a document: one that the page of the link shows, by its number. */
export const shownFile = 'shown'

/** Values that no schema tells: addresses of orderers, secrets of links, slugs of events, kinds of documents. */
export async function knownValues(client: pg.Client): Promise<KnownValues> {
  const { rows } = await client.query<{ slug: string }>('select slug from event_slug order by slug limit 60')
  const { rows: orderers } = await client.query<{ email: string }>(
    `select distinct e.email from booking_order o join email_address e on e.contact_id = o.orderer_id order by 1 limit 20`,
  )
  return {
    email: orderers.length > 0 ? orderers.map(({ email }) => email) : ['jana@kontor.example'],
    secret: linkSecrets,
    slug: rows.map(({ slug }) => slug),
    kind: [shownFile],
    problem: ['not-found', 'invalid-request', 'seats-taken'],
  }
}

/** A new key that shows everything, and is that of the pages. */
export async function issueWebsiteKey(client: pg.Client, isSecret: boolean): Promise<string> {
  const key = newWebsiteKey(isSecret)
  const { rows } = await client.query<{ id: number }>(
    `insert into website_key (client_id, name, key, hash) select min(id), 'attack', $1, $2 from client returning id`,
    [isSecret ? null : key, tokenHash(key)],
  )
  if (!isSecret) await client.query('update website_pages set key_id = $1', [rows[0]!.id])
  return key
}
