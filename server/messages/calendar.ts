// Calendar entries of dates (iCalendar): one for each day, with UIDs that stay the same.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CalendarFile } from '../mail/content.ts'
import type { DateFacts } from './values.sql.ts'

export type CalendarEntry = {
  date: DateFacts
  method: CalendarFile['method']
  /** It grows with each change that is told. */
  sequence: number
  now: Date
  timeZone: string
  /** The part of the UIDs after the @. */
  host: string
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}

const wholeDay = { startTime: '00:00', endTime: '23:59' }

/** In UTC, which every calendar shows in its own time. */
const timeOf = (day: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  )

export function calendarFile(entry: CalendarEntry): CalendarFile {
  const { date, method, sequence, now, timeZone, host, organizer, attendee } = entry
  const [place] = date.locations
  const isCancelled = method === 'CANCEL'
  const calendar = ical({
    prodId: { company: 'Kontor', product: 'Kontor' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
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
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      location: [
        place?.name,
        place?.street,
        [place?.zip, place?.city].filter(Boolean).join(' '),
        ...date.rooms,
      ]
        .filter(Boolean)
        .join(', '),
      ...(date.isOnline && date.onlineLink && { description: date.onlineLink, url: date.onlineLink }),
      organizer: { name: organizer.name || organizer.email, email: organizer.email },
      // The seat is booked: programs need not ask whether the recipient comes.
      attendees: [{ name: attendee.name || attendee.email, email: attendee.email, rsvp: false }],
    })
  }
  return { fileName: isCancelled ? 'cancelled.ics' : 'invitation.ics', method, content: calendar.toString() }
}
