// Errors of the records of a data set: the found value, and the expected one in words.
import type { TSchema } from 'typebox'
import { colourPattern, senderAddressPattern, senderNamePattern } from '../../documents/letterhead.schema.ts'
import { day, hex, time, timestamp } from '../../platform/database/fields.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { rightPattern } from '../../platform/ground/rights.ts'
import { MoneyText } from '../../platform/ground/schema.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import { currencyPattern, voucherCodePattern } from '../../website/discounts/voucher.sql.ts'
import { pageUrlPattern } from '../../website/legal/legal-pages.ts'
import { abbreviate, toPointer, type ValidationErrors } from './import-error.ts'

/** The name of texts with the pattern of a schema. */
const words: readonly (readonly [TSchema, string])[] = [
  [day.schema, 'must be a day such as "2027-03-01", or ""'],
  [time.schema, 'must be a time of day such as "09:30", or ""'],
  [timestamp.schema, 'must be a time in UTC such as "2027-03-01T09:30:00Z", or ""'],
  [MoneyText, 'must be a text with an amount and two decimals such as "1190.00", or ""'],
  [hex.schema, 'must be bytes in hexadecimal'],
]

export const blankPattern = '\\S'
export const settingNamePattern = '^[a-z][a-z_]*$'
export const hashPattern = '^[0-9a-f]{64}$'
export const passwordHashPattern = '^([$]argon2id[$].+)?$'
export const slugPattern = '^[a-z0-9]+(-[a-z0-9]+)*$'

const wordsByPattern: ReadonlyMap<string, string> = new Map([
  ...words.map(([schema, text]): [string, string] => [String(Reflect.get(schema, 'pattern')), text]),
  [blankPattern, 'must not be blank'],
  [colourPattern, 'must be a colour such as "#0b5c6b", or ""'],
  [hashPattern, 'must be a SHA-256 hash: 64 digits 0 to 9 and a to f'],
  [rightPattern, 'must be a right such as "090300", "090300:edit" or "lead:access"'],
  [passwordHashPattern, 'must be an argon2id hash of a password, or ""'],
  [settingNamePattern, 'must be the name of a setting such as "time_zone"'],
  [slugPattern, 'must be small letters, digits and single hyphens, such as "project-management"'],
  [
    voucherCodePattern,
    'must be letters without accents and digits, with spaces and hyphens between them, such as "SUMMER-27"',
  ],
  [pageUrlPattern, 'must be an address such as "https://www.example.org/privacy", or ""'],
  [senderNamePattern, 'must be a name without <, >, " and control characters'],
  [senderAddressPattern, 'must be an e-mail address such as "events@example.org", or ""'],
  [currencyPattern, 'must be a currency such as "EUR"'],
])

/** The pattern of a text that is one of some words, or empty. */
export const oneOfOrNonePattern = (words: readonly string[]): string => `^(${words.join('|')})?$`

/** The name of texts with this pattern. */
export const describePattern = (pattern: string): string | undefined => {
  const [, choices] = /^\^\(([\w|]+)\)\?\$$/.exec(pattern) ?? []
  const list = choices?.split('|').map((word) => `"${word}"`)
  return list ? `must be one of ${list.join(', ')}, or ""` : wordsByPattern.get(pattern)
}

/** Reports the errors of a record against its schema. */
export function reportSchemaErrors(
  schema: TSchema,
  value: unknown,
  pointer: string,
  errors: ValidationErrors,
): void {
  for (const error of validationErrors(schema, value)) {
    const below = toPointer(error.field, value)
    errors.add(pointer + below, describeError(error, below, value))
  }
}

/** Errors that say all without the value. */
const withoutValue = ['required', 'unknownField', 'nul', 'loneSurrogate']

function describeError({ code, message, params }: FieldError, pointer: string, record: unknown): string {
  const text = describePattern(String(params?.['pattern'])) ?? message
  return withoutValue.includes(code) ? text : withFound(text, pointer, valueAt(record, pointer))
}

/** Fields whose values no message shows. */
const secret = /\/(hash|passwordHash|totpSecret|confirmationHash)$/

/** An error with the value that was found. */
export function withFound(text: string, pointer: string, value: unknown): string {
  if (secret.test(pointer)) return text
  const isLong = typeof value === 'string' && value.length > 80
  return `${text}; found ${isLong ? `${[...value].length} characters` : abbreviate(value)}`
}

/** The part of a record to which a JSON pointer leads. */
const valueAt = (record: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      record,
    )
