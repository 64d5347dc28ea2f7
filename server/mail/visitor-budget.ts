// The budget of mail that visitors cause: nobody fills a mailbox, or all of them, by a form of the website.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { networksOf } from '../platform/ground/network.ts'
import { emailKey } from '../platform/ground/text.ts'
import { type ClaimedMail, isOpen } from './queue.sql.ts'

/** Mails that go out within an hour: to an address, from a network and a site (`networksOf`), about a date, of the instance. */
export const mailsPerHour = { address: 10, network: 30, site: 60, date: 150, instance: 1000 } as const

/** How long a mail waits before the budget is asked again. */
export const holdMinutes = 10

type Caused = Pick<ClaimedMail, 'recipient' | 'visitorAddress' | 'dateId'>

/** The budgets that a mail counts for, by key. */
function budgetsOf({ recipient, visitorAddress, dateId }: Caused): [key: string, limit: number][] {
  const [network, site] = networksOf(visitorAddress)
  return [
    [`address ${emailKey(recipient)}`, mailsPerHour.address],
    [`network ${network}`, mailsPerHour.network],
    [`site ${site}`, mailsPerHour.site],
    ...(dateId === null ? [] : [[`date ${dateId}`, mailsPerHour.date] as [string, number]]),
    ['instance', mailsPerHour.instance],
  ]
}

/**
 * Those of the claimed mails for which the budget of the last hour has no room.
 * @returns their ids
 */
export async function findOverBudget(db: Reader, claimed: readonly ClaimedMail[]): Promise<Set<number>> {
  const caused = claimed.filter(({ visitorAddress }) => visitorAddress !== '')
  if (caused.length === 0) return new Set()
  const { rows } = await sql<Caused & { count: number }>`
    select recipient, visitor_address as "visitorAddress", date_id as "dateId", count(*)::int as count from outbox_mail
    where visitor_address <> '' and attempted_at > now() - interval '1 hour' and id <> all(${caused.map(({ id }) => id)}::int[])
    group by 1, 2, 3`.execute(db)
  const counts = new Map<string, number>()
  const add = (mail: Caused, count: number) => {
    for (const [key] of budgetsOf(mail)) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  for (const row of rows) add(row, row.count)
  const over = new Set<number>()
  for (const mail of caused)
    if (budgetsOf(mail).some(([key, limit]) => (counts.get(key) ?? 0) >= limit)) over.add(mail.id)
    else add(mail, 1)
  return over
}

/** Undoes the claim of mails that wait for the budget. */
export async function holdMails(db: Reader, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update outbox_mail set is_claimed = false, attempts = greatest(attempts - 1, 0), attempted_at = null,
      held_at = coalesce(held_at, now()), next_attempt_at = now() + make_interval(mins => ${holdMinutes}::int)
    where id = any(${ids}::int[])`.execute(db)
}

/** Mails that wait for the budget. */
export const isHeld = sql<boolean>`held_at is not null and ${isOpen}`

export async function countHeldMails(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_mail where ${isHeld}`.execute(db)
  return rows[0]!.count
}
