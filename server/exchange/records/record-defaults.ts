// Records of a data set: every field except the id may be left out, and then has its absent value (decision 1.1).
import Type, { type TSchema } from 'typebox'
import type { Fields, FieldType } from '../../platform/database/fields.ts'
import { isDate } from '../../platform/http/validation.ts'
import { withFound } from './record-errors.ts'

type Node = TSchema & {
  type?: string
  title?: string
  properties?: Record<string, Node>
  items?: Node
  maxLength?: number
  format?: string
  minimum?: number
  maximum?: number
  pattern?: string
}

const limits = ['maxLength', 'minimum', 'maximum'] as const

/**
 * The schema of a field in a data set: as in a response, with the limits of a request. Links have the schemes of a request, too. HTML,
 * which the back office sanitises, must be harmless, because what is imported is returned unchanged (decision 12).
 */
export function withLimits(schema: TSchema, type: FieldType | undefined): TSchema {
  const [node, limited] = [schema as Node, type?.input as Node | undefined]
  if (!limited || limited.type !== node.type) return schema
  const format = type?.isHtml ? 'passive-html' : limited.format === 'link' ? 'link' : undefined
  return {
    ...schema,
    ...Object.fromEntries(
      limits.flatMap((limit) => (limited[limit] === undefined ? [] : [[limit, limited[limit]]])),
    ),
    ...(format ? { format } : {}),
  }
}

/**
 * The schema of a record in a data set: all fields of the record and of its nested records are optional, and have the limits of a
 * request.
 * @param required fields that are not optional, by the title of the record
 * @param fields descriptions of the fields that have limits, by the title of the record
 */
export function withOptionalFields(
  schema: TSchema,
  required: Record<string, readonly string[]>,
  fields: Readonly<Record<string, Fields>> = {},
): TSchema {
  const node = schema as Node
  if (node.type === 'object' && node.properties) {
    const requiredNames = required[node.title ?? ''] ?? []
    const properties = Object.entries(node.properties).map(([name, response]): [string, TSchema] => {
      const inner = withLimits(response, fields[node.title ?? '']?.[name]?.[1])
      if (requiredNames.includes(name)) return [name, inner]
      const optional = withOptionalFields(inner, required, fields) as Node
      // The absent value of an id is 0.
      const absentId =
        optional.type === 'integer' && optional.minimum === 1 ? { ...optional, minimum: 0 } : optional
      return [name, Type.Optional(absentId)]
    })
    return Type.Object(Object.fromEntries(properties), {
      additionalProperties: false,
      ...(node.title ? { title: node.title } : {}),
    })
  }
  if (node.type === 'array' && node.items) return Type.Array(withOptionalFields(node.items, required, fields))
  return schema
}

/** Whether a record or one of its nested records leaves out a field. */
export function leavesOut(schema: TSchema, value: unknown): boolean {
  const { properties, items } = schema as Node
  if (Array.isArray(value)) return items !== undefined && value.some((item) => leavesOut(items, item))
  if (properties === undefined || typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(properties).some(
    ([name, inner]) => fields[name] === undefined || leavesOut(inner, fields[name]),
  )
}

const maxInteger = 2147483647
const amountRange = 'must be between -9999999999.99 and 9999999999.99'

/**
 * Completes a record with the absent values, in the order of the schema. Reports values that match the schema but cannot be stored:
 * days that do not exist, more than two decimals, numbers that are too large.
 */
export function withDefaults(
  schema: TSchema,
  value: unknown,
  pointer: string,
  addError: (pointer: string, message: string) => void,
): unknown {
  const node = schema as Node
  switch (node.type) {
    case 'object': {
      if (!node.properties) return value ?? {}
      const fields = (value ?? {}) as Record<string, unknown>
      const complete: Record<string, unknown> = {}
      for (const [name, inner] of Object.entries(node.properties))
        complete[name] = withDefaults(inner, fields[name], `${pointer}/${name}`, addError)
      return complete
    }
    case 'array':
      return ((value ?? []) as unknown[]).map((item, index) =>
        withDefaults(node.items!, item, `${pointer}/${index}`, addError),
      )
    case 'string':
      if (value && node.pattern?.includes('{4}-[0-9]{2}') && !isDate((value as string).slice(0, 10)))
        addError(pointer, withFound('must be an existing day such as "2027-03-01"', pointer, value))
      if (value && node.pattern?.includes('\\.[0-9]{2}') && (value as string).replace('-', '').length > 13)
        addError(pointer, withFound(amountRange, pointer, value))
      return value ?? ''
    case 'integer':
      if (Math.abs((value as number) ?? 0) > (node.maximum ?? maxInteger))
        addError(pointer, withFound(`must be at most ${maxInteger}`, pointer, value))
      return value ?? 0
    case 'number': {
      const number = (value ?? 0) as number
      if (Math.abs(number) >= 10_000_000_000) addError(pointer, withFound(amountRange, pointer, value))
      else if (Math.round(number * 100) / 100 !== number)
        addError(pointer, withFound('must have at most two decimals', pointer, value))
      return number
    }
    case 'boolean':
      return value ?? false
    default:
      return value
  }
}
