// What seats of a date cost on a day, for a quote and for a booking.
import { sql } from 'kysely'
import { loadPriceChoices, type PriceChoice } from '../../bookings/seat-price.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { visitorErrors } from '../booking/booking.errors.ts'
import { visitorCategories } from '../general-prices.ts'
import { type GroupDiscountStep, type OrderPrice, priceOrder, type ValueObstacle } from './order-price.ts'
import { findVoucher, type ValidVoucher, type VoucherObstacle } from './voucher.sql.ts'

/** Why a voucher does not apply. */
export type Obstacle = VoucherObstacle | { why: ValueObstacle }

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
  obstacle: Obstacle | null
}

async function loadGroupDiscountSteps(reader: Reader, dateId: number): Promise<GroupDiscountStep[]> {
  const { rows } = await sql<GroupDiscountStep>`
    select s.min_seats as "minSeats", s.discount_percent::float8 as "discountPercent" from group_discount_step s
    join event_date d on d.event_id = s.event_id where d.id = ${dateId}`.execute(reader)
  return rows
}

/**
 * @param day for which the price is asked
 * @param order `visitorCategory`: whose price it is; `voucher`: the code as it was typed; `emailKey`: of who orders, if that is known
 * @throws Failure 400 if no price is for the category
 */
export async function priceSeats(
  reader: Reader,
  order: {
    dateId: number
    day: string
    seats: number
    visitorCategory?: string | undefined
    voucher?: string | undefined
    emailKey?: string
  },
): Promise<PricedSeats> {
  const { dateId, day, seats, visitorCategory = '', voucher: code, ...person } = order
  const [prices, steps] = await Promise.all([
    loadPriceChoices(reader, dateId, day, visitorCategory),
    loadGroupDiscountSteps(reader, dateId),
  ])
  if (visitorCategory !== '' && !visitorCategories(prices).includes(visitorCategory))
    throw badRequest([{ field: 'visitorCategory', ...visitorErrors.unknownCategory() }])
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
