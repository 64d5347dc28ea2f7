// Links to feedback in messages: a text is rendered with a placeholder, which a link of the recipient replaces when the mail is sent.
import { feedbackLink, feedbackPath } from '../feedback/feedback-link.ts'
import type { Cause, Role } from '../mail/causes.ts'
import type { FilledTemplate } from '../mail/template.ts'
import { type Db, inTransaction, systemActor } from '../platform/database/database.ts'
import type { Seat } from './values.sql.ts'

/** What previews and the kept text show instead of the secret. */
const placeholderPath = feedbackPath('personal-link')

type Told = { role: Role; causes: readonly (Cause | 'manual')[]; seats: readonly Seat[] }

/** For who took part, in what is written after the date or by hand; '': nobody is asked. */
export const feedbackPlaceholder = ({ role, causes, seats: [seat] }: Told, url: string): string => {
  const tookPart = role === 'participant' && seat?.countsAs === 'booked' && seat.status !== 'absent'
  return tookPart && causes.every((cause) => cause === 'thanks') ? url + placeholderPath : ''
}

/** The text for the mail. A link is made only if the text shows one. */
export async function withFeedbackLink(
  db: Db,
  filled: FilledTemplate,
  { seats: [seat] }: Pick<Told, 'seats'>,
  url: string,
): Promise<FilledTemplate> {
  const placeholder = url + placeholderPath
  if (!seat || !filled.body.includes(placeholder)) return filled
  const path = await inTransaction(db, systemActor, (tx) => feedbackLink(tx, seat.id))
  return { ...filled, body: filled.body.replaceAll(placeholder, url + path) }
}
