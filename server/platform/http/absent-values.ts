// Values that stand for "not given" in a request (decision 13.9): what a response has for an absent value, and null. So a record that was
// read can be sent back.
import type { TSchema } from '../ground/schema.ts'
import { validationErrors } from './validation.ts'

type Schema = TSchema & {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  items?: Schema
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfType = (schema: Schema, type: string): boolean =>
  schema.anyOf
    ? schema.anyOf.some((form) => isOfType(form, type))
    : schema.enum
      ? schema.enum.some((value) => typeof value === type)
      : schema.type === type || (type === 'number' && schema.type === 'integer')

/** Whether a value is that of an absent field of this type (decision 1.1), or null. */
function standsForAbsent(schema: Schema, value: unknown): boolean {
  if (value === null) return true
  if (value === '' || value === 0) return isOfType(schema, typeof value)
  return Array.isArray(value) && value.length === 0 && isOfType(schema, 'array')
}

/**
 * The body without optional fields that stand for "not given". A value that the schema accepts has its own meaning and stays: an empty
 * comment is one, an empty date is none.
 */
export function withoutAbsent(schema: TSchema | undefined, body: unknown): unknown {
  const { properties, required = [], items } = (schema ?? {}) as Schema
  if (Array.isArray(body)) return items ? body.map((item) => withoutAbsent(items, item)) : body
  if (!properties || !isObject(body)) return body
  const given = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) return [[name, value]]
    const isAbsent =
      !required.includes(name) &&
      standsForAbsent(property, value) &&
      validationErrors(property, value).length > 0
    return isAbsent ? [] : [[name, withoutAbsent(property, value)]]
  })
  return Object.fromEntries(given)
}
