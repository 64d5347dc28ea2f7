// The entries of a visitor in the booking form, as the body of POST /bookings. Fields have the names of its paths.
import { cleanText } from '../server/platform/ground/clean-text.ts'
import type { VisitorBooking } from '../server/website/booking/booking.schema.ts'
import type { BookingQuestion } from '../server/website/booking/questions.sql.ts'
import type { TermsDocument } from '../server/website/booking/terms.sql.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import {
  categoryOf,
  type Entries,
  type FormError,
  type Participant,
  participants,
  personFields,
  questionName,
  seatPath,
} from './booking-form.ts'
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

/** Names are one line, whatever is pasted. */
export const toEntry =
  (entries: Entries): Entry =>
  (name) => {
    const text = entries[name]
    if (text === undefined) return undefined
    const clean = cleanText(text)
    return name === 'comment' ? clean : clean.replaceAll(/\s+/g, ' ')
  }

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

const maxLengths: Readonly<Record<string, number>> = { comment: 5000, answers: 2000 }

/** The most characters of a field. */
const maxLengthOf = (name: string): number =>
  maxLengths[name] ?? (name.includes('answers.') ? maxLengths['answers']! : 255)

/** Why a field is refused, and what is expected, in the words of the page. */
export function toFormError(
  texts: Texts,
  entry: Entry,
  name: string,
  label = labelOf(texts, name),
): FormError {
  const { required, email, tooLong, invalid } = texts.errors
  const text = entry(name) ?? ''
  const most = maxLengthOf(name)
  if (text === '') return { name, text: required(label) }
  if (text.length > most) return { name, text: tooLong(label, most) }
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
  waits: boolean
  /** Those that may have to be accepted. */
  documents: readonly TermsDocument[]
  questions: readonly BookingQuestion[]
  texts: Texts
}

/** The participant of the first seat: as chosen, or somebody who is named without a choice. */
const participantOf = (entry: Entry, isNamed: boolean): Participant | undefined => {
  const chosen = entry('self') ?? ''
  if (Object.hasOwn(participants, chosen)) return chosen as Participant
  return isNamed ? 'other' : undefined
}

/** Fields that are of companies alone. */
const businessFields = ['company', 'vatId', 'reference'] as const

/**
 * Reads the entries of a form. Nothing that is filled in is left out: an entry that does not fit another one is an error.
 * @returns the booking, and what is wrong with it in the order of the form
 */
export function readBooking(
  entry: Entry,
  { date, seats, waits, documents, questions, texts }: BookingForm,
  invalidFields: InvalidFields,
): { booking: VisitorBooking; errors: FormError[] } {
  const errors: FormError[] = []
  const check = (part: Parameters<InvalidFields>[0], path: string, value: object, missing: string[] = []) => {
    for (const name of new Set([...missing, ...invalidFields(part, path, value)]))
      errors.push(toFormError(texts, entry, `${path}.${name}`))
  }
  const kind = entry('kind')
  const isConsumer = kind === 'consumer'
  if (kind !== 'business' && !isConsumer) errors.push({ name: 'kind', text: texts.errors.kind })
  const orderer = filledIn(entry, 'orderer', [...personFields, 'phone'])
  const missing = orderer['firstName'] === undefined ? ['firstName'] : []
  const invoiceTo = filledIn(entry, 'invoiceTo', invoiceFields)
  if (isConsumer)
    for (const name of businessFields)
      if (invoiceTo[name])
        errors.push({
          name: `invoiceTo.${name}`,
          text: texts.errors.ofBusinesses(labelOf(texts, `invoiceTo.${name}`)),
        })
  check('orderer', 'orderer', { firstName: '', ...orderer }, missing)
  const answersOf = (isPerParticipant: boolean, path = '', labelPrefix = '') =>
    questions.flatMap((question) => {
      if (question.isPerParticipant !== isPerParticipant) return []
      const name = questionName(question, path)
      const answer = entry(name) ?? ''
      if (answer.length > maxLengthOf(name))
        errors.push(toFormError(texts, entry, name, labelPrefix + question.text))
      if (answer !== '') return { questionId: question.id, answer }
      if (question.isRequired) errors.push({ name, text: texts.errors.required(labelPrefix + question.text) })
      return []
    })
  const persons = Array.from({ length: seats }, (_, at) => {
    const path = seatPath(at)
    const answersOfSeat = () => {
      const answers = answersOf(true, `${path}.`, seats === 1 ? '' : `${texts.seat(at + 1)}, `)
      return answers.length > 0 ? { answers } : {}
    }
    const person = filledIn(entry, path, personFields)
    const isNamed = Object.keys(person).length > 0
    const isAnswered = questions.some(
      (question) => question.isPerParticipant && entry(questionName(question, `${path}.`)),
    )
    const chosen = at === 0 ? participantOf(entry, isNamed) : isNamed || isAnswered ? 'other' : 'later'
    const name = `${person['firstName'] ?? ''} ${person['lastName'] ?? ''}`.trim() || person['email'] || ''
    if (chosen === undefined) {
      errors.push({ name: 'self', text: texts.errors.self })
      return { later: true as const }
    }
    const { isOrderer, isNamed: isOther } = participants[chosen]
    if (!isOther && isNamed) errors.push({ name: 'self', text: texts.errors.selfOrOther(name) })
    if (isOrderer) {
      const { phone, ...self } = orderer
      return { ...self, ...answersOfSeat() }
    }
    if (!isOther) {
      if (isAnswered) errors.push({ name: 'self', text: texts.errors.laterAnswers })
      return { later: true as const }
    }
    check('seat', path, { firstName: '', ...person }, person['firstName'] === undefined ? ['firstName'] : [])
    return { firstName: '', ...person, ...answersOfSeat() }
  })
  check('invoiceTo', 'invoiceTo', invoiceTo)
  const answers = answersOf(false)
  const comment = entry('comment') ?? ''
  if (comment.length > maxLengthOf('comment')) errors.push(toFormError(texts, entry, 'comment'))
  const isAccepted = ({ id, version }: TermsDocument) => entry(`accepted.${id}`) === String(version)
  for (const document of documents) {
    const { id, title, mustBeAccepted, audience } = document
    const concerns = audience === 'everyone' || (audience === 'consumers') === isConsumer
    if (mustBeAccepted && concerns && !isAccepted(document))
      errors.push({ name: acceptedName(id), text: texts.errors.accept(title) })
  }
  const moduleDateIds = chosenModules(entry, date)
  const voucher = entry('voucher')
  const visitorCategory = categoryOf(entry('visitorCategory') ?? '', date)
  const booking = {
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
    comment,
    language: texts.language,
    whenFull: waits ? ('waitingList' as const) : ('refuse' as const),
  }
  return { booking, errors }
}

const acceptedName = (id: number): string => `accepted.${id}`

/** Whether a field is of the second step, in which the terms are accepted. */
export const isOfReview = ({ name }: FormError): boolean => name.startsWith(acceptedName(0).slice(0, -1))
