// The mails that bring the entries of further days to a calendar.
import { sql } from 'kysely'
import type { CalendarFile } from '../../mail/content.ts'
import { messageFilters } from '../../mail/message-filters.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { NewVersion } from './calendar-entries.sql.ts'

type Texts = {
  entered: { subject: string; body: string }
  cancelled: { subject: string; body: string }
  why: string
}

const texts: Record<Language, Texts> = {
  de: {
    entered: { subject: 'Kalendereintrag', body: 'Diese E-Mail bringt einen Tag in Ihren Kalender:' },
    cancelled: { subject: 'Kalendereintrag entfällt', body: 'Dieser Tag entfällt in Ihrem Kalender:' },
    why: 'Kalenderprogramme lesen aus jeder E-Mail nur einen Eintrag. Deshalb kommt jeder Tag mit einer eigenen E-Mail.',
  },
  en: {
    entered: { subject: 'Calendar entry', body: 'This e-mail brings one day to your calendar:' },
    cancelled: { subject: 'Calendar entry cancelled', body: 'This day is removed from your calendar:' },
    why: 'Calendar programs read one entry of each e-mail only. Therefore each day has an e-mail of its own.',
  },
}

type DayFilters = Record<'day' | 'short_day', (day: string) => string>

/** The text of a mail that brings an entry alone. */
export function calendarMailText(
  { isCancelled, entry }: NewVersion,
  language: Language,
): { subject: string; body: string } {
  const { entered, cancelled, why } = texts[language]
  const { subject, body } = isCancelled ? cancelled : entered
  const { day, short_day: shortDay } = messageFilters(language) as DayFilters
  const hours = [entry.startTime, entry.endTime].filter(Boolean).join('–')
  const when = [day(entry.firstDay), entry.lastDay !== entry.firstDay && day(entry.lastDay)]
  const lines = [entry.title, when.filter(Boolean).join(' – '), hours, entry.place].filter(Boolean)
  return {
    subject: `${subject}: ${entry.title}, ${shortDay(entry.firstDay)}`,
    body: [body, lines.join('\n'), why].join('\n\n'),
  }
}

/** Queues a mail for each file, to an attendee, and once for each version. */
export async function queueCalendarMails(
  tx: Tx,
  { mailId, language, attendee }: { mailId: number; language: Language; attendee: { email: string } },
  files: readonly { version: NewVersion; file: CalendarFile }[],
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ version, file }) => ({
    ...calendarMailText(version, language),
    version: `${version.dateId} ${version.number} ${version.sequence}`,
    date_id: version.dateId,
    calendar: file,
  }))
  await sql`
    insert into outbox_mail (kind, recipient, contact_id, date_id, role, booking_id, language, cause_key, subject, body, data, created_by,
      created_at, next_attempt_at)
    select 'calendar', ${attendee.email}, o.contact_id, g.date_id, o.role, o.booking_id, o.language, ${`${mailId} calendar `} || g.version,
      g.subject, g.body, jsonb_build_object('calendar', g.calendar), o.created_by, now(), now()
    from outbox_mail o, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(version text, date_id int, subject text, body text, calendar jsonb)
    where o.id = ${mailId}
    on conflict (cause_key) do nothing`.execute(tx)
}
