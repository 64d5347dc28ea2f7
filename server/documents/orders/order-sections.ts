// An order in words, section by section, in a language. Page, mail, PDF and the back office all show these.

import { seatStates } from '../../bookings/orders/order-seats.ts'
import { withdrawalDays } from '../../bookings/orders/withdrawal-days.ts'
import { priceText, priceTexts, rateText, withoutVatText } from '../../bookings/price-text.ts'
import { formatMoney } from '../../platform/ground/format-money.ts'
import type { Language } from '../../platform/ground/language.ts'
import { orderTexts } from './order-texts.ts'
import type { DateOfSeat, OrderDate, OrderSeat, OrderView } from './order-view.ts'

/** A value may have several lines. */
export type OrderRow = { label: string; value: string }
export type OrderSection = { title: string; rows: OrderRow[] }

type Context = { language: Language; timeZone: string }

const row = (label: string, ...lines: (string | false)[]): OrderRow[] => {
  const value = lines.filter(Boolean).join('\n')
  return value === '' ? [] : [{ label, value }]
}

const dayText = (day: string, language: Language, dateStyle: 'full' | 'long' = 'full'): string =>
  new Intl.DateTimeFormat(priceTexts[language].locale, { dateStyle, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const momentText = (moment: string, { language, timeZone }: Context): string =>
  new Intl.DateTimeFormat(priceTexts[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(moment))

function dayLines({ days }: DateOfSeat, language: Language): string[] {
  const text = orderTexts[language]
  return days.map(({ day, lastDay, startTime, endTime }) => {
    const hours = [startTime, endTime].filter(Boolean).join('–')
    const shown = [day, ...(lastDay === day ? [] : [lastDay])].map((one) => dayText(one, language))
    return [shown.join(' – '), hours && text.hours(hours)].filter(Boolean).join(', ')
  })
}

function changeLines({ changes }: OrderDate, language: Language): string[] {
  const text = orderTexts[language]
  return changes.map(({ what, until }) => {
    const actions = what.map((one) => text.actions[one]).join(text.and)
    return until === null ? text.always(actions) : text.until(actions, dayText(until, language, 'long'))
  })
}

function cancellationLines({ cancellationSteps }: OrderDate, language: Language): string[] {
  const text = orderTexts[language]
  if (cancellationSteps.length === 0) return [text.freeUntilStart]
  return cancellationSteps.map(({ daysBefore, feePercent }) =>
    text.step(daysBefore, feePercent === 0 ? text.free : text.feeShare(rateText(feePercent, language))),
  )
}

/** The price of a seat, and how it comes about. */
function priceLines({ price, state }: OrderSeat, language: Language): string[] {
  if (!price) return []
  const text = orderTexts[language]
  if (!seatStates[state].isOpen) return [text.fee(priceText(price, language))]
  const { title, full, reductions, currency } = price
  const money = (amount: string) => formatMoney({ amount, currency }, priceTexts[language])
  const parts = [
    [title, money(full)].filter(Boolean).join(' '),
    ...reductions.map(({ reason, amount }) => `${reason} −${money(amount)}`),
  ]
  return [priceText(price, language), reductions.length > 0 ? parts.join(', ') : title]
}

function stateText({ state, offeredUntil }: OrderSeat, context: Context): string {
  const text = orderTexts[context.language]
  return seatStates[state].isOffered && offeredUntil !== ''
    ? text.offeredUntil(momentText(offeredUntil, context))
    : text.states[state]
}

/** The price of a seat, or its fee if it is cancelled, on one line; '': none. */
export const seatPriceText = (seat: OrderSeat, language: Language): string =>
  priceLines(seat, language)[0] ?? ''

const titleOf = ({ title, subtitle }: DateOfSeat): string => [title, subtitle].filter(Boolean).join(': ')

/** Whether, when and where a date takes place. */
function placeRows(date: DateOfSeat, language: Language): OrderRow[] {
  const text = orderTexts[language]
  return [
    ...row(text.state, !date.goesAhead && text.cancelled),
    ...row(text.days, ...dayLines(date, language)),
    ...row(text.place, ...date.places, date.isOnline && text.isOnline),
    ...row(text.room, ...date.rooms),
    ...row(text.online, date.isOnline && date.onlineLink),
  ]
}

/** The date as a participant sees it, without prices and other seats. */
export const seatSection = (date: DateOfSeat, language: Language): OrderSection => ({
  title: titleOf(date),
  rows: placeRows(date, language),
})

function dateSection(date: OrderDate, view: OrderView, context: Context): OrderSection {
  const { language } = context
  const text = orderTexts[language]
  const seats = view.seats.flatMap((seat, index) => (seat.dateId === date.id ? { seat, index } : []))
  return {
    title: titleOf(date),
    rows: [
      ...placeRows(date, language),
      ...seats.map(({ seat, index }) => ({
        label: text.seat(index + 1),
        value: [
          `${seat.name || text.later}: ${stateText(seat, context)}`,
          ...priceLines(seat, language).filter(Boolean),
        ].join('\n'),
      })),
      ...row(text.changes, ...changeLines(date, language)),
      ...row(text.cancellation, ...cancellationLines(date, language)),
    ],
  }
}

/** The sum of an order with its VAT; '': none of its seats has a price. */
export const totalText = ({ sums: { totals } }: OrderView, language: Language): string =>
  totals
    .map(({ gross, currency }) => formatMoney({ amount: gross, currency }, priceTexts[language]))
    .join(', ')

/** Why there is no VAT: events may have reasons of their own. */
const exemptions = ({ seats }: OrderView, language: Language): string[] => [
  ...new Set(seats.flatMap(({ price }) => (price?.vatRate === 0 ? withoutVatText(price, language) : []))),
]

function sumRows(view: OrderView, language: Language): OrderRow[] {
  const text = orderTexts[language]
  const { taxes, totals } = view.sums
  const money = (amount: string, currency: string) => formatMoney({ amount, currency }, priceTexts[language])
  if (totals.length === 0) return row(text.total, text.noPrice)
  return totals.flatMap(({ currency, net, gross }) => [
    ...row(text.net, money(net, currency)),
    ...taxes
      .filter((one) => one.currency === currency)
      .flatMap((one) =>
        one.vatRate === 0
          ? row(text.vatAlone, ...exemptions(view, language))
          : row(text.vat(rateText(one.vatRate, language)), money(one.tax, currency)),
      ),
    ...row(text.total, money(gross, currency)),
  ])
}

/** As the form for visitors says it: nothing about what is free. */
const paymentRows = ({ isOfVisitor, payment, sums }: OrderView, language: Language): OrderRow[] =>
  isOfVisitor && sums.totals.some(({ gross }) => Number(gross) > 0)
    ? row(orderTexts[language].payment, payment[language])
    : []

function withdrawalLines({ isConsumer, isOfVisitor, dates }: OrderView, language: Language): string[] {
  if (!isConsumer || !isOfVisitor) return []
  const text = orderTexts[language]
  const reasons = dates.map(({ withdrawalException: { de, en } }) => (language === 'en' && en) || de || en)
  return [
    ...(reasons.every((reason) => reason !== '') ? [] : [text.withdrawalDays(withdrawalDays)]),
    ...new Set(reasons.filter((reason) => reason !== '').map((reason) => text.noWithdrawal(reason))),
  ]
}

export const orderTitle = ({ code, id }: Pick<OrderView, 'code' | 'id'>, language: Language): string =>
  orderTexts[language].title(code || String(id))

/** All that is shown of an order. */
export function orderSections(view: OrderView, context: Context): OrderSection[] {
  const { language, timeZone } = context
  const text = orderTexts[language]
  const { provider, accepted } = view
  const orderedOn = new Intl.DateTimeFormat(priceTexts[language].locale, { dateStyle: 'long', timeZone })
  const sections: OrderSection[] = [
    {
      title: orderTitle(view, language),
      rows: [...row(text.orderedOn, orderedOn.format(new Date(view.createdAt)))],
    },
    ...view.dates.map((date) => dateSection(date, view, context)),
    { title: text.price, rows: [...sumRows(view, language), ...paymentRows(view, language)] },
    {
      title: text.terms,
      rows: [
        ...row(
          text.accepted,
          ...accepted.map(({ title, titleEn, version }) =>
            text.version((language === 'en' && titleEn) || title, version),
          ),
        ),
        ...row(text.withdrawal, ...withdrawalLines(view, language)),
      ],
    },
    {
      title: text.provider,
      rows: [
        ...row(text.name, provider.name),
        ...row(text.address, ...provider.addressLines),
        ...row(text.phone, provider.phone),
        ...row(text.email, provider.email),
        ...row(text.website, provider.website),
      ],
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** The sections as plain text, for a mail. */
export const orderSummary = (view: OrderView, context: Context): string =>
  orderSections(view, context)
    .map(({ title, rows }) =>
      [
        title,
        ...rows.map(({ label, value }) =>
          value.includes('\n') ? `${label}:\n${value.replaceAll(/^/gm, '  ')}` : `${label}: ${value}`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
