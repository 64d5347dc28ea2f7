// fastify's schema compilers are not used: they validate path, query and body one after the other and stop at the first error;
// the interface reports all errors at once. fast-json-stringify turns null into 0 or "".
import { isDeepStrictEqual } from 'node:util'
import { badRequest, type FieldError } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { TSchema } from '../ground/schema.ts'
import type { Endpoint, RequestInput } from './endpoint.ts'
import { validationErrors } from './validation.ts'

type Schema = TSchema & {
  type?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}

/** The schemas that validate a request. */
type Described = Pick<Endpoint, 'params' | 'query' | 'input' | 'body' | 'rules'>

/**
 * Validates path, query and body against an endpoint's schemas (decisions 2.3, 2.4).
 * @param rawParams path parameters, percent-decoded
 * @param queryString the raw query of the URL, without `?`
 * @param body the parsed JSON body; undefined: none
 * @throws Failure 400 with all errors at once
 */
export function parseRequest(
  endpoint: Described,
  rawParams: Record<string, string>,
  queryString: string,
  body: unknown,
): RequestInput {
  const details: FieldError[] = []
  const check = (schema: TSchema | undefined, value: unknown) => {
    if (schema) details.push(...validationErrors(schema, value))
    return value
  }
  const params = check(endpoint.params, readParams(endpoint.params as Schema | undefined, rawParams))
  const queryValues = readQuery(
    (endpoint.input ?? endpoint.query) as Schema | undefined,
    queryString,
    details,
  )
  if (endpoint.input) {
    const input = mergeInput(queryValues, body, details)
    check(endpoint.input, input)
    applyRules(endpoint, { query: undefined, body: undefined, input }, details)
    return { params, query: undefined, body: undefined, input }
  }
  const query = check(endpoint.query, queryValues)
  if (endpoint.body && body === undefined) details.push({ field: 'body', ...generalErrors.required() })
  else check(endpoint.body, body)
  applyRules(endpoint, { query, body, input: undefined }, details)
  return { params, query, body: trimEmails(endpoint.body as Schema | undefined, body), input: undefined }
}

/** Adds the errors of the rules between fields, and throws if there are any errors. */
function applyRules(endpoint: Described, input: Omit<RequestInput, 'params'>, details: FieldError[]): void {
  const invalidFields = new Set(details.map(({ field }) => topLevelField(field)))
  const areValid = (...names: string[]) => !names.some((name) => invalidFields.has(name))
  // A body that is missing, or no object, has no fields.
  if (endpoint.rules && !invalidFields.has('body')) details.push(...endpoint.rules(input, areValid))
  if (details.length > 0) throw badRequest(details)
}

const topLevelField = (field: string): string => field.split(/[.[]/, 1)[0]!

function readParams(schema: Schema | undefined, raw: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      const type = schema?.properties?.[name]?.type
      return [name, type === 'integer' && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text]
    }),
  )
}

/**
 * Lists may be given by commas, by repeating the name, as `name[]` and as `name[0]` (decision 13.1). An empty value counts as not given.
 */
function readQuery(
  schema: Schema | undefined,
  queryString: string,
  details: FieldError[],
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  if (queryString === '') return {}
  for (const pair of queryString.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decode(cut < 0 ? pair : pair.slice(0, cut))
    const text = decode(cut < 0 ? '' : pair.slice(cut + 1))
    if (name === undefined || text === undefined) {
      details.push({ field: name ?? 'query', ...generalErrors.notUtf8() })
      continue
    }
    const field = name.replace(/\[\d*\]$/, '')
    const property =
      schema && Object.hasOwn(schema.properties ?? {}, field) ? schema.properties![field] : undefined
    const isList = property && formsOf(property).some(({ type }) => type === 'array')
    if (!property || (name !== field && !isList))
      details.push({ field: name, ...generalErrors.unknownParameter() })
    else if (text === '') continue
    else if (!(field in values)) values[field] = readValue(property, text)
    else if (isList) values[field] = [values[field], readValue(property, text)].flat()
    else details.push({ field, ...generalErrors.repeated() })
  }
  return { ...values }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const formsOf = (schema: Schema): Schema[] => schema.anyOf ?? [schema]

/** Parses a query value by the type of its schema. A value that cannot be parsed stays a text, which then fails the schema. */
function readValue(schema: Schema, text: string): unknown {
  const alternatives = formsOf(schema)
  const items = alternatives.find((form) => form.type === 'array')
  if (items) {
    const single = alternatives.find((form) => form.type !== 'array')
    if (single && !text.includes(',')) return readValue(single, text)
    return text.split(',').map((part) => readValue(items.items!, part))
  }
  switch (alternatives[0]?.type) {
    case 'integer':
      return /^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
    case 'boolean':
      return { 1: true, true: true, 0: false, false: false }[text] ?? text
    default:
      return text
  }
}

function mergeInput(queryValues: Record<string, unknown>, body: unknown, details: FieldError[]): unknown {
  if (body === undefined) return queryValues
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  for (const [name, value] of Object.entries(body)) {
    if (name in queryValues && !isDeepStrictEqual([queryValues[name]].flat(), [value].flat()))
      details.push({ field: name, ...generalErrors.contradictory() })
  }
  return { ...queryValues, ...body }
}

/** E-mail addresses are trimmed; other text is kept as sent (decision 2.5). */
function trimEmails(schema: Schema | undefined, body: unknown): unknown {
  if (!schema || typeof body !== 'object' || body === null) return body
  const trimmed: Record<string, unknown> = { ...body }
  for (const [name, value] of Object.entries(trimmed)) {
    const property = schema.properties?.[name]
    const isAddress = (property?.anyOf ?? [property]).some(
      (form) => (form as { format?: string })?.format === 'email-address',
    )
    if (isAddress && typeof value === 'string') trimmed[name] = value.trim()
  }
  return trimmed
}
