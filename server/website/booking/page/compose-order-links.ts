// Composes the mail with new links to bookings. The links are made when it is sent, so that no secret is stored.
import { createOrderLink } from '../../../bookings/orders/order-link.ts'
import { toMailContent } from '../../../mail/compose.ts'
import type { MailContent } from '../../../mail/content.ts'
import type { ClaimedMail } from '../../../mail/queue.sql.ts'
import { composeEach } from '../../../mail/sender.ts'
import { inTransaction, systemActor } from '../../../platform/database/database.ts'
import { dateIn } from '../../../platform/ground/clock.ts'
import type { Instance } from '../../../platform/instance/instance.ts'
import { findOpenOrders } from './order-links.sql.ts'

const texts = {
  de: {
    subject: 'Der Link zu Ihrer Buchung',
    intro: ['Guten Tag,', 'hier sehen und ändern Sie, was Sie gebucht haben. Die Links gelten nur für Sie:'],
    end: 'Frühere Links gelten weiter. Haben Sie keinen Link angefordert, brauchen Sie nichts zu tun.',
  },
  en: {
    subject: 'The link to your booking',
    intro: ['Hello,', 'this is where you see and change what you have booked. The links are yours alone:'],
    end: 'Earlier links stay valid. If you have not asked for a link, there is nothing to do.',
  },
}

/** undefined: no booking is open any more. */
async function compose(
  { db, clock, settings, settingsCache }: Instance,
  { recipient, language }: ClaimedMail,
): Promise<MailContent | undefined> {
  const today = dateIn(settingsCache.settings.timeZone, clock.now())
  const orders = await findOpenOrders(db, recipient, today)
  if (orders.length === 0) return undefined
  const { subject, intro, end } = texts[language === 'en' ? 'en' : 'de']
  const links = await inTransaction(db, systemActor, async (tx) => {
    const lines = []
    for (const { id, code, titles } of orders)
      lines.push(
        `${code}: ${titles}\n${settings.publicUrl}${await createOrderLink(tx, id, { byMail: true })}`,
      )
    return lines
  })
  return toMailContent({ subject, body: [...intro, ...links, end].join('\n\n'), isHtml: false })
}

export const composeOrderLinks = composeEach(compose)
