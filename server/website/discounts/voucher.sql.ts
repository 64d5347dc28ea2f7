// Vouchers: their fields, and whether one is valid for an order.

import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader, Tx } from '../../platform/database/database.ts'
import {
  bool,
  choice,
  count,
  day,
  fields,
  money,
  name,
  reference,
  text,
} from '../../platform/database/fields.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import type { OrderVoucher } from './order-price.ts'
import { voucherKindNames } from './voucher-kinds.ts'

export const voucherCodePattern = '^[A-Za-z0-9]([A-Za-z0-9 -]*[A-Za-z0-9])?$'
export const currencyPattern = '^[A-Z]{3}$'

const code = Type.String({ pattern: voucherCodePattern, maxLength: 50 })
const currency = Type.String({ pattern: currencyPattern })

export const voucherFields = fields({
  code: { ...text, schema: code, input: code, empty: undefined },
  name,
  kind: choice(voucherKindNames, 'percent'),
  value: {
    ...money,
    input: Type.Number({ minimum: 0.01, maximum: 9_999_999_999.99, format: 'two-decimals' }),
    empty: undefined,
  },
  currency: { ...text, schema: currency, input: currency, empty: 'EUR' },
  validFrom: day,
  validTo: day,
  /** 0: no limit. */
  maxUses: {
    ...count,
    read: (column: string) => `coalesce(${column}, 0)`,
    write: (input: string) => `nullif(${input}, 0)`,
  },
  oncePerPerson: bool,
  isCombinable: bool,
  /** 0: all events. */
  eventId: reference,
  isActive: bool,
})

/** The comparison key of voucher codes: without case, spaces and hyphens of all kinds. The database has it as `code_key`. */
export const voucherCodeKey = (typed: string): string =>
  comparisonKey(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** SQL: the orders with a voucher `r` that have a seat which is not cancelled. */
export const voucherUseCount = sql<number>`(
  select count(*)::int from voucher_use u where u.voucher_id = r.id
    and exists (select from booking b where b.order_id = u.order_id and b.status <> 'cancelled'))`

export type VoucherObstacle =
  | { why: 'unknown' | 'otherEvent' | 'usedUp' | 'usedByPerson' }
  | { why: 'early' | 'late'; day: string }

export type ValidVoucher = OrderVoucher & {
  id: number
  validTo: string | null
  oncePerPerson: boolean
}

type FoundVoucher = ValidVoucher & {
  validFrom: string | null
  isForEvent: boolean
  isUsedUp: boolean
  isUsedByPerson: boolean
}

function obstacleOf(voucher: FoundVoucher, today: string): VoucherObstacle | null {
  const { validFrom, validTo } = voucher
  if (!voucher.isForEvent) return { why: 'otherEvent' }
  if (validFrom !== null && validFrom > today) return { why: 'early', day: validFrom }
  if (validTo !== null && validTo < today) return { why: 'late', day: validTo }
  if (voucher.isUsedUp) return { why: 'usedUp' }
  return voucher.isUsedByPerson ? { why: 'usedByPerson' } : null
}

export type VoucherRequest = {
  code: string
  dateId: number
  day: string
  /** Of who orders; undefined: not known. */
  emailKey?: string
}

/** Finds a voucher by the code that a visitor has typed. */
export async function findVoucher(
  reader: Reader,
  { code: typed, dateId, day: today, emailKey = '' }: VoucherRequest,
): Promise<ValidVoucher | VoucherObstacle> {
  const { rows } = await sql<FoundVoucher>`
    select r.id, r.code, r.kind, r.value::float8 as value, r.currency, r.is_combinable as "isCombinable", r.valid_from as "validFrom", r.valid_to as "validTo",
      r.once_per_person as "oncePerPerson", coalesce(r.event_id = d.event_id, r.event_id is null) as "isForEvent",
      coalesce(${voucherUseCount} >= r.max_uses, false) as "isUsedUp",
      r.once_per_person and exists (select from voucher_use u join booking b on b.order_id = u.order_id and b.status <> 'cancelled'
        where u.voucher_id = r.id and u.email_key = ${emailKey}) as "isUsedByPerson"
    from voucher r join event_date d on d.id = ${dateId}
    where r.is_active and r.code_key = ${voucherCodeKey(typed)} and holds_for(r.client_id, d.client_id)`.execute(
    reader,
  )
  const [found] = rows
  if (!found) return { why: 'unknown' }
  return obstacleOf(found, today) ?? found
}

/** Whether visitors may have a code for a date. */
export async function hasVouchers(reader: Reader, dateId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from voucher r join event_date d on d.id = ${dateId}
      where r.is_active and holds_for(r.client_id, d.client_id)) as has`.execute(reader)
  return rows[0]!.has
}

/** Of two orders that use the same voucher, the second one waits for the first, and then counts it. */
export const lockVoucher = (tx: Tx, typed: string) =>
  sql`select from voucher where code_key = ${voucherCodeKey(typed)} for no key update`.execute(tx)

export const useVoucher = (tx: Tx, use: { orderId: number; voucherId: number; emailKey: string }) =>
  tx
    .insertInto('voucher_use')
    .values({ order_id: use.orderId, voucher_id: use.voucherId, email_key: use.emailKey })
    .execute()
