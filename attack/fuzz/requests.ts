// Generates requests of all endpoints and pages: valid, nearly valid, mutated and random ones.
import fc, { type Arbitrary } from 'fast-check'
import { endpoints } from '../../server/interface.ts'
import { officeEndpoints } from '../../server/office.ts'
import type { Endpoint } from '../../server/platform/http/endpoint.ts'
import { arbitraryOf, formats, invalidBodyOf, type Schema } from '../../test/support/arbitraries.ts'
import type { Call } from '../send.ts'
import { type ActorName, actorNames } from '../service/accounts.ts'
import { hostileBytes, hostileHeaders, hostileSegments, hostileValues } from './hostile.ts'

/** A request of the fuzzer. */
export type FuzzCall = Call & {
  /** The endpoint or page that it is made for. */
  target: string
  scheme: 'interface' | 'office' | 'page'
  actor: ActorName
  /** A record with the version that the body needs. */
  versionPath?: string
}

const pages = [
  ...[
    '/',
    '/office',
    '/office/',
    '/office/assets/',
    '/office/index.html',
    '/office/x/y',
    '/docs',
    '/docs/en/reference',
  ],
  ...[
    '/docs/assets/guide.css',
    '/docs/de/search?q=x',
    '/docs/assets/../x',
    '/restapi/v1/openapi.json',
    '/healthz',
    '/readyz',
  ],
  ...['/metrics', '/newsletter/confirm/abc', '/restapi/v1', '/favicon.ico', '/.env', '/restapi/v2/contacts'],
]
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
function pathOf(path: string, schema: unknown, isHostile: boolean): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const properties = propertiesOf(schema)
  const value = (name: string): Arbitrary<string> => {
    const own = properties[name]
    const fitting =
      name === 'emailaddress' ? formats['email-address']! : own ? arbitraryOf(own, ids) : fc.constant('x')
    // Most integers in paths are ids; others would hardly ever exist.
    const usual = own?.type === 'integer' ? ids : fitting
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
const actor = fc.oneof(
  { weight: 4, arbitrary: fc.constant<ActorName>('admin') },
  { weight: 2, arbitrary: fc.constantFrom<ActorName>(...actorNames) },
)

function callsOf(endpoint: Endpoint, scheme: 'interface' | 'office'): Arbitrary<FuzzCall> {
  const { id: target, method, params, upload } = endpoint
  const path = (scheme === 'office' ? '/office/api' : '/restapi/v1') + endpoint.path
  const querySchema = endpoint.input ?? endpoint.query
  const bodySchema = (endpoint.body ?? endpoint.input) as Schema | undefined
  const bodies = bodySchema && bodiesOf(bodySchema)
  const contentType = upload ? 'application/octet-stream' : 'application/json'
  const typed = (headers: Record<string, string>): Record<string, string> =>
    bodies || upload ? { 'content-type': contentType, ...headers } : headers
  const none = fc.constant(undefined)
  const isRead = method === 'GET'
  const validBody = upload ? file : bodies && !isRead ? bodies.valid : none
  const otherBody = upload ? file : bodies ? bodies.others : fc.oneof(none, anyJson)
  const version = propertiesOf(bodySchema)['version'] !== undefined
  const build = (parts: {
    path: string
    query: string
    headers: Record<string, string>
    body: string | Buffer | undefined
    actor: ActorName
    method?: string
  }): FuzzCall => ({
    target,
    scheme,
    actor: parts.actor,
    method: parts.method ?? method,
    path: parts.path + parts.query,
    headers: typed(parts.headers),
    body: parts.body,
    ...(version ? { versionPath: parts.path.replace(/\/(publish|move|merge)$/, '') } : {}),
  })
  const usual = {
    path: pathOf(path, params, false),
    query: queryOf(querySchema, false),
    body: validBody,
    actor,
  }
  const hostile = { path: pathOf(path, params, true), query: queryOf(querySchema, true), actor }
  return fc.oneof(
    { weight: 10, arbitrary: fc.record({ ...usual, headers: noHeaders }).map(build) },
    { weight: 6, arbitrary: fc.record({ ...usual, body: otherBody, headers: noHeaders }).map(build) },
    { weight: 2, arbitrary: fc.record({ ...usual, headers: extraHeaders }).map(build) },
    { weight: 1, arbitrary: fc.record({ ...hostile, body: validBody, headers: noHeaders }).map(build) },
    { weight: 1, arbitrary: fc.record({ ...hostile, body: otherBody, headers: extraHeaders }).map(build) },
    {
      weight: 1,
      arbitrary: fc.record({ ...usual, headers: noHeaders, method: fc.constantFrom(...methods) }).map(build),
    },
  )
}

const pageCalls: Arbitrary<FuzzCall> = fc
  .record({
    path: fc.oneof(
      fc.constantFrom(...pages),
      fc.tuple(fc.constantFrom(...pages), otherSegment).map(([page, segment]) => `${page}/${segment}`),
      fc.webPath().map((path) => path || '/'),
    ),
    query: queryOf(undefined, true),
    method: fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, fc.constantFrom(...methods)),
    headers: fc.oneof(noHeaders, extraHeaders),
    body: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, anyJson),
    actor,
  })
  .map(({ path, query, ...rest }) => ({ ...rest, path: path + query, target: 'page', scheme: 'page' }))

const targets: readonly Arbitrary<FuzzCall>[] = [
  // The interface has a tenth of the endpoints; each of them is called three times as often.
  ...endpoints.flatMap((one) => Array<Arbitrary<FuzzCall>>(3).fill(callsOf(one, 'interface'))),
  ...officeEndpoints.map((one) => callsOf(one as Endpoint, 'office')),
  ...Array<Arbitrary<FuzzCall>>(12).fill(pageCalls),
]

/** The targets of the fuzzer. */
export const targetCount = endpoints.length + officeEndpoints.length + pages.length

/** Requests without end: the same for the same seed. */
export function* generateCalls(seed: number): Generator<FuzzCall> {
  const any = fc.oneof(...targets)
  for (let batch = 0; ; batch++) yield* fc.sample(any, { seed: seed + batch, numRuns: 200 })
}
