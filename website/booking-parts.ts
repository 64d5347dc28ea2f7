// The parts of the booking form that are filled in.
import { h, type VNode } from 'preact'
import { questionKinds } from '../server/catalogue/records/question-kinds.ts'
import type { BookingQuestion } from '../server/website/booking/questions.sql.ts'
import { visitorCategories } from '../server/website/general-prices.ts'
import {
  check,
  choice,
  enteredValue,
  errorText,
  field,
  fieldset,
  folded,
  isUsed,
  select,
} from './booking-fields.ts'
import { type BookingView, personFields, questionName, seatPath } from './booking-form.ts'
import { moduleText } from './date-parts.ts'

const personAutocomplete = { firstName: 'given-name', lastName: 'family-name', email: 'email' } as const

/** @param isOwn the visitor's own: a browser fills in nobody else's */
const personInputs = (view: BookingView, path: string, isOwn: boolean): VNode[] =>
  personFields.map((name) =>
    field(view, `${path}.${name}`, {
      label: view.texts[name],
      type: name === 'email' ? 'email' : 'text',
      autocomplete: isOwn ? personAutocomplete[name] : 'off',
      isConditional: !isOwn,
    }),
  )

const businessFields = ['invoiceTo.company', 'invoiceTo.vatId', 'invoiceTo.reference']
const isOfBusiness = (name: string): boolean => businessFields.includes(name)

/** Fields that count with one answer only are not shown with another one, unless they are filled in. */
const onlyOf = (className: string, isKept: boolean): string =>
  isKept ? 'fields wide' : `fields wide ${className}`

export const ordererPart = (view: BookingView): VNode => {
  const { texts } = view
  const { business, consumer } = texts.kinds
  const isKept =
    enteredValue(view, 'kind') !== 'business' && isUsed(view, (name) => name === 'invoiceTo.company')
  return fieldset(texts.orderer, [
    choice(view, 'kind', texts.kind, [
      { value: 'business', label: business },
      { value: 'consumer', label: consumer },
    ]),
    h(
      'div',
      { class: onlyOf('business', isKept) },
      field(view, 'invoiceTo.company', {
        label: texts.company,
        autocomplete: 'organization',
        isOptional: true,
        wide: true,
      }),
    ),
    ...personInputs(view, 'orderer', true),
  ])
}

/** @param path of the seat with its dot, or '' */
function questionField(view: BookingView, question: BookingQuestion, path = ''): VNode {
  const { kind, text, choices, isRequired, isPerParticipant } = question
  const name = questionName(question, path)
  const { isText, isCheckbox } = questionKinds[kind]
  if (isCheckbox)
    return h('div', { class: 'wide', key: name }, [check(view, name, text), errorText(view, name)])
  if (isText)
    return field(view, name, {
      label: text,
      isOptional: !isRequired,
      isConditional: isPerParticipant,
      autocomplete: 'off',
      wide: true,
    })
  return select(view, name, {
    label: isRequired ? text : view.texts.optionalField(text),
    options: ['', ...choices].map((value) => ({ value, label: value || view.texts.choose })),
    value: enteredValue(view, name),
    isRequired: isRequired && !isPerParticipant,
    wide: true,
  })
}

const questionsOf = (view: BookingView, at: number): VNode[] =>
  view.questions
    .filter(({ isPerParticipant }) => isPerParticipant)
    .map((question) => questionField(view, question, `${seatPath(at)}.`))

/** The first seat: the visitor says who takes it, and only then names somebody else. */
const firstSeat = (view: BookingView): VNode => {
  const { texts, seats } = view
  const path = seatPath(0)
  const isKept =
    enteredValue(view, 'self') !== 'other' &&
    isUsed(view, (name) => personFields.some((field) => name === `${path}.${field}`))
  const questions = questionsOf(view, 0)
  return fieldset(
    seats === 1 ? texts.participant : texts.seat(1),
    [
      choice(
        view,
        'self',
        texts.whoAttends,
        (['yes', 'other', 'later'] as const).map((value) => ({ value, label: texts.attends[value] })),
      ),
      h('div', { class: onlyOf('other', isKept) }, personInputs(view, path, false)),
      questions.length === 0
        ? null
        : h(
            'div',
            {
              class: onlyOf(
                'named',
                isUsed(view, (name) => name.startsWith(`${path}.answers.`)),
              ),
            },
            questions,
          ),
    ],
    'first',
  )
}

