// The price of seats of a date on a day, with its reasons.
import { Temporal } from 'temporal-polyfill'
import { formatMoney } from '../../../website/date-parts.ts'
import type { PriceChoice } from '../../bookings/seat-price.ts'
import { formatHundredths } from '../../catalogue/records/vat.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import { type Discount, sumOf } from '../discounts/order-price.ts'
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

export type QuoteRequest = {
  dateId: number
  seats: number
  /** For which the price is asked, `YYYY-MM-DD`. */
  day: string
  visitorCategory?: string | undefined
  voucher?: string | undefined
  language: Language
}

type SeatsQuote = Omit<Quote, 'validUntil'> & { lastDay: string | null }

export async function quoteSeats(reader: Reader, request: QuoteRequest): Promise<SeatsQuote> {
  const priced = await priceSeats(reader, request)
  const { seats, language } = request
  const { chosen, orderPrice } = priced
  const reasons = [
    ...priceReasons(priced, request),
    ...groupDiscountReasons(priced, language),
    ...voucherReasons(priced, request.voucher, language),
  ]
  if (!chosen || !orderPrice) return { lines: [], reasons, net: null, tax: [], gross: null, lastDay: null }
  const { currency, unit, discounts, net, gross } = orderPrice
  const money = (amount: bigint) => ({ amount: formatHundredths(amount), currency })
  const line = (text: string, quantity: number, ofOne: bigint, amount: bigint) => ({
    text,
    quantity,
    unit: money(ofOne),
    amount: money(amount),
  })
  return {
    lines: [
      line(chosen.priceTitle || quoteTexts[language].price, seats, unit, unit * BigInt(seats)),
      ...discounts.map((discount) => {
        const amount = -sumOf(discount.ofSeats)
        const isOfOrder = 'kind' in discount.rule && voucherKinds[discount.rule.kind].isMoney
        const quantity = isOfOrder ? 1 : seats
        const name = discountName(discount, language)
        return line(name, quantity, amount / BigInt(quantity), amount)
      }),
    ],
    reasons,
    net: money(net),
    tax: [{ rate: chosen.priceVatRate.toFixed(2), amount: money(gross - net) }],
    gross: money(gross),
    lastDay: lastDayOf(priced, request),
  }
}
