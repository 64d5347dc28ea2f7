// The cells of a row as the data of a contact or company, and what is wrong with them.
import { comparisonKey, isEmail } from '../platform/runtime/text.ts'
import type { FieldName, ImportPlan } from './import-plan.ts'

/** What is wrong with a row: in a column (from 0; -1: the row), by its field. */
export type RowError = { column: number; field: string; message: string }

type Phone = { countryCode: string; areaCode: string; number: string }
export type RowData = {
  [K in Exclude<
    FieldName,
    'salutation' | 'phone' | 'mobile' | 'fax' | 'categories' | 'streetWithNumber'
  >]?: string
} & {
  salutation?: '' | 'mr' | 'ms'
  phone?: Phone
  mobile?: Phone
  fax?: Phone
}
export type ParsedRow = { data: RowData; categories: string[]; errors: RowError[]; identity: string }

const salutations = new Map<string, '' | 'mr' | 'ms'>()
for (const [words, salutation] of [
  ['herr herrn hr mr mister m male männlich monsieur', 'mr'],
  ['frau fr ms mrs miss w f female weiblich madame mme', 'ms'],
  ['divers d x mx neutral keine none firma company', ''],
] as const)
  for (const word of words.split(' ')) salutations.set(word, salutation)

/** Names of countries in German and English → ISO 3166 code. */
const countries = new Map<string, string>()
for (const language of ['de', 'en']) {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  for (let a = 65; a <= 90; a++)
    for (let b = 65; b <= 90; b++) {
      const code = String.fromCharCode(a, b)
      const name = names.of(code)
      if (name && !['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO', 'DD'].includes(code))
        countries.set(comparisonKey(name), code)
    }
}
for (const [word, code] of Object.entries({
  d: 'DE',
  a: 'AT',
  brd: 'DE',
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
}))
  countries.set(word, code)

/** A phone number in its parts, where signs between them say which is which. */
export function parsePhone(text: string): Phone {
  const international =
    /^(?:\+|00)\s*(\d{1,3})[\s./-]*(?:\(0\)[\s./-]*|[\s./-])\(?(\d{1,5})\)?[\s./-]+([\d\s./-]+)$/.exec(text)
  const national = /^\(?(0\d{1,5})\)?(?:\s*[/-]\s*|\s+)([\d\s./-]+)$/.exec(text)
  if (international)
    return { countryCode: international[1]!, areaCode: international[2]!, number: international[3]!.trim() }
  if (national) return { countryCode: '', areaCode: national[1]!, number: national[2]!.trim() }
  return { countryCode: '', areaCode: '', number: text }
}

const maxLengths: { [K in FieldName]?: number } = { email: 254, comment: 65_535, categories: 65_535 }

/** What a cell says; a text: what is wrong with it. */
function parseCell(field: FieldName, text: string): string | Record<string, unknown> {
  switch (field) {
    case 'salutation': {
      const found = salutations.get(text.toLowerCase().replace(/\.$/, ''))
      return found === undefined ? 'is not a known salutation' : { salutation: found }
    }
    case 'email':
      return isEmail(text) ? { email: text } : 'must be an e-mail address'
    case 'phone':
    case 'mobile':
    case 'fax':
      return { [field]: parsePhone(text) }
    case 'streetWithNumber': {
      const parts = /^(.*\D)\s+(\d+\s*[a-zA-Z]?(?:\s*[-/]\s*\d+\s*[a-zA-Z]?)?)$/.exec(text)
      return parts
        ? { street: parts[1]!.replace(/,\s*$/, '').trim(), houseNumber: parts[2]! }
        : { street: text }
    }
    case 'country':
      return { country: countries.get(comparisonKey(text)) ?? text }
    default:
      return { [field]: text }
  }
}

/** Reads a row. Lengths, e-mail addresses and what is missing are told as by the interface (decision 2.5, 4.2). */
export function parseRow(cells: readonly string[], plan: ImportPlan): ParsedRow {
  const data: Record<string, unknown> = {}
  const errors: RowError[] = []
  let categories: string[] = []
  const required = plan.kind === 'person' ? 'lastName' : 'name'
  plan.columns.forEach((field, column) => {
    if (field === '') return
    const text = (cells[column] ?? '').trim()
    const addError = (message: string) => {
      errors.push({ column, field, message })
    }
    if (text === '') {
      if (field === required) addError('is required')
      return
    }
    const maxLength = maxLengths[field] ?? 255
    if ([...text].length > maxLength) {
      addError(`must have at most ${maxLength} characters`)
      return
    }
    if (field === 'categories') {
      categories = [...new Set(text.split(/[;,|\n]/).map((name) => name.trim()))].filter(
        (name) => name !== '',
      )
      if (categories.some((name) => [...name].length > 255)) addError('must have at most 255 characters')
      return
    }
    const parsed = parseCell(field, text)
    if (typeof parsed === 'string') addError(parsed)
    else Object.assign(data, parsed)
  })
  return { data: data as RowData, categories, errors, identity: rowIdentity(plan, data as RowData) }
}

/** By what a row is the same as another, or as a contact; '': by nothing. Mind that e-mail and name make a person (decision 4.1). */
function rowIdentity(plan: ImportPlan, data: RowData): string {
  if (plan.kind === 'company') return data.name ? `${comparisonKey(data.name)}\n${data.zip ?? ''}` : ''
  if (!data.lastName) return ''
  return data.email
    ? `${comparisonKey(data.email)}\n${comparisonKey(data.lastName)}`
    : `\n${comparisonKey(JSON.stringify(data))}`.slice(0, 500)
}
