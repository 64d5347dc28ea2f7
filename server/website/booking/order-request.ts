// The order of a visitor, before it is placed.
import type { NewPerson } from '../../contacts/contact.insert.ts'
import type { WebsiteKey } from '../../platform/auth/website-key.ts'
import type { PublicWriteRequest } from '../../platform/http/public/public-write.ts'
import type { Money } from '../schemas.ts'
import type { NamedSeat, VisitorBooking } from './booking.schema.ts'
import type { StoredAnswers } from './questions.sql.ts'

/** The orderer, and the seats. */
export type VisitorRequest = Omit<PublicWriteRequest<VisitorBooking>, 'key'> & {
  key: Pick<WebsiteKey, 'clientId'>
}

/** The facts of an order before it is placed. `answersOfSeats`: in the order of the seats. */
export type CheckedOrder = {
  moduleDateIds: number[]
  versionIds: readonly number[]
  answers: StoredAnswers
  answersOfSeats: StoredAnswers[]
}

/** An order to place. `agreedGross`: the price that the visitor has agreed to; undefined: the price of the seats. */
export type OrderRequest = { request: VisitorRequest; checked: CheckedOrder; agreedGross?: Money | null }

/** All dates that are booked. */
export const dateIdsOf = ({ request, checked }: OrderRequest): number[] => [
  request.body.dateId,
  ...checked.moduleDateIds,
]

type NamedPerson = Omit<NamedSeat, 'answers'>

/** The persons of the seats; undefined: named later. */
export const personsOf = ({ request }: OrderRequest): (NamedPerson | undefined)[] =>
  request.body.seats.map((seat) => {
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
