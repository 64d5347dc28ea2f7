// The price of seats of a date on a day, for a quote and for a booking.
import type { GroupDiscountStep } from '../../bookings/group-discount.ts'
import { loadPriceChoices, type PriceChoice } from '../../bookings/seat-price.ts'
import { prepared, queryShared, type Reader } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { visitorErrors } from '../booking/booking.errors.ts'
import { visitorCategories } from '../general-prices.ts'
import { type OrderPrice, priceOrder, type ValueObstacle } from './order-price.ts'
import { findVoucher, type ValidVoucher, type VoucherObstacle } from './voucher.sql.ts'

/** Why a voucher does not apply. */
export type PriceObstacle = VoucherObstacle | { why: ValueObstacle }

export type PricedSeats = {
  /** The price of a seat; undefined: the date has none. */
  chosen: PriceChoice | undefined
  /** The prices that do not apply. */
  others: readonly PriceChoice[]
  /** null: the date has no price. */
  orderPrice: OrderPrice | null
  /** The voucher, if there is a valid one. */
  voucher: ValidVoucher | undefined
  /** Why the voucher that was asked for does not apply; null: it applies, or there is none. */
  obstacle: PriceObstacle | null
}

/** Seats that somebody asks the price of. */
export type SeatsToPrice = {
  dateId: number
  /** For which the price is asked. */
  day: string
  seats: number
  /** Whose price it is. */
  visitorCategory?: string | undefined
  /** The field that has the category. */
  categoryField?: string
  /** The code as it was typed. */
  voucher?: string | undefined
  /** Of who orders, if that is known. */
  emailKey?: string
}

const stepsQuery = prepared(`
  select s.min_seats as "minSeats", s.discount_percent::float8 as "discountPercent" from group_discount_step s
  join event_date d on d.event_id = s.event_id where d.id = $1`)

/** The steps of a date's event. */
const loadGroupDiscountSteps = (reader: Reader, dateId: number): Promise<GroupDiscountStep[]> =>
  queryShared<GroupDiscountStep>(reader, stepsQuery, [dateId])

/** The prices of seats. @throws Failure 400 if no price is for the category */
export async function priceSeats(
  reader: Reader,
  {
    dateId,
    day,
    seats,
    visitorCategory = '',
    categoryField = 'visitorCategory',
    voucher: code,
    ...person
  }: SeatsToPrice,
): Promise<PricedSeats> {
  const [prices, steps] = await Promise.all([
    loadPriceChoices(reader, dateId, day, visitorCategory),
    loadGroupDiscountSteps(reader, dateId),
  ])
  if (visitorCategory !== '' && !visitorCategories(prices).includes(visitorCategory))
    throw badRequest([{ field: categoryField, ...visitorErrors.unknownCategory() }])
  const [chosen, ...others] = prices
  const found = code === undefined ? undefined : await findVoucher(reader, { code, dateId, day, ...person })
  const voucher = found && 'id' in found ? found : undefined
  const orderPrice = chosen
    ? priceOrder({
        price: chosen,
        isLimited: chosen.isCurrent && chosen.validTo !== null,
        seats,
        steps,
        voucher,
      })
    : null
  const valueObstacle = voucher && (orderPrice ? orderPrice.voucherObstacle : 'nothingToPay')
  return {
    chosen,
    others,
    orderPrice,
    voucher,
    obstacle: found && 'why' in found ? found : valueObstacle ? { why: valueObstacle } : null,
  }
}
