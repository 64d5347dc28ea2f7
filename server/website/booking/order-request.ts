// The order of a visitor, before it is placed.
import type { NewPerson } from '../../contacts/contact.insert.ts'
import type { WebsiteKey } from '../../platform/auth/website-key.ts'
import type { PublicWriteRequest } from '../../platform/http/public/public-write.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Money } from '../schemas.ts'
import type { NamedSeat, VisitorBooking } from './booking.schema.ts'
import type { StoredAnswers } from './questions.sql.ts'

/** The orderer, and the seats. */
export type VisitorRequest = Omit<PublicWriteRequest<VisitorBooking>, 'key'> & {
  key: Pick<WebsiteKey, 'clientId' | 'name'>
}

/** The seats at one of the dates of an order. */
export type DateRequest = Pick<
  VisitorBooking,
  'dateId' | 'moduleDateIds' | 'seats' | 'visitorCategory' | 'whenFull'
>

/** All dates of a request, in its order. */
export const requestedDates = (body: DateRequest & Pick<VisitorBooking, 'furtherDates'>): DateRequest[] => [
  body,
  ...(body.furtherDates ?? []),
]

/** The name of a field of one of the dates. */
export const fieldOfDate = (index: number, name: string): string =>
  index === 0 ? name : `furtherDates[${index - 1}].${name}`

/** `answersOfSeats`: in the order of the seats. */
type CheckedDate = { moduleDateIds: number[]; answersOfSeats: StoredAnswers[] }

/** The facts of an order before it is placed. `furtherDates`: in the order of the request. */
export type CheckedOrder = CheckedDate & {
  versionIds: readonly number[]
  answers: StoredAnswers
  furtherDates?: CheckedDate[]
}

const checkedDates = ({ moduleDateIds, answersOfSeats, furtherDates = [] }: CheckedOrder): CheckedDate[] => [
  { moduleDateIds, answersOfSeats },
  ...furtherDates,
]

/** @param dates at least one */
export const toCheckedOrder = (
  [first, ...furtherDates]: CheckedDate[],
  order: Pick<CheckedOrder, 'versionIds' | 'answers'>,
): CheckedOrder => ({ ...first!, ...order, ...(furtherDates.length > 0 && { furtherDates }) })

/** An order to place. `agreedGross`: the price that the visitor has agreed to; undefined: the price of the seats. */
export type OrderRequest = {
  request: VisitorRequest
  checked: CheckedOrder
  agreedGross?: Money | null
  /** Sign the record of the order. */
  secrets: Secrets
}

type OrderFacts = { request: Pick<VisitorRequest, 'body'>; checked: CheckedOrder }

/** The dates of an order with their seats. */
export const orderDates = ({ request, checked }: OrderFacts): (DateRequest & CheckedDate)[] => {
  const found = checkedDates(checked)
  return requestedDates(request.body).map((date, index) => ({ ...date, ...found[index]! }))
}

/** A date with its modules. */
export const withModules = ({ dateId, moduleDateIds }: DateRequest & CheckedDate): number[] => [
  dateId,
  ...moduleDateIds,
]

/** All dates that are booked. */
export const dateIdsOf = (order: OrderFacts): number[] => orderDates(order).flatMap(withModules)

type NamedPerson = Omit<NamedSeat, 'answers'>

/** The persons of the seats; undefined: named later. */
export const personsOf = ({ seats }: Pick<DateRequest, 'seats'>): (NamedPerson | undefined)[] =>
  seats.map((seat) => {
    if ('later' in seat) return undefined
    const { answers: _answers, ...person } = seat
    return person
  })

/** The orderer, with the address of the invoice. */
export const newOrderer = ({ orderer, invoiceTo }: VisitorBooking): NewPerson => {
  const { phone, company = invoiceTo.company, ...person } = orderer
  const { street, houseNumber, zip, city, country } = invoiceTo
  return {
    ...person,
    company,
    street,
    houseNumber,
    zip,
    city,
    country,
    ...(phone && { phone: { number: phone } }),
  }
}
