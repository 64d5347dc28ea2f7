// The order in a message to who ordered.
import { loadOrderView, withoutLinks } from '../documents/orders/order-view.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Delivery } from './delivery.ts'
import type { TemplateText } from './templates/built-in-templates.ts'

/** The delivery with the order of its seats, if the recipient has ordered them and the text shows the order. */
export async function withOrder(
  reader: Reader,
  text: TemplateText | undefined,
  delivery: Delivery,
  at: { now: Date; timeZone: string },
): Promise<Delivery> {
  const { seats, addressee } = delivery
  const seat = seats.find(({ orderId, orderer }) => orderId > 0 && orderer?.id === addressee.id)
  if (!seat || !text || !`${text.subject} ${text.body}`.includes('order.')) return delivery
  const order = await loadOrderView(reader, seat.orderId, at)
  return order ? { ...delivery, order: withoutLinks(order) } : delivery
}
