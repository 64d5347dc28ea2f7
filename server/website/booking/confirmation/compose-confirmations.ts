// Composes the mail by which a visitor confirms a booking.
import { textsOf } from '../../../../website/texts.ts'
import { toMailContent } from '../../../mail/compose.ts'
import type { MailContent } from '../../../mail/content.ts'
import type { ClaimedMail } from '../../../mail/queue.sql.ts'
import { composeEach } from '../../../mail/sender.ts'
import type { Instance } from '../../../platform/instance/instance.ts'
import { formatMoment } from '../page/linked-order.ts'
import { bookedLines } from './confirm.page.ts'
import { findEarlierBookings } from './earlier-bookings.sql.ts'
import { bookingConfirmationPath, findPendingBooking } from './pending-booking.ts'
import { confirmationTexts } from './texts.ts'

/** undefined: the link books no more. */
async function compose(
  { db, settings, settingsCache }: Instance,
  { secret }: ClaimedMail,
): Promise<MailContent | undefined> {
  const found = await findPendingBooking(db, secret)
  if (found?.state !== 'pending') return undefined
  const { language, title, expiresAt } = found
  const { mail, earlier } = confirmationTexts[language]
  const before = await findEarlierBookings(db, found.booking)
  const { locale } = textsOf(language, 'formal')
  const until = mail.until(formatMoment(expiresAt, settingsCache.settings.timeZone, locale))
  const link = `${settings.publicUrl}${bookingConfirmationPath(secret)}?lang=${language}`
  const what = bookedLines(found, language).join('\n')
  return toMailContent({
    subject: mail.subject(title),
    body: [mail.greeting, mail.intro, what, ...before.map(earlier), link, until, mail.end].join('\n\n'),
    isHtml: false,
  })
}

export const composeConfirmations = composeEach(compose)