export const seatPart = (view: BookingView, at: number): VNode =>
  at === 0
    ? firstSeat(view)
    : fieldset(view.texts.seat(at + 1), [
        ...personInputs(view, seatPath(at), false),
        ...questionsOf(view, at),
      ])

export const modulesPart = (view: BookingView): VNode | null => {
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

export const invoicePart = (view: BookingView): VNode => {
  const { texts, countries } = view
  return fieldset(texts.invoice, [
    field(view, 'invoiceTo.street', { label: texts.street, autocomplete: 'address-line1', wide: true }),
    field(view, 'invoiceTo.zip', { label: texts.zip, autocomplete: 'postal-code' }),
    field(view, 'invoiceTo.city', { label: texts.cityField, autocomplete: 'address-level2' }),
    select(view, 'invoiceTo.country', {
      label: texts.country,
      options: countries.map(({ code, name }) => ({ value: code, label: name })),
      value: enteredValue(view, 'invoiceTo.country'),
      autocomplete: 'country',
      wide: true,
    }),
  ])
}

export const questionsPart = (view: BookingView): VNode | null => {
  const questions = view.questions.filter(({ isPerParticipant }) => !isPerParticipant)
  return questions.length === 0
    ? null
    : fieldset(
        view.texts.questions,
        questions.map((question) => questionField(view, question)),
      )
}

const moreFields = ['orderer.phone', 'invoiceTo.email', 'invoiceTo.vatId', 'invoiceTo.reference', 'comment']

/** Fields that a booking does not need. */
export const morePart = (view: BookingView): VNode => {
  const { texts } = view
  const isKept =
    enteredValue(view, 'kind') !== 'business' &&
    isUsed(view, (name) => isOfBusiness(name) && moreFields.includes(name))
  return folded(
    texts.moreDetails,
    isUsed(view, (name) => moreFields.includes(name)),
    [
      field(view, 'orderer.phone', {
        label: texts.phone,
        type: 'tel',
        autocomplete: 'tel',
        isConditional: true,
      }),
      field(view, 'invoiceTo.email', {
        label: texts.invoiceEmail,
        type: 'email',
        autocomplete: 'off',
        isConditional: true,
      }),
      h('div', { class: onlyOf('business', isKept) }, [
        field(view, 'invoiceTo.vatId', { label: texts.vatId, autocomplete: 'off', isConditional: true }),
        field(view, 'invoiceTo.reference', {
          label: texts.reference,
          autocomplete: 'off',
          isConditional: true,
        }),
      ]),
      h('div', { class: 'field wide' }, [
        h('label', { for: 'comment' }, texts.comment),
        h('textarea', { id: 'comment', name: 'comment', maxlength: 5000 }, enteredValue(view, 'comment')),
        errorText(view, 'comment'),
      ]),
    ],
  )
}

/** The number of seats, the price group and a voucher: a button shows the price of others. */
export const seatsPart = (view: BookingView): VNode | null => {
  const { texts, date, seats, maxSeats, takesVouchers } = view
  const categories = visitorCategories(date.prices)
  if (maxSeats === 1 && categories.length === 0 && !takesVouchers) return null
  const numbers = Array.from({ length: maxSeats }, (_, at) => String(at + 1))
  return fieldset(texts.seats, [
    select(view, 'seatCount', {
      label: texts.seatCount,
      options: numbers.map((value) => ({ value, label: value })),
      value: String(seats),
    }),
    categories.length === 0
      ? null
      : select(view, 'visitorCategory', {
          label: texts.visitorCategory,
          options: ['', ...categories].map((value) => ({ value, label: value || texts.everyone })),
          value: enteredValue(view, 'visitorCategory'),
          hint: texts.visitorCategoryHint,
        }),
    takesVouchers
      ? folded(
          texts.voucher,
          isUsed(view, (name) => name === 'voucher'),
          field(view, 'voucher', { label: texts.voucherCode, autocomplete: 'off', isConditional: true }),
        )
      : null,
    h(
      'div',
      { class: 'wide' },
      h('button', { class: 'plain', type: 'submit', name: 'step', value: 'seats' }, texts.update),
    ),
  ])
}
