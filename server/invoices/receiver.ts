// The receiver of a letter, line by line.

export type Receiver = {
  contact_type: string
  salutation: string
  title: string
  first_name: string
  last_name: string
  company: string
  /** null: there is no address. */
  address_type: number | null
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
const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ')

/** The lines of an address; the company goes first, except on a private address. */
export function addressLines(one: Receiver): string[] {
  const isCompany = one.contact_type === 'company'
  const person = isCompany ? '' : joined(one.title, one.first_name, one.last_name)
  const company = isCompany ? one.last_name : one.address_type === privateAddress ? '' : one.company
  const street = one.is_post_office_box
    ? joined('Postfach', one.street, one.house_number)
    : joined(one.street, one.house_number)
  return [
    company,
    one.department,
    person,
    one.addition,
    street,
    joined(one.zip, one.city),
    one.country,
  ].filter((line) => line !== '' && line !== null)
}
