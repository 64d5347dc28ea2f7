import { defineErrors } from '../../platform/ground/error-text.ts'

/** Of vouchers that staff write. */
export const voucherErrors = defineErrors('vouchers', {
  sameCode: 'is the code of another voucher',
  ends: 'must not be before the first day',
  unknownEvent: 'is not the id of an event',
})
