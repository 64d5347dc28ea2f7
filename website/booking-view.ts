// The form by which a visitor books seats of a date.

import { type ComponentChildren, h, type VNode } from 'preact'
import { maxSeats } from '../server/bookings/max-seats.ts'
import { questionKinds } from '../server/catalogue/records/question-kinds.ts'
import { formatMoney } from '../server/platform/ground/format-money.ts'
import type { Quote } from '../server/website/booking/booking.schema.ts'
import type { BookingQuestion } from '../server/website/booking/questions.sql.ts'
import type { TermsDocument } from '../server/website/booking/terms.sql.ts'
import { visitorCategories } from '../server/website/general-prices.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import {
  canBeBooked,
  formatDays,
  formatRate,
  formatTimes,
  isFree,
  moduleText,
  mustWait,
  placeOf,
  textLines,
} from './date-parts.ts'
import { htmlBlock, type PageView } from './layout.ts'
import type { Texts } from './texts.ts'

/** By the name of a field; '': of the whole form. */
export type FormError = { name: string; text: string }

export type BookingView = {
  texts: Texts
  date: PublicDate
  seats: number
  maxSeats: number
  quote: Omit<Quote, 'validUntil'>
  /** Whether there are vouchers, so that the form asks for one. */
  takesVouchers: boolean
  documents: readonly TermsDocument[]
  cancellation: readonly { daysBefore: number; feePercent: string }[]
  /** Why consumers cannot withdraw; '': they can. */
  withdrawalException: string
  /** Of the event's own. */
  questions: readonly BookingQuestion[]
  hasNewsletter: boolean
  /** The booking is made by a link in a mail. */
  isConfirmedByMail: boolean
  countries: readonly { code: string; name: string }[]
  /** The entries of the visitor, by the name of the field. */
  value(name: string): string
  /** In the order of the form. */
  errors: readonly FormError[]
  /** Fields that the visitor does not see. */
  hidden: Readonly<Record<string, string>>
  /** The address of the form. */
  action: string
  /** '': there is none. */
  listPath: string
  /** The provider's own, above the form; '': none. */
  ownText: string
}

/** The entries of an empty form. */
export const defaultEntries: Readonly<Record<string, string>> = { 'invoiceTo.country': 'DE', self: 'yes' }

/** @param text the number of seats that is asked for @param max of the date */
export const seatCountOf = (text: string | null, max: number): number =>
  Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), seatLimit(max))
export const seatLimit = (max: number): number => Math.max(1, Math.min(max, maxSeats))

/** Why the voucher does not apply, as the quote says. */
export const voucherErrors = ({ quote }: Pick<BookingView, 'quote'>): FormError[] =>
  quote.reasons.flatMap(({ rule, applied, text }) =>
    rule === 'voucher' && !applied ? [{ name: 'voucher', text }] : [],
  )

/** Why seats are refused. @param free how many are left; null: not shown */
export const takenError = ({ errors }: Texts, free: number | null): FormError => ({
  name: '',
  text: free === null ? errors.taken : errors.takenCount(free),
})

/** The terms of the group discount that applies. */
const discountTerms = ({ quote }: Pick<BookingView, 'quote'>): string[] =>
  quote.reasons.flatMap(({ rule, applied, text }) =>
    rule.startsWith('groupDiscount:') && applied ? [text] : [],
  )

/** The price as the form shows it. */
export const shownPrice = ({ quote: { gross } }: Pick<BookingView, 'quote'>): string =>
  gross ? `${gross.amount} ${gross.currency}` : ''

/** The fields of a person, by name below that of the person. */
export const personFields = ['firstName', 'lastName', 'email'] as const
const personAutocomplete = { firstName: 'given-name', lastName: 'family-name', email: 'email' } as const

/** The name of a field in the form is its path in the body of `POST /bookings`. */
type FieldProps = {
  label: string
  type?: 'text' | 'email' | 'tel'
  autocomplete: string
  isOptional?: boolean
  /** Whether it has to be filled in depends on other fields. */
  isConditional?: boolean
  wide?: boolean
}

