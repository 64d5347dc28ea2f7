// The basket: several dates of a provider, booked as one order, in the two steps of every booking.
import { type ComponentChildren, h, type VNode } from 'preact'
import { formatMoney } from '../server/platform/ground/format-money.ts'
import type { VisitorBooking } from '../server/website/booking/booking.schema.ts'
import { visitorCategories } from '../server/website/general-prices.ts'
import { type BasketDate, type BasketView, dateLabel } from './basket-form.ts'
import { enteredValue, field, fieldset, folded, hiddenFields, isUsed, select } from './booking-fields.ts'
import type { BookingView } from './booking-form.ts'
import { modulesPart, seatPart, seatsPart } from './booking-parts.ts'
import { discountTerms, enteredPart, lineText, taxRows, termsPart } from './booking-review.ts'
import {
  bookingFormId,
  buttonText,
  carried,
  enteredTwice,
  errorSummary,
  fillInStep,
  firstButton,
  hintsBox,
  namesIn,
  noticeBox,
  stepsList,
  waysBox,
} from './booking-view.ts'
import { formatDays, formatTimes, isFree, moduleText, placeOf, textLines } from './date-parts.ts'
import type { PageView } from './layout.ts'

const plainButton = (name: string, value: string, label: string, ariaLabel?: string): VNode =>
  h(
    'button',
    { class: 'plain', type: 'submit', name, value, ...(ariaLabel && { 'aria-label': ariaLabel }) },
    label,
  )

const linesTable = ({ quote, texts, seats }: BasketDate): VNode =>
  quote.gross
    ? h(
        'table',
        { class: 'lines' },
        h(
          'tbody',
          null,
          quote.lines.map((line, at) =>
            h('tr', { key: at }, [
              h('th', { scope: 'row' }, lineText(line, texts)),
              h('td', null, formatMoney(line.amount, texts)),
            ]),
          ),
        ),
      )
    : h('p', null, `${texts.seats}: ${seats}, ${texts.noPrice}`)

/** The persons of a date with their answers, as they are booked. */
const personsList = ({ texts, questions }: BasketDate, { seats }: VisitorBooking): VNode =>
  h(
    'ol',
    { class: 'persons', 'aria-label': texts.whoIsBooked },
    seats.map((seat, at) => {
      if ('later' in seat) return h('li', { key: at }, texts.namedLater)
      const answers = (seat.answers ?? []).flatMap(({ questionId, answer }) => {
        const question = questions.find(({ id }) => id === questionId)
        return question ? [`${question.text}: ${answer === 'yes' ? texts.yes : answer}`] : []
      })
      return h('li', { key: at }, [`${seat.firstName} ${seat.lastName}`, seat.email, ...answers].join(', '))
    }),
  )

const categoryField = (one: BasketDate): VNode | null => {
  const categories = visitorCategories(one.date.prices)
  return categories.length === 0
    ? null
    : select(one, 'visitorCategory', {
        label: one.texts.visitorCategory,
        options: ['', ...categories].map((value) => ({ value, label: value || one.texts.everyone })),
        value: enteredValue(one, 'visitorCategory'),
        hint: one.texts.visitorCategoryHint,
      })
}

/** A date of the basket with its price; in the second step with its persons. */
const datePart = ({ basketTexts }: BasketView, one: BasketDate, checked?: VisitorBooking): VNode => {
  const { texts, date, problem, waits } = one
  const times = formatTimes(date, texts)
  const modules = date.modules.filter(({ dateId }) => checked?.moduleDateIds?.includes(dateId))
  const id = `date-${date.id}`
  return h('section', { class: 'summary', 'aria-labelledby': id, key: id }, [
    h('h3', { id }, date.title),
    h('p', null, [formatDays(date, texts), times === '' ? '' : `, ${times}`]),
    h('p', { class: 'soft' }, placeOf(date, texts)),
    modules.length === 0
      ? null
      : h(
          'ul',
          null,
          modules.map((module) => h('li', { key: module.dateId }, moduleText(module, texts))),
        ),
    problem === '' ? null : h('p', { class: 'error' }, problem),
    waits ? h('p', null, basketTexts.waits) : null,
    checked ? personsList(one, checked) : null,
    linesTable(one),
    ...discountTerms(one).map((text) => h('p', { class: 'soft', key: text }, text)),
    checked ? null : categoryField(one),
    checked
      ? null
      : h(
          'p',
          null,
          plainButton('drop', String(date.id), basketTexts.remove, basketTexts.removeDate(dateLabel(one))),
        ),
  ])
}

/** The sum of all dates with its VAT. */
const sumPart = ({ common, basketTexts }: BasketView): VNode => {
  const { texts, quote, vatNote, paymentText, provider } = common
  return h('section', { class: 'summary', 'aria-labelledby': 'sum' }, [
    h('h2', { id: 'sum' }, basketTexts.sum),
    quote.gross
      ? h(
          'table',
          null,
          h('tbody', null, [
            ...taxRows(quote, texts),
            h('tr', null, [
              h('th', { scope: 'row' }, texts.total),
              h('td', null, formatMoney(quote.gross, texts)),
            ]),
          ]),
        )
      : h('p', null, texts.noPrice),
    ...textLines(vatNote),
    ...(paymentText === '' || isFree(quote.gross) ? [] : textLines(`${texts.payment}: ${paymentText}`)),
    h('p', null, texts.contractPartner(provider)),
  ])
}

