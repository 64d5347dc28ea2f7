import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { ErrorText } from '../ground/error-text.ts'
import { type FieldError, fieldPath } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { isPassiveHtml } from '../ground/html.ts'
import { Id, type TSchema } from '../ground/schema.ts'
import { isEmail, isLink } from '../ground/text.ts'
import { isAddressHeader, isBase64, isMessageId, isMoment } from './request/header-formats.ts'

const maxErrors = 1000

/** Whether a text `YYYY-MM-DD` is an existing date. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const isFileName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !/[/\\\p{Cc}\p{Bidi_Control}]/u.test(name) &&
  Buffer.byteLength(name) <= 255

const isAddressList = (text: string): boolean =>
  text.trim() === '' ||
  text
    .replace(/"[^"]*"/g, '')
    .split(/[,;]/)
    .every((part) => isEmail((/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim()))

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const formats: Record<string, { test: (value: string) => boolean; error: () => ErrorText }> = {
  date: { test: isDate, error: generalErrors.date },
  'date-or-none': { test: (value) => value === '' || isDate(value), error: generalErrors.date },
  'time-of-day': { test: isTime, error: generalErrors.time },
  'time-or-none': { test: (value) => value === '' || isTime(value), error: generalErrors.time },
  'email-address': { test: (value) => isEmail(value.trim()), error: generalErrors.email },
  'address-list': { test: isAddressList, error: generalErrors.emailList },
  'address-header': { test: isAddressHeader, error: generalErrors.emailList },
  base64: { test: isBase64, error: generalErrors.base64 },
  'message-id': { test: isMessageId, error: generalErrors.messageId },
  uuid: {
    test: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
    error: generalErrors.uuid,
  },
  'date-time': { test: isMoment, error: generalErrors.moment },
  link: { test: isLink, error: generalErrors.link },
  'link-not-blank': {
    test: (value) => value.trim() !== '' && isLink(value),
    error: generalErrors.link,
  },
  'passive-html': { test: isPassiveHtml, error: generalErrors.activeHtml },
  'file-name': { test: isFileName, error: generalErrors.fileName },
  'not-blank': { test: (value) => value.trim() !== '', error: generalErrors.blank },
  'not-negative': {
    test: (value) => !/^\s*[-\u2212\u2013]\s*\d/.test(value),
    error: () => generalErrors.min({ min: 0 }),
  },
  'id-list': {
    test: (value) =>
      value.split(',').every((part) => /^[1-9]\d{0,9}$/.test(part) && Number(part) <= 2147483647),
    error: generalErrors.idList,
  },
}

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  validateFormats: true,
  allowUnionTypes: true,
  verbose: true,
})
for (const [name, { test }] of Object.entries(formats)) ajv.addFormat(name, test)
/** Money and percentages are stored with two decimals. */
const twoDecimals = 'two-decimals'
ajv.addFormat(twoDecimals, {
  type: 'number',
  validate: (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
})

const compiled = new WeakMap<object, ValidateFunction>()

/** All errors of a value against a schema, with field paths such as `elements[0].resId`. Nothing is coerced or changed. */
export function validationErrors(schema: TSchema, value: unknown): FieldError[] {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  const checked = cutLists(schema, value)
  const details = textErrors(checked)
  if (!validate(checked)) details.push(...describeErrors(validate.errors ?? []))
  return details.slice(0, maxErrors)
}

/** The lists of a body, cut after the first item too many: only their length is reported, and the items would cost time. */
function cutLists(schema: TSchema & { properties?: Record<string, { maxItems?: number }> }, value: unknown) {
  if (typeof value !== 'object' || value === null) return value
  const tooLong = Object.entries(value).flatMap(([name, list]) => {
    const { maxItems = Number.POSITIVE_INFINITY } = schema.properties?.[name] ?? {}
    return Array.isArray(list) && list.length > maxItems + 1 ? [[name, list.slice(0, maxItems + 1)]] : []
  })
  return tooLong.length === 0 ? value : { ...value, ...Object.fromEntries(tooLong) }
}

function describeErrors(errors: ErrorObject[]): FieldError[] {
  // A union gives the errors of each variant. For a nullable field, only the errors of the other variant are reported.
  const unions = errors.filter((error) => error.keyword === 'anyOf')
  const tooLong = errors
    .filter((error) => error.keyword === 'maxItems')
    .map((error) => `${error.instancePath}/`)
  const details = new Map<string, FieldError>()
  for (const error of errors) {
    if (tooLong.some((path) => error.instancePath.startsWith(path))) continue
    if (
      error.keyword === 'anyOf' &&
      errors.some((other) => within(other, error) && !isTypeMismatch(other, error))
    )
      continue
    if (unions.some((union) => within(error, union) && isTypeMismatch(error, union))) continue
    const detail = { field: fieldOf(error), ...errorTextOf(error, errors) }
    details.set(`${detail.field}\n${detail.message}`, detail)
    if (details.size === maxErrors) break
  }
  return [...details.values()]
}

const within = (error: ErrorObject, union: ErrorObject) =>
  error !== union &&
  error.instancePath.startsWith(union.instancePath) &&
  error.schemaPath.startsWith(`${union.schemaPath}/`)

/** A value that matches no variant of a union is reported once. */
const isTypeMismatch = (error: ErrorObject, union: ErrorObject) =>
  error.keyword === 'type' && error.instancePath === union.instancePath

function fieldOf(error: ErrorObject): string {
  const childKey = error.params['missingProperty'] ?? error.params['additionalProperty']
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return fieldPath(childKey === undefined ? steps : [...steps, String(childKey)])
}

const typeErrors: Record<string, () => ErrorText> = {
  integer: generalErrors.integer,
  number: generalErrors.number,
  string: generalErrors.text,
  boolean: generalErrors.boolean,
  array: generalErrors.array,
  object: generalErrors.object,
}

const typeNames: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function typeError(types: unknown[]): ErrorText {
  const names = [...new Set(types)].map(String)
  const error = names.length === 1 ? typeErrors[names[0]!] : undefined
  return error?.() ?? generalErrors.type({ types: names.map((name) => typeNames[name] ?? name).join(' or ') })
}

const idLimits: Record<string, unknown> = { ...Id }

/** Whether an error is that of an id, whatever is wrong with it (decision 13.6). */
const concernsId = ({ keyword, parentSchema }: ErrorObject): boolean =>
  (keyword === 'type' || keyword === 'minimum') &&
  (['minimum', 'maximum'] as const).every((limit) => parentSchema?.[limit] === idLimits[limit])

function errorTextOf(error: ErrorObject, all: ErrorObject[]): ErrorText {
  const { keyword, params, message } = error
  if (
    concernsId(error) ||
    (keyword === 'anyOf' && all.some((other) => within(other, error) && concernsId(other)))
  )
    return generalErrors.id()
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return generalErrors.required()
    case 'additionalProperties':
      return generalErrors.unknownField()
    case 'type':
      return typeError([params['type']].flat())
    case 'anyOf':
      return typeError(all.filter((other) => within(other, error)).flatMap((other) => other.params['type']))
    case 'format':
      return (formats[String(params['format'])]?.error ?? generalErrors.decimals)()
    case 'enum':
      return generalErrors.enum({
        values: (params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', '),
      })
    case 'const':
      return generalErrors.const({ value: JSON.stringify(params['allowedValue']) })
    case 'pattern':
      return generalErrors.pattern({ pattern: String(params['pattern']) })
    case 'minimum':
      return generalErrors.min({ min: limit })
    case 'maximum':
      return generalErrors.max({ max: limit })
    case 'minLength':
      return limit === 1 ? generalErrors.empty() : generalErrors.minLength({ min: limit })
    case 'maxLength':
      return generalErrors.maxLength({ max: limit })
    case 'minItems':
      return generalErrors.minItems({ min: limit })
    case 'maxItems':
      return generalErrors.maxItems({ max: limit })
    default:
      return message === undefined ? generalErrors.notAllowed() : generalErrors.other({ fault: message })
  }
}

// PostgreSQL cannot store NUL, and a lone surrogate is invalid Unicode.
function textErrors(value: unknown): FieldError[] {
  const details: FieldError[] = []
  const visit = (part: unknown, path: string): void => {
    if (details.length === maxErrors) return
    if (typeof part === 'string') {
      if (part.includes('\0')) details.push({ field: path || 'body', ...generalErrors.nul() })
      if (!part.isWellFormed()) details.push({ field: path || 'body', ...generalErrors.loneSurrogate() })
    } else if (Array.isArray(part)) {
      part.forEach((item, index) => {
        visit(item, `${path}[${index}]`)
      })
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) visit(item, path === '' ? key : `${path}.${key}`)
    }
  }
  visit(value, '')
  return details
}
