// The events of webhooks, and the states of a delivery.
export const webhookEvents = [
  'date.changed',
  'date.removed',
  'event.changed',
  'event.removed',
  'booking.created',
  'booking.changed',
  'booking.cancelled',
  'contact.changed',
  'lead.created',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of a delivery that a user asks for to try an address. */
export const testEvent = 'webhook.test'

/** The body of a message: ids alone, no personal data. */
export const bodyOf = (event: string, timestamp: string, recordId: number): string =>
  JSON.stringify({ type: event, timestamp, data: { id: recordId } })

/** `isOpen`: it is still to be sent; `isSending`: a process is sending it; `hasArrived`: the other system has accepted it. */
export const deliveryStatuses = {
  waiting: { isOpen: true, isSending: false, hasArrived: false },
  sending: { isOpen: true, isSending: true, hasArrived: false },
  delivered: { isOpen: false, isSending: false, hasArrived: true },
  failed: { isOpen: false, isSending: false, hasArrived: false },
} as const
export type DeliveryStatus = keyof typeof deliveryStatuses
export const deliveryStatusNames = Object.keys(deliveryStatuses) as DeliveryStatus[]
