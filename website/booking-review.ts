// The second step of the booking form: the persons, the price and the terms, right above the button that books.
import { type ComponentChildren, h, type VNode } from 'preact'
import { formatMoney } from '../server/platform/ground/format-money.ts'
import type { Quote, VisitorBooking } from '../server/website/booking/booking.schema.ts'
import { check, errorText, fieldset } from './booking-fields.ts'
import type { BookingView } from './booking-form.ts'
import { formatDays, formatRate, formatTimes, isFree, moduleText, placeOf, textLines } from './date-parts.ts'
import { htmlBlock } from './layout.ts'
import type { Texts } from './texts.ts'

const cancellationText = ({ texts, cancellation }: Pick<BookingView, 'texts' | 'cancellation'>): VNode => {
  if (cancellation.length === 0) return h('p', { class: 'wide' }, texts.cancellationFree)
  const feeOf = (percent: string) =>
    Number(percent) === 0 ? texts.feeFree : texts.fee(formatRate(percent, texts))
  const items = cancellation.map(({ daysBefore, feePercent }) =>
    h('li', { key: daysBefore }, texts.cancellationStep(daysBefore, feeOf(feePercent))),
  )
  return h('div', { class: 'wide' }, [h('p', null, `${texts.cancellation}:`), h('ul', null, items)])
}

/** The terms of a date: cancelling, and the withdrawal of consumers. */
const dateTerms = (view: BookingView, isConsumer: boolean): ComponentChildren => [
  cancellationText(view),
  view.withdrawalException === '' || !isConsumer
    ? null
    : h('p', { class: 'wide' }, view.texts.noWithdrawal(view.withdrawalException)),
]

/** The terms that concern the booking. @param dates its dates, which may have different ones */
export const termsPart = (
  view: BookingView,
  { isConsumer }: Pick<VisitorBooking, 'isConsumer'>,
  dates: readonly BookingView[] = [view],
): VNode => {
  const { texts, hasNewsletter } = view
  const byTerms = Map.groupBy(dates, ({ cancellation, withdrawalException }) =>
    JSON.stringify([cancellation, withdrawalException]),
  )
  const documents = view.documents.filter(
    ({ audience }) => audience === 'everyone' || (audience === 'consumers') === isConsumer,
  )
  return fieldset(texts.terms, [
    ...[...byTerms].flatMap(([key, ofTerms]) => [
      byTerms.size > 1
        ? h('p', { class: 'wide', key }, h('strong', null, ofTerms.map(({ date }) => date.title).join(', ')))
        : null,
      dateTerms(ofTerms[0]!, isConsumer),
    ]),
    ...documents.flatMap(({ id, version, title, html, language, mustBeAccepted }) => {
      const name = `accepted.${id}`
      return [
        h('details', { class: 'wide', key: `text ${id}` }, [
          h('summary', null, title),
          h('div', { lang: language }, htmlBlock(html)),
        ]),
        mustBeAccepted ? check(view, name, texts.accept(title), { value: String(version) }) : null,
        errorText(view, name),
      ]
    }),
    hasNewsletter ? check(view, 'newsletter', texts.newsletter) : null,
  ])
}

/** The terms of the group discount that applies. */
export const discountTerms = ({ quote }: BookingView): string[] =>
  quote.reasons.flatMap(({ rule, applied, text }) =>
    rule.startsWith('groupDiscount:') && applied ? [text] : [],
  )

/** The text of a line of the quote, with what one costs. VAT is added to the sum of prices without it. */
export const lineText = ({ text, quantity, unit, unitNet }: Quote['lines'][number], texts: Texts): string => {
  const one = unitNet
    ? texts.plusVat(formatMoney(unitNet, texts))
    : quantity > 1
      ? formatMoney(unit, texts)
      : ''
  return [quantity > 1 ? `${quantity} × ` : '', text, one === '' ? '' : ` (${one})`].join('')
}

/** The VAT of a sum by rate, or why there is none. */
export const taxRows = ({ tax }: Pick<Quote, 'tax'>, texts: Texts): VNode[] =>
  tax.map(({ rate, amount, exemption }) =>
    h(
      'tr',
      { class: 'soft', key: `tax ${rate}` },
      Number(rate) > 0
        ? [
            h('th', { scope: 'row' }, texts.ofWhichVat(formatRate(rate, texts))),
            h('td', null, formatMoney(amount, texts)),
          ]
        : h('th', { scope: 'row', colspan: 2 }, exemption || texts.withoutVat),
    ),
  )

