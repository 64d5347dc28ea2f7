import type { Address } from './address.schema.ts'

export const examplePhone = { id: 5301, type: 'phone', countryCode: '49', areaCode: '40', number: '66969123' }

/** The address of the examples in the OpenAPI document. */
export const exampleAddress: Address = {
  id: 2107,
  addressType: 1,
  parentContact: 'Nordlicht Maschinenbau GmbH',
  parentContactId: 801,
  isDefault: true,
  position: 'Personalentwicklung',
  department: '',
  street: 'Hafenstraße',
  houseNumber: '12a',
  addition: '',
  zip: '20457',
  city: 'Hamburg',
  state: '',
  country: 'DE',
  emails: [{ id: 4711, email: 'jana.koehler@nordlicht.example' }],
  phones: [examplePhone],
}