const errorOf = ({ errors }: BookingView, name: string): string | undefined =>
  errors.find((error) => error.name === name)?.text

/** The id of a field, which the summary of errors links to. */
const errorId = (name: string): string => `${name}.error`

const errorText = (name: string, error: string | undefined): VNode | null =>
  error === undefined ? null : h('p', { class: 'error', id: errorId(name) }, error)

const invalid = (name: string, error: string | undefined) =>
  error === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': errorId(name) }

function field(view: BookingView, name: string, props: FieldProps): VNode {
  const { label, type = 'text', autocomplete, isOptional, isConditional, wide } = props
  const error = errorOf(view, name)
  return h('div', { class: wide ? 'field wide' : 'field', key: name }, [
    h('label', { for: name }, isOptional ? view.texts.optionalField(label) : label),
    h('input', {
      id: name,
      name,
      type,
      autocomplete,
      value: view.value(name),
      maxlength: 255,
      ...(isOptional || isConditional ? {} : { 'aria-required': 'true' as const }),
      ...invalid(name, error),
    }),
    errorText(name, error),
  ])
}

function check(
  view: BookingView,
  name: string,
  label: ComponentChildren,
  props: { type?: 'checkbox' | 'radio'; value?: string; id?: string } = {},
): VNode {
  const { type = 'checkbox', value = 'yes', id = name } = props
  return h('label', { class: 'check wide', key: id }, [
    h('input', {
      type,
      id,
      name,
      value,
      checked: view.value(name) === value,
      ...invalid(name, errorOf(view, name)),
    }),
    h('span', null, label),
  ])
}

/** @param section of the autocomplete, with its space */
const personInputs = (view: BookingView, path: string, { section = '', isOptional = false } = {}): VNode[] =>
  personFields.map((name) =>
    field(view, `${path}.${name}`, {
      label: view.texts[name],
      type: name === 'email' ? 'email' : 'text',
      autocomplete: section + personAutocomplete[name],
      isOptional,
    }),
  )

const fieldset = (legend: string, content: ComponentChildren): VNode =>
  h('fieldset', null, [h('legend', null, legend), content])

const ordererPart = (view: BookingView): VNode => {
  const { texts } = view
  return fieldset(texts.orderer, [
    h('div', { class: 'wide', role: 'radiogroup', 'aria-labelledby': 'kind' }, [
      h('span', { id: 'kind' }, texts.kind),
      check(view, 'kind', texts.kinds.business, { type: 'radio', value: 'business', id: 'kind.business' }),
      check(view, 'kind', texts.kinds.consumer, { type: 'radio', value: 'consumer', id: 'kind.consumer' }),
      errorText('kind', errorOf(view, 'kind')),
    ]),
    ...personInputs(view, 'orderer'),
    field(view, 'orderer.phone', { label: texts.phone, type: 'tel', autocomplete: 'tel', isOptional: true }),
  ])
}

/** The name of the field of a question. @param path of the seat with its dot, or '' */
export const questionName = ({ id }: Pick<BookingQuestion, 'id'>, path = ''): string => `${path}answers.${id}`

/** @param path of the seat with its dot, or '' */
function questionField(view: BookingView, question: BookingQuestion, path = ''): VNode {
  const { kind, text, choices, isRequired, isPerParticipant } = question
  const name = questionName(question, path)
  const error = errorOf(view, name)
  const { isText, isCheckbox } = questionKinds[kind]
  if (isCheckbox)
    return h('div', { class: 'wide', key: name }, [check(view, name, text), errorText(name, error)])
  const props = { label: text, isOptional: !isRequired, isConditional: isPerParticipant }
  if (isText) return field(view, name, { ...props, autocomplete: 'off', wide: true })
  return h('div', { class: 'field wide', key: name }, [
    h('label', { for: name }, isRequired ? text : view.texts.optionalField(text)),
    h(
      'select',
      {
        id: name,
        name,
        ...(isRequired && !isPerParticipant && { 'aria-required': 'true' as const }),
        ...invalid(name, error),
      },
      ['', ...choices].map((choice) =>
        h(
          'option',
          { value: choice, selected: choice === view.value(name), key: choice },
          choice || view.texts.choose,
        ),
      ),
    ),
    errorText(name, error),
  ])
}

