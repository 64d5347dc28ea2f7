// Data set: declarations of withdrawal.
import Type from 'typebox'
import {
  creationTimestamp,
  type FieldType,
  id,
  optionalText,
  reference,
  text,
  uuid,
} from '../../platform/database/fields.ts'
import { obstacles, withdrawalFields } from '../../website/withdrawal/withdrawal.schema.ts'
import { oneOfOrNonePattern } from '../records/record-errors.ts'
import { tableSection } from '../records/section.ts'

const obstacle: FieldType = {
  ...optionalText,
  schema: Type.String({ pattern: oneOfOrNonePattern(obstacles) }),
}
const requiredText: FieldType = { ...text, schema: Type.String({ minLength: 1 }) }

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
    obstacle: ['obstacle', obstacle],
    ...withdrawalFields,
  },
  references: { orderId: 'order' },
})
