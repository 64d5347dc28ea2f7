// POST /quotes: the price of seats, with its reasons.
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import { maxSeats } from '../../bookings/max-seats.ts'
import { dayEnds } from '../../platform/ground/clock.ts'
import { languages } from '../../platform/ground/language.ts'
import { Id, IsoDate, record } from '../../platform/ground/schema.ts'
import { publicWrite } from '../../platform/http/public/public-write.ts'
import { assertShown, chooseShownModules, findShownDate } from './bookable-date.ts'
import { moduleDateIds, Quote, visitorCategory, voucher } from './booking.schema.ts'
import { quoteSeats } from './quote.ts'

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
      tax: [{ rate: '19.00', amount: { amount: '220.34', currency: 'EUR' }, exemption: '' }],
      gross: { amount: '1380.00', currency: 'EUR' },
      validUntil: null,
    },
  },
  prepare: async (instance, request) => ({
    request,
    date: await findShownDate(instance, request, request.body.dateId),
    timeZone: instance.settingsCache.settings.timeZone,
  }),
  async work(reader, { request: { body, today }, date, timeZone }) {
    assertShown(date)
    await chooseShownModules(reader, date, body)
    const { dateId, seats, visitorCategory, voucher, day = today, language = 'de' } = body
    const wanted = { dateId, seats, day, visitorCategory, voucher, language }
    const { lastDay, ...quote } = await quoteSeats(reader, wanted)
    const end = lastDay === null ? undefined : dayEnds(timeZone, lastDay).getTime()
    const validUntil = end === undefined ? null : Temporal.Instant.fromEpochMilliseconds(end).toString()
    return { ...quote, validUntil }
  },
})
