// Composes the mails of date alerts. Their links are made when they are sent, so that no secret is stored.
import { sql } from 'kysely'
import { toMailContent } from '../../mail/compose.ts'
import type { MailContent } from '../../mail/content.ts'
import type { ClaimedMail } from '../../mail/queue.sql.ts'
import { composeEach } from '../../mail/sender.ts'
import { dateDetails } from '../../messages/details.ts'
import { loadMessageDates } from '../../messages/values.sql.ts'
import { inTransaction, systemActor } from '../../platform/database/database.ts'
import { dateIn } from '../../platform/ground/clock.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type AlertMail, createAlertLink, type DateAlert, findAlert } from './date-alerts.sql.ts'
import { alertTexts } from './texts.ts'

/** A date that is still news: published, and not over. */
async function newDateText(
  { db, clock, settingsCache: { settings } }: Instance,
  dateId: number,
  { language }: DateAlert,
): Promise<{ title: string; text: string; slug: string } | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select coalesce((select s.slug from event_slug s where s.event_id = d.event_id and s.is_current), d.event_id::text) as slug
    from event_date d join event e on e.id = d.event_id
    where d.id = ${dateId} and d.is_published and e.is_published and coalesce(d.end_date, d.start_date, 'infinity') >= ${dateIn(settings.timeZone, clock.now())}::date`.execute(
    db,
  )
  const date = (await loadMessageDates(db, [dateId])).get(dateId)
  if (!date?.goesAhead || !rows[0]) return undefined
  return { title: date.title, text: dateDetails(date, language), slug: rows[0].slug }
}

/** undefined: the alert has ended, or there is nothing to tell any more. */
async function compose(instance: Instance, { id: mailId }: ClaimedMail): Promise<MailContent | undefined> {
  const { db, settings } = instance
  const { rows } = await sql<{ data: AlertMail }>`select data from outbox_mail where id = ${mailId}`.execute(
    db,
  )
  const { alertId, dateId } = rows[0]!.data
  const alert = await findAlert(db, { id: alertId })
  if (!alert || alert.isConfirmed !== (dateId !== undefined)) return undefined
  const { event, provider, language } = alert
  const { greeting, confirm, news } = alertTexts[language].mails
  const found = dateId === undefined ? undefined : await newDateText(instance, dateId, alert)
  if (dateId !== undefined && !found) return undefined
  const path = await inTransaction(db, systemActor, (tx) => createAlertLink(tx, alertId))
  const link = `${settings.publicUrl}${path}?lang=${language}`
  const content = found
    ? {
        subject: news.subject(found.title),
        paragraphs: [
          news.text,
          found.text,
          `${settings.publicUrl}/events/${found.slug}?lang=${language}`,
          `${news.end} ${link}`,
        ],
      }
    : { subject: confirm.subject(event), paragraphs: [confirm.text(event), link, confirm.end] }
  return toMailContent({
    subject: content.subject,
    body: [greeting, ...content.paragraphs, provider].join('\n\n'),
    isHtml: false,
  })
}

export const composeDateAlerts = composeEach(compose)
