// Data set: vouchers.

import { id, reference } from '../../platform/database/fields.ts'
import { voucherCodeKey, voucherFields } from '../../website/discounts/voucher.sql.ts'
import { type VoucherKind, voucherKinds } from '../../website/discounts/voucher-kinds.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { type DataRecord, tableSection } from '../records/section.ts'

const codeKeyOf = (item: DataRecord): string => voucherCodeKey(item['code'])

export const vouchers = tableSection({
  name: 'vouchers',
  table: 'voucher',
  required: ['code', 'name', 'value'],
  fields: { id: ['id', id], clientId: ['client_id', reference], ...voucherFields },
  references: { clientId: 'client', eventId: 'event' },
  validate(records, { errors }) {
    reportDuplicates(records, errors, 'code', codeKeyOf)
    records.items.forEach((item, index) => {
      const kind: VoucherKind | undefined = item['kind']
      if (kind && !voucherKinds[kind].isMoney && item['value'] > 100)
        errors.add(`${records.pointer(index)}/value`, 'must be at most 100')
      if (item['validFrom'] && item['validTo'] && item['validTo'] < item['validFrom'])
        errors.add(`${records.pointer(index)}/validTo`, 'must not be before validFrom')
    })
  },
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'voucher',
      column: 'code_key',
      field: 'code',
      value: codeKeyOf,
      name: 'voucher',
    }),
})
