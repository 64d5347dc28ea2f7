// The part of an order's page on which persons are named or replaced, with their answers to questions.
import { canBeNamed, type LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { validationErrors } from '../../../platform/http/validation.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import { enteredText, type PageSubmission } from '../../../platform/pages/public-pages.ts'
import { NamedSeat } from '../booking.schema.ts'
import { loadParticipantQuestions } from '../questions.sql.ts'
import { nameVisitorSeats, type SeatEntry } from '../visitor-contacts.ts'
import { changeOrder, frame, type OrderView, seatLabel } from './overview.ts'
import {
  answerFields,
  enteredAnswers,
  type ParticipantQuestions,
  shownAnswers,
} from './participant-questions.ts'
import { texts } from './texts.ts'

const nameFields = ['firstName', 'lastName', 'email'] as const
type NameField = (typeof nameFields)[number]
const autocomplete = { firstName: 'given-name', lastName: 'family-name', email: 'email' } as const
const fieldName = (name: NameField, { id }: LinkedSeat): string => `${name}.${id}`

/** The person that the visitor has entered; undefined: the fields are as they were. */
function enteredPerson(seat: LinkedSeat, fields: URLSearchParams): NamedSeat | undefined {
  const given = (name: NameField) => enteredText(fields, fieldName(name, seat))
  const isChanged = nameFields.some(
    (name) => fields.has(fieldName(name, seat)) && given(name) !== (seat.entered[name] ?? ''),
  )
  return isChanged
    ? { firstName: given('firstName'), lastName: given('lastName'), email: given('email') }
    : undefined
}

/** The errors of a seat: names of fields, and ids of questions. */
type Wrong = { fields: ReadonlySet<string>; answers: ReadonlySet<number> }

export function namesPart(
  view: OrderView,
  questions: ParticipantQuestions,
  wrong: ReadonlyMap<number, Wrong> = new Map(),
): PageText {
  const { order, language, today, fields } = view
  const text = texts[language]
  const named = order.seats.filter((seat) => canBeNamed(seat, today))
  return {
    ...frame(view, 'names'),
    paragraphs: [text.namesIntro],
    groups: named.map((seat) => ({
      legend: seatLabel(seat, order.seats.indexOf(seat), language),
      fields: [
        ...nameFields.map((name) => ({
          name: fieldName(name, seat),
          label: text.fields[name],
          type: name === 'email' ? ('email' as const) : ('text' as const),
          autocomplete: `section-${seat.id} ${autocomplete[name]}`,
          value: fields?.get(fieldName(name, seat)) ?? seat.entered[name] ?? '',
          error: wrong.get(seat.id)?.fields.has(name) ? text.errors[name] : undefined,
        })),
        ...answerFields(questions, seat, view, wrong.get(seat.id)?.answers),
      ],
    })),
    hidden: shownAnswers(questions, named, language),
    button: text.saveNames,
  }
}

export async function submitNames(request: PageSubmission, view: OrderView): Promise<PageText> {
  const { tx, fields, today } = request
  const { order, language } = view
  const text = texts[language]
  const seats = order.seats.filter((seat) => canBeNamed(seat, today))
  const questions = await loadParticipantQuestions(tx, seats)
  const entries = new Map<number, SeatEntry>()
  const wrong = new Map<number, Wrong>()
  for (const seat of seats) {
    const person = enteredPerson(seat, fields)
    const answers = enteredAnswers(questions, seat, fields)
    if (!person && !answers.isChanged) continue
    entries.set(seat.id, { person, answers: answers.stored })
    const errors = person ? validationErrors(NamedSeat, person) : []
    if (errors.length + answers.wrong.size > 0)
      wrong.set(seat.id, { fields: new Set(errors.map(({ field }) => field)), answers: answers.wrong })
  }
  if (wrong.size > 0) return namesPart({ ...view, fields, alert: text.wrong }, questions, wrong)
  if (entries.size === 0) return namesPart({ ...view, notice: text.unchanged }, questions)
  return changeOrder(request, view, text.named, (allocation) =>
    nameVisitorSeats(allocation, entries, order.company),
  )
}
