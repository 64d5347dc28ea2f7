import type { TObject } from 'typebox'
import type { TSchema } from '../../ground/schema.ts'
import { extractComponents } from '../openapi/schemas.ts'
import { problemOf, problems } from './problem.ts'
import type { PublicEndpoint } from './public-endpoint.ts'
import { type PublicWrite, successStatusOf } from './public-write.ts'
import type { VersionedFileEndpoint } from './serve-versioned-file.ts'

type Json = Record<string, unknown>

const problemSchema: Json = {
  type: 'object',
  description: 'An error as problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'requestId'],
  properties: {
    type: {
      type: 'string',
      description: 'The kind of the problem: an address that explains it in a browser',
    },
    title: { type: 'string', description: 'The kind of the problem in words' },
    status: { type: 'integer', description: 'The HTTP status' },
    detail: { type: 'string', description: 'What is wrong with this request' },
    errors: {
      type: 'array',
      description: 'The parameters that are wrong',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'The parameter as a JSON pointer, such as `/from`' },
          code: { type: 'string', description: 'What is wrong, for programs' },
          detail: { type: 'string', description: 'What is expected' },
        },
      },
    },
    free: {
      type: ['integer', 'null'],
      description: 'With `/problems/seats-taken`: the free seats; null if the provider hides them',
    },
    requestId: { type: 'string', description: 'Names the request in the log; also in `X-Request-Id`' },
  },
}

const headers = {
  ETag: { description: 'Strong; send it as `If-None-Match`', schema: { type: 'string' } },
  'Cache-Control': {
    description: 'By default `public, max-age=0, must-revalidate`: ask again before a copy is used',
    schema: { type: 'string' },
  },
  RateLimit: { description: 'What is left of the quota (IETF draft)', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota of a minute', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'X-Request-Id': { description: 'Names the request in the log', schema: { type: 'string' } },
} satisfies Record<string, Json>

const headerReferences = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const componentNameOf = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())

/** The problems that every operation may have; 404 where a record is asked for. */
const commonStatuses = [400, 401, 403, 405, 406, 429, 500, 503]

/** Those of every operation that writes. */
const writeStatuses = [400, 401, 403, 405, 409, 413, 415, 429, 500, 503]

/** A response for each status, which names all kinds of its problems. */
const problemResponses = (statuses: ReadonlySet<number>): Json =>
  Object.fromEntries(
    Object.entries(problems)
      .filter(([name, { status }]) => statuses.has(status) && name === problemOf(status))
      .map(([name, { status, title }]) => [
        componentNameOf(name),
        {
          description: Object.values(problems)
            .flatMap((one) => (one.status === status ? [one.title] : []))
            .join('; '),
          headers: headerReferences(
            'X-Request-Id',
            ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
          ),
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: `/problems/${name}`,
                title,
                status,
                detail: title,
                requestId: '5f3a9c01d2e4-7',
              },
            },
          },
        },
      ]),
  )

const problemReference = (status: number): Json => ({
  $ref: `#/components/responses/${componentNameOf(problemOf(status))}`,
})

const statusesOf = ({ params, statuses = [] }: PublicEndpoint): number[] =>
  [...commonStatuses, ...(params ? [404] : []), ...statuses].sort((one, other) => one - other)

/** Builds the OpenAPI 3.1 document of the public interface. */
export function buildPublicOpenApi(
  endpoints: readonly PublicEndpoint[],
  writes: readonly PublicWrite[],
  file: VersionedFileEndpoint,
  info: { title: string; version: string; description: string; prefix: string },
): Json {
  const schemas: Record<string, Json> = { Problem: problemSchema }
  const paths = Object.fromEntries([
    ...endpoints.map((endpoint) => [endpoint.path, { get: describe(endpoint, schemas) }] as const),
    ...writes.map((endpoint) => [endpoint.path, { post: describeWrite(endpoint, schemas) }] as const),
    [file.path, { get: describeFile(file, schemas) }] as const,
  ])
  const { prefix, ...about } = info
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: prefix, description: 'This server' }],
    security: [{ bearer: [] }, { parameter: [] }],
    tags: [...new Set([...endpoints, ...writes, file].map(({ tag }) => tag))].map((name) => ({
      name,
      description: name === 'Booking' ? 'What visitors book' : `${name} of the catalogue`,
    })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
      responses: problemResponses(new Set([...endpoints.flatMap(statusesOf), ...writeStatuses])),
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key: `pk_…`, or `sk_…` on a server' },
        parameter: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'The same key; needs no preflight',
        },
      },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, such as a UUID: the same request with the same key has no further effect, and gets the same response, for 24 hours',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function describeWrite(endpoint: PublicWrite, schemas: Record<string, Json>): Json {
  const { id, summary, description, tag, body, response, accepted, examples } = endpoint
  const success = (text: string, schema: TSchema, example: unknown) => ({
    description: text,
    headers: headerReferences('RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
    content: { 'application/json': { schema: extractComponents(schema, schemas), example } },
  })
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    parameters: [idempotencyKey],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: extractComponents(body, schemas), example: examples.body } },
    },
    responses: {
      [successStatusOf(endpoint)]: success('Success', response, examples.response),
      ...(accepted && { 202: success(accepted.description, accepted.response, accepted.example) }),
      ...Object.fromEntries(writeStatuses.map((one) => [one, problemReference(one)])),
    },
  }
}

/** The statuses of a file: it needs no key. */
const fileStatuses = commonStatuses.filter((status) => ![401, 403, 406].includes(status)).concat(404)

function describeFile(file: VersionedFileEndpoint, schemas: Record<string, Json>): Json {
  const { id, summary, description, tag, params, examples } = file
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    security: [{}],
    parameters: describeParameters('path', params, examples.params, schemas),
    responses: {
      200: {
        description: 'The file, with its media type',
        headers: headerReferences('ETag', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
        content: { '*/*': { schema: { type: 'string', format: 'binary' }, example: '…' } },
      },
      304: { description: 'Not modified: the copy with the ETag of `If-None-Match` is current' },
      ...Object.fromEntries(fileStatuses.toSorted().map((status) => [status, problemReference(status)])),
    },
  }
}

const requiredNames = (source: TObject | undefined): readonly string[] => source?.required ?? []

const describeParameters = (
  where: 'path' | 'query',
  source: TObject | undefined,
  values: Json = {},
  schemas: Record<string, Json>,
) =>
  Object.entries((source?.properties ?? {}) as Record<string, TSchema & Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: where,
      required: where === 'path' || requiredNames(source).includes(name),
      ...(description ? { description } : {}),
      ...(where === 'query' && schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
      schema: extractComponents(schema as TSchema, schemas),
      ...(name in values ? { example: values[name] } : {}),
    }),
  )

function describe(endpoint: PublicEndpoint, schemas: Record<string, Json>): Json {
  const { examples, mediaType = 'application/json' } = endpoint
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    parameters: [
      ...describeParameters('path', endpoint.params, examples.params, schemas),
      ...describeParameters('query', endpoint.query, examples.query, schemas),
    ],
    responses: {
      200: {
        description: 'Success',
        headers: headerReferences('ETag', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
        content: {
          [mediaType]: { schema: extractComponents(endpoint.response, schemas), example: examples.response },
        },
      },
      304: { description: 'Not modified: the copy with the ETag of `If-None-Match` is current' },
      ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, problemReference(status)])),
    },
  }
}
