// The form by which a visitor books seats of a date, in two steps: the entries, and what is booked of them.
import { type ComponentChildren, h, type VNode } from 'preact'
import { opensLater } from '../server/website/availability.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import { check, errorText, fieldset, firstChoiceId, hiddenFields } from './booking-fields.ts'
import { type BookingView, type Entries, type FormWay, fixPrefix } from './booking-form.ts'
import {
  invoicePart,
  modulesPart,
  morePart,
  ordererPart,
  questionsPart,
  seatPart,
  seatsPart,
} from './booking-parts.ts'
import { enteredPart, summaryPart, termsPart } from './booking-review.ts'
import {
  availabilityText,
  canBeBooked,
  formatDay,
  formatDays,
  isFree,
  placeOf,
  textLines,
} from './date-parts.ts'
import type { PageView } from './layout.ts'
import type { Texts } from './texts.ts'

/** The label of the button: the law asks for these words where the booking costs something. */
export const buttonText = ({ texts, waits, quote }: BookingView): string => {
  const { gross } = quote
  if (waits) return isFree(gross) ? texts.waitFree : texts.wait
  return isFree(gross) ? texts.bookFree : texts.buy
}

/** Fields whose error leads to their first choice. */
const isChoice = (name: string): boolean => ['kind', 'self'].includes(name.slice(name.lastIndexOf('.') + 1))

export const errorSummary = ({ texts, errors }: BookingView): VNode | null =>
  errors.length === 0
    ? null
    : h('div', { role: 'alert', tabindex: -1, autofocus: true }, [
        h('p', null, texts.wrong),
        h(
          'ul',
          null,
          errors.map(({ name, text }, at) =>
            h(
              'li',
              { key: at },
              name === '' ? text : h('a', { href: `#${isChoice(name) ? firstChoiceId(name) : name}` }, text),
            ),
          ),
        ),
      ])

export const noticeBox = ({ notices }: BookingView): VNode | null =>
  notices.length === 0
    ? null
    : h(
        'div',
        { role: 'status', class: 'card' },
        notices.map(({ text, link }) =>
          h('p', { key: text }, [text, ' ', link ? h('a', { href: link.path }, link.label) : null]),
        ),
      )

export const waysBox = ({ texts, ways }: BookingView): VNode | null =>
  ways.length === 0
    ? null
    : h('div', { class: 'card ways' }, [
        h('p', null, texts.ways),
        ...ways.map(({ label, name, value, action }) =>
          h(
            'button',
            {
              class: 'plain',
              type: 'submit',
              name,
              value,
              key: label,
              ...(action && { formaction: action }),
            },
            label,
          ),
        ),
      ])

/** Ways to other dates. @param buttonOf the button that leads to one */
export const otherDateWays = (
  texts: Texts,
  dates: readonly PublicDate[],
  buttonOf: (date: PublicDate) => Omit<FormWay, 'label'>,
): FormWay[] =>
  dates.map((date) => ({
    label: texts.otherDate([formatDays(date, texts), placeOf(date, texts)].filter(Boolean).join(', ')),
    ...buttonOf(date),
  }))

/** Entries that are probably wrong, and may stand; a person that is entered twice has to be confirmed. */
export const hintsBox = (view: BookingView, booking: { twice: readonly string[] }): VNode | null => {
  const { texts, hints } = view
  const { twice } = booking
  return hints.length + twice.length === 0
    ? null
    : fieldset(texts.pleaseCheck, [
        hints.length === 0
          ? null
          : h(
              'ul',
              { class: 'wide' },
              hints.map(({ name, text, fix }) =>
                h('li', { key: name }, [
                  text,
                  ' ',
                  fix
                    ? h(
                        'button',
                        { class: 'plain', type: 'submit', name: `${fixPrefix}${name}`, value: fix.value },
                        fix.label,
                      )
                    : null,
                ]),
              ),
            ),
        twice.length === 0
          ? null
          : check(view, 'confirmed', texts.bookTwice(twice.join(', ')), { value: 'twice' }),
        errorText(view, 'confirmed'),
      ])
}

/** The entries of fields that a step does not show go on with it. */
export const carried = (entries: Entries, isShown: (name: string) => boolean): VNode[] =>
  hiddenFields(
    Object.fromEntries(Object.entries(entries).filter(([name, text]) => text !== '' && !isShown(name))),
  )

export const stepsList = ({ texts, checked, isConfirmedByMail }: BookingView): VNode => {
  const current = checked ? 1 : 0
  const labels = [
    texts.steps.entries,
    texts.steps.check,
    isConfirmedByMail ? texts.steps.confirm : texts.steps.done,
  ]
  return h(
    'ol',
    { class: 'steps', 'aria-label': texts.steps.label },
    labels.map((label, at) =>
      h(
        'li',
        { key: label, ...(at === current ? { 'aria-current': 'step' } : at < current && { class: 'done' }) },
        label,
      ),
    ),
  )
}

/** Enter presses the first button of a form. */
export const firstButton = (step: string, label: string): VNode =>
  h(
    'button',
    { class: 'trap', type: 'submit', name: 'step', value: step, tabindex: -1, 'aria-hidden': 'true' },
    label,
  )

const trap = (texts: Texts): VNode =>
  h('div', { class: 'trap', 'aria-hidden': 'true' }, [
    h('label', { for: 'homepage' }, texts.trap),
    h('input', { id: 'homepage', name: 'homepage', tabindex: -1, autocomplete: 'off', value: '' }),
  ])

/** Names of the fields in a tree. */
export function namesIn(node: ComponentChildren, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const child of node) namesIn(child, names)
  else if (node && typeof node === 'object' && 'props' in node) {
    const { name, children } = node.props as { name?: string; children?: ComponentChildren }
    if (name && node.type !== 'button') names.add(name)
    namesIn(children, names)
  }
  return names
}

