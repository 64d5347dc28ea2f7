// The address lines of a receiver.
import { isCompany } from '../addresses/contact-types.ts'

export type Receiver = {
  contact_type: string
  salutation: string
  title: string
  first_name: string
  last_name: string
  company: string
  /** null if there is no address. */
  address_type_id: number | null
  department: string
  addition: string
  street: string
  house_number: string
  zip: string
  city: string
  country: string
  is_post_office_box: boolean
}

const privateAddress = 2
const joinNonEmpty = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ')

/** The lines of an address; the company goes first, except on a private address. */
export function addressLines(receiver: Receiver): string[] {
  const ofCompany = isCompany(receiver.contact_type)
  const person = ofCompany ? '' : joinNonEmpty(receiver.title, receiver.first_name, receiver.last_name)
  const company = ofCompany
    ? receiver.last_name
    : receiver.address_type_id === privateAddress
      ? ''
      : receiver.company
  const street = receiver.is_post_office_box
    ? joinNonEmpty('Postfach', receiver.street, receiver.house_number)
    : joinNonEmpty(receiver.street, receiver.house_number)
  return [
    company,
    receiver.department,
    person,
    receiver.addition,
    street,
    joinNonEmpty(receiver.zip, receiver.city),
    receiver.country,
  ].filter((line) => line !== '' && line !== null)
}
