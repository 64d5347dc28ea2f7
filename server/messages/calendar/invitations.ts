// Invites the recipient of a message to the days of a date, and takes back what is no longer true (iTIP by mail: RFC 5546, RFC 6047).
//
// Each day is an entry with a UID of its own, and each mail brings one of them. Nothing else is read by all programs:
// - A REQUEST or CANCEL may hold several components of one UID only (RFC 5546, 3.2.2 and 3.2.5). Of several, Outlook ignores all but
//   the first ([MS-STANOICAL] 2.2.175), and Gmail shows and enters the first.
// - One entry with the days as RDATE is not read either: Outlook imports RDATE only as a moved day of an RRULE ([MS-OXCICAL]
//   2.1.3.1.1.20.18), and days with other times need further components of the UID, which are ignored.
// The message itself brings the first entry that differs from what its recipient's calendar holds. Each further one follows in a mail
// of its own (kind `calendar`), which is ready when it is queued.
//
// sent_calendar_entry has what each calendar was sent. The entries that should be there follow from the seat, not from the cause of
// the message: a day that was dropped, a date that the seat has left, and a seat that is lost are cancelled whatever the message
// says. A day that moves keeps its number (calendar_day), and thus its UID, with a higher SEQUENCE. Several seats may share an address
// and then have one entry, which stays as long as one of them needs it.
import { isDeepStrictEqual } from 'node:util'
import { isOffered, takesSeat } from '../../bookings/booking-statuses.ts'
import type { CalendarFile } from '../../mail/content.ts'
import {
  inTransaction,
  lockKey,
  lockNamespace,
  systemActor,
  type Tx,
} from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { trainerKey } from '../recipients.ts'
import { loadMessageDates, loadMessageSeats } from '../values.sql.ts'
import {
  type CurrentEntry,
  keepSentEntries,
  loadCurrentEntries,
  loadSentEntries,
  type NewVersion,
  type SentEntry,
} from './calendar-entries.sql.ts'
import { calendarMailText, queueCalendarMails } from './calendar-mails.ts'
import { calendarHost, calendarText } from './calendar-text.ts'

export type Invitation = {
  mailId: number
  /** The recipient among those of the date. */
  key: string
  attendee: { name: string; email: string }
  organizer: { name: string; email: string }
  language: Language
  dateId: number
  /** 0: none. */
  bookingId: number
  /** 0: none. */
  contactId: number
  isTrainer: boolean
  /** Whether entries are sent that the calendar should have already. */
  repeats: boolean
}

const idOf = ({ dateId, number }: { dateId: number; number: number }): string => `${dateId} ${number}`

/** The versions that bring a calendar to the wanted state; `silent` ones are kept without a mail. */
export function versionsToSend(
  sent: readonly SentEntry[],
  wanted: readonly CurrentEntry[],
  { key, mailId, repeats, host }: { key: string; mailId: number; repeats: boolean; host: string },
): { versions: NewVersion[]; silent: NewVersion[] } {
  const byId = Map.groupBy(sent, idOf)
  const ownOf = (id: string) => byId.get(id)?.find((one) => one.key === key)
  /** Above all versions that this calendar has seen. */
  const above = (id: string, sequence: number) =>
    Math.max(sequence, ...(byId.get(id) ?? []).map((one) => one.sequence + 1))
  const requests = wanted.flatMap((current): NewVersion[] => {
    const id = idOf(current)
    const own = ownOf(id)
    const isSame = own !== undefined && !own.isCancelled && isDeepStrictEqual(own.entry, current.entry)
    if (isSame && own.mailId !== mailId && !repeats) return []
    return [
      {
        ...current,
        host: own?.host || byId.get(id)?.find((one) => one.host)?.host || host,
        isCancelled: false,
        sequence: isSame ? own.sequence : above(id, current.sequence),
      },
    ]
  })
  const wantedIds = new Set(wanted.map(idOf))
  const obsolete = sent.filter(
    (one) => one.key === key && !wantedIds.has(idOf(one)) && (!one.isCancelled || one.mailId === mailId),
  )
  const cancellations = obsolete.map((own) => {
    const isHeld = byId.get(idOf(own))!.some((other) => other.key !== key && !other.isCancelled)
    const sequence = own.isCancelled ? own.sequence : above(idOf(own), 0)
    return { isHeld, version: { ...own, host: own.host || host, isCancelled: true, sequence } }
  })
  return {
    versions: [...requests, ...cancellations.flatMap(({ isHeld, version }) => (isHeld ? [] : [version]))],
    silent: cancellations.flatMap(({ isHeld, version }) => (isHeld ? [version] : [])),
  }
}

