// What a visitor enters in the booking form, as the body of POST /bookings. Fields have the names of its paths.
import { personFields } from '../../../website/booking-view.ts'
import type { Texts } from '../../../website/texts.ts'
import type { FieldError } from '../../platform/http/errors.ts'
import type { TSchema } from '../../platform/http/schema.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import { InvoiceTo, NamedSeat, Orderer, type VisitorBooking } from '../booking/booking.schema.ts'
import type { TermsDocument } from '../booking/terms.sql.ts'
import type { PublicDate } from '../schemas.ts'

/** By the name of a field; '': of the whole form. */
export type FormError = { name: string; text: string }

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
const filledIn = (fields: URLSearchParams, path: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = enteredText(fields, `${path}.${name}`)
      return text === '' ? [] : [[name, text]]
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
function toFormError(texts: Texts, fields: URLSearchParams, name: string): FormError {
  const label = labelOf(texts, name)
  const { required, email, invalid } = texts.errors
  if (enteredText(fields, name) === '') return { name, text: required(label) }
  return { name, text: (name.endsWith('email') ? email : invalid)(label) }
}

/** The module dates of a series that the visitor has chosen; undefined: the date is no series. */
const chosenModules = (fields: URLSearchParams, { modules }: PublicDate): number[] | undefined =>
  modules.length === 0
    ? undefined
    : modules
        .filter(({ dateId, isOptional }) => !isOptional || fields.has(`module.${dateId}`))
        .map(({ dateId }) => dateId)

/**
 * Reads the booking of a form.
 * @param documents those that may have to be accepted
 * @returns the booking, or what is wrong with it in the order of the form
 */
export function readBooking(
  fields: URLSearchParams,
  {
    date,
    seats,
    documents,
    texts,
  }: { date: PublicDate; seats: number; documents: readonly TermsDocument[]; texts: Texts },
): { booking: VisitorBooking } | { errors: FormError[] } {
  const errors: FormError[] = []
  const validate = (schema: TSchema, path: string, value: object) => {
    const names = new Set(validationErrors(schema, value).map(({ field }: FieldError) => `${path}.${field}`))
    for (const name of names) errors.push(toFormError(texts, fields, name))
  }
  const kind = fields.get('kind')
  if (kind !== 'business' && kind !== 'consumer') errors.push({ name: 'kind', text: texts.errors.kind })
  const isConsumer = kind === 'consumer'
  const orderer = filledIn(fields, 'orderer', [...personFields, 'phone'])
  if (orderer['firstName'] === undefined) errors.push(toFormError(texts, fields, 'orderer.firstName'))
  validate(Orderer, 'orderer', { firstName: '', ...orderer })
  const persons = Array.from({ length: seats }, (_, at) => {
    if (at === 0 && fields.has('self')) {
      const { phone, ...self } = orderer
      return self
    }
    const person = filledIn(fields, `seats[${at}]`, personFields)
    if (Object.keys(person).length === 0) return { later: true as const }
    validate(NamedSeat, `seats[${at}]`, { firstName: '', ...person })
    return { firstName: '', ...person }
  })
  const invoiceTo = filledIn(fields, 'invoiceTo', invoiceFields)
  validate(InvoiceTo, 'invoiceTo', invoiceTo)
  for (const { id, version, title, mustBeAccepted, audience } of documents) {
    const concerns = audience === 'everyone' || (audience === 'consumers') === isConsumer
    if (mustBeAccepted && concerns && fields.get(`accepted.${id}`) !== String(version))
      errors.push({ name: `accepted.${id}`, text: texts.errors.accept(title) })
  }
  if (errors.length > 0) return { errors }
  const moduleDateIds = chosenModules(fields, date)
  const voucher = enteredText(fields, 'voucher')
  return {
    booking: {
      dateId: date.id,
      ...(moduleDateIds && { moduleDateIds }),
      ...(voucher !== '' && { voucher }),
      seats: persons as VisitorBooking['seats'],
      orderer: orderer as VisitorBooking['orderer'],
      invoiceTo: invoiceTo as VisitorBooking['invoiceTo'],
      isConsumer,
      accepted: documents.flatMap(({ id, version }) =>
        fields.get(`accepted.${id}`) === String(version) ? [{ id, version }] : [],
      ),
      newsletter: fields.has('newsletter'),
      comment: enteredText(fields, 'comment'),
      whenFull: date.availability === 'waitingList' ? 'waitingList' : 'refuse',
    },
  }
}
