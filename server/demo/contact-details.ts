// The demo's data set: addresses, e-mail addresses and phones of companies and contacts.
import type { Address, Phone } from '../addresses/address.schema.ts'
import { houseNumber, streets, type Town, townsAbroad } from './names.ts'
import type { Random } from './random.ts'

/** Counters for the ids of addresses, e-mail addresses and phones. */
export type IdCounters = { address: number; email: number; phone: number }
export type AddressFields = Pick<Address, 'street' | 'houseNumber' | 'zip' | 'city' | 'state' | 'country'> & {
  area: string
}

export const noPhone = (type: string): Phone => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })
export const phone = (ids: IdCounters, type: string, areaCode: string, number: string): Phone => ({
  id: ++ids.phone,
  type,
  countryCode: '49',
  areaCode,
  number,
})

export const randomAddress = (random: Random, { zip, city, state, area }: Town): AddressFields => ({
  street: random.pick(streets),
  houseNumber: houseNumber(random),
  zip,
  city,
  state,
  country: 'DE',
  area,
})
export const randomAddressAbroad = (random: Random): AddressFields => ({
  ...random.pick(townsAbroad),
  houseNumber: String(random.int(1, 90)),
})

export function address(
  ids: IdCounters,
  addressType: number,
  { area: _, ...fields }: AddressFields,
  more: Partial<Address>,
): Address {
  const { street, houseNumber, zip, city, state, country } = fields
  return {
    id: ++ids.address,
    addressType,
    parentContact: '',
    parentContactId: 0,
    isDefault: false,
    position: '',
    department: '',
    street,
    houseNumber,
    addition: '',
    zip,
    city,
    state,
    country,
    emails: [],
    phones: [],
    ...more,
  }
}

export const defaultContactDetails = (defaultAddress: Address) => ({
  defaultAddress: [defaultAddress],
  defaultPhone: defaultAddress.phones.find(({ type }) => type === 'phone') ?? noPhone('phone'),
  defaultFax: defaultAddress.phones.find(({ type }) => type === 'fax') ?? noPhone('fax'),
  defaultMobile: defaultAddress.phones.find(({ type }) => type === 'mobile') ?? noPhone('mobile'),
})
