// Calendar entries of dates (iCalendar): one for each day, with UIDs that stay the same.
import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { CalendarFile } from '../mail/content.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { MessageDate } from './values.sql.ts'

type Entry = {
  date: MessageDate
  /** It grows with each change that is announced. */
  sequence: number
  now: Date
  timeZone: string
  /** The part of the UIDs after the @. */
  host: string
}

export type Invitation = Entry & {
  method: CalendarFile['method']
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}

/** The domain of the sender's address, so that the UIDs stay the same wherever an entry comes from. */
export const calendarHost = (senderEmail: string): string =>
  senderEmail.slice(senderEmail.lastIndexOf('@') + 1)

const wholeDay = { startTime: '00:00', endTime: '23:59' }

/** In UTC, which every calendar shows in its own time. */
const timeOf = (day: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  )

const methods = {
  REQUEST: ICalCalendarMethod.REQUEST,
  CANCEL: ICalCalendarMethod.CANCEL,
  PUBLISH: ICalCalendarMethod.PUBLISH,
}

/** @param people who invites whom; left out: nobody is invited */
function calendarText(
  { date, sequence, now, timeZone, host }: Entry,
  method: keyof typeof methods,
  people: Pick<ICalEventData, 'organizer' | 'attendees'> = {},
): string {
  const [place] = date.locations
  const calendar = ical({ prodId: { company: 'Kontor', product: 'Kontor' }, method: methods[method] })
  for (const [index, { day, startTime, endTime }] of date.days.entries()) {
    const isWholeDay = startTime === ''
    const start = isWholeDay ? wholeDay.startTime : startTime
    const end = endTime === '' || endTime <= start ? wholeDay.endTime : endTime
    calendar.createEvent({
      id: `date-${date.id}${index === 0 ? '' : `-${index + 1}`}@${host}`,
      sequence,
      stamp: now,
      start: timeOf(day, start, timeZone),
      end: timeOf(day, end, timeZone),
      summary: date.title,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      location: [place?.name, place?.address, ...date.rooms].filter(Boolean).join(', '),
      ...(date.isOnline && date.onlineLink && { description: date.onlineLink, url: date.onlineLink }),
      ...people,
    })
  }
  return calendar.toString()
}

/** The calendar entries of a mail. */
export function calendarFile({ method, organizer, attendee, ...entry }: Invitation): CalendarFile {
  const content = calendarText(entry, method, {
    organizer: { name: organizer.name || organizer.email, email: organizer.email },
    // The seat is booked: programs need not ask whether the recipient comes.
    attendees: [{ name: attendee.name || attendee.email, email: attendee.email, rsvp: false }],
  })
  return { fileName: method === 'CANCEL' ? 'cancelled.ics' : 'invitation.ics', method, content }
}

/** To download: the entries that mails bring, in the version that was told last. */
export async function calendarToDownload(
  reader: Reader,
  date: MessageDate,
  { mail, timeZone }: Pick<Settings, 'mail' | 'timeZone'>,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ sequence: number }>`
    select coalesce(max(calendar_sequence), 0) as sequence from outbox_mail where date_id = ${date.id}`.execute(
    reader,
  )
  const host = calendarHost(mail?.from.address ?? '')
  return calendarText({ date, sequence: rows[0]!.sequence, now, timeZone, host: host || 'kontor' }, 'PUBLISH')
}