/** The parts of the first step by which a form of one date and the basket differ. */
type OwnParts = {
  /** Before the orderer. */
  first: ComponentChildren
  modules: ComponentChildren
  persons: ComponentChildren
  voucher?: ComponentChildren
  /** Beside the form. */
  side?: VNode
  /** Seats may wait. */
  waits: boolean
}

/** The first step: what is filled in. */
export function fillInStep(view: BookingView, own: OwnParts): ComponentChildren {
  const { texts, seats } = view
  const parts = [
    own.first,
    ordererPart(view),
    own.modules,
    own.persons,
    seats > 1 ? h('p', { class: 'soft' }, texts.laterHint) : null,
    own.voucher,
    invoicePart(view),
    questionsPart(view),
    morePart(view),
    trap(texts),
  ]
  const shown = namesIn(parts)
  return [
    firstButton('review', texts.next),
    ...carried(view.entries, (name) => shown.has(name)),
    waysBox(view),
    ...parts,
    own.side,
    h('p', { class: 'soft' }, texts.purpose),
    own.waits ? h('p', null, texts.waitHint) : null,
    h('p', { class: 'soft' }, texts.nextHint),
    h('p', null, h('button', { class: 'go', type: 'submit', name: 'step', value: 'review' }, texts.next)),
  ]
}

const entriesStep = (view: BookingView): ComponentChildren =>
  fillInStep(view, {
    first: seatsPart(view),
    modules: modulesPart(view),
    persons: Array.from({ length: view.seats }, (_, at) => seatPart(view, at)),
    side: h('div', { class: 'side' }, summaryPart(view)),
    waits: view.waits,
  })

/** Persons that are entered for several seats. */
export const enteredTwice = (seats: NonNullable<BookingView['checked']>['seats']): string[] => {
  // Fields that are missing are told beside them.
  const persons = seats.flatMap((seat) => ('later' in seat || !seat.lastName || !seat.email ? [] : [seat]))
  const keyOf = ({ lastName, email }: (typeof persons)[number]) =>
    `${lastName.trim().toLowerCase()} ${email.trim().toLowerCase()}`
  return [...Map.groupBy(persons, keyOf).values()].flatMap(([first, ...others]) =>
    others.length > 0 ? [`${first!.firstName} ${first!.lastName}`.trim()] : [],
  )
}

/** The second step: what is booked. */
function reviewStep(view: BookingView, checked: NonNullable<BookingView['checked']>): ComponentChildren {
  const parts = [
    hintsBox(view, { twice: enteredTwice(checked.seats) }),
    enteredPart(view, checked),
    termsPart(view, checked),
  ]
  const shown = namesIn(parts)
  return [
    firstButton('book', buttonText(view)),
    ...carried(view.entries, (name) => shown.has(name)),
    waysBox(view),
    ...parts,
    // The law asks for the sum right above the button.
    h('div', { class: 'side' }, [
      summaryPart(view),
      view.waits ? h('p', null, view.texts.waitHint) : null,
      view.isConfirmedByMail ? h('p', null, view.texts.confirmHint) : null,
      h(
        'p',
        null,
        h('button', { class: 'go', type: 'submit', name: 'step', value: 'book' }, buttonText(view)),
      ),
    ]),
  ]
}

/** Of a date that cannot be booked: what was entered goes on to another date. */
const closedStep = (view: BookingView): ComponentChildren => [
  ...carried(view.entries, () => false),
  h(
    'p',
    null,
    opensLater(view.date, view.today)
      ? view.texts.opens(formatDay(view.date.bookableFrom!, view.texts))
      : [view.texts.notBookable, ' ', availabilityText(view.date, view.texts, view.today)],
  ),
  waysBox(view),
  view.listPath === '' ? null : h('p', null, h('a', { href: view.listPath }, view.texts.toList)),
]

/** The id of the form, which the switch of the language sends. */
export const bookingFormId = 'book'

/** @param level of the heading */
export function bookingContent(view: BookingView, level: 'h1' | 'h2'): ComponentChildren {
  const { texts, date, checked } = view
  const isOpen = canBeBooked(date)
  return [
    h(level, null, texts.booking(date.title)),
    h('p', null, [formatDays(date, texts), placeOf(date, texts) === '' ? '' : `, ${placeOf(date, texts)}`]),
    isOpen ? stepsList(view) : null,
    errorSummary(view),
    noticeBox(view),
    ...(checked ? [] : textLines(view.ownText)),
    h('form', { class: 'book', id: bookingFormId, method: 'post', action: view.action, novalidate: true }, [
      ...hiddenFields(view.hidden),
      ...[isOpen ? (checked ? reviewStep(view, checked) : entriesStep(view)) : closedStep(view)].flat(),
    ]),
  ]
}

export const bookingView = (view: BookingView): PageView => ({
  title: view.texts.booking(view.date.title),
  isPrivate: true,
  switchesBy: {
    form: bookingFormId,
    step: view.checked ? 'review' : 'edit',
    enters: view.checked ? 'book' : 'review',
  },
  content: bookingContent(view, 'h1'),
})

/** A form that has booked, and leads to the page of the order no more. */
export const bookedBeforeView = (
  { bookedBefore, yourBooking }: Texts,
  requestLinkPath: string,
): PageView => ({
  title: bookedBefore.title,
  isPrivate: true,
  content: [
    h('h1', null, bookedBefore.title),
    h('p', null, bookedBefore.text),
    h('p', null, h('a', { href: requestLinkPath }, yourBooking)),
  ],
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
