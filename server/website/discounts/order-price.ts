// The price of the seats of one order: the price of a seat, less the group discount of the event, less a voucher. Amounts are in cents,
// with VAT. Both discounts are shares of the price itself, so that their order does not matter.

import type { SeatPrice } from '../../bookings/booking.schema.ts'
import { type GroupDiscountStep, reachedStep } from '../../bookings/group-discount.ts'
import { grossAmount } from '../../bookings/seat-price.ts'
import { formatHundredths, netOf, parseHundredths, percentOf } from '../../catalogue/records/vat.ts'
import { type VoucherKind, voucherKinds } from './voucher-kinds.ts'

const cents = (amount: number): bigint => parseHundredths(amount.toFixed(2))

/** The discount of a voucher. */
export type OrderVoucher = {
  code: string
  kind: VoucherKind
  value: number
  /** Of an amount. */
  currency: string
  /** Whether it applies to a price that is limited in time, and together with a group discount. */
  isCombinable: boolean
}

export type StepObstacle = 'tooFewSeats' | 'higherStep' | 'voucher'
export type ValueObstacle = 'currency' | 'limitedPrice' | 'groupDiscount' | 'nothingToPay'

/** The discount of a rule for each seat. */
export type Discount = { rule: GroupDiscountStep | OrderVoucher; ofSeats: readonly bigint[] }

export type OrderPrice = {
  currency: string
  /** The price of a seat without discounts. */
  unit: bigint
  discounts: readonly Discount[]
  /** The price of each seat. */
  ofSeats: readonly bigint[]
  net: bigint
  gross: bigint
  /** Why each step does not apply, by seats; null: it applies. */
  steps: readonly { step: GroupDiscountStep; obstacle: StepObstacle | null }[]
  /** Why the voucher does not apply; null: it applies, or there is none. */
  voucherObstacle: ValueObstacle | null
}

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Parts that differ by a cent at most, the larger ones first. */
const splitAmount = (amount: bigint, count: number): bigint[] =>
  Array.from(
    { length: count },
    (_, index) => amount / BigInt(count) + (BigInt(index) < amount % BigInt(count) ? 1n : 0n),
  )

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

type Input = {
  price: SeatPrice
  /** Whether the price applies until a day only, such as an early-bird price. */
  isLimited: boolean
  seats: number
  steps: readonly GroupDiscountStep[]
  voucher?: OrderVoucher | undefined
}

const totalOf = (discounts: readonly Discount[]): bigint => sumOf(discounts.flatMap(({ ofSeats }) => ofSeats))

/** A discount that takes nothing off is none. */
const discountOf = (rule: Discount['rule'], ofSeats: readonly bigint[]): Discount[] =>
  sumOf(ofSeats) > 0n ? [{ rule, ofSeats }] : []

/** The discounts that apply. Of two that exclude each other, the voucher applies only if it saves more. */
function chooseDiscounts(
  { isLimited, seats, voucher }: Input,
  unit: bigint,
  currency: string,
  step: GroupDiscountStep | undefined,
): Pick<OrderPrice, 'discounts' | 'voucherObstacle'> {
  const ofEach = (amount: bigint) => Array<bigint>(seats).fill(amount)
  const groupDiscount = step ? percentOf(unit, step.discountPercent) : 0n
  const group = step ? discountOf(step, ofEach(groupDiscount)) : []
  if (!voucher) return { discounts: group, voucherObstacle: null }
  const { kind, value, isCombinable } = voucher
  const { isMoney } = voucherKinds[kind]
  /** @param rest what each seat costs before */
  const byVoucher = (rest: bigint): Discount[] =>
    discountOf(
      voucher,
      isMoney
        ? splitAmount(smaller(cents(value), rest * BigInt(seats)), seats)
        : ofEach(smaller(percentOf(unit, value), rest)),
    )
  if (isMoney && voucher.currency !== currency) return { discounts: group, voucherObstacle: 'currency' }
  if (!isCombinable && isLimited) return { discounts: group, voucherObstacle: 'limitedPrice' }
  if (!isCombinable && group.length > 0) {
    const alone = byVoucher(unit)
    return totalOf(alone) > totalOf(group)
      ? { discounts: alone, voucherObstacle: null }
      : { discounts: group, voucherObstacle: 'groupDiscount' }
  }
  const added = byVoucher(unit - groupDiscount)
  return {
    discounts: [...group, ...added],
    voucherObstacle: added.length > 0 ? null : 'nothingToPay',
  }
}

/** null: the price has no amount. */
export function priceOrder(input: Input): OrderPrice | null {
  const { price, seats, steps } = input
  const seat = grossAmount(price)
  if (!seat) return null
  const { currency } = seat
  const unit = parseHundredths(seat.amount)
  const reached = reachedStep(steps, seats)
  const chosen = chooseDiscounts(input, unit, currency, reached)
  const ofSeats = Array.from(
    { length: seats },
    (_, index) => unit - sumOf(chosen.discounts.map((discount) => discount.ofSeats[index]!)),
  )
  const isReplaced =
    input.voucher?.isCombinable === false && chosen.discounts.some(({ rule }) => rule === input.voucher)
  const obstacleOf = (step: GroupDiscountStep): StepObstacle | null => {
    if (step.minSeats > seats) return 'tooFewSeats'
    if (step !== reached) return 'higherStep'
    return isReplaced ? 'voucher' : null
  }
  return {
    currency,
    unit,
    ...chosen,
    ofSeats,
    // As on an invoice confirmation, VAT is that of the sum.
    net: parseHundredths(netOf(formatHundredths(sumOf(ofSeats)), price.priceVatRate)),
    gross: sumOf(ofSeats),
    steps: steps
      .toSorted((a, b) => a.minSeats - b.minSeats)
      .map((step) => ({ step, obstacle: obstacleOf(step) })),
  }
}
