// Values for the fields of a schema, so that a fixture needs no line for a new field.
import type { TSchema } from '../../server/platform/ground/schema.ts'

type Node = TSchema & {
  type?: string
  enum?: readonly unknown[]
  pattern?: string
  format?: string
  minimum?: number
  items?: Node
  anyOf?: readonly Node[]
}

/** Texts that match the patterns of several fields. */
const texts = ['2027-03-01', '09:30', '2027-03-01T09:30:00.000001Z', 'ab', '1190.00', 'https://x.example']

/** @returns a value that is not empty @throws Error if no known text matches a pattern: the fixture then needs a value of its own */
export function sampleValue(name: string, schema: TSchema): unknown {
  const { type, enum: choices, pattern, format, minimum = 0, items, anyOf } = schema as Node
  if (anyOf) return sampleValue(name, anyOf[0]!)
  if (choices) return choices.findLast(Boolean)
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(minimum, 1)
    case 'array':
      return [sampleValue(name, items!)]
    case 'string': {
      if (format === 'link') return 'https://x.example'
      if (pattern === undefined) return name
      const text = [...texts, ...pattern.split(/\W+/)].find((one) => one && new RegExp(pattern).test(one))
      if (text !== undefined) return text
    }
  }
  throw new Error(`no sample value for ${name}`)
}