const seatPart = (view: BookingView, at: number): VNode => {
  const { texts } = view
  return fieldset(texts.seat(at + 1), [
    at === 0 ? check(view, 'self', texts.self) : null,
    ...personInputs(view, `seats[${at}]`, { section: `section-seat${at} `, isOptional: true }),
    ...view.questions
      .filter(({ isPerParticipant }) => isPerParticipant)
      .map((question) => questionField(view, question, `seats[${at}].`)),
  ])
}

const modulesPart = (view: BookingView): VNode | null => {
  const { texts, date } = view
  if (date.modules.length === 0) return null
  return fieldset(
    texts.modules,
    date.modules.map((module) =>
      module.isOptional
        ? check(view, `module.${module.dateId}`, moduleText(module, texts))
        : h('p', { class: 'wide', key: module.dateId }, moduleText(module, texts)),
    ),
  )
}

const invoicePart = (view: BookingView): VNode => {
  const { texts, countries } = view
  const name = 'invoiceTo.country'
  return fieldset(texts.invoice, [
    field(view, 'invoiceTo.company', {
      label: texts.company,
      autocomplete: 'billing organization',
      isOptional: true,
      wide: true,
    }),
    field(view, 'invoiceTo.street', { label: texts.street, autocomplete: 'billing address-line1' }),
    field(view, 'invoiceTo.houseNumber', { label: texts.houseNumber, autocomplete: 'off', isOptional: true }),
    field(view, 'invoiceTo.zip', { label: texts.zip, autocomplete: 'billing postal-code' }),
    field(view, 'invoiceTo.city', { label: texts.cityField, autocomplete: 'billing address-level2' }),
    h('div', { class: 'field' }, [
      h('label', { for: name }, texts.country),
      h(
        'select',
        { id: name, name, autocomplete: 'billing country' },
        countries.map((country) =>
          h(
            'option',
            { value: country.code, selected: country.code === view.value(name), key: country.code },
            country.name,
          ),
        ),
      ),
      errorText(name, errorOf(view, name)),
    ]),
    field(view, 'invoiceTo.email', {
      label: texts.invoiceEmail,
      type: 'email',
      autocomplete: 'billing email',
      isOptional: true,
    }),
    field(view, 'invoiceTo.vatId', { label: texts.vatId, autocomplete: 'off', isOptional: true }),
    field(view, 'invoiceTo.reference', { label: texts.reference, autocomplete: 'off', isOptional: true }),
  ])
}

const questionsPart = (view: BookingView): VNode | null => {
  const questions = view.questions.filter(({ isPerParticipant }) => !isPerParticipant)
  return questions.length === 0
    ? null
    : fieldset(
        view.texts.questions,
        questions.map((question) => questionField(view, question)),
      )
}

const cancellationText = ({ texts, cancellation }: BookingView): VNode => {
  if (cancellation.length === 0) return h('p', { class: 'wide' }, texts.cancellationFree)
  const feeOf = (percent: string) =>
    Number(percent) === 0 ? texts.feeFree : texts.fee(formatRate(percent, texts))
  const steps = cancellation.map(({ daysBefore, feePercent }) =>
    h('li', { key: daysBefore }, texts.cancellationStep(daysBefore, feeOf(feePercent))),
  )
  return h('div', { class: 'wide' }, [h('p', null, `${texts.cancellation}:`), h('ul', null, steps)])
}

