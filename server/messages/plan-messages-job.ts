// Messages by time: writes those that are due, each once.
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { loadCandidates, loadCertificateDate } from '../documents/certificates/entitlement.ts'
import { type Db, inTransaction, type Reader, systemActor, type Tx } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import type { Job } from '../platform/instance/background-jobs.ts'
import { causes, isTimed, type TimedCause, timedCauses } from './causes.ts'
import { toPlannedMessage } from './planned-message.ts'
import { recipientsOf } from './recipients.ts'
import { type Rule, rulesOfDates } from './rules/rules.ts'
import {
  loadMessageDates,
  loadMessageSeats,
  type MessageDate,
  type MessageSeat,
  type MessageSettings,
  readMessageSettings,
} from './values.sql.ts'
import { writeMessage } from './write-message.ts'

/** How long a message after the end is still sent. One before the start is sent until then, also to those who book meanwhile. */
const graceDays = 7

/** When a rule by time is due for a date; undefined: the date has no day. */
export function dueAt(
  rule: Pick<Rule, 'offsetDays'>,
  date: Pick<MessageDate, 'start' | 'lastDay'>,
  { hour }: Pick<MessageSettings, 'hour'>,
  timeZone: string,
): Date | undefined {
  const { offsetDays } = rule
  const from = offsetDays < 0 ? date.start : date.lastDay
  if (from === '') return undefined
  const day = Temporal.PlainDate.from(from).add({ days: offsetDays })
  return new Date(day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds)
}

/** Whether it makes no sense any more to write a message by time. */
export function isTooLate(
  { offsetDays }: Pick<Rule, 'offsetDays'>,
  { start, lastDay }: Pick<MessageDate, 'start' | 'lastDay'>,
  today: string,
): boolean {
  if (offsetDays < 0) return start < today
  return (
    Temporal.PlainDate.from(lastDay)
      .add({ days: offsetDays + graceDays })
      .toString() < today
  )
}

/** Dates whose messages by time may be due around a day. */
async function findDates(reader: Reader, today: string, rulesOffsets: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from event_date d left join date_status s on s.status = d.status, unnest(${rulesOffsets}::int[]) as o(days)
    where coalesce(s.goes_ahead, true) and d.start_date is not null
      and case when o.days < 0 then d.start_date + o.days <= ${today}::date and d.start_date >= ${today}::date
        else last_day(d) + o.days between ${today}::date - ${graceDays}::int and ${today}::date end
    group by d.id order by d.id`.execute(reader)
  return rows.map(({ id }) => id)
}

/** The seats that a message by time is about. */
export const seatsOfTimed = (cause: TimedCause, seats: readonly MessageSeat[]): MessageSeat[] =>
  seats.filter(causes[cause].isFor)

/** The key of a message by time: a date that is moved is announced again. */
export const timedCauseKey = (
  rule: Pick<Rule, 'cause' | 'offsetDays'>,
  date: Pick<MessageDate, 'id' | 'start'>,
) => `${rule.cause} ${rule.offsetDays} ${date.id} ${date.start}`

/** Whether a rule takes the place of another one when both are due: a person who books late is reminded once. */
export const replaces = (
  later: Pick<Rule, 'cause' | 'offsetDays'>,
  { cause, offsetDays }: Pick<Rule, 'cause' | 'offsetDays'>,
): boolean => later.cause === cause && offsetDays < later.offsetDays && later.offsetDays < 0

/** The bookings of a date whose attendance is not recorded: a message with a certificate waits for it. */
async function findOpenAttendance(
  reader: Reader,
  dateId: number,
  day: { today: string; timeZone: string },
): Promise<Set<number>> {
  const date = await loadCertificateDate(reader, dateId)
  const candidates = date ? await loadCandidates(reader, dateId, date, day) : []
  return new Set(candidates.flatMap(({ bookingId, obstacle }) => (obstacle === 'open' ? [bookingId] : [])))
}

/** Locks the date, so that two processes do not write its messages at once. */
async function planDate(
  tx: Tx,
  dateId: number,
  { now, settings, timeZone }: { now: Date; settings: MessageSettings; timeZone: string },
): Promise<void> {
  await sql`select from event_date where id = ${dateId} for no key update`.execute(tx)
  const date = (await loadMessageDates(tx, [dateId])).get(dateId)
  if (!date?.goesAhead) return
  const today = dateIn(timeZone, now)
  const isDue = (rule: Rule): boolean => {
    const due = dueAt(rule, date, settings, timeZone)
    return rule.isEnabled && due !== undefined && due <= now && !isTooLate(rule, date, today)
  }
  const rules = (await rulesOfDates(tx, [dateId])).get(dateId)!.filter(isDue)
  for (const rule of rules) {
    if (!isTimed(rule.cause)) continue
    const causeKey = timedCauseKey(rule, date)
    const { rows: sent } = await sql<{ key: string }>`
      select o.data ->> 'key' as key from outbox_mail o where starts_with(o.cause_key, ${`${causeKey} `})`.execute(
      tx,
    )
    const sentKeys = new Set(sent.map(({ key }) => key))
    const seats = seatsOfTimed(rule.cause, await loadMessageSeats(tx, { dateIds: [dateId] }))
    const open = rule.documentKinds.includes('certificate')
      ? await findOpenAttendance(tx, dateId, { today, timeZone })
      : new Set<number>()
    const later = rules.filter((one) => replaces(one, rule)).flatMap((one) => one.recipients)
    const roles = rule.recipients.filter((role) => !later.includes(role))
    const recipients = recipientsOf(roles, date, seats, settings.language).filter(
      ({ key, seats: own }) => !sentKeys.has(key) && !own.some(({ id }) => open.has(id)),
    )
    if (recipients.length > 0)
      await writeMessage(tx, toPlannedMessage(rule, date, recipients), {
        now,
        sendAt: now,
        userId: null,
        causeKey,
      })
  }
}

/** Offsets of the rules by time that are switched on. */
async function enabledOffsets(db: Db): Promise<number[]> {
  const { rows } = await sql<{ days: number }>`
    select distinct offset_days as days from message_rule
    where is_enabled and cause = any(${timedCauses}::text[])`.execute(db)
  return rows.map(({ days }) => days)
}

export const planMessagesJob: Job = {
  name: 'plan-messages',
  intervalMs: 5 * 60_000,
  async run({ db, clock, settingsCache }, signal) {
    const offsets = await enabledOffsets(db)
    if (offsets.length === 0) return false
    const now = clock.now()
    const { timeZone } = settingsCache.settings
    const own = await readMessageSettings(db)
    for (const dateId of await findDates(db, dateIn(timeZone, now), offsets)) {
      if (signal.aborted) return false
      await inTransaction(db, systemActor, (tx) => planDate(tx, dateId, { now, settings: own, timeZone }))
    }
    return false
  },
}