/** The file that a mail brings with it. */
function calendarFile(
  version: NewVersion,
  { attendee, organizer }: Invitation,
  { timeZone, now }: { timeZone: string; now: Date },
): CalendarFile {
  const method = version.isCancelled ? 'CANCEL' : 'REQUEST'
  return {
    fileName: version.isCancelled ? 'cancelled.ics' : 'invitation.ics',
    method,
    content: calendarText([{ ...version, stamp: now }], {
      method,
      timeZone,
      organizer: { name: organizer.name || organizer.email, email: organizer.email },
      // The seat is booked: programs need not ask whether the recipient comes.
      attendees: [{ name: attendee.name || attendee.email, email: attendee.email, rsvp: false }],
    }),
  }
}

/** The date whose days belong in the calendar of the recipient, as the seat is now; 0: none. */
async function dateOfRecipient(tx: Tx, invitation: Invitation): Promise<number> {
  const { dateId, bookingId, contactId } = invitation
  // A contact without a seat was chosen by staff.
  if (bookingId === 0) return dateId
  const [seat] = await loadMessageSeats(tx, { ids: [bookingId] })
  const isTaken = seat && takesSeat(seat) && !isOffered(seat)
  return isTaken && (seat.participant?.id ?? 0) === contactId ? seat.dateId : 0
}

async function wantedEntries(tx: Tx, invitation: Invitation): Promise<CurrentEntry[]> {
  const dateId = await dateOfRecipient(tx, invitation)
  const date = (await loadMessageDates(tx, [dateId])).get(dateId)
  if (!date?.goesAhead) return []
  const isReplaced =
    invitation.isTrainer && !date.trainers.some(({ trainerId }) => trainerKey(trainerId) === invitation.key)
  return isReplaced ? [] : loadCurrentEntries(tx, date)
}

/** A file, and the text of a mail that brings nothing else. */
export type CalendarMail = { file: CalendarFile; subject: string; body: string }

/** Keeps what the calendar is sent, and queues the mails of further entries. @returns the file of the message itself; undefined: nothing differs */
export function invite(instance: Instance, invitation: Invitation): Promise<CalendarMail | undefined> {
  const { db, clock, settingsCache } = instance
  const { mailId, attendee } = invitation
  const { timeZone } = settingsCache.settings
  return inTransaction(db, systemActor, async (tx) => {
    // Two messages to one address are numbered one after the other, each by what is true then.
    await lockKey(tx, lockNamespace.calendar, attendee.email.toLowerCase())
    const wanted = await wantedEntries(tx, invitation)
    const sent = await loadSentEntries(tx, {
      recipient: attendee.email,
      dateIds: [invitation.dateId, ...wanted.map(({ dateId }) => dateId)],
      bookingId: invitation.bookingId,
    })
    const host = calendarHost(settingsCache.settings)
    const { versions, silent } = versionsToSend(sent, wanted, {
      ...invitation,
      key: [invitation.key, invitation.contactId || ''].join(' ').trim(),
      host,
    })
    await keepSentEntries(tx, { mailId, recipient: attendee.email }, [...versions, ...silent])
    const now = clock.now()
    const [file, ...further] = versions.map((version) => ({
      version,
      file: calendarFile(version, invitation, { timeZone, now }),
    }))
    await queueCalendarMails(tx, invitation, further)
    return file && { file: file.file, ...calendarMailText(file.version, invitation.language) }
  })
}
