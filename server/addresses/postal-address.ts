// Postal addresses as they are printed: the lines in the order of their country, and the country abroad.
import { formatAddress } from 'localized-address-format'
import { countryCode } from './countries.ts'

export type PrintedAddress = {
  /** The lines above the street: company, department, person. */
  receiver?: readonly string[]
  street: string
  houseNumber?: string
  isPostOfficeBox?: boolean
  zip: string
  city: string
  state?: string
  /** A code, or a name in German or English; '': the country of the instance. */
  country: string
}

/** Countries that write the house number before the street. */
const numberFirst = new Set('AU CA FR GB HK IE IL IN LU MT MY NZ PH SG TH US ZA'.split(' '))
const germanSpeaking = new Set(['AT', 'CH', 'DE', 'LI'])
const englishNames = new Intl.DisplayNames('en', { type: 'region' })

/** The prefix of a postcode that the library adds: nobody writes it together with the country. */
const postcodePrefix = /^[A-Z]{1,2}[- ](?=\d)/

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/**
 * The lines of an address by the rule of its country. The country is the last line, in capitals, unless it is the own one.
 * @param home the country of the instance
 */
export function postalLines(address: PrintedAddress, home: string): string[] {
  const { street, houseNumber = '', zip, city, state = '' } = address
  const code = address.country.trim() === '' ? home : countryCode(address.country)
  const box = germanSpeaking.has(code ?? home) ? 'Postfach' : 'PO Box'
  const streetLine = address.isPostOfficeBox
    ? joined(box, street, houseNumber)
    : code !== undefined && numberFirst.has(code)
      ? joined(houseNumber, street)
      : joined(street, houseNumber)
  const lines = formatAddress(
    {
      postalCountry: code ?? '',
      administrativeArea: state,
      locality: city,
      postalCode: zip,
      addressLines: [streetLine],
    },
    'latin',
  ).map((line) => (postcodePrefix.test(zip) ? line : line.replace(postcodePrefix, '')))
  // Without a rule for the country, the library leaves out the postcode.
  const place = lines.join(' ').includes(zip) ? lines : [streetLine, joined(zip, city)]
  const country =
    code === home ? '' : code === undefined ? address.country.trim() : (englishNames.of(code) ?? code)
  return [...(address.receiver ?? []), ...place, country.toUpperCase()].filter((line) => line.trim() !== '')
}

/** An address on one line. */
export const postalLine = (address: PrintedAddress, home: string): string =>
  postalLines(address, home).join(', ')
