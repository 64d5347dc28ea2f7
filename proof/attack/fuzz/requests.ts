// Generates requests of all targets: valid, nearly valid, mutated and random ones.
import fc, { type Arbitrary } from 'fast-check'
import {
  arbitraryOf,
  formats,
  invalidBodyOf,
  type Schema,
  text,
} from '../../../test/reference/arbitraries.ts'
import type { Call } from '../send.ts'
import { type ActorName, actorNames } from '../service/accounts.ts'
import type { KnownValues } from '../service/links.ts'
import { encodeForm, encodings, type FormFill, fieldsOf } from './forms.ts'
import { hostileBytes, hostileHeaders, hostileSegments, hostileValues } from './hostile.ts'
import { type Scheme, type Target, targets } from './targets.ts'

/** A request of the fuzzer. */
export type FuzzCall = Call & {
  /** The endpoint or page that it is made for. */
  target: string
  scheme: Scheme
  actor: ActorName
  /** A record with the version that the body needs. */
  versionPath?: string
  /** How the form is filled in that the page shows; it becomes the body. */
  form?: FormFill
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
]

/** Ids of the demo's records, mostly; few of those that are made meanwhile. */
const ids = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 1500 }) },
)
const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed())
const otherSegment = fc.oneof(fc.constantFrom(...hostileSegments), fc.string({ maxLength: 30 }).map(encode))

const propertiesOf = (schema: unknown): Record<string, Schema> =>
  (schema as Schema | undefined)?.properties ?? {}

/** A path with values for its parameters. */
function pathOf({ path, params }: Target, known: KnownValues, isHostile: boolean): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const properties = propertiesOf(params)
  const fitting = (name: string): Arbitrary<unknown> => {
    const own = properties[name]
    const existing = known[name] ?? []
    if (existing.length > 0)
      return fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...existing) },
        { weight: 1, arbitrary: own ? arbitraryOf(own, ids) : otherSegment },
      )
    if (name === 'emailaddress') return formats['email-address']!
    // Most integers in paths are ids; others would hardly ever exist.
    if (own?.type === 'integer' || /id$/i.test(name)) return ids
    return own ? arbitraryOf(own, ids) : fc.constant('x')
  }
  const value = (name: string): Arbitrary<string> => {
    const usual = fitting(name)
    return isHostile ? fc.oneof(otherSegment, usual.map(encode)) : usual.map(encode)
  }
  return fc
    .tuple(...names.map(value))
    .map((values) => names.reduce((text, name, at) => text.replace(`{${name}}`, () => values[at]!), path))
}

/** A query string with its question mark, or nothing. */
function queryOf(schema: unknown, isHostile: boolean): Arbitrary<string> {
  const names = Object.keys(propertiesOf(schema))
  const pairs: Arbitrary<readonly (readonly [string, string])[]> = isHostile
    ? fc.array(fc.tuple(fc.constantFrom(...names, 'unknown', '__proto__', ''), otherSegment), {
        maxLength: 5,
      })
    : names.length === 0
      ? fc.constant([])
      : (arbitraryOf(schema as Schema, ids) as Arbitrary<object>).map((values) =>
          Object.entries(values).map(([name, value]) => [name, encode(value)] as const),
        )
  return pairs.map((all) =>
    all.length === 0 ? '' : `?${all.map(([name, value]) => `${name}=${value}`).join('&')}`,
  )
}

/** Replaces a value somewhere inside another. */
function replaceAt(value: unknown, [step, ...rest]: readonly number[], replacement: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return replacement
  const keys = Object.keys(value)
  if (keys.length === 0) return replacement
  const key = keys[step % keys.length]!
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy, { [key]: replaceAt((value as Record<string, unknown>)[key], rest, replacement) })
}

const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
const anyJson = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.constantFrom(...hostileValues).map((one) => JSON.stringify(one)),
)

/** JSON bodies for a schema. */
function bodiesOf(schema: Schema): { valid: Arbitrary<string>; others: Arbitrary<string | Buffer> } {
  const values = arbitraryOf(schema, ids)
  const valid = values.map((value) => JSON.stringify(value))
  const hasFields = Object.keys(schema.properties ?? {}).length > 0
  const mutated = fc
    .tuple(
      values,
      fc.array(fc.tuple(steps, fc.constantFrom(...hostileValues)), { minLength: 1, maxLength: 3 }),
    )
    .map(([value, changes]) =>
      JSON.stringify(changes.reduce((changed, [path, hostile]) => replaceAt(changed, path, hostile), value)),
    )
  const damaged = fc
    .tuple(valid, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom(...hostileBytes))
    .map(([text, at, length, hostile]) => {
      const bytes = Buffer.from(text)
      const cut = at % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, cut), hostile, bytes.subarray(cut + length)])
    })
  const invalid = hasFields ? [invalidBodyOf(schema, ids).map(({ body }) => JSON.stringify(body))] : []
  return { valid, others: fc.oneof(mutated, mutated, damaged, anyJson, ...invalid) }
}

const file = fc.oneof(
  fc.constant('Nachname;E-Mail\nKöhler;jana@kontor.example\nNowak;paul@kontor.example\n'),
  fc.string({ unit: 'binary', maxLength: 400 }).map((text) => text.toWellFormed()),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.concat([Buffer.from('PK\x03\x04'), bytes])),
)

const noHeaders = fc.constant<Record<string, string>>({})
const extraHeaders = fc
  .array(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs) as Record<string, string>)

