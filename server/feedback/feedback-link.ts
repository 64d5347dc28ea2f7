// Links by which participants give feedback without an account.
import { sql } from 'kysely'
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { daysAfterDate } from '../platform/ground/link-end.ts'

export const feedbackPath = (secret: string): string => `/feedback/${secret}`

export const feedbackDaysSetting = 'feedback_days'

/** Days after the end of a date in which feedback can be given. */
export async function feedbackDays(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', feedbackDaysSetting)
    .executeTakeFirst()
  return row === undefined ? daysAfterDate.feedback : Number(row.value)
}

/**
 * A new link of a booking. Earlier ones stay valid, until one of them is used.
 * @returns the path of the page; the secret in it is not stored
 */
export async function feedbackLink(tx: Tx, bookingId: number): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('feedback_invitation')
    .values({
      booking_id: bookingId,
      hash: tokenHash(secret),
      is_answered: sql<boolean>`exists (select from feedback_invitation where booking_id = ${bookingId} and is_answered)`,
    })
    .execute()
  return feedbackPath(secret)
}

type Invitation = {
  bookingId: number
  dateId: number
  title: string
  startDate: string
  state: 'open' | 'early' | 'closed' | 'answered'
}

/** The link with this secret; undefined: there is none. Answers are taken from the last day of the date on. */
export async function findFeedbackInvitation(
  reader: Reader,
  secret: string,
  today: string,
): Promise<Invitation | undefined> {
  const days = await feedbackDays(reader)
  const { rows } = await sql<Invitation>`
    select i.booking_id as "bookingId", b.date_id as "dateId", coalesce(nullif(d.title, ''), e.title) as title,
      coalesce(d.start_date::text, '') as "startDate",
      case when i.is_answered then 'answered' when coalesce(d.end_date, d.start_date) > ${today}::date then 'early'
        when coalesce(d.end_date, d.start_date) + ${days}::int < ${today}::date then 'closed' else 'open' end as state
    from feedback_invitation i join booking b on b.id = i.booking_id join event_date d on d.id = b.date_id
    join event e on e.id = d.event_id where i.hash = ${tokenHash(secret)}`.execute(reader)
  return rows[0]
}

export type Answers = Record<string, number | string>

/** Stores an answer, once for each booking. @returns false: it was given before */
export async function storeAnswers(
  tx: Tx,
  { bookingId, dateId }: Pick<Invitation, 'bookingId' | 'dateId'>,
  answers: Answers,
  { withName, today }: { withName: boolean; today: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update feedback_invitation set is_answered = true
    where booking_id = ${bookingId} and not is_answered`.execute(tx)
  if (numAffectedRows === 0n) return false
  await sql`insert into feedback_response (date_id, booking_id, given_on, answers)
    values (${dateId}, ${withName ? bookingId : null}, ${today}::date, ${JSON.stringify(answers)}::jsonb)`.execute(
    tx,
  )
  return true
}
