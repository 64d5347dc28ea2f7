// What seats of a date cost on a day, and why.
import { grossAmount, loadPriceChoices, type PriceChoice } from '../../bookings/seat-price.ts'
import { formatHundredths, netOf, parseHundredths } from '../../catalogue/records/vat.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Language } from '../../platform/pages/page-html.ts'
import type { Quote } from './booking.schema.ts'

const texts = {
  de: {
    locale: 'de-DE',
    price: 'Preis',
    applies: (price: string) => `„${price}“ gilt.`,
    appliesUntil: (price: string, day: string) => `„${price}“ gilt bis ${day}.`,
    onlyOne: (price: string) => `„${price}“ gilt, weil an diesem Tag kein anderer Preis gilt.`,
    early: (price: string, day: string) => `„${price}“ gilt erst ab ${day}.`,
    late: (price: string, day: string) => `„${price}“ galt bis ${day}.`,
    other: (price: string, first: string) => `„${price}“ gilt nicht, weil „${first}“ vorgeht.`,
    none: 'Der Termin hat keinen Preis.',
  },
  en: {
    locale: 'en-GB',
    price: 'Price',
    applies: (price: string) => `“${price}” applies.`,
    appliesUntil: (price: string, day: string) => `“${price}” applies until ${day}.`,
    onlyOne: (price: string) => `“${price}” applies because no other price does on this day.`,
    early: (price: string, day: string) => `“${price}” applies only from ${day} on.`,
    late: (price: string, day: string) => `“${price}” applied until ${day}.`,
    other: (price: string, first: string) => `“${price}” does not apply because “${first}” comes first.`,
    none: 'The date has no price.',
  },
} as const satisfies Record<Language, object>

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

/** The last of the days, from `day` on, on which the chosen price stays the same; null: it is not known to change. */
function lastDayOf(chosen: PriceChoice, others: readonly PriceChoice[], day: string): string | null {
  const ends = [
    chosen.validTo,
    ...others.map(({ validFrom }) => (validFrom !== null && validFrom > day ? dayBefore(validFrom) : null)),
  ].filter((end) => end !== null && end >= day)
  return ends.toSorted()[0] ?? null
}

/** @param day for which the price is asked, `YYYY-MM-DD` */
export async function quoteSeats(
  reader: Reader,
  { dateId, seats, day, language }: { dateId: number; seats: number; day: string; language: Language },
): Promise<Omit<Quote, 'validUntil'> & { lastDay: string | null }> {
  const text = texts[language]
  const format = new Intl.DateTimeFormat(text.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const dayText = (one: string) => format.format(new Date(one))
  const nameOf = ({ priceTitle }: PriceChoice) => priceTitle || text.price
  const ruleOf = ({ id }: PriceChoice) => `price:${id}`
  const [chosen, ...others] = await loadPriceChoices(reader, dateId, day)
  const unit = chosen && grossAmount(chosen, 1)
  const gross = chosen && grossAmount(chosen, seats)
  if (!chosen || !unit || !gross) {
    const reasons = [{ rule: 'price', applied: false, text: text.none }]
    return { lines: [], reasons, net: null, tax: [], gross: null, lastDay: null }
  }
  const { currency } = unit
  const name = nameOf(chosen)
  const whyChosen = !chosen.isCurrent
    ? text.onlyOne(name)
    : chosen.validTo === null
      ? text.applies(name)
      : text.appliesUntil(name, dayText(chosen.validTo))
  const whyNot = (one: PriceChoice): string => {
    if (one.validFrom !== null && one.validFrom > day) return text.early(nameOf(one), dayText(one.validFrom))
    if (one.validTo !== null && one.validTo < day) return text.late(nameOf(one), dayText(one.validTo))
    return text.other(nameOf(one), name)
  }
  // The seat's net price counts, so that the sum does not depend on how many seats one booking has.
  const netOfSeat =
    chosen.priceVatIncluded || chosen.priceAmount === null
      ? netOf(unit.amount, chosen.priceVatRate)
      : chosen.priceAmount.toFixed(2)
  const net = parseHundredths(netOfSeat) * BigInt(seats)
  const money = (amount: bigint) => ({ amount: formatHundredths(amount), currency })
  return {
    lines: [{ text: name, quantity: seats, unit, amount: gross }],
    reasons: [
      { rule: ruleOf(chosen), applied: true, text: whyChosen },
      ...others.map((one) => ({ rule: ruleOf(one), applied: false, text: whyNot(one) })),
    ],
    net: money(net),
    tax: [{ rate: chosen.priceVatRate.toFixed(2), amount: money(parseHundredths(gross.amount) - net) }],
    gross,
    lastDay: lastDayOf(chosen, others, day),
  }
}
