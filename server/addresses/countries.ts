// The codes of countries (ISO 3166-1) by their names in German and English.
import countries from 'i18n-iso-countries/index.js'
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { countryCodes } from './country-choices.ts'

/** Names and short forms that neither the library nor CLDR has, by code. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'VAE',
  AT: 'A, Republik Österreich, Republic of Austria',
  BA: 'Bosnien, Bosnien-Herzegowina, Bosnia',
  BE: 'B',
  BY: 'Weissrussland, White Russia',
  CD: 'DR Kongo, DR Congo',
  CH: 'Schweizerische Eidgenossenschaft, Swiss Confederation, Suisse, Svizzera',
  CV: 'Kapverden, Kapverdische Inseln',
  CZ: 'Tschechei',
  DE: 'D, BRD, Bundesrepublik, Bundesrepublik Deutschland, Federal Republic of Germany',
  ES: 'E',
  FR: 'F',
  GB: 'England, Schottland, Scotland, Wales, Nordirland, Northern Ireland, Britain',
  HU: 'H',
  IE: 'Republik Irland, Republic of Ireland, Eire',
  IT: 'I',
  KR: 'Republik Korea',
  LI: 'FL, Fürstentum Liechtenstein',
  LU: 'L, Luxembourg',
  MD: 'Moldau, Moldawien, Moldova',
  MK: 'Mazedonien, Macedonia',
  MM: 'Birma, Burma',
  NL: 'Holland',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
  SK: 'Slowakische Republik, Slovak Republic',
  SZ: 'Swasiland, Swaziland',
  TR: 'Türkiye',
  VA: 'Vatikan, Vatican, Heiliger Stuhl, Holy See',
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, '')
const withoutUmlauts = (text: string): string =>
  text.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD')[0]}e`)

function readCodes(): Map<string, string> {
  for (const locale of [german, english]) countries.registerLocale(locale)
  const codesOf = new Map<string, Set<string>>()
  const alpha3Of = countries.getAlpha2Codes()
  for (const code of countryCodes) {
    const names = [code, alpha3Of[code]!, ...(otherNames[code]?.split(', ') ?? [])]
    for (const language of ['de', 'en']) {
      names.push(...countries.getName(code, language, { select: 'all' })!)
      for (const style of ['long', 'short'] as const)
        names.push(new Intl.DisplayNames(language, { type: 'region', style }).of(code)!)
    }
    for (const name of names)
      for (const spelling of [name, withoutUmlauts(name)]) {
        const letters = lettersOf(spelling)
        codesOf.set(letters, (codesOf.get(letters) ?? new Set()).add(code))
      }
  }
  // A name of two countries (Congo) is the name of neither.
  return new Map([...codesOf].flatMap(([letters, [code, other]]) => (other ? [] : [[letters, code!]])))
}

let codes: Map<string, string> | undefined

/** The ISO 3166-1 alpha-2 code of a country that is given by code, name or short form in German or English; undefined: not known. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes()
  const letters = lettersOf(text)
  return codes.get(letters) ?? codes.get(letters.replace(/^THE/, ''))
}
