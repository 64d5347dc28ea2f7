import assert from 'node:assert/strict'
import { test } from 'node:test'
import countries from 'i18n-iso-countries/index.js'
import { countryCode } from './countries.ts'

const cases: Readonly<Record<string, string>> = {
  DE: 'de, D, DEU, BRD, Deutschland, germany, Bundesrepublik Deutschland',
  AT: 'A, at, AUT, Österreich, OESTERREICH, Osterreich, Austria',
  CH: 'CH, CHE, Schweiz, Switzerland',
  FR: 'F, FR, fra, Frankreich, France',
  RU: 'RU, Russland, Rußland, Russia, Russische Föderation, Russian Federation',
  GB: 'GB, UK, U.K., United Kingdom, Vereinigtes Königreich, Großbritannien, Grossbritannien, Great Britain, England',
  RS: 'Serbien, Serbia, SRB',
  CZ: 'CZ, Tschechien, Tschechische Republik, Czech Republic, Czechia',
  NL: 'NL, Holland, Niederlande, Netherlands, The Netherlands',
  US: 'USA, US, U.S.A., Vereinigte Staaten, Vereinigte Staaten von Amerika, United States',
  TR: 'Türkei, Tuerkei, Turkey, Türkiye',
  LI: 'FL, Liechtenstein',
  SK: 'Slowakei, Slovakia, Slowakische Republik',
  MM: 'Myanmar, Birma',
  TL: 'Osttimor, Timor-Leste',
  CI: "Elfenbeinküste, Ivory Coast, Côte d'Ivoire",
}

test('countries are recognised by code, name and short form in German and English', () => {
  for (const [code, names] of Object.entries(cases))
    for (const name of names.split(', ')) assert.equal(countryCode(name), code, name)
})

test('withdrawn codes, codes that users of the standard assigned, and ambiguous names are not recognised', () => {
  for (const text of [
    'FX',
    'SU',
    'YU',
    'DD',
    'AN',
    'CS',
    'TP',
    'XK',
    'ZZ',
    'EU',
    'Congo',
    'Korea',
    'X',
    '',
    '?',
  ])
    assert.equal(countryCode(text), undefined, text)
})

test('every name that CLDR gives a current country leads to its code', () => {
  const current = Object.keys(countries.getAlpha2Codes()).filter((code) => code !== 'XK')
  assert.equal(current.length, 249)
  for (const code of current)
    for (const language of ['de', 'en'])
      assert.equal(
        countryCode(new Intl.DisplayNames(language, { type: 'region' }).of(code)!),
        code,
        `${code} ${language}`,
      )
})
