// The address lines of a receiver.
import { isCompany } from '../addresses/contact-types.ts'
import { postalLines } from '../addresses/postal-address.ts'

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
  state: string
  country: string
  is_post_office_box: boolean
}

const privateAddress = 2
const joinNonEmpty = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ')

/** The lines of an address; the company goes first, except on a private address. @param home the country of the instance */
export function addressLines(receiver: Receiver, home: string): string[] {
  const ofCompany = isCompany(receiver.contact_type)
  const person = ofCompany ? '' : joinNonEmpty(receiver.title, receiver.first_name, receiver.last_name)
  const company = ofCompany
    ? receiver.last_name
    : receiver.address_type_id === privateAddress
      ? ''
      : receiver.company
  return postalLines(
    {
      receiver: [company, receiver.department, person, receiver.addition].filter((line) => Boolean(line)),
      street: receiver.street,
      houseNumber: receiver.house_number,
      isPostOfficeBox: receiver.is_post_office_box,
      zip: receiver.zip,
      city: receiver.city,
      state: receiver.state,
      country: receiver.country,
    },
    home,
  )
}
