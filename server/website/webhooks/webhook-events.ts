// What webhooks can be told, and how a delivery stands.
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

export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
