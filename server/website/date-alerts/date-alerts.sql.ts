// Visitors who are told of new dates of an event: asked for on the page of the event, confirmed by a link (double opt-in), one mail for
// each new date, ended by the link of any of the mails. They are no contacts, and nothing but the address is stored: it is deleted with
// the end, after a week without confirmation, and after two years.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'

export const dateAlertPath = (secret: string): string => `/new-dates/${secret}`

/** How long an alert waits for its confirmation, and how long it lasts. */
export const [waitsDays, lastsYears] = [7, 2]

export type DateAlert = {
  id: number
  eventId: number
  clientId: number
  email: string
  language: Language
  isConfirmed: boolean
  event: string
  provider: string
}

const alertColumns = sql`a.id, a.event_id as "eventId", a.client_id as "clientId", a.email, a.language, a.confirmed_at is not null as "isConfirmed",
  e.title as event, k.name as provider
  from date_alert a join event e on e.id = a.event_id join client k on k.id = a.client_id`

/** The mail of an alert; without a date, the one that asks for its confirmation. */
export type AlertMail = { alertId: number; dateId?: number }

const queueAlertMails = (
  tx: Tx,
  mails: readonly (AlertMail & { email: string; language: string })[],
  now: Date,
) =>
  tx
    .insertInto('outbox_mail')
    .values(
      mails.map(({ email, language, ...data }) => ({
        kind: 'date_alert',
        recipient: email,
        language,
        data: JSON.stringify(data),
        created_at: now,
      })),
    )
    .execute()

/** Asks by mail for the confirmation of an alert. Nobody learns whether there is one: a confirmed one stays as it is, without a mail. */
export async function requestAlert(
  tx: Tx,
  alert: Pick<DateAlert, 'eventId' | 'clientId' | 'email' | 'language'>,
  now: Date,
): Promise<void> {
  const { eventId, clientId, email, language } = alert
  const { rows } = await sql<{ id: number; isConfirmed: boolean }>`
    insert into date_alert (client_id, event_id, email, language, created_at) values (${clientId}, ${eventId}, ${email}, ${language}, ${now})
    on conflict (event_id, client_id, lower(email)) do update set language = excluded.language
    returning id, confirmed_at is not null as "isConfirmed"`.execute(tx)
  const { id, isConfirmed } = rows[0]!
  if (!isConfirmed) await queueAlertMails(tx, [{ alertId: id, email, language }], now)
}

/** A link of an alert, made when its mail is sent. @returns its path */
export async function createAlertLink(tx: Tx, alertId: number): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('date_alert_link')
    .values({ hash: tokenHash(secret), alert_id: alertId })
    .execute()
  return dateAlertPath(secret)
}

export async function findAlert(
  reader: Reader,
  of: { secret: string } | { id: number },
): Promise<DateAlert | undefined> {
  const condition =
    'id' in of
      ? sql`a.id = ${of.id}`
      : sql`a.id = (select l.alert_id from date_alert_link l where l.hash = ${tokenHash(of.secret)})`
  const { rows } = await sql<DateAlert>`select ${alertColumns} where ${condition}`.execute(reader)
  return rows[0]
}

/** Dates of its event that are shown by now are no news. @param today YYYY-MM-DD */
export async function confirmAlert(
  tx: Tx,
  { id, eventId }: DateAlert,
  now: Date,
  today: string,
): Promise<void> {
  await sql`update date_alert set confirmed_at = ${now} where id = ${id} and confirmed_at is null`.execute(tx)
  await sql`
    insert into date_alert_date (alert_id, date_id)
    select ${id}, d.id from event_date d
    where d.event_id = ${eventId} and d.is_published and coalesce(d.display_start_date, ${today}::date) <= ${today}::date
    on conflict do nothing`.execute(tx)
}

export const endAlert = (tx: Tx, { id }: DateAlert) =>
  sql`delete from date_alert where id = ${id}`.execute(tx)

/** The events that somebody wants to hear of. */
export async function eventsWithAlerts(reader: Reader, clientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from date_alert where confirmed_at is not null and client_id = ${clientId} order by 1`.execute(
    reader,
  )
  return rows.map(({ id }) => id)
}

/** Queues a mail for each new date and everybody who waits for it, once. @param dates that are shown now, with their events */
export async function tellNewDates(
  tx: Tx,
  clientId: number,
  dates: readonly { id: number; eventId: number }[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<AlertMail & { email: string; language: string }>`
    with told as (
      insert into date_alert_date (alert_id, date_id)
      select a.id, g.id from unnest(${dates.map(({ id }) => id)}::int[], ${dates.map(({ eventId }) => eventId)}::int[]) as g(id, event_id)
      join date_alert a on a.event_id = g.event_id and a.client_id = ${clientId} and a.confirmed_at is not null
      join event_date d on d.id = g.id
      on conflict do nothing returning alert_id, date_id)
    select t.alert_id as "alertId", t.date_id as "dateId", a.email, a.language from told t join date_alert a on a.id = t.alert_id
    order by 1, 2`.execute(tx)
  if (rows.length > 0) await queueAlertMails(tx, rows, now)
}

export async function deleteOldAlerts(reader: Reader, now: Date): Promise<void> {
  await sql`
    delete from date_alert where case when confirmed_at is null then created_at < ${now}::timestamptz - make_interval(days => ${waitsDays}::int)
      else confirmed_at < ${now}::timestamptz - make_interval(years => ${lastsYears}::int) end`.execute(
    reader,
  )
}

/** How many wait for new dates of an event. */
export async function countAlerts(reader: Reader, eventId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from date_alert where event_id = ${eventId} and confirmed_at is not null`.execute(
    reader,
  )
  return rows[0]!.count
}
