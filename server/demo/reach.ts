// The demo's data set: addresses, e-mail addresses and phones of companies and contacts.
import type { Address, Phone } from '../addresses/address.schema.ts'
import { houseNumber, streets, type Town, townsAbroad } from './names.ts'
import type { Random } from './random.ts'

/** Numbers of addresses, e-mail addresses and phones, which have no id of their own otherwise. */
export type Ids = { address: number; email: number; phone: number }
export type Place = Pick<Address, 'street' | 'houseNumber' | 'zip' | 'city' | 'state' | 'country'> & {
  area: string
}

export const noPhone = (type: string): Phone => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })
export const phone = (ids: Ids, type: string, areaCode: string, number: string): Phone => ({
  id: ++ids.phone,
  type,
  countryCode: '49',
  areaCode,
  number,
})

export const placeIn = (random: Random, { zip, city, state, area }: Town): Place => ({
  street: random.pick(streets),
  houseNumber: houseNumber(random),
  zip,
  city,
  state,
  country: 'DE',
  area,
})
export const placeAbroad = (random: Random): Place => ({
  ...random.pick(townsAbroad),
  houseNumber: String(random.int(1, 90)),
})

export function address(
  ids: Ids,
  addressType: number,
  { area: _, ...place }: Place,
  more: Partial<Address>,
): Address {
  const { street, houseNumber, zip, city, state, country } = place
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

export const reached = (own: Address) => ({
  defaultAddress: [own],
  defaultPhone: own.phones.find(({ type }) => type === 'phone') ?? noPhone('phone'),
  defaultFax: own.phones.find(({ type }) => type === 'fax') ?? noPhone('fax'),
  defaultMobile: own.phones.find(({ type }) => type === 'mobile') ?? noPhone('mobile'),
})
