// Parses the cells of a row into the data of a contact or company.

import { isCompany } from '../addresses/contact-types.ts'
import { countryCode } from '../addresses/countries.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { splitFullName } from '../platform/ground/matching/full-name.ts'
import { wordsKey } from '../platform/ground/matching/words.ts'
import { comparisonKey, emailKey, isEmail, isLink } from '../platform/ground/text.ts'
import { isDamagedNumber } from './findings.ts'
import { importErrors } from './import.errors.ts'
import type { FieldName, ImportPlan } from './import-plan.ts'
import { importedTypes } from './imported-types.ts'
import { isSalutation, parseSalutation, type Salutation } from './salutations.ts'
import { unreadable } from './table-error.ts'

/** An error of a row. `column` counts from 0; -1: of the whole row. */
export type RowError = FieldError & { column: number }

type Phone = { countryCode: string; areaCode: string; number: string }
export type RowData = {
  [K in Exclude<
    FieldName,
    'salutation' | 'fullName' | 'phone' | 'mobile' | 'fax' | 'categories' | 'streetWithNumber'
  >]?: string
} & {
  salutation?: Salutation
  phone?: Phone
  mobile?: Phone
  fax?: Phone
}
export type ParsedRow = { data: RowData; categories: string[]; errors: RowError[]; identity: string }

/** Splits a phone number into country code, area code and number if they are separated. */
export function parsePhone(text: string): Phone {
  const international =
    /^(?:\+|00)\s*(\d{1,3})[\s./-]*(?:\(0\)[\s./-]*|[\s./-])\(?(\d{1,5})\)?[\s./-]+([\d\s./-]+)$/.exec(text)
  const national = /^\(?(0\d{1,5})\)?(?:\s*[/-]\s*|\s+)([\d\s./-]+)$/.exec(text)
  if (international)
    return { countryCode: international[1]!, areaCode: international[2]!, number: international[3]!.trim() }
  if (national) return { countryCode: '', areaCode: national[1]!, number: national[2]!.trim() }
  return { countryCode: '', areaCode: '', number: text }
}

// `Musterstr. 12 - 14a`, `Am Markt 3-5/7`, `Dorfstraße Nr. 8 a-c`, `Weg 3 1/2`; not the first number of `Straße des 17. Juni 135`.
const streetAndNumber =
  /^(?!Postfach|P\.? ?O\.? ?Box)(.*?\p{L}.*?)(?:\s*,)?(?:\s+|(?<=\.))(?:(?:Haus-?)?(?:Nr|No)\.?\s*)?(\d+\s*\p{L}?(?:\s+[13]\/[24])?(?:\s*[-–—/+&]\s*(?:\d+\s*\p{L}?|\p{L}))*)$/iu

