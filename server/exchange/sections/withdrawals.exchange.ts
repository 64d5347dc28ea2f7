// Data set: declarations of withdrawal.
import { creationTimestamp, id, reference, text, uuid } from '../../platform/database/fields.ts'
import { obstacles, withdrawalFields } from '../../website/withdrawal/withdrawal.schema.ts'
import { oneOfOrNone, requiredText } from '../records/field-types.ts'
import { tableSection } from '../records/section.ts'

export const withdrawals = tableSection({
  name: 'withdrawals',
  table: 'withdrawal',
  required: ['formId', 'name', 'contract', 'email'],
  fields: {
    id: ['id', id],
    formId: ['form_id', uuid],
    receivedAt: ['received_at', creationTimestamp],
    name: ['name', requiredText],
    contract: ['contract', requiredText],
    part: ['part', text],
    email: ['email', requiredText],
    visitorAddress: ['visitor_address', text],
    orderId: ['order_id', reference],
    // '': the order was cancelled at once.
    obstacle: ['obstacle', oneOfOrNone(...obstacles)],
    ...withdrawalFields,
  },
  references: { orderId: 'order' },
})
