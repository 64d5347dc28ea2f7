// Instead of @fastify/swagger: the endpoint values are the document already, and this room writes it in about 400 lines.
import type { TSchema } from '../../ground/schema.ts'
import type { Endpoint } from '../endpoint.ts'
import { takesIdempotencyKey } from '../idempotency.ts'
import {
  accessText,
  errorAnswer,
  errorResponse,
  errorStatuses,
  headers,
  notModified,
  successHeaders,
} from './responses.ts'
import { extractComponents, type Json, type Property } from './schemas.ts'

/** Builds the OpenAPI 3.1 document of an interface from its endpoint values. `tags`: the subject of each tag. */
export function buildOpenApiDocument(
  endpoints: readonly Endpoint[],
  info: {
    title: string
    version: string
    description: string
    prefix: string
    tags: Readonly<Record<string, string>>
  },
): Json {
  const components: Record<string, Json> = { ErrorAnswer: errorAnswer }
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
      description: 'The OpenAPI document of the interface. Needs no token.',
      tags: [documentation],
      security: [],
      responses: {
        200: {
          description: 'The OpenAPI document',
          headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
          content: {
            'application/json': { schema: { type: 'object', description: 'An OpenAPI 3.1 document' } },
          },
        },
        405: errorResponse(405),
      },
    },
  }
  const tags = [...new Set([...endpoints.map((endpoint) => endpoint.tag), documentation])]
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      contact: { name: 'The training provider that runs this instance' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.prefix, description: 'This server' }],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? info.tags[name] })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers,
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

const documentation = 'Documentation'
const tagTexts: Record<string, string> = { [documentation]: 'The description of the interface itself' }

/** In a query, one value or a list of them is a list. */
const queryForm = (schema: Property): Property => {
  const { anyOf, ...rest } = schema
  const array = anyOf?.find(({ type }) => type === 'array')
  return array ? ({ ...array, ...rest } as Property) : schema
}

function describeParameters(
  where: 'path' | 'query',
  source: TSchema | undefined,
  values: Json = {},
  components: Record<string, Json>,
): Json[] {
  const { properties = {}, required = [] } = (source ?? {}) as Property
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = where === 'query' ? queryForm(property) : property
    const isList = schema.type === 'array'
    const example = isList ? [values[name]].flat() : values[name]
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      // Commas. The server takes repeated names and `name[]` as well (decision 13.1).
      ...(where === 'query' && isList ? { style: 'form', explode: false } : {}),
      schema: extractComponents(schema as Property, components),
      ...(name in values ? { example } : {}),
    }
  })
}

const file = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The bytes of the file',
}

function describeBody(endpoint: Endpoint, components: Record<string, Json>): Json {
  const { examples } = endpoint
  if (endpoint.upload)
    return {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: file, example: 'the bytes of the file' } },
      },
    }
  const schema = endpoint.body ?? endpoint.input
  if (!schema) return {}
  return {
    requestBody: {
      required: endpoint.body !== undefined,
      content: {
        'application/json': {
          schema: extractComponents(schema, components),
          example: examples.body ?? examples.query ?? {},
        },
      },
    },
  }
}

function describeOperation(endpoint: Endpoint, components: Record<string, Json>): Json {
  const { examples } = endpoint
  const success = {
    description: 'Success',
    headers: successHeaders(endpoint),
    content: endpoint.isFile
      ? { 'application/octet-stream': { schema: file } }
      : {
          'application/json': {
            schema: extractComponents(endpoint.response, components, true),
            example: examples.response,
          },
        },
  }
  const responses: Record<number, Json> = {
    200: endpoint.creates ? { ...success, description: 'It was there already' } : success,
    ...(endpoint.creates ? { 201: success } : {}),
    ...(endpoint.cached ? { 304: notModified(endpoint) } : {}),
  }
  for (const status of errorStatuses(endpoint))
    responses[status] = errorResponse(status, status === 409 && endpoint.conflict)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: [endpoint.description, accessText(endpoint)].filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    parameters: [
      ...describeParameters('path', endpoint.params, examples.params, components),
      ...describeParameters('query', endpoint.query ?? endpoint.input, examples.query, components),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
      ...(endpoint.cached ? [ifNoneMatch] : []),
    ],
    ...describeBody(endpoint, components),
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

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of a copy; while it is current, the answer is 304 without a body',
  schema: { type: 'string' },
}
