// The price of seats of a date on a day, with its reasons.

import { Temporal } from 'temporal-polyfill'
import type { PriceChoice } from '../../bookings/seat-price.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import type { Reader } from '../../platform/database/database.ts'
import { formatMoney } from '../../platform/ground/format-money.ts'
import type { Language } from '../../platform/ground/language.ts'
import { type Discount, grossOfSum, type OrderPrice, sumOf } from '../discounts/order-price.ts'
import { priceDates, shownTaxes, sumsOfDates } from '../discounts/price-dates.ts'
import { type PricedSeats, priceSeats } from '../discounts/price-seats.ts'
import { voucherKinds } from '../discounts/voucher-kinds.ts'
import type { Quote } from './booking.schema.ts'
import { dayText, quoteTexts, voucherObstacleText } from './quote-texts.ts'

type Reason = Quote['reasons'][number]

/** Whether a price is for another category of visitors. */
const isForOthers = ({ validFor }: PriceChoice, visitorCategory = ''): boolean =>
  validFor !== '' && validFor !== visitorCategory

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** The last of the days, from `day` on, on which the price stays the same; null: it is not known to change. */
function lastDayOf(
  { chosen, others, voucher, obstacle }: PricedSeats,
  { day, visitorCategory }: Pick<QuoteRequest, 'day' | 'visitorCategory'>,
): string | null {
  const starts = [
    ...others.flatMap((one) => (isForOthers(one, visitorCategory) ? [] : [one.validFrom])),
    obstacle?.why === 'early' ? obstacle.day : null,
  ]
  const ends = [
    chosen?.validTo ?? null,
    voucher?.validTo ?? null,
    ...starts.map((start) => (start !== null && start > day ? dayBefore(start) : null)),
  ].filter((end) => end !== null && end >= day)
  return ends.toSorted()[0] ?? null
}

/** A discount in words: `10 % von jedem Platz`. */
function shareText({ rule }: Pick<Discount, 'rule'>, language: Language): string {
  const text = quoteTexts[language]
  if ('kind' in rule && voucherKinds[rule.kind].isMoney)
    return text.perOrder(formatMoney({ amount: rule.value, currency: rule.currency }, text))
  const percent = new Intl.NumberFormat(text.locale, { style: 'percent', maximumFractionDigits: 2 })
  return text.perSeat(percent.format(('kind' in rule ? rule.value : rule.discountPercent) / 100))
}

/** The name of a discount, in a quote and at the seats of a booking. */
export const discountName = ({ rule }: Discount, language: Language): string =>
  'kind' in rule ? quoteTexts[language].voucher(rule.code) : quoteTexts[language].groupDiscount(rule.minSeats)

function priceReasons(
  { chosen, others }: PricedSeats,
  { day, visitorCategory, language }: QuoteRequest,
): Reason[] {
  const text = quoteTexts[language]
  if (!chosen) return [{ rule: 'price', applied: false, text: text.none }]
  const nameOf = ({ priceTitle }: PriceChoice) => priceTitle || text.price
  const name = nameOf(chosen)
  const whyChosen = !chosen.isCurrent
    ? text.onlyOne(name)
    : chosen.validTo === null
      ? text.applies(name)
      : text.appliesUntil(name, dayText(chosen.validTo, language))
  const whyNot = (one: PriceChoice): string => {
    if (isForOthers(one, visitorCategory)) return text.forOthers(nameOf(one), one.validFor)
    if (one.validFrom !== null && one.validFrom > day)
      return text.early(nameOf(one), dayText(one.validFrom, language))
    if (one.validTo !== null && one.validTo < day)
      return text.late(nameOf(one), dayText(one.validTo, language))
    return text.other(nameOf(one), name)
  }
  const ruleOf = ({ id }: PriceChoice) => `price:${id}`
  return [
    { rule: ruleOf(chosen), applied: true, text: whyChosen },
    ...others.map((one) => ({ rule: ruleOf(one), applied: false, text: whyNot(one) })),
  ]
}

function groupDiscountReasons({ orderPrice }: PricedSeats, language: Language): Reason[] {
  const text = quoteTexts[language]
  return (orderPrice?.steps ?? []).map(({ step, obstacle }) => {
    const name = text.groupDiscount(step.minSeats)
    const share = shareText({ rule: step }, language)
    return {
      rule: `groupDiscount:${step.minSeats}`,
      applied: obstacle === null,
      text:
        obstacle === null
          ? text.groupDiscountApplies(name, share)
          : text.groupDiscountNot[obstacle](name, share),
    }
  })
}