const termsPart = (view: BookingView): VNode => {
  const { texts, documents, withdrawalException, hasNewsletter } = view
  return fieldset(texts.terms, [
    cancellationText(view),
    withdrawalException === '' ? null : h('p', { class: 'wide' }, texts.noWithdrawal(withdrawalException)),
    ...documents.flatMap(({ id, version, title, html, language, audience, mustBeAccepted }) => {
      const name = `accepted.${id}`
      return [
        h('details', { class: 'wide', key: `text ${id}` }, [
          h('summary', null, title + texts.audience[audience]),
          h('div', { lang: language }, htmlBlock(html)),
        ]),
        mustBeAccepted
          ? check(view, name, texts.accept(title) + texts.audience[audience], { value: String(version) })
          : null,
        errorText(name, errorOf(view, name)),
      ]
    }),
    hasNewsletter ? check(view, 'newsletter', texts.newsletter) : null,
  ])
}

/** The text of a line of the quote, with what one costs. VAT is added to the sum of prices without it. */
const lineText = ({ text, quantity, unit, unitNet }: Quote['lines'][number], texts: Texts): string => {
  const one = unitNet
    ? texts.plusVat(formatMoney(unitNet, texts))
    : quantity > 1
      ? formatMoney(unit, texts)
      : ''
  return [quantity > 1 ? `${quantity} × ` : '', text, one === '' ? '' : ` (${one})`].join('')
}

/** The summary of seats and price, right above the button that books them. */
const summaryPart = (view: BookingView): VNode => {
  const { texts, date, quote, seats } = view
  const times = formatTimes(date, texts)
  return h('section', { class: 'summary', 'aria-labelledby': 'summary' }, [
    h('h2', { id: 'summary' }, texts.summary),
    h('p', null, [
      h('strong', null, date.title),
      ', ',
      formatDays(date, texts),
      times === '' ? '' : `, ${times}`,
    ]),
    h('p', null, placeOf(date)),
    quote.gross
      ? h('table', null, [
          h('tbody', null, [
            ...quote.lines.map((line, at) =>
              h('tr', { key: at }, [
                h('th', { scope: 'row' }, lineText(line, texts)),
                h('td', null, formatMoney(line.amount, texts)),
              ]),
            ),
            ...quote.tax.map(({ rate, amount }) =>
              h('tr', { class: 'soft', key: `tax ${rate}` }, [
                h('th', { scope: 'row' }, texts.ofWhichVat(formatRate(rate, texts))),
                h('td', null, formatMoney(amount, texts)),
              ]),
            ),
            h('tr', null, [
              h('th', { scope: 'row' }, texts.total),
              h('td', null, formatMoney(quote.gross, texts)),
            ]),
          ]),
        ])
      : h('p', null, `${texts.seats}: ${seats}, ${texts.noPrice}`),
    // The terms of a discount are accepted with the booking.
    ...discountTerms(view).map((text) => h('p', { class: 'soft', key: text }, text)),
  ])
}

/** The label of the button: the law asks for these words where the booking costs something. */
const buttonText = ({ texts, date, quote }: BookingView): string => {
  const { gross } = quote
  if (mustWait(date)) return isFree(gross) ? texts.waitFree : texts.wait
  return isFree(gross) ? texts.bookFree : texts.buy
}

const errorSummary = ({ texts, errors }: BookingView): VNode | null =>
  errors.length === 0
    ? null
    : h('div', { role: 'alert' }, [
        h('p', null, texts.wrong),
        h(
          'ul',
          null,
          errors.map(({ name, text }, at) =>
            h(
              'li',
              { key: at },
              name === '' ? text : h('a', { href: `#${name === 'kind' ? 'kind.business' : name}` }, text),
            ),
          ),
        ),
      ])

/** Whose price it is, if the date has prices for categories of visitors. */
function categoryField({ texts, date, value }: BookingView): VNode | null {
  const categories = visitorCategories(date.prices)
  if (categories.length === 0) return null
  const name = 'visitorCategory'
  return h('div', { class: 'field' }, [
    h('label', { for: name }, texts.visitorCategory),
    h(
      'select',
      { id: name, name, 'aria-describedby': `${name}.hint` },
      ['', ...categories].map((category) =>
        h(
          'option',
          { value: category, selected: category === value(name), key: category },
          category || texts.everyone,
        ),
      ),
    ),
    h('p', { class: 'soft', id: `${name}.hint` }, texts.visitorCategoryHint),
  ])
}

