// The one writer of iCalendar (RFC 5545): mails, feeds and downloads have the same UID and the same form of a day.
import ical, {
  ICalCalendarMethod,
  type ICalDayJsStub,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block as timeZoneBlock } from 'timezones-ical-library'
import type { Settings } from '../../platform/settings/settings.ts'
import { uidOf } from './calendar-uids.ts'

/** A day of a date in a calendar. Days are `YYYY-MM-DD`, times `HH:MM`; '': there is none. */
export type CalendarEntry = {
  firstDay: string
  /** Another one than the first only if nobody has entered the days of a long date. */
  lastDay: string
  /** '': the whole day. */
  startTime: string
  endTime: string
  title: string
  place: string
  link: string
}

/** A version of an entry. */
export type EntryVersion = {
  dateId: number
  /** Of the day within its date (calendar_day). */
  number: number
  /** The part of the UID after the @. */
  host: string
  /** Grows with each version. */
  sequence: number
  isCancelled: boolean
  entry: CalendarEntry
  stamp: Date
  lastModified?: Date | undefined
}

const methods = {
  REQUEST: ICalCalendarMethod.REQUEST,
  CANCEL: ICalCalendarMethod.CANCEL,
  PUBLISH: ICalCalendarMethod.PUBLISH,
}

/** The part of UIDs after the @: the domain of the sender's address, otherwise the name of the public address. */
export function calendarHost({ mail, publicUrl }: Pick<Settings, 'mail' | 'publicUrl'>): string {
  const address = mail?.from.address ?? ''
  return address.slice(address.lastIndexOf('@') + 1) || (publicUrl && new URL(publicUrl).hostname) || 'kontor'
}

/** The largest INTEGER of RFC 5545 is 2^31 - 1. */
const maxSequence = 2_000_000_000

/** The SEQUENCE of a date that has not been announced by mail: its last change. */
export const sequenceOf = (revision: number): number => Math.min(revision, maxSequence)

const dayAfter = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day).add({ days: 1 })

/**
 * A local time as it stands, in the form of the library for dates of other libraries: the getters of a Date are those of the
 * machine's time zone, and a calculation in the instance's would take most of the time of a feed.
 */
const localTime = (day: string, time: string): ICalDayJsStub => ({
  format: (pattern) => (pattern === 'HHmmss' ? `${time.replace(':', '')}00` : day.replaceAll('-', '')),
  isValid: () => true,
  toDate: () => new Date(`${day}T${time}Z`),
  toJSON: () => `${day}T${time}`,
})

function timesOf({ firstDay, lastDay, startTime, endTime }: CalendarEntry, timeZone: string) {
  // The end of whole days is the day after them.
  if (startTime === '')
    return { allDay: true, start: Temporal.PlainDate.from(firstDay), end: dayAfter(lastDay) }
  // Without an end, or with one equal to the start, it lasts until midnight; an end before the start is one of the next day.
  const end =
    endTime > startTime
      ? localTime(firstDay, endTime)
      : localTime(dayAfter(firstDay).toString(), endTime < startTime && endTime !== '' ? endTime : '00:00')
  return { timezone: timeZone, start: localTime(firstDay, startTime), end }
}

type CalendarOptions = Pick<ICalEventData, 'organizer' | 'attendees'> & {
  method: keyof typeof methods
  timeZone: string
  /** Of a calendar to subscribe to. */
  name?: string
  /** How long a program may wait before it reads again. */
  refreshSeconds?: number
}

/** @param organizer who invites the attendees; left out: nobody is invited */
export function calendarText(
  versions: readonly EntryVersion[],
  { method, timeZone, name, refreshSeconds, organizer, attendees }: CalendarOptions,
): string {
  const calendar = ical({
    ...(name && { name }),
    prodId: { company: 'Kontor', product: 'Kontor' },
    method: methods[method],
    ...(refreshSeconds && { ttl: refreshSeconds }),
    timezone: { name: null, generator: (zone) => timeZoneBlock(zone)[0] ?? null },
  })
  for (const version of versions) {
    const { sequence, isCancelled, entry, stamp, lastModified } = version
    calendar.createEvent({
      ...timesOf(entry, timeZone),
      id: uidOf(version),
      sequence,
      stamp,
      ...(lastModified && { lastModified }),
      summary: entry.title,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(entry.place && { location: entry.place }),
      ...(entry.link && { url: entry.link }),
      ...(organizer && { organizer }),
      ...(attendees && { attendees }),
    })
  }
  return calendar.toString()
}
