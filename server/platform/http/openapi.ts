import type { Endpoint } from './endpoint.ts'
import { rightsOf } from './endpoint.ts'
import { errorName } from './errors.ts'
import { takesIdempotencyKey } from './idempotency.ts'
import type { TSchema } from './schema.ts'

type Json = Record<string, unknown>
type Property = Json & {
  type?: unknown
  title?: string
  required?: string[]
  properties?: Record<string, Property>
}

const statusDescriptions: Record<number, string> = {
  400: 'Invalid parameters or malformed data; `details` names the fields',
  401: 'No valid token',
  403: 'A right is missing, or the user is not connected with the client',
  404: 'There is no record with the id in the path',
  405: 'The method is not allowed on this path; `Allow` names those that are',
  406: 'None of the accepted encodings is offered',
  409: 'The request conflicts with what is stored; `X-Kontor-Conflict` says which kind',
  413: 'The body is larger than the limit',
  415: 'The media type of the body is not supported',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'Internal error, with the request id',
  503: 'The database is away; `Retry-After` says when to try again',
}

/** Builds the OpenAPI 3.1 document of the interface from its endpoint values. */
export function buildOpenApiDocument(
  endpoints: readonly Endpoint[],
  info: { title: string; version: string; description: string; prefix: string },
): Json {
  const components: Record<string, Json> = {
    Error: {
      type: 'object',
      required: ['error', 'message', 'code'],
      properties: {
        error: { type: 'string', description: 'Short name of the error' },
        message: { type: 'string' },
        code: { type: 'integer', description: 'The HTTP status' },
        details: {
          type: 'array',
          description: 'Present for 400',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, components),
    }
  }
  paths['/openapi.json'] = {
    get: {
      operationId: 'getOpenApi',
      summary: 'This document',
      tags: ['Documentation'],
      security: [],
      responses: {
        200: {
          description: 'The OpenAPI document',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        405: errorResponse(405),
      },
    },
  }
  const tags = [...new Set([...endpoints.map((endpoint) => endpoint.tag), 'Documentation'])]
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.prefix }],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `token`, a space, then the API token',
        },
      },
    },
  }
}

function describeOperation(endpoint: Endpoint, components: Record<string, Json>): Json {
  const { examples } = endpoint
  const parameter = (where: 'path' | 'query', source: TSchema | undefined, values: Json | undefined) =>
    Object.entries((source as Property | undefined)?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || ((source as Property).required ?? []).includes(name),
      ...(schema['description'] ? { description: schema['description'] } : {}),
      // Query arrays are comma-separated.
      ...(where === 'query' ? { style: 'form', explode: false } : {}),
      schema: extractComponents(schema, components),
      ...(values && name in values ? { example: values[name] } : {}),
    }))
  const bodySchema = endpoint.body ?? endpoint.input
  const content = endpoint.isFile
    ? {
        'application/octet-stream': {
          schema: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
      }
    : {
        'application/json': {
          schema: extractComponents(endpoint.response, components),
          example: examples.response,
        },
      }
  const success = {
    description: 'Success',
    ...(takesIdempotencyKey(endpoint) ? { headers: replayHeaders } : {}),
    content,
  }
  const responses: Record<number, Json> = {
    200: endpoint.creates ? { ...success, description: 'It was there already' } : success,
    ...(endpoint.creates ? { 201: success } : {}),
  }
  for (const status of errorStatuses(endpoint)) responses[status] = errorResponse(status)
  const rights = rightsOf(endpoint)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: [
      endpoint.description,
      rights.length > 0
        ? `Needs the right ${rights.map((right) => `\`${right}\``).join(' and ')}.`
        : 'Needs a valid token.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: [endpoint.tag],
    parameters: [
      ...parameter('path', endpoint.params, examples.params),
      ...parameter('query', endpoint.query ?? endpoint.input, examples.query),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
    ],
    ...(bodySchema
      ? {
          requestBody: {
            required: endpoint.body !== undefined,
            content: {
              'application/json': {
                schema: extractComponents(bodySchema, components),
                example: examples.body ?? examples.query ?? {},
              },
            },
          },
        }
      : {}),
    ...(endpoint.upload
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': {
                schema: { type: 'string', contentMediaType: 'application/octet-stream' },
                example: 'the bytes of the file',
              },
            },
          },
        }
      : {}),
    responses,
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key, token and body within 24 hours give the first answer again and do nothing twice',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const replayHeaders = {
  'Idempotency-Replayed': {
    description: '`true`: the answer to an earlier request with this Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
}

const conflictHeaders = {
  'X-Kontor-Conflict': {
    description:
      '`exists`: there is such a record. `key-reused`: the Idempotency-Key belongs to another request. `key-running`: its first ' +
      'request is still running. `key-executed`: its response is not stored. `stale`: the record has changed since it was read. ' +
      '`full`: there are not enough seats.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds; with `key-running`', schema: { type: 'integer' } },
}

function errorStatuses(endpoint: Endpoint): number[] {
  const takesBody = Boolean(endpoint.body || endpoint.input || endpoint.upload)
  const hasClient = [endpoint.body, endpoint.input].some(
    (schema) => 'clientId' in ((schema as Property | undefined)?.properties ?? {}),
  )
  const hasPathId = endpoint.params !== undefined && !endpoint.path.includes('/search/')
  return [
    400,
    401,
    ...(rightsOf(endpoint).length > 0 || hasClient || endpoint.method !== 'GET' ? [403] : []),
    ...(hasPathId ? [404] : []),
    405,
    ...(endpoint.cached ? [406] : []),
    ...(endpoint.conflict || takesIdempotencyKey(endpoint) ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    429,
    500,
    503,
  ]
}

const errorResponse = (status: number): Json => ({
  description: statusDescriptions[status],
  ...(status === 409 ? { headers: conflictHeaders } : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: {
        error: errorName(status),
        message: statusDescriptions[status],
        code: status,
        ...(status === 400 ? { details: [{ field: 'lastName', message: 'is required' }] } : {}),
      },
    },
  },
})

/** Replaces titled schemas within a schema by references to components. */
export function extractComponents(schema: TSchema, components: Record<string, Json>): Json {
  const node = schema as Property
  if (node.title) {
    if (!(node.title in components)) {
      components[node.title] = {}
      Object.assign(components[node.title]!, extractNestedComponents(node, components))
    }
    return { $ref: `#/components/schemas/${node.title}` }
  }
  return extractNestedComponents(node, components)
}

const extractNestedComponents = (schema: Property, components: Record<string, Json>): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'title')
      .map(([key, value]) => {
        if (key === 'properties')
          return [
            key,
            Object.fromEntries(
              Object.entries(value as Record<string, Property>).map(([name, part]) => [
                name,
                extractComponents(part, components),
              ]),
            ),
          ]
        if (key === 'items') return [key, extractComponents(value as Property, components)]
        if (key === 'anyOf')
          return [key, (value as Property[]).map((part) => extractComponents(part, components))]
        return [key, value]
      }),
  )
