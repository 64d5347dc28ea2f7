// One confirmation for an order of several dates: the rules of each date ask for one, and its text shows the whole order.
import { isOfVisitor } from '../bookings/orders/order-sources.ts'
import type { Reader } from '../platform/database/database.ts'
import { causes, isImmediate } from './causes.ts'
import { noText, type PlannedMessage } from './planned-message.ts'
import type { MessageRecipient } from './recipients.ts'
import { isParticipant } from './roles.ts'
import { loadTemplates, type Templates, textOf } from './templates/templates.ts'

type Confirmation = { message: PlannedMessage; recipient: MessageRecipient; orderId: number }

/** The confirmations of orders among planned messages, to who ordered. */
const confirmationsIn = (planned: readonly PlannedMessage[]): Confirmation[] =>
  planned.flatMap((message) =>
    isImmediate(message.cause) && causes[message.cause].booking === 'begins' && message.date
      ? message.recipients.flatMap((recipient) => {
          const seat = recipient.seats.find(({ orderer }) => orderer?.id === recipient.addressee.id)
          return seat && seat.orderId > 0 && isOfVisitor(seat.orderSource)
            ? [{ message, recipient, orderId: seat.orderId }]
            : []
        })
      : [],
  )

/** A text of the provider's own may show its date alone. */
const showsOrder = (
  { message: { cause, templateId }, recipient }: Confirmation,
  templates: Templates,
): boolean =>
  textOf({ cause, templateId, text: noText }, templates, recipient.language)?.body.includes(
    'order.summary',
  ) === true

const strengthOf = ({ message: { cause } }: Confirmation): number =>
  isImmediate(cause) ? causes[cause].strength : 0

/**
 * Of several confirmations of an order to who ordered, one remains, which tells all seats. The others are left out, or bring their
 * calendar entries alone.
 */
export async function confirmOrdersOnce(
  reader: Reader,
  planned: readonly PlannedMessage[],
): Promise<PlannedMessage[]> {
  const groups = [
    ...Map.groupBy(
      confirmationsIn(planned),
      ({ orderId, recipient }) => `${orderId} ${recipient.addressee.id}`,
    ).values(),
  ].filter((group) => new Set(group.map(({ message }) => message.date!.id)).size > 1)
  if (groups.length === 0) return [...planned]
  const templates = await loadTemplates(reader)
  const changed = new Map<MessageRecipient, MessageRecipient | undefined>()
  for (const group of groups) {
    const shown = group.filter((one) => showsOrder(one, templates))
    const [host, ...others] = shown.toSorted((a, b) => strengthOf(b) - strengthOf(a))
    if (!host || others.length === 0) continue
    changed.set(host.recipient, {
      ...host.recipient,
      seats: [...host.recipient.seats, ...others.flatMap(({ recipient }) => recipient.seats)],
      furtherDateIds: [...new Set(others.map(({ message }) => message.date!.id))],
    })
    for (const { message, recipient } of others)
      changed.set(
        recipient,
        message.hasCalendar && isParticipant(recipient.role)
          ? { ...recipient, hasCalendarAlone: true }
          : undefined,
      )
  }
  return planned
    .map((message) => ({
      ...message,
      recipients: message.recipients.flatMap((one) => (changed.has(one) ? (changed.get(one) ?? []) : [one])),
    }))
    .filter(({ recipients }) => recipients.length > 0)
}
