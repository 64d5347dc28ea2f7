// The part of an order's page with the messages that who ordered got about it.
import { sql } from 'kysely'
import { htmlToText } from '../../../mail/body.ts'
import { secretPlaceholder } from '../../../messages/personal-links.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import { formatMoment } from './linked-order.ts'
import { frame, type OrderView } from './overview.ts'
import { texts } from './texts.ts'

type Letter = { subject: string; body: string; sentAt: Date }

const maxLetters = 50

/** The latest first. Texts are kept without the secrets of their links. */
async function lettersOfOrder(reader: Reader, orderId: number): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select m.subject, m.body, m.sent_at as "sentAt" from booking_order o
    join outbox_mail m on m.contact_id = coalesce(o.orderer_id, o.company_id) and m.kind = 'message' and m.sent_at is not null
    where o.id = ${orderId} and exists (
      select from booking b where b.order_id = o.id and (b.id = m.booking_id or m.data -> 'bookingIds' @> to_jsonb(b.id)))
    order by m.sent_at desc, m.id desc limit ${maxLetters}`.execute(reader)
  return rows
}

const plainText = (body: string): string =>
  (body.startsWith('<') ? htmlToText(body) : body).replaceAll(secretPlaceholder, '…')

export async function lettersPart(reader: Reader, view: OrderView): Promise<PageText> {
  const text = texts[view.language]
  const letters = await lettersOfOrder(reader, view.order.id)
  return {
    ...frame(view, 'letters'),
    paragraphs: [letters.length === 0 ? text.noLetters : text.lettersIntro],
    letters: letters.map(({ subject, body, sentAt }) => ({
      title: `${formatMoment(sentAt, view.timeZone, text.locale)}: ${subject}`,
      text: plainText(body),
    })),
  }
}
