// POST /quotes: what seats cost, and why.
import Type from 'typebox'
import { maxSeats } from '../../bookings/max-seats.ts'
import { publicWrite } from '../../platform/http/public/public-write.ts'
import { Id, IsoDate, record } from '../../platform/http/schema.ts'
import { languages } from '../../platform/pages/page-html.ts'
import { priceSeats } from '../discounts/price-seats.ts'
import { assertShown, chooseShownModules, findShownDate } from './bookable-date.ts'
import { moduleDateIds, Quote, visitorCategory, voucher } from './booking.schema.ts'
import { type QuoteRequest, quoteOf } from './quote.ts'

const endOfDay = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant().toString()

export const createQuote = publicWrite({
  path: '/quotes',
  id: 'createQuote',
  tag: 'Booking',
  summary: 'What seats cost',
  description: `The price of seats with VAT, and the rules by which it comes about. Nothing is stored: a booking costs what the same
quote says at that moment. A series has one price for all its modules. A voucher that does not apply is a reason that says why; with one,
a request counts as writing.`,
  isReadOnly: true,
  isGuess: ({ voucher }) => voucher !== undefined,
  body: record({
    dateId: Id,
    moduleDateIds,
    seats: Type.Integer({ minimum: 1, maximum: maxSeats }),
    visitorCategory,
    voucher,
    day: Type.Optional(
      Type.Unsafe<string>({ ...IsoDate, description: 'The price on another day; left out: today' }),
    ),
    language: Type.Optional(Type.Enum([...languages], { description: 'Of the texts; left out: `de`' })),
  }),
  response: Quote,
  examples: {
    body: { dateId: 139, seats: 2, language: 'en' },
    response: {
      lines: [
        {
          text: 'Regular price',
          quantity: 2,
          unit: { amount: '690.00', currency: 'EUR' },
          amount: { amount: '1380.00', currency: 'EUR' },
        },
      ],
      reasons: [
        { rule: 'price:12', applied: true, text: '“Regular price” applies.' },
        { rule: 'price:13', applied: false, text: '“Early bird” applied until 31 October 2026.' },
      ],
      net: { amount: '1159.66', currency: 'EUR' },
      tax: [{ rate: '19.00', amount: { amount: '220.34', currency: 'EUR' } }],
      gross: { amount: '1380.00', currency: 'EUR' },
      validUntil: null,
    },
  },
  open: (instance) => async (visit) => {
    const { timeZone } = instance.settingsCache.settings
    const date = await findShownDate(instance, visit, visit.body.dateId)
    return { input: { visit, date, timeZone }, mayShare: true }
  },
  async work(reader, requests) {
    for (const { visit, date } of requests) {
      assertShown(date)
      await chooseShownModules(reader, date, visit.body)
    }
    const wanted = requests.map(({ visit }): QuoteRequest => {
      const { dateId, seats, visitorCategory, voucher, day = visit.today, language = 'de' } = visit.body
      return { dateId, seats, day, visitorCategory, voucher, language }
    })
    const priced = await priceSeats(reader, wanted)
    return requests.map(({ timeZone }, index) => {
      const { lastDay, ...quote } = quoteOf(priced[index]!, wanted[index]!)
      return { ...quote, validUntil: lastDay === null ? null : endOfDay(lastDay, timeZone) }
    })
  },
})
