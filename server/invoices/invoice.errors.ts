import { defineErrors } from '../platform/ground/error-text.ts'

/** `{field}` is the name of another field of the same element. */
export const invoiceErrors = defineErrors('invoices', {
  unknownBooking: 'is not the id of a participation',
  unknownArticle: 'is not the id of an article',
  bookingWithoutPrice: 'has no price',
  nothingToConfirm: 'is confirmed already, or has nothing to be invoiced',
  noReceiver: 'is required: the order names nobody',
  foreignAddress: 'is not an address of the contact or its company',
  priceTooLarge: 'makes a price too large to be stored',
  needsDate: 'needs {field}',
  beforeStart: 'must not be before {field}',
})