/** The category that is entered; '': none, or one that has no price. */
export const categoryOf = (entered: string, { prices }: PublicDate): string =>
  visitorCategories(prices).includes(entered) ? entered : ''

function bookingForm(view: BookingView): VNode {
  const { texts, date, seats } = view
  const options = Array.from({ length: view.maxSeats }, (_, at) => String(at + 1))
  return h('form', { class: 'book', method: 'post', action: view.action, novalidate: true }, [
    // Enter presses the first button of a form.
    h(
      'button',
      { class: 'trap', type: 'submit', name: 'step', value: 'book', tabindex: -1, 'aria-hidden': 'true' },
      buttonText(view),
    ),
    ...Object.entries(view.hidden).map(([name, value]) =>
      h('input', { type: 'hidden', name, value, key: name }),
    ),
    fieldset(texts.seats, [
      h('div', { class: 'field' }, [
        h('label', { for: 'seatCount' }, texts.seatCount),
        h(
          'select',
          { id: 'seatCount', name: 'seatCount' },
          options.map((value) =>
            h('option', { value, selected: Number(value) === seats, key: value }, value),
          ),
        ),
      ]),
      categoryField(view),
      view.takesVouchers
        ? field(view, 'voucher', { label: texts.voucher, autocomplete: 'off', isOptional: true })
        : null,
      h(
        'div',
        { class: 'wide' },
        h('button', { class: 'plain', type: 'submit', name: 'step', value: 'seats' }, texts.update),
      ),
    ]),
    ordererPart(view),
    modulesPart(view),
    ...Array.from({ length: seats }, (_, at) => seatPart(view, at)),
    h('p', { class: 'soft' }, texts.laterHint),
    invoicePart(view),
    questionsPart(view),
    fieldset(texts.comment, [
      h('div', { class: 'field wide' }, [
        h('label', { for: 'comment' }, texts.optionalField(texts.comment)),
        h('textarea', { id: 'comment', name: 'comment', maxlength: 5000 }, view.value('comment')),
      ]),
      h('div', { class: 'trap', 'aria-hidden': 'true' }, [
        h('label', { for: 'homepage' }, texts.trap),
        h('input', { id: 'homepage', name: 'homepage', tabindex: -1, autocomplete: 'off', value: '' }),
      ]),
    ]),
    termsPart(view),
    summaryPart(view),
    h('p', { class: 'soft' }, texts.purpose),
    mustWait(date) ? h('p', null, texts.waitHint) : null,
    view.isConfirmedByMail ? h('p', null, texts.confirmHint) : null,
    h('p', null, h('button', { type: 'submit', name: 'step', value: 'book' }, buttonText(view))),
  ])
}

/** @param level of the heading */
export function bookingContent(view: BookingView, level: 'h1' | 'h2'): ComponentChildren {
  const { texts, date } = view
  return [
    h(level, null, texts.booking(date.title)),
    h('p', null, [formatDays(date, texts), placeOf(date) === '' ? '' : `, ${placeOf(date)}`]),
    errorSummary(view),
    ...textLines(view.ownText),
    canBeBooked(date)
      ? bookingForm(view)
      : h('p', null, [
          texts.notBookable,
          ' ',
          view.listPath === '' ? null : h('a', { href: view.listPath }, texts.toList),
        ]),
  ]
}

export const bookingView = (view: BookingView): PageView => ({
  title: view.texts.booking(view.date.title),
  isPrivate: true,
  content: bookingContent(view, 'h1'),
})

/** The text after a booking that has to be confirmed. @param email to which the link goes */
export const toConfirmContent = (
  { toConfirm }: Texts,
  email: string,
  level: 'h1' | 'h2',
): ComponentChildren => [
  h(level, null, toConfirm.title),
  h('p', null, toConfirm.text(email)),
  h('p', null, toConfirm.missing),
]

export const toConfirmView = (texts: Texts, email: string): PageView => ({
  title: texts.toConfirm.title,
  isPrivate: true,
  content: toConfirmContent(texts, email, 'h1'),
})
