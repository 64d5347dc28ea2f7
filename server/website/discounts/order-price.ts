// The price of the seats of one order: the price of a seat, less the group discount of the event, less a voucher. Amounts are in cents.
// Those of a price without VAT have none, either: VAT is reckoned on their sum. Both discounts are shares of the price itself, so that
// their order does not matter.

import type { SeatPrice } from '../../bookings/booking.schema.ts'
import { type GroupDiscountStep, reachedStep } from '../../bookings/group-discount.ts'
import { taxedPrice } from '../../bookings/seat-price.ts'
import { documentSums, type TaxedAmount, type Total } from '../../catalogue/records/document-sums.ts'
import { formatHundredths, parseHundredths, percentOf } from '../../catalogue/records/vat.ts'
import { type VoucherKind, voucherKinds } from './voucher-kinds.ts'

const cents = (amount: number): bigint => parseHundredths(amount.toFixed(2))

/** The discount of a voucher. Its amount is one with VAT. */
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
  vatRate: number
  /** Whether the amounts below are with VAT. */
  vatIncluded: boolean
  /** The price of a seat without discounts. */
  unit: bigint
  discounts: readonly Discount[]
  /** The price of each seat. */
  ofSeats: readonly bigint[]
  /** Of all seats. */
  total: Total
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

type SeatTerms = Omit<TaxedAmount, 'amount'>

/** An amount of a price with its VAT. */
export const grossOfSum = (terms: SeatTerms, amount: bigint): bigint =>
  parseHundredths(documentSums([{ ...terms, amount: formatHundredths(amount) }]).totals[0]!.gross)

/**
 * The reduction of the seats by which their sum with VAT falls by the amount of a voucher. Not every sum with VAT follows from one
 * without: it then falls by a cent more.
 */
function voucherShare(value: bigint, rest: bigint, terms: SeatTerms): bigint {
  if (terms.vatIncluded) return smaller(value, rest)
  const before = grossOfSum(terms, rest)
  const isEnough = (share: bigint) => before - grossOfSum(terms, rest - share) >= value
  // Two cents less than the share to the cent are too little for any rounding.
  let share = (value * 10_000n) / (10_000n + cents(terms.vatRate)) - 2n
  if (share < 0n) share = 0n
  while (share < rest && !isEnough(share)) share += 1n
  return smaller(share, rest)
}

/** The discounts that apply. Of two that exclude each other, the voucher applies only if it saves more. */
function chooseDiscounts(
  { isLimited, seats, voucher }: Input,
  unit: bigint,
  terms: SeatTerms,
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
        ? splitAmount(voucherShare(cents(value), rest * BigInt(seats), terms), seats)
        : ofEach(smaller(percentOf(unit, value), rest)),
    )
  if (isMoney && voucher.currency !== terms.currency) return { discounts: group, voucherObstacle: 'currency' }
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
  const seat = taxedPrice(price)
  if (!seat) return null
  const { amount, ...terms } = seat
  const unit = parseHundredths(amount)
  const reached = reachedStep(steps, seats)
  const chosen = chooseDiscounts(input, unit, terms, reached)
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
    ...terms,
    unit,
    ...chosen,
    ofSeats,
    total: documentSums(ofSeats.map((one) => ({ ...terms, amount: formatHundredths(one) }))).totals[0]!,
    steps: steps
      .toSorted((a, b) => a.minSeats - b.minSeats)
      .map((step) => ({ step, obstacle: obstacleOf(step) })),
  }
}