const priceTable = ({ texts, quote, seats }: BookingView): VNode =>
  quote.gross
    ? h('table', null, [
        h('tbody', null, [
          ...quote.lines.map((line, at) =>
            h('tr', { key: at }, [
              h('th', { scope: 'row' }, lineText(line, texts)),
              h('td', null, formatMoney(line.amount, texts)),
            ]),
          ),
          ...taxRows(quote, texts),
          h('tr', null, [
            h('th', { scope: 'row' }, texts.total),
            h('td', null, formatMoney(quote.gross, texts)),
          ]),
        ]),
      ])
    : h('p', null, `${texts.seats}: ${seats}, ${texts.noPrice}`)

/** The date, the persons of its seats if they are known, and the price. */
export const summaryPart = (view: BookingView): VNode => {
  const { texts, date, checked } = view
  const times = formatTimes(date, texts)
  const chosen = new Set(checked?.moduleDateIds)
  const persons = checked?.seats.map((seat) =>
    'later' in seat ? texts.namedLater : `${seat.firstName} ${seat.lastName}, ${seat.email}`,
  )
  return h('section', { class: 'summary', 'aria-labelledby': 'summary' }, [
    h('h2', { id: 'summary' }, texts.summary),
    h('p', null, [
      h('strong', null, date.title),
      ', ',
      formatDays(date, texts),
      times === '' ? '' : `, ${times}`,
    ]),
    h('p', null, placeOf(date, texts)),
    chosen.size === 0
      ? null
      : h(
          'ul',
          null,
          date.modules
            .filter(({ dateId }) => chosen.has(dateId))
            .map((module) => h('li', { key: module.dateId }, moduleText(module, texts))),
        ),
    persons
      ? h(
          'ol',
          { class: 'persons', 'aria-label': texts.whoIsBooked },
          persons.map((person, at) => h('li', { key: at }, person)),
        )
      : null,
    priceTable(view),
    ...textLines(view.vatNote),
    ...(view.paymentText === '' || isFree(view.quote.gross)
      ? []
      : textLines(`${texts.payment}: ${view.paymentText}`)),
    // The terms of a discount are accepted with the booking.
    ...discountTerms(view).map((text) => h('p', { class: 'soft', key: text }, text)),
    h('p', null, texts.contractPartner(view.provider)),
  ])
}

/** The entries beside the seats. */
export const enteredPart = (view: BookingView, booking: VisitorBooking): VNode => {
  const { texts, countries, questions } = view
  const { orderer, invoiceTo, isConsumer, comment } = booking
  const country = countries.find(({ code }) => code === invoiceTo.country)?.name ?? invoiceTo.country
  const answersOf = (answers: VisitorBooking['answers'], prefix = ''): [string, ComponentChildren][] =>
    (answers ?? []).flatMap(({ questionId, answer }) => {
      const question = questions.find(({ id }) => id === questionId)
      return question ? [[prefix + question.text, answer === 'yes' ? texts.yes : answer]] : []
    })
  const rows: [string, ComponentChildren][] = [
    [texts.kind, isConsumer ? texts.kinds.consumer : texts.kinds.business],
    [texts.orderer, `${orderer.firstName} ${orderer.lastName}, ${orderer.email}`],
    [texts.phone, orderer.phone],
    [
      texts.invoice,
      [
        invoiceTo.company ?? `${orderer.firstName} ${orderer.lastName}`,
        [invoiceTo.street, invoiceTo.houseNumber].filter(Boolean).join(' '),
        `${invoiceTo.zip} ${invoiceTo.city}`,
        country,
      ].join(', '),
    ],
    [texts.invoiceEmail, invoiceTo.email],
    [texts.vatId, invoiceTo.vatId],
    [texts.reference, invoiceTo.reference],
    ...answersOf(booking.answers),
    ...booking.seats.flatMap((seat, at) =>
      'later' in seat ? [] : answersOf(seat.answers, `${texts.seat(at + 1)}, `),
    ),
    [texts.comment, comment],
  ]
  return h('section', { class: 'entered', 'aria-labelledby': 'entered' }, [
    h('h2', { id: 'entered' }, texts.entered),
    h(
      'dl',
      null,
      rows.flatMap(([label, text]) =>
        text ? [h('dt', { key: `${label}.label` }, label), h('dd', { key: label }, text)] : [],
      ),
    ),
    h('button', { class: 'plain', type: 'submit', name: 'step', value: 'edit' }, texts.change),
  ])
}
