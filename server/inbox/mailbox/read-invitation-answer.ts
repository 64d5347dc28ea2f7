// Reads the answer to a calendar entry: METHOD:REPLY of iTIP (RFC 5546).
import type { Attachment } from 'postal-mime'
import { convertIcsCalendar } from 'ts-ics'
import { type InvitationAnswer, invitationAnswerNames } from '../../bookings/invitation-answers.ts'
import { bytesOf } from './unpack-letter.ts'

/** An answer, with the UIDs of the entries that it is about. */
export type ReceivedAnswer = { answer: InvitationAnswer; uids: string[]; comment: string }

const isCalendar = /^(text\/calendar|application\/ics)$/
/** Of the calendar of an answer, which repeats the invitation at most: its parser takes quadratic time. */
const maxBytes = 256 * 1024
const maxComponents = 200
const maxCalendars = 3
const maxUids = 100

/** @param sender the address of the mail, whose own answer it is */
export function readInvitationAnswer(
  attachments: readonly Attachment[],
  sender: string,
): ReceivedAnswer | undefined {
  const calendars = attachments.filter(({ mimeType }) => isCalendar.test(mimeType))
  for (const part of calendars.slice(0, maxCalendars)) {
    const bytes = bytesOf(part)
    const text = bytes.length > maxBytes ? '' : Buffer.from(bytes).toString('utf8')
    if (!/^METHOD:REPLY[ \t]*\r?$/im.test(text)) continue
    if ((text.match(/^BEGIN:/gim) ?? []).length > maxComponents) continue
    try {
      const events = convertIcsCalendar(undefined, text).events ?? []
      const found = events.flatMap(({ uid, attendees = [], comment = '' }) => {
        const isOwn = ({ email }: { email: string }) => email.toLowerCase() === sender.toLowerCase()
        const attendee = attendees.find(isOwn) ?? (attendees.length === 1 ? attendees[0] : undefined)
        const answer = invitationAnswerNames.find((name) => name === attendee?.partstat?.toLowerCase())
        return answer ? [{ uid, answer, comment }] : []
      })
      const [first] = found
      if (first)
        return {
          answer: first.answer,
          comment: first.comment.trim(),
          uids: [...new Set(found.map(({ uid }) => uid))].slice(0, maxUids),
        }
    } catch {
      // Another calendar of the mail may be readable; otherwise the letter is one without an answer.
    }
  }
  return undefined
}
