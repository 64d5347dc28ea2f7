// Telephone numbers by their digits, however they are written. `phone_digits` of the database follows from the same rules
// (migrations/0092-phone-digits.sql).
import type { Likeness } from './names.ts'

export type PhoneParts = { countryCode: string; areaCode: string; number: string }

/** The calling codes of the ITU: one, two or three digits. */
export const callingCode =
  '(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])'
/** Countries that dial the zero of the area code from abroad, too: Italy, San Marino, the Vatican. */
export const keepsZero = '(?:39|378|379)'
const leadingCode = new RegExp(`^${callingCode}`)
const zeroAfterCode = new RegExp(`^(?!${keepsZero}0)(${callingCode})0+`)

/** The calling codes of the countries around, for numbers without one. */
const callingCodes: Readonly<Record<string, string>> = {
  AT: '43',
  BE: '32',
  CH: '41',
  CZ: '420',
  DE: '49',
  DK: '45',
  ES: '34',
  FR: '33',
  GB: '44',
  IE: '353',
  IT: '39',
  LI: '423',
  LU: '352',
  NL: '31',
  PL: '48',
  SE: '46',
  US: '1',
}

/** The calling code of a country; '': not known. */
export const callingCodeOf = (country: string): string => callingCodes[country] ?? ''

/** The digits of an international number after its calling code. */
export const withoutCallingCode = (digits: string): string => digits.replace(leadingCode, '')

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * The digits of a number from its calling code on, without the zero that is dialled within a country.
 * @param home the calling code of numbers that name none; '': they stay without one
 */
export function phoneDigits({ countryCode, areaCode, number }: PhoneParts, home = ''): string {
  const code = digitsOf(countryCode).replace(/^0+/, '')
  const local = `${areaCode} ${number}`.replaceAll('(0)', '').trim()
  const digits = digitsOf(local)
  const isInternational = /^(\+|00)/.test(local)
  if (code === '' && !isInternational) {
    const national = digits.replace(/^0+/, '')
    return national === '' ? '' : home + national
  }
  // A number that repeats the code of its country.
  const whole = isInternational ? digits.replace(/^0+/, '') : code + digits
  return whole.replace(zeroAfterCode, '$1')
}

/** A number as it is typed, in one piece. */
export const parsePhone = (text: string): PhoneParts => ({ countryCode: '', areaCode: '', number: text })

/** The shortest number of a subscriber that tells more than an extension. */
const minSubscriber = 6

const isWithoutAreaCode = ({ countryCode, areaCode, number }: PhoneParts): boolean =>
  countryCode === '' && areaCode === '' && /^[1-9]/.test(number.trim())

/** Compares numbers; one that lacks its area code is near to the whole one. @param home the calling code of the own country */
export function comparePhones(one: PhoneParts, other: PhoneParts, home: string): Likeness {
  const [a, b] = [phoneDigits(one, home), phoneDigits(other, home)]
  if (a === '' || b === '') return 'different'
  if (a === b) return 'equal'
  const isPartOf = (part: PhoneParts, whole: string): boolean => {
    const digits = phoneDigits(part)
    return isWithoutAreaCode(part) && digits.length >= minSubscriber && whole.endsWith(digits)
  }
  return isPartOf(one, b) || isPartOf(other, a) ? 'near' : 'different'
}
