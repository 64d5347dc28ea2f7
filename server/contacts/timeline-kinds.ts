// The kinds of entries in the timeline of a contact. Without imports but types, because the back office asks the same.
import type { Right } from '../platform/ground/rights.ts'

type Properties = {
  /** The right that it requires beside that to contacts. */
  right?: Right
  /** The resource with the page of its record. */
  page?: 'tasks' | 'leads'
  /** It is about a date: its page is that of the date, and its text the day. */
  isAboutDate?: true
  /** The prefix of the text keys of its statuses. */
  statusTexts?: 'contacts.status' | 'bookings.status'
  /** The prefix of the text keys of its statuses, which are its names. */
  names?: 'leads.logbook'
}

/** In the order of the filter. */
const record = {
  logbook: { names: 'leads.logbook' },
  mail: { right: 'task:access', page: 'tasks', statusTexts: 'contacts.status' },
  outbox: { statusTexts: 'contacts.status' },
  task: { right: 'task:access', page: 'tasks', statusTexts: 'contacts.status' },
  booking: { right: 'booking:access', isAboutDate: true, statusTexts: 'bookings.status' },
  replacement: { right: 'booking:access', isAboutDate: true },
  lead: { right: 'lead:access', page: 'leads' },
  invoice: {},
  consent: { statusTexts: 'contacts.status' },
  change: {},
} as const satisfies Record<string, Properties>

export type TimelineKind = keyof typeof record
export const timelineKinds: Readonly<Record<TimelineKind, Properties>> = record
export const timelineKindNames = Object.keys(record) as TimelineKind[]
