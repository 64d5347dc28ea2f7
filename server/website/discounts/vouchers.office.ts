// Vouchers in the back office.

import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import type { RecordOf } from '../../platform/database/fields.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count } from '../../platform/ground/schema.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { voucherErrors } from './voucher.errors.ts'
import { voucherCodeKey, voucherFields, voucherUseCount } from './voucher.sql.ts'
import { voucherKinds } from './voucher-kinds.ts'

async function validate(tx: Tx, values: Record<string, unknown>): Promise<FieldError[]> {
  const {
    id = 0,
    code,
    kind = 'percent',
    value,
    validFrom = '',
    validTo = '',
    eventId = 0,
  } = values as Pick<RecordOf<typeof voucherFields>, 'code' | 'value'> &
    Partial<RecordOf<typeof voucherFields> & { id: number }>
  const { rows } = await sql<{ isTaken: boolean; isEvent: boolean }>`
    select exists (select from voucher where code_key = ${voucherCodeKey(code)} and id <> ${id}) as "isTaken",
      exists (select from event where id = ${eventId}) as "isEvent"`.execute(tx)
  const { isTaken, isEvent } = rows[0]!
  return [
    ...(isTaken ? [{ field: 'code', ...voucherErrors.sameCode() }] : []),
    ...(!voucherKinds[kind].isMoney && value > 100
      ? [{ field: 'value', ...generalErrors.max({ max: 100 }) }]
      : []),
    ...(validFrom && validTo && validTo < validFrom ? [{ field: 'validTo', ...voucherErrors.ends() }] : []),
    ...(eventId && !isEvent ? [{ field: 'eventId', ...voucherErrors.unknownEvent() }] : []),
  ]
}

export const vouchersOffice = recordEndpoints({
  path: '/vouchers',
  subject: 'voucher',
  read: 'website',
  write: 'website',
  fields: voucherFields,
  derived: {
    /** The orders that have used it and are not cancelled. */
    useCount: Count,
    /** '': all events. */
    eventTitle: Type.String(),
  },
  rows: (reader) =>
    reader
      .selectFrom('voucher as r')
      .leftJoin('event as e', 'e.id', 'r.event_id')
      .select([voucherUseCount.as('useCount'), sql<string>`coalesce(e.title, '')`.as('eventTitle')]),
  searchText: `r.code || ' ' || r.name`,
  sorts: {
    code: sql`r.code_key`,
    name: sql`lower(r.name)`,
    validTo: sql`r.valid_to`,
    id: sql`r.id`,
  },
  validate,
})
