// The countries of ISO 3166-1 with their names.
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }

/** Assigned by users of the standard, not by ISO 3166-1. */
const userAssigned = new Set(['XK'])

/** The alpha-2 codes. */
export const countryCodes: readonly string[] = codes
  .map(([code]) => code!)
  .filter((code) => !userAssigned.has(code))

const choices = new Map<string, readonly { code: string; name: string }[]>()

/** All countries in the order of their names. */
export function countryChoices(language: 'de' | 'en'): readonly { code: string; name: string }[] {
  let found = choices.get(language)
  if (!found) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const { compare } = new Intl.Collator(language)
    found = countryCodes
      .map((code) => ({ code, name: names.of(code)! }))
      .sort((one, other) => compare(one.name, other.name))
    choices.set(language, found)
  }
  return found
}
