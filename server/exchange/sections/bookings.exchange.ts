// Data set: orders, bookings with their reductions and history, and terms of cancellation.
import Type from 'typebox'
import { orderFields } from '../../bookings/orders/order.schema.ts'
import { orderSourceNames } from '../../bookings/orders/order-sources.ts'
import { bookingQuestion, cancellationStep, groupDiscountStep } from '../../catalogue/records/child-tables.ts'
import {
  amount,
  bool,
  choice,
  creationTimestamp,
  day,
  type FieldType,
  id,
  integer,
  jsonColumn,
  longText,
  optionalText,
  percent,
  reference,
  shortText,
  timestamp,
} from '../../platform/database/fields.ts'
import { Count, record } from '../../platform/ground/schema.ts'
import { plainObject, requiredText } from '../records/field-types.ts'
import { tableSection } from '../records/section.ts'
import { insertUnknownValues } from './lookups.exchange.ts'

const positiveAmount: FieldType = {
  ...amount(0.01),
  schema: Type.Number({ minimum: 0.01, maximum: 9_999_999_999.99, format: 'two-decimals' }),
}

/** The agreed steps of a group discount. */
const agreedSteps: FieldType = {
  ...jsonColumn,
  schema: Type.Array(
    record({
      minSeats: Type.Integer({ minimum: 1 }),
      discountPercent: Type.Number({ minimum: 0, maximum: 100, format: 'two-decimals' }),
    }),
    { maxItems: 100 },
  ),
  empty: [],
}

export const orders = tableSection({
  name: 'orders',
  table: 'booking_order',
  target: 'order',
  fields: {
    id: ['id', id],
    clientId: ['client_id', reference],
    createdAt: ['created_at', creationTimestamp],
    // Whose order does not say where it was made was not made in this Kontor.
    source: ['source', choice(orderSourceNames, 'import')],
    ...orderFields,
    termsAcceptedAt: ['terms_accepted_at', timestamp],
    code: ['code', optionalText],
    isConsumer: ['is_consumer', bool],
    entered: ['entered', plainObject],
    utm: ['utm', plainObject],
    visitorAddress: ['visitor_address', shortText],
  },
  references: { clientId: 'client', ordererId: 'contact', companyId: 'company', invoiceContactId: 'contact' },
})

export const participations = tableSection({
  name: 'participations',
  table: 'booking',
  key: ['partId', 'id'],
  target: 'participation',
  required: ['dateId', 'partStatus'],
  fields: {
    partId: ['id', id],
    contactId: ['contact_id', reference],
    dateId: ['date_id', id],
    partStatus: ['status', requiredText],
    leadId: ['lead_id', reference],
    createdAt: ['created_at', creationTimestamp],
    comment: ['comment', longText],
    waitingSince: ['waiting_since', timestamp],
    waitingPosition: ['waiting_position', { ...integer, schema: Count }],
    offeredUntil: ['offered_until', timestamp],
    partOf: ['series_booking_id', reference],
    orderId: ['order_id', reference],
    priceTitle: ['price_title', shortText],
    priceAmount: ['price_amount', amount(0)],
    priceCurrency: ['price_currency', shortText],
    priceVatRate: ['price_vat_rate', percent(100)],
    priceVatIncluded: ['price_vat_included', bool],
    dietaryNotes: ['dietary_notes', longText],
    accessibilityNotes: ['accessibility_notes', longText],
    internalNotes: ['internal_notes', longText],
    cancelledAt: ['cancelled_at', timestamp],
    cancellationReason: ['cancellation_reason', shortText],
    cancellationFee: ['cancellation_fee', amount(0)],
    entered: ['entered', plainObject],
    answers: ['answers', plainObject],
    groupDiscount: ['group_discount', agreedSteps],
  },
  references: {
    orderId: 'order',
    contactId: 'contact',
    dateId: 'date',
    leadId: 'lead',
    partOf: 'participation',
  },
  links: {
    moduleDateIds: {
      table: 'booking_module',
      owner: 'booking_id',
      column: 'date_id',
      type: 'int',
      schema: id.schema,
      to: 'date',
    },
  },
  // A participant may be missing only from a seat of an order.
  normalize(item, _raw, pointer, errors) {
    if (item['contactId'] === 0 && item['orderId'] === 0 && item['partOf'] === 0)
      errors.add(`${pointer}/contactId`, 'is required')
    return item
  },
  beforeWrite: (tx, records) =>
    insertUnknownValues(
      tx,
      'booking_status',
      records.items.map((item) => item['partStatus']),
    ),
})

export const bookingReductions = tableSection({
  name: 'participationReductions',
  table: 'booking_reduction',
  required: ['participationId', 'reason', 'amount'],
  fields: {
    id: ['id', id],
    participationId: ['booking_id', id],
    reason: ['reason', requiredText],
    amount: ['amount', positiveAmount],
    isGroupDiscount: ['is_group_discount', bool],
  },
  references: { participationId: 'participation' },
})

export const bookingHistory = tableSection({
  name: 'participationHistory',
  table: 'booking_history',
  required: ['participationId', 'dateTitle'],
  fields: {
    id: ['id', id],
    participationId: ['booking_id', id],
    until: ['until', creationTimestamp],
    contactId: ['contact_id', reference],
    dateId: ['date_id', reference],
    dateTitle: ['date_title', shortText],
    startDate: ['start_date', day],
  },
  references: { participationId: 'participation', contactId: 'contact', dateId: 'date' },
})

export const cancellationSteps = tableSection({
  name: 'cancellationSteps',
  table: cancellationStep.table,
  required: ['eventId', 'daysBefore', 'feePercent'],
  fields: {
    id: ['id', id],
    eventId: [cancellationStep.owner, id],
    ...cancellationStep.fields,
  },
  references: { eventId: 'event' },
})

export const groupDiscountSteps = tableSection({
  name: 'groupDiscountSteps',
  table: groupDiscountStep.table,
  required: ['eventId', 'minSeats', 'discountPercent'],
  fields: {
    id: ['id', id],
    eventId: [groupDiscountStep.owner, id],
    ...groupDiscountStep.fields,
  },
  references: { eventId: 'event' },
})

export const bookingQuestions = tableSection({
  name: 'bookingQuestions',
  table: bookingQuestion.table,
  required: ['eventId', 'kind', 'textDe'],
  fields: {
    id: ['id', id],
    eventId: [bookingQuestion.owner, id],
    position: ['position', integer],
    ...bookingQuestion.fields,
  },
  references: { eventId: 'event' },
})