/** Two thirds of the requests come from those who may do most. */
const mostlyAdmin = fc.oneof(
  { weight: 4, arbitrary: fc.constant<ActorName>('admin') },
  { weight: 2, arbitrary: fc.constantFrom<ActorName>(...actorNames) },
)

/** Plain words: pages refuse what looks like a program. */
const words = fc.constantFrom('Köhler', 'Jana', 'Berlin', '10115', 'Nordlicht GmbH')

const formFill = (known: KnownValues): Arbitrary<FormFill> =>
  fc.record({
    encoding: fc.oneof(
      { weight: 8, arbitrary: fc.constant('urlencoded' as const) },
      fc.constantFrom(...encodings),
    ),
    numbers: fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 12 }),
    texts: fc.array(fc.oneof({ weight: 3, arbitrary: words }, text(60)), {
      minLength: 1,
      maxLength: 12,
    }),
    email: fc.oneof(
      fc.constantFrom(...(known['email'] ?? [])),
      fc.nat({ max: 50 }).map((n) => `visitor${n}@kontor.example`),
    ),
    changes: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.array(
        fc.record({
          field: fc.nat({ max: 200 }),
          value: fc.option(fc.oneof(text(), fc.constantFrom(...hostileValues).map(String)), {
            nil: undefined,
          }),
          isTwice: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  })

type Parts = {
  path: string
  query: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  actor: ActorName
  method?: string
  form?: FormFill
}

/** The JSON body as a form would send it. */
function asForm(parts: Parts, multipart: boolean): Parts {
  try {
    const { type, body } = encodeForm(
      fieldsOf(JSON.parse(String(parts.body))),
      multipart ? 'multipart' : 'urlencoded',
    )
    return { ...parts, body, headers: { ...parts.headers, 'content-type': type } }
  } catch {
    return parts
  }
}

function callsOf(target: Target, known: KnownValues, actor: Arbitrary<ActorName>): Arbitrary<FuzzCall> {
  const { id, scheme, method, query, body: schema, content } = target
  const bodies = schema && bodiesOf(schema)
  const contentType = content === 'file' ? 'application/octet-stream' : 'application/json'
  const none = fc.constant(undefined)
  const isRead = method === 'GET'
  const validBody = content === 'file' ? file : bodies && !isRead ? bodies.valid : none
  const otherBody = content === 'file' ? file : bodies ? bodies.others : fc.oneof(none, anyJson)
  const version = propertiesOf(schema)['version'] !== undefined
  const build = (parts: Parts): FuzzCall => ({
    target: id,
    scheme,
    actor: parts.actor,
    method: parts.method ?? method,
    path: parts.path + parts.query,
    headers: ['none', 'form'].includes(content)
      ? parts.headers
      : { 'content-type': contentType, ...parts.headers },
    body: parts.body,
    ...(version ? { versionPath: parts.path.replace(/\/(publish|move|merge)$/, '') } : {}),
    ...(parts.form ? { form: parts.form } : {}),
  })
  const usual = {
    path: pathOf(target, known, false),
    query: queryOf(query, false),
    body: validBody,
    actor,
    ...(content === 'form' && { form: formFill(known) }),
  }
  const hostile = { path: pathOf(target, known, true), query: queryOf(query, true), actor }
  return fc.oneof(
    { weight: 10, arbitrary: fc.record({ ...usual, headers: noHeaders }).map(build) },
    { weight: 6, arbitrary: fc.record({ ...usual, body: otherBody, headers: noHeaders }).map(build) },
    { weight: 2, arbitrary: fc.record({ ...usual, headers: extraHeaders }).map(build) },
    { weight: 1, arbitrary: fc.record({ ...hostile, body: validBody, headers: noHeaders }).map(build) },
    { weight: 1, arbitrary: fc.record({ ...hostile, body: otherBody, headers: extraHeaders }).map(build) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record({ ...usual, headers: noHeaders }), fc.boolean())
        .map(([parts, multipart]) => build(asForm(parts, multipart))),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...usual, headers: noHeaders, method: fc.constantFrom(...methods) }).map(build),
    },
  )
}

/** Paths that no registry has. */
const unknownPaths = (actor: Arbitrary<ActorName>): Arbitrary<FuzzCall> =>
  fc
    .record({
      path: fc.oneof(
        fc
          .tuple(fc.constantFrom(...targets), otherSegment)
          .map(([{ path }, segment]) => `${path.replaceAll(/\{\w+\}/g, '1')}/${segment}`),
        fc.webPath().map((path) => path || '/'),
      ),
      query: queryOf(undefined, true),
      method: fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, fc.constantFrom(...methods)),
      headers: fc.oneof(noHeaders, extraHeaders),
      body: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, anyJson),
      actor,
    })
    .map(({ path, query, ...rest }) => ({ ...rest, path: path + query, target: 'page', scheme: 'page' }))

/** Requests without end: the same for the same seed. @param actor who sends them */
export function* generateCalls(
  seed: number,
  known: KnownValues,
  actor: Arbitrary<ActorName> = mostlyAdmin,
): Generator<FuzzCall> {
  const any = fc.oneof(
    ...targets.map((one) => ({ weight: one.weight * 2, arbitrary: callsOf(one, known, actor) })),
    { weight: 12, arbitrary: unknownPaths(actor) },
  )
  for (let batch = 0; ; batch++) yield* fc.sample(any, { seed: seed + batch, numRuns: 200 })
}