/** Stricter than the interface (decision 4.2), which accepts `max@firma,de`. */
const emailAddress =
  /^[^\s@,;:<>()[\]"\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu
/** The address of `mailto:max@firma.de` and `Max Muster <max@firma.de>`. */
const bareEmail = (text: string) => (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '').trim()

/** The part of a cell that an error shows. */
const shorten = (text: string) => [...text].slice(0, 60).join('')
const lengthOf = (text: string) => [...text].length
const tooLongError = (text: string, max: number) =>
  importErrors.tooLong({ length: lengthOf(text), text: shorten(text), max })

function emailError(text: string): ErrorText {
  const addresses = text.split(/[\s,;]+/).filter((part) => emailAddress.test(part))
  return addresses.length > 1
    ? importErrors.severalEmails({ text: shorten(text) })
    : importErrors.notEmail({ text: shorten(text) })
}

const maxLengths: { [K in FieldName]?: number } = { email: 254, comment: 65_535, categories: 65_535 }

function parseCell(
  field: FieldName,
  text: string,
): { values: Record<string, unknown> } | { error: ErrorText } {
  switch (field) {
    case 'salutation': {
      const found = parseSalutation(text)
      return found === undefined
        ? { error: importErrors.unknownSalutation({ text: shorten(text) }) }
        : { values: { salutation: found } }
    }
    case 'email': {
      const email = bareEmail(text)
      return isEmail(email) && emailAddress.test(email) ? { values: { email } } : { error: emailError(text) }
    }
    case 'phone':
    case 'mobile':
    case 'fax':
      return { values: { [field]: parsePhone(text) } }
    case 'streetWithNumber': {
      const parts = streetAndNumber.exec(text)
      return { values: parts ? { street: parts[1]!, houseNumber: parts[2]! } : { street: text } }
    }
    case 'fullName': {
      const { salutation, ...parts } = splitFullName(text, isSalutation)
      const given = Object.entries({ ...parts, salutation: parseSalutation(salutation) ?? '' })
      return { values: Object.fromEntries(given.filter(([, value]) => value !== '')) }
    }
    case 'country':
      return { values: { country: countryCode(text) ?? text } }
    default:
      return { values: { [field]: text } }
  }
}

/** Parses a row. Lengths, e-mail addresses and required fields are checked as by the interface (decisions 2.5, 4.2). */
export function parseRow(
  cells: readonly string[],
  plan: ImportPlan,
  mergedColumns: readonly number[] = [],
): ParsedRow {
  const data: Record<string, unknown> = {}
  const errors: RowError[] = []
  let categories: string[] = []
  const required = importedTypes[plan.contactType].nameFields.find((field) => plan.columns.includes(field))
  plan.columns.forEach((field, column) => {
    if (field === '') return
    const isLeftOut = !plan.fillMergedCells && mergedColumns.includes(column)
    const cell = isLeftOut ? '' : (cells[column] ?? '').trim()
    const text = plan.omitDamagedNumbers && isDamagedNumber(cell) ? '' : cell
    const addError = (error: ErrorText) => {
      errors.push({ column, field, ...error })
    }
    if (text === '') {
      if (field === required) addError(importErrors.emptyCell())
      return
    }
    const wrong = text.indexOf(unreadable)
    if (wrong >= 0) {
      addError(importErrors.unreadableCharacter({ text: text.slice(Math.max(wrong - 20, 0), wrong + 20) }))
      return
    }
    const maxLength = maxLengths[field] ?? 255
    if (lengthOf(text) > maxLength) {
      addError(tooLongError(text, maxLength))
      return
    }
    if (field === 'website' && !isLink(text)) {
      addError(generalErrors.link())
      return
    }
    if (field === 'categories') {
      categories = [...new Set(text.split(/[;,|\n]/).map((name) => name.trim()))].filter(
        (name) => name !== '',
      )
      const long = categories.find((name) => lengthOf(name) > 255)
      if (long !== undefined) addError(tooLongError(long, 255))
      return
    }
    const parsed = parseCell(field, text)
    if ('error' in parsed) addError(parsed.error)
    // A column of its own says more than a part of the full name.
    else Object.assign(data, field === 'fullName' ? { ...parsed.values, ...data } : parsed.values)
  })
  normalizeZip(data, plan)
  return { data: data as RowData, categories, errors, identity: rowIdentity(plan, data as RowData) }
}

/** Completes German postcodes that a spreadsheet took for numbers (1067), and removes the country before one (D-01067). */
function normalizeZip(data: RowData, { padZips }: ImportPlan): void {
  const [, prefix, digits] = /^(D|DE|A|AT|CH|FL|LI)\s?-\s?(\d{4,5})$/i.exec(data.zip ?? '') ?? []
  if (prefix && digits) {
    data.zip = digits
    data.country ??= countryCode(prefix)!
  }
  const isGerman = data.country === undefined ? padZips : data.country === 'DE'
  if (isGerman && /^\d{4}$/.test(data.zip ?? '')) data.zip = `0${data.zip}`
}

/** The key by which rows are duplicates: e-mail address and last name of persons (decision 4.1), otherwise all data. '': none. */
function rowIdentity(plan: ImportPlan, data: RowData): string {
  if (isCompany(plan.contactType)) return data.name ? `${comparisonKey(data.name)}\n${data.zip ?? ''}` : ''
  if (!data.lastName) return ''
  return data.email
    ? `${emailKey(data.email)}\n${wordsKey(data.lastName)}`
    : `\n${comparisonKey(JSON.stringify(data))}`.slice(0, 500)
}
