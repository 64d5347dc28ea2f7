// The entries of a visitor in the booking form, as the body of POST /bookings. Fields have the names of its paths.
import type { VisitorBooking } from '../server/website/booking/booking.schema.ts'
import type { BookingQuestion } from '../server/website/booking/questions.sql.ts'
import type { TermsDocument } from '../server/website/booking/terms.sql.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import { categoryOf, type FormError, personFields, questionName } from './booking-view.ts'
import { mustWait } from './date-parts.ts'
import type { Texts } from './texts.ts'

/** The entries of a visitor, by the name of the field; undefined: nothing, or not ticked. */
export type Entry = (name: string) => string | undefined

/** @returns the fields of a part that are not valid, by their names in it */
export type InvalidFields = (
  part: 'orderer' | 'seat' | 'invoiceTo',
  path: string,
  value: object,
) => Iterable<string>

const invoiceFields = [
  'company',
  'street',
  'houseNumber',
  'zip',
  'city',
  'country',
  'email',
  'vatId',
  'reference',
] as const

/** The fields below a name that are filled in. */
const filledIn = (entry: Entry, path: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = entry(`${path}.${name}`)
      return text ? [[name, text]] : []
    }),
  )

function labelOf(texts: Texts, name: string): string {
  const [, seat, field = name.split('.').at(-1)!] = /^seats\[(\d+)\]\.(\w+)$/.exec(name) ?? []
  const labels: Record<string, string> = {
    firstName: texts.firstName,
    lastName: texts.lastName,
    email: name === 'invoiceTo.email' ? texts.invoiceEmail : texts.email,
    phone: texts.phone,
    company: texts.company,
    street: texts.street,
    houseNumber: texts.houseNumber,
    zip: texts.zip,
    city: texts.cityField,
    country: texts.country,
    vatId: texts.vatId,
    reference: texts.reference,
    comment: texts.comment,
  }
  const label = labels[field] ?? field
  return seat === undefined ? label : `${texts.seat(Number(seat) + 1)}, ${label}`
}

/** The error of a field in the words of the page. */
export function toFormError(texts: Texts, entry: Entry, name: string): FormError {
  const label = labelOf(texts, name)
  const { required, email, invalid } = texts.errors
  if (!entry(name)) return { name, text: required(label) }
  return { name, text: (name.endsWith('email') ? email : invalid)(label) }
}

/** The module dates of a series that the visitor has chosen; undefined: the date is no series. */
export const chosenModules = (entry: Entry, { modules }: PublicDate): number[] | undefined =>
  modules.length === 0
    ? undefined
    : modules
        .filter(({ dateId, isOptional }) => !isOptional || entry(`module.${dateId}`) !== undefined)
        .map(({ dateId }) => dateId)

/** A form of a booking. */
type BookingForm = {
  date: PublicDate
  seats: number
  /** Those that may have to be accepted. */
  documents: readonly TermsDocument[]
  questions: readonly BookingQuestion[]
  texts: Texts
}

/** @returns the booking of a form, or what is wrong with it in the order of the form */
export function readBooking(
  entry: Entry,
  { date, seats, documents, questions, texts }: BookingForm,
  invalidFields: InvalidFields,
): { booking: VisitorBooking } | { errors: FormError[] } {
  const errors: FormError[] = []
  const check = (part: Parameters<InvalidFields>[0], path: string, value: object, missing: string[] = []) => {
    for (const name of new Set([...missing, ...invalidFields(part, path, value)]))
      errors.push(toFormError(texts, entry, `${path}.${name}`))
  }
  const kind = entry('kind')
  if (kind !== 'business' && kind !== 'consumer') errors.push({ name: 'kind', text: texts.errors.kind })
  const isConsumer = kind === 'consumer'
  const orderer = filledIn(entry, 'orderer', [...personFields, 'phone'])
  const missing = orderer['firstName'] === undefined ? ['firstName'] : []
  check('orderer', 'orderer', { firstName: '', ...orderer }, missing)
  const answersOf = (isPerParticipant: boolean, path = '', labelPrefix = '') =>
    questions.flatMap((question) => {
      if (question.isPerParticipant !== isPerParticipant) return []
      const name = questionName(question, path)
      const answer = entry(name) ?? ''
      if (answer !== '') return { questionId: question.id, answer }
      if (question.isRequired) errors.push({ name, text: texts.errors.required(labelPrefix + question.text) })
      return []
    })
  const persons = Array.from({ length: seats }, (_, at) => {
    const path = `seats[${at}]`
    const withAnswers = (person: Record<string, string>) => {
      const answers = answersOf(true, `${path}.`, `${texts.seat(at + 1)}, `)
      return { ...person, ...(answers.length > 0 && { answers }) }
    }
    if (at === 0 && entry('self') !== undefined) {
      const { phone, ...self } = orderer
      return withAnswers(self)
    }
    const person = filledIn(entry, path, personFields)
    if (Object.keys(person).length === 0) return { later: true as const }
    check('seat', path, { firstName: '', ...person })
    return withAnswers({ firstName: '', ...person })
  })
  const invoiceTo = filledIn(entry, 'invoiceTo', invoiceFields)
  check('invoiceTo', 'invoiceTo', invoiceTo)
  const answers = answersOf(false)
  const isAccepted = ({ id, version }: TermsDocument) => entry(`accepted.${id}`) === String(version)
  for (const document of documents) {
    const { id, title, mustBeAccepted, audience } = document
    const concerns = audience === 'everyone' || (audience === 'consumers') === isConsumer
    if (mustBeAccepted && concerns && !isAccepted(document))
      errors.push({ name: `accepted.${id}`, text: texts.errors.accept(title) })
  }
  if (errors.length > 0) return { errors }
  const moduleDateIds = chosenModules(entry, date)
  const voucher = entry('voucher')
  const visitorCategory = categoryOf(entry('visitorCategory') ?? '', date)
  return {
    booking: {
      dateId: date.id,
      ...(moduleDateIds && { moduleDateIds }),
      ...(voucher && { voucher }),
      ...(visitorCategory && { visitorCategory }),
      seats: persons as VisitorBooking['seats'],
      orderer: orderer as VisitorBooking['orderer'],
      invoiceTo: invoiceTo as VisitorBooking['invoiceTo'],
      isConsumer,
      accepted: documents.filter(isAccepted).map(({ id, version }) => ({ id, version })),
      newsletter: entry('newsletter') !== undefined,
      ...(answers.length > 0 && { answers }),
      comment: entry('comment') ?? '',
      language: texts.language,
      whenFull: mustWait(date) ? 'waitingList' : 'refuse',
    },
  }
}
