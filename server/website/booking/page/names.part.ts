// The part of an order's page on which persons are named or replaced.
import { validationErrors } from '../../../platform/http/validation.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import { enteredText, type PageSubmission } from '../../../platform/pages/public-pages.ts'
import { NamedSeat } from '../booking.schema.ts'
import { nameVisitorSeats } from '../visitor-contacts.ts'
import { canBeNamed, type Seat } from './linked-order.ts'
import { changeOrder, frame, seatLabel, type View } from './overview.ts'
import { texts } from './texts.ts'

const nameFields = ['firstName', 'lastName', 'email'] as const
type NameField = (typeof nameFields)[number]
const autocomplete = { firstName: 'given-name', lastName: 'family-name', email: 'email' } as const
const fieldName = (name: NameField, { id }: Seat): string => `${name}.${id}`

/** The persons that the visitor has entered, of seats whose fields are not as they were. */
function enteredPersons(seats: readonly Seat[], fields: URLSearchParams): Map<number, NamedSeat> {
  const persons = new Map<number, NamedSeat>()
  for (const seat of seats) {
    const given = (name: NameField) => enteredText(fields, fieldName(name, seat))
    const isChanged = nameFields.some(
      (name) => fields.has(fieldName(name, seat)) && given(name) !== (seat.entered[name] ?? ''),
    )
    if (!isChanged) continue
    persons.set(seat.id, {
      firstName: given('firstName'),
      lastName: given('lastName'),
      email: given('email'),
    })
  }
  return persons
}

export function namesPart(view: View, wrong: ReadonlyMap<number, ReadonlySet<string>> = new Map()): PageText {
  const { order, language, today, fields } = view
  const text = texts[language]
  return {
    ...frame(view, 'names'),
    paragraphs: [text.namesIntro],
    groups: order.seats.flatMap((seat, index) =>
      canBeNamed(seat, today)
        ? {
            legend: seatLabel(seat, index, language),
            fields: nameFields.map((name) => ({
              name: fieldName(name, seat),
              label: text.fields[name],
              type: name === 'email' ? ('email' as const) : ('text' as const),
              autocomplete: `section-${seat.id} ${autocomplete[name]}`,
              value: fields?.get(fieldName(name, seat)) ?? seat.entered[name] ?? '',
              error: wrong.get(seat.id)?.has(name) ? text.errors[name] : undefined,
            })),
          }
        : [],
    ),
    button: text.saveNames,
  }
}

export async function submitNames(visit: PageSubmission, view: View): Promise<PageText> {
  const { fields, today } = visit
  const { order, language } = view
  const text = texts[language]
  const persons = enteredPersons(
    order.seats.filter((seat) => canBeNamed(seat, today)),
    fields,
  )
  const wrong = new Map(
    [...persons].flatMap(([id, person]) => {
      const errors = validationErrors(NamedSeat, person)
      return errors.length > 0 ? [[id, new Set(errors.map(({ field }) => field))]] : []
    }),
  )
  if (wrong.size > 0) return namesPart({ ...view, fields, alert: text.wrong }, wrong)
  if (persons.size === 0) return namesPart({ ...view, notice: text.unchanged })
  return changeOrder(visit, view, text.named, (allocation) =>
    nameVisitorSeats(allocation, persons, order.company),
  )
}