const voucherPart = ({ common, basketTexts }: BasketView): VNode | null => {
  const { texts, takesVouchers } = common
  return takesVouchers
    ? fieldset(texts.voucher, [
        folded(
          texts.voucher,
          isUsed(common, (name) => name === 'voucher'),
          field(common, 'voucher', { label: texts.voucherCode, autocomplete: 'off', isConditional: true }),
        ),
        h('p', { class: 'soft wide' }, basketTexts.voucherHint),
        h('div', { class: 'wide' }, plainButton('step', 'seats', texts.update)),
      ])
    : null
}

/** The number of seats, and their persons. Prices and vouchers have their own fields. */
const seatsOf = (view: BookingView): ComponentChildren => [
  seatsPart({ ...view, date: { ...view.date, prices: [] }, takesVouchers: false }),
  ...Array.from({ length: view.seats }, (_, at) => seatPart(view, at)),
]

const personsPart = ({ common, dates, isSame, basketTexts }: BasketView): ComponentChildren =>
  isSame
    ? [
        dates.length > 1 ? h('h2', null, basketTexts.persons) : null,
        dates.length > 1
          ? h('p', null, [basketTexts.same, ' ', plainButton('switch', 'each', basketTexts.toEach)])
          : null,
        seatsOf(common),
      ]
    : [
        h('h2', null, basketTexts.persons),
        h('p', null, plainButton('switch', 'same', basketTexts.toSame)),
        ...dates.map((one) => [h('h3', null, basketTexts.personsOf(dateLabel(one))), seatsOf(one)]),
      ]

const entriesStep = (view: BasketView): ComponentChildren => {
  const { common, dates, basketTexts, morePath } = view
  return fillInStep(common, {
    first: [
      h('h2', null, basketTexts.dates),
      ...dates.map((one) => datePart(view, one)),
      h('p', null, h('a', { class: 'button plain', href: morePath }, basketTexts.more)),
      sumPart(view),
    ],
    modules: dates.map(({ path: _, ...one }) => modulesPart(one)),
    persons: personsPart(view),
    voucher: voucherPart(view),
    waits: dates.some(({ waits }) => waits),
  })
}

/** Persons that are entered for several seats of a date. */
export const twiceIn = (checked: readonly VisitorBooking[]): string[] => [
  ...new Set(checked.flatMap(({ seats }) => enteredTwice(seats))),
]

function reviewStep(view: BasketView, checked: readonly VisitorBooking[]): ComponentChildren {
  const { common, dates, basketTexts } = view
  const { texts } = common
  const parts = [
    hintsBox(common, { twice: twiceIn(checked) }),
    // The answers of persons stand beside them.
    enteredPart(common, { ...checked[0]!, answers: allAnswers(checked), seats: [] }),
    h('h2', null, basketTexts.dates),
    ...dates.map((one, at) => datePart(view, one, checked[at])),
    termsPart(common, checked[0]!, dates),
    sumPart(view),
  ]
  const shown = namesIn(parts)
  return [
    firstButton('book', buttonText(common)),
    ...carried(common.entries, (name) => shown.has(name)),
    waysBox(common),
    ...parts,
    dates.some(({ waits }) => waits) ? h('p', null, texts.waitHint) : null,
    common.isConfirmedByMail ? h('p', null, texts.confirmHint) : null,
    h('p', null, h('button', { type: 'submit', name: 'step', value: 'book' }, buttonText(common))),
  ]
}

const allAnswers = (checked: readonly VisitorBooking[]) => [
  ...new Map(
    checked.flatMap(({ answers = [] }) => answers.map((answer) => [answer.questionId, answer] as const)),
  ).values(),
]

export const basketView = (view: BasketView): PageView => {
  const { common, dates, checked, basketTexts } = view
  return {
    title: basketTexts.title,
    isPrivate: true,
    switchesBy: {
      form: bookingFormId,
      step: checked ? 'review' : 'edit',
      enters: checked ? 'book' : 'review',
    },
    content: [
      h('h1', null, basketTexts.heading),
      stepsList({ ...common, checked: checked?.[0] }),
      errorSummary(common),
      noticeBox(common),
      ...(checked ? [] : textLines(common.ownText)),
      h(
        'form',
        { class: 'book', id: bookingFormId, method: 'post', action: common.action, novalidate: true },
        [
          ...hiddenFields(common.hidden),
          ...dates.map(({ date }) =>
            h('input', { type: 'hidden', name: 'date', value: String(date.id), key: date.id }),
          ),
          ...[checked ? reviewStep(view, checked) : entriesStep(view)].flat(),
        ],
      ),
    ],
  }
}

export const emptyBasketView = (
  { basketTexts, morePath }: Pick<BasketView, 'basketTexts' | 'morePath'>,
  notices: readonly string[],
): PageView => ({
  title: basketTexts.title,
  isPrivate: true,
  content: [
    h('h1', null, basketTexts.title),
    ...notices.map((text) => h('p', { role: 'status', key: text }, text)),
    h('p', null, basketTexts.empty),
    h('p', null, h('a', { class: 'button', href: morePath }, basketTexts.more)),
  ],
})
