// Changes seats of an order. With a group discount, this can change the price of the other seats: the visitor sees it before the button.

import { sql } from 'kysely'
import { type ExplainedAmount, priceText } from '../../../bookings/price-text.ts'
import type { SeatAllocation } from '../../../bookings/seat-allocation.ts'
import { finalPrice } from '../../../bookings/seat-price.ts'
import { vatExemption } from '../../../catalogue/records/vat-exemption.sql.ts'
import { saveAndNotify } from '../../../messages/save-and-notify.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { formatMoney } from '../../../platform/ground/format-money.ts'
import type { PageSubmission } from '../../../platform/pages/public-pages.ts'
import { type OrderView, seatLabel } from './overview.ts'
import { texts } from './texts.ts'

/** Prices by the ids of bookings. */
type Prices = ReadonlyMap<number, ExplainedAmount>

/** The name of the hidden field with the prices that the visitor agrees to. */
const agreedName = 'prices'

/** The prices of the seats of an order that are not cancelled. */
async function loadPrices(reader: Reader, orderId: number): Promise<Prices> {
  const { rows } = await sql<ExplainedAmount & { id: number }>`
    select b.id, (${finalPrice('b')})::numeric(12, 2)::text as amount, coalesce(nullif(b.price_currency, ''), 'EUR') as currency,
      b.price_vat_rate::float8 as "vatRate", b.price_vat_included as "vatIncluded", ${sql.raw(vatExemption)} as "vatExemption"
    from booking b join booking_status s on s.status = b.status and s.counts_as <> 'none'
    join event_date d on d.id = b.date_id join event e on e.id = d.event_id
    where b.order_id = ${orderId} and b.price_amount is not null order by b.id`.execute(reader)
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

export type NewPrices = Required<Pick<OrderView, 'alert' | 'newPrices'>>

function newPrices(
  { order, language }: OrderView,
  ids: readonly number[],
  before: Prices,
  next: Prices,
): NewPrices {
  const text = texts[language]
  const money = (prices: Prices, id: number) => {
    const price = prices.get(id)
    if (!price) return ''
    return price.vatIncluded ? formatMoney(price, text) : priceText(price, language)
  }
  return {
    alert: text.newPrices,
    newPrices: {
      lines: order.seats.flatMap((seat, index) =>
        ids.includes(seat.id)
          ? `${seatLabel(seat, index, language)}: ${text.newPrice(money(next, seat.id), money(before, seat.id))}`
          : [],
      ),
      hidden: { [agreedName]: ids.map((id) => `${id} ${next.get(id)?.amount}`).join() },
    },
  }
}

/**
 * Changes seats and tells whom it concerns, unless a seat then has a price that the page has not shown: nothing is changed in this case.
 * @param change returns false if it has changed nothing
 * @param shown the prices that the visitor has chosen, by booking; those of other seats are as they were
 */
export async function changeAtShownPrices(
  { tx, now, timeZone, fields }: PageSubmission,
  view: OrderView,
  shown: ReadonlyMap<number, string>,
  change: (allocation: SeatAllocation) => Promise<unknown>,
): Promise<{ isChanged: boolean } | NewPrices> {
  const before = await loadPrices(tx, view.order.id)
  await sql`savepoint shown_prices`.execute(tx)
  const result = await saveAndNotify(tx, { now, timeZone }, change)
  if (result === false) return { isChanged: false }
  const next = await loadPrices(tx, view.order.id)
  const ids = [...next.keys()].filter(
    (id) => next.get(id)!.amount !== (shown.get(id) ?? before.get(id)?.amount),
  )
  const question = newPrices(view, ids, before, next)
  if (ids.length === 0 || fields.get(agreedName) === question.newPrices.hidden[agreedName])
    return { isChanged: true }
  await sql`rollback to savepoint shown_prices`.execute(tx)
  return question
}