function voucherReasons(
  { voucher, obstacle }: PricedSeats,
  typed: string | undefined,
  language: Language,
): Reason[] {
  const text = quoteTexts[language]
  const code = voucher?.code ?? typed?.trim() ?? ''
  if (obstacle)
    return [{ rule: 'voucher', applied: false, text: voucherObstacleText(code, obstacle, language) }]
  if (!voucher) return []
  const applies = text.voucherApplies(code, shareText({ rule: voucher }, language))
  const parts = [applies, ...(voucher.oncePerPerson ? [text.oncePerPerson] : [])]
  return [{ rule: 'voucher', applied: true, text: parts.join(' ') }]
}

/** The price and its discounts. Their amounts with VAT add up to the sum, which VAT is reckoned on. */
function linesOf(orderPrice: OrderPrice, title: string, seats: number, language: Language): Quote['lines'] {
  const { currency, vatIncluded, unit, discounts } = orderPrice
  const money = (amount: bigint) => ({ amount: formatHundredths(amount), currency })
  const parts = [
    { text: title, quantity: seats, amount: unit * BigInt(seats) },
    ...discounts.map((discount) => {
      const isOfOrder = 'kind' in discount.rule && voucherKinds[discount.rule.kind].isMoney
      const quantity = isOfOrder ? 1 : seats
      return { text: discountName(discount, language), quantity, amount: -sumOf(discount.ofSeats) }
    }),
  ]
  let sum = 0n
  return parts.map(({ text, quantity, amount }, index) => {
    const before = grossOfSum(orderPrice, sum)
    sum += amount
    const withVat = grossOfSum(orderPrice, sum) - before
    return {
      text,
      quantity,
      unit: money(index === 0 ? grossOfSum(orderPrice, unit) : withVat / BigInt(quantity)),
      ...(!vatIncluded && { unitNet: money(amount / BigInt(quantity)) }),
      amount: money(withVat),
    }
  })
}

export type QuoteRequest = {
  dateId: number
  seats: number
  /** For which the price is asked, `YYYY-MM-DD`. */
  day: string
  visitorCategory?: string | undefined
  voucher?: string | undefined
  language: Language
}

export type SeatsQuote = Omit<Quote, 'validUntil'> & { lastDay: string | null }

export const quoteSeats = async (reader: Reader, request: QuoteRequest): Promise<SeatsQuote> =>
  toQuote(await priceSeats(reader, request), request)

type DatesRequest = {
  dates: readonly Pick<QuoteRequest, 'dateId' | 'seats' | 'visitorCategory'>[]
} & Pick<QuoteRequest, 'day' | 'voucher' | 'language'>

/** The prices of the seats of one order at its dates, and their sum. */
export async function quoteDates(
  reader: Reader,
  { dates, day, voucher, language }: DatesRequest,
): Promise<{ dates: SeatsQuote[]; total: Pick<Quote, 'net' | 'tax' | 'gross'>; currencies: string[] }> {
  const priced = await priceDates(reader, dates, { day, voucher })
  const { taxes, totals } = sumsOfDates(priced)
  const [total] = totals
  const money = (amount: string) => ({ amount, currency: total!.currency })
  return {
    dates: priced.map((one, index) =>
      toQuote(one, { ...dates[index]!, day, language, ...(one.voucher || one.obstacle ? { voucher } : {}) }),
    ),
    total: {
      net: total ? money(total.net) : null,
      tax: shownTaxes(taxes, priced, language),
      gross: total ? money(total.gross) : null,
    },
    currencies: priced.map(({ orderPrice }) => orderPrice?.currency ?? ''),
  }
}

function toQuote(priced: PricedSeats, request: QuoteRequest): SeatsQuote {
  const { seats, language } = request
  const { chosen, orderPrice } = priced
  const reasons = [
    ...priceReasons(priced, request),
    ...groupDiscountReasons(priced, language),
    ...voucherReasons(priced, request.voucher, language),
  ]
  if (!chosen || !orderPrice) return { lines: [], reasons, net: null, tax: [], gross: null, lastDay: null }
  const { currency, vatRate, total } = orderPrice
  const money = (amount: string) => ({ amount, currency })
  return {
    lines: linesOf(orderPrice, chosen.priceTitle || quoteTexts[language].price, seats, language),
    reasons,
    net: money(total.net),
    tax: shownTaxes([{ vatRate, currency, tax: total.tax }], [priced], language),
    gross: money(total.gross),
    lastDay: lastDayOf(priced, request),
  }
}
