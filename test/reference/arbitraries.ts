// Values for tests, generated from schemas.
import fc, { type Arbitrary } from 'fast-check'

/** The parts of a schema that the generators read. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  pattern?: string
}

const edgeCaseTexts = [
  'Müller-Lüdenscheidt',
  'مرحبا بالعالم',
  '\u202eabc\u202c',
  '😀👩‍👩‍👧‍👦',
  `"'\\\\'"`,
  '<script>alert("x")</script>&amp;',
  'x'.repeat(255),
  'ü'.repeat(255),
  '😀'.repeat(255),
  "'; drop table contact; --",
  '%00%FF%2e',
  '\u0001\u001f\u007f\u0085',
  '\ufeff\u200b',
  'e\u0301 é',
  '{{7*7}}',
  '\r\n\t',
  'null',
  '0',
]

/** Text that can be stored: no NUL, no lone surrogate. */
export const text = (max = 255): Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...edgeCaseTexts).map((one) => [...one].slice(0, max).join('')) },
    {
      weight: 3,
      arbitrary: fc
        .string({ unit: 'binary', maxLength: Math.min(max, 40) })
        .map((one) => one.replaceAll('\0', '').toWellFormed()),
    },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'grapheme', maxLength: Math.min(max, 20) })
        .map((one) => [...one].slice(0, max).join('').replaceAll('\0', '').toWellFormed()),
    },
  )

let nextNumber = 0
const pad = (number: number, length = 2) => String(number).padStart(length, '0')
/** Texts by the format of their schema. */
export const formats: Record<string, Arbitrary<string>> = {
  'email-address': fc
    .tuple(
      fc.stringMatching(/^[a-zA-Z0-9+%/'"äöüß.]{1,30}$/),
      fc.constantFrom('kontor.example', 'müller.example', 'x.y.z'),
    )
    .map(([local, domain]) => `${++nextNumber}.${local}@${domain}`),
  'not-blank': text(254).map((one) => `${one}N`),
  'address-header': fc.constantFrom('', 'Müller, Jana <a@b.example>', 'undisclosed-recipients:;'),
  'message-id': fc.constantFrom('', '<a@b.example>'),
  'date-time': fc.constantFrom('2026-03-05T09:30:00+01:00', '2026-03-05T09:30:00Z'),
  'address-list': fc.constantFrom('', 'a@b.example', 'Anna <a@b.example>, c@d.example'),
  'file-name': fc.stringMatching(/^[a-zA-Z0-9äöü ._-]{1,30}\.(pdf|csv|xlsx|txt|png)$/),
  'id-list': fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }).map(String),
  date: fc
    .record({
      year: fc.integer({ min: 2020, max: 2030 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map(({ year, month, day }) => `${year}-${pad(month)}-${pad(day)}`),
  'time-of-day': fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => `${pad(hour)}:${pad(minute)}`),
}

/** Ids of the samples: most ids exist, so that requests pass the check of references. */
const sampleIds: Arbitrary<number> = fc.constantFrom(1, 2, 3, 11, 21, 31, 41, 101, 102)

/** Values that match a schema. `ids`: ids that exist. */
export function arbitraryOf(schema: Schema, ids = sampleIds): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, ids)))
  switch (schema.type) {
    case 'integer': {
      const { minimum = -1000, maximum = 1000 } = schema
      return maximum - minimum < 10
        ? fc.integer({ min: minimum, max: maximum })
        : fc.oneof(ids, fc.integer({ min: minimum, max: maximum }))
    }
    case 'number':
      return fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, ids), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, own]) => [name, arbitraryOf(own, ids)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
      return (schema.format && formats[schema.format]) || text(schema.maxLength ?? 60)
  }
}

export type Body = Record<string, unknown>
type InvalidBody = { body: Body; field: string }

/** Bodies of which one field is invalid; `field`: the expected path in the error. */
export function invalidBodyOf(schema: Schema, ids = sampleIds): Arbitrary<InvalidBody> {
  const names = Object.keys(schema.properties ?? {})
  const longOf = (name: string) =>
    (schema.properties![name]!.maxLength ?? 0) > 0 && schema.properties![name]!.maxLength! <= 255
  const ways: Arbitrary<(body: Body) => InvalidBody>[] = [
    fc.constantFrom(...names).map((field) => (body) => ({ body: { ...body, [field]: [[]] }, field })),
    fc
      .constantFrom(...names)
      .map((field) => (body) => ({ body: { ...body, [field]: { a: { b: 1 } } }, field })),
    fc
      .stringMatching(/^[a-zA-Z_]{1,12}$/)
      .filter((name) => !names.includes(name))
      .map((field) => (body) => ({ body: { ...body, [field]: 1 }, field })),
    ...(schema.required ?? []).map((field) =>
      fc.constant((body: Body) => {
        const { [field]: _, ...rest } = body
        return { body: rest, field }
      }),
    ),
    ...(schema.required ?? []).map((field) =>
      fc.constant((body: Body) => ({ body: { ...body, [field]: null }, field })),
    ),
    ...names
      .filter(longOf)
      .map((field) => fc.constant((body: Body) => ({ body: { ...body, [field]: 'ü'.repeat(256) }, field }))),
    ...names
      .filter((name) => schema.properties![name]!.type === 'string' && !schema.properties![name]!.enum)
      .map((field) =>
        fc
          .constantFrom('a\0b', '\ud800', 5, true)
          .map((value) => (body: Body) => ({ body: { ...body, [field]: value }, field })),
      ),
    ...names
      .filter((name) => schema.properties![name]!.type === 'integer')
      .map((field) =>
        fc
          .constantFrom('1', 1.5, 2 ** 31, -5, true, '')
          .map((value) => (body: Body) => ({ body: { ...body, [field]: value }, field })),
      ),
  ]
  return fc
    .tuple(arbitraryOf(schema, ids) as Arbitrary<Body>, fc.oneof(...ways))
    .map(([body, breakIt]) => breakIt(body))
}
