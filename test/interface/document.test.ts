// The OpenAPI document of the interface: linted, described throughout, with examples that work on the demo; those of the public interface too.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { demoDataSet } from '../../server/demo/data-set.ts'
import { importDataSet } from '../../server/exchange/import.ts'
import { openApiDocument, publicOpenApiDocument } from '../../server/openapi-documents.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { withoutGenerators } from '../support/generators.ts'
import { openWebsite, type Website } from '../support/website.ts'

type Schema = {
  [key: string]: unknown
  $ref?: string
  description?: string
  additionalProperties?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Parameter = {
  name: string
  in: string
  description?: string
  style?: string
  explode?: boolean
  schema: Schema
  example?: unknown
}
type Media = Record<string, { schema: Schema; example?: unknown }>
type Response = { headers?: Record<string, Schema>; content?: Media }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Media }
  responses: Record<string, Response>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; headers: Record<string, Schema> }
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)
const parametersOf = (operation: Operation) => operation.parameters ?? []

test('neither Redocly nor Spectral has anything to say by their recommended rules', {
  skip: withoutGenerators,
}, async () => {
  const { lintByRedocly } = await import('../../tools/generators/redocly.js')
  const { lintBySpectral } = await import('../../tools/generators/spectral.js')
  assert.deepEqual(await lintByRedocly(document, 'recommended'), [])
  assert.deepEqual(await lintBySpectral(document), [])
})

test('every schema, property and parameter is described', () => {
  const silent: string[] = []
  const visit = (schema: Schema, path: string) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!property.description) silent.push(`${path}.${name}`)
      visit(property, `${path}.${name}`)
    }
    if (schema.items) visit(schema.items, `${path}[]`)
    for (const form of schema.anyOf ?? []) visit(form, path)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!schema.description) silent.push(name)
    visit(schema, name)
  }
  for (const operation of operations)
    for (const { name, description } of parametersOf(operation))
      if (!description) silent.push(`${operation.operationId} ${name}`)
  assert.deepEqual(silent, [])
})

test('a property that shows another record says which one, beside the reference', () => {
  const { defaultFax } = document.components.schemas['Contact']!.properties!
  assert.deepEqual(defaultFax, {
    $ref: '#/components/schemas/Phone',
    description: 'Fax number of the default address',
  })
  assert.match(document.components.schemas['Phone']!.description!, /^A phone number/)
  assert.doesNotMatch(JSON.stringify(document), /"x-(?!enum-varnames")/)
})

test('no schema has a name that JavaScript has', () => {
  for (const name of Object.keys(document.components.schemas)) assert.ok(!(name in globalThis), name)
})

test('lists in the query are arrays, sent with commas', () => {
  const lists = operations.flatMap(parametersOf).filter((one) => one.in === 'query' && 'style' in one)
  assert.deepEqual(
    lists.map(({ name }) => name),
    ['catalogId', 'eventId', 'catalogCategoryId', 'fields'],
  )
  for (const { schema, style, explode } of lists)
    assert.deepEqual([schema['type'], style, explode], ['array', 'form', false])
})

test('answers are open to further properties, bodies are not', () => {
  const reached = (schema: Schema, into = new Map<Schema, string>(), path = ''): Map<Schema, string> => {
    const node = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
    if (into.has(node)) return into
    into.set(node, path)
    for (const [name, property] of Object.entries(node.properties ?? {}))
      reached(property, into, `${path}.${name}`)
    if (node.items) reached(node.items, into, `${path}[]`)
    for (const form of node.anyOf ?? []) reached(form, into, path)
    return into
  }
  for (const { operationId, requestBody, responses } of operations) {
    for (const { content = {} } of Object.values(responses))
      for (const { schema } of Object.values(content))
        for (const [node, path] of reached(schema))
          assert.notEqual(node.additionalProperties, false, `${operationId} ${path}`)
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const [node, path] of reached(schema))
        if (node.properties) assert.equal(node.additionalProperties, false, `${operationId} ${path}`)
  }
})

let demo: Website
before(async () => {
  const today = '2026-03-18'
  demo = await openWebsite({ start: `${today}T08:00:00Z`, settings: { rates: readSettings({}).rates } })
  await importDataSet(demo.kontor.db, Readable.from([Buffer.from(JSON.stringify(demoDataSet(today)))]), {})
  await demo.kontor.db.updateTable('website_key').set({ shows_all_clients: true }).execute()
})
after(() => demo.kontor.close())

/** The path with the examples of its parameters. */
function exampleUrl(path: string, operation: Operation): string {
  const examples = (where: string) =>
    parametersOf(operation).filter((one) => one.in === where && one.example !== undefined)
  const url = examples('path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
  return `${url}?${new URLSearchParams(examples('query').map(({ name, example }): [string, string] => [name, String(example)]))}`
}

test('examples that work on the demo), shown at `/docs`', async () => {
  const { paths } = JSON.parse(JSON.stringify(publicOpenApiDocument())) as Document
  // Needs no proof of work.
  const key = await demo.createKey({ isSecret: true })
  await demo.kontor.db.updateTable('website_key').set({ shows_all_clients: true }).execute()
  for (const [path, { get, post }] of Object.entries(paths)) {
    // The demo has none.
    if (path.startsWith('/files')) continue
    const operation = (get ?? post)!
    const url = exampleUrl(path, operation)
    const answer = get
      ? await demo.get(url)
      : await demo.post(url, operation.requestBody!.content['application/json']!.example, { key })
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    assert.equal(String(answer.status), success, `${url}: ${answer.text.slice(0, 300)}`)
    if (answer.json && 'total' in answer.json) assert.ok(answer.json.total > 0, url)
  }
  const { body } = await demo.kontor.app.inject({ url: '/docs/en/reference' })
  assert.ok(body.includes('/public/v1/openapi.json'))
})

test('answers of GET /events fit the document, with all flags, and with chosen fields', async () => {
  const { kontor } = demo
  const validator = new Ajv2020({ strict: false, validateFormats: false })
  validator.addSchema(JSON.parse(JSON.stringify(openApiDocument())), 'document')
  const pointer = 'document#/paths/~1events/get/responses/200/content/application~1json/schema'
  for (const query of [
    '',
    'prices=true&mainDateTrainer=true&allDateTrainers=true&eventDateFiles=all&eventMetaData=true&dateMetaData=true&ebgData=true&hotelQuota=true',
    'fields=event_id,event_title',
    'fields=free_places',
    'fields=event_title,start_date,date_prices&prices=true',
  ]) {
    const { status, json } = await kontor.call('GET', `/events?${query}`)
    assert.equal(status, 200)
    assert.ok(json.length > 0)
    assert.ok(validator.validate({ $ref: pointer }, json), `${query}: ${validator.errorsText()}`)
  }
})

test('the requests in the documents fit the document: names and values of their parameters', () => {
  const validator = new Ajv2020({ strict: false, validateFormats: false })
  const { components } = document
  const texts = globSync('{README*,docs/**/*}.{md,sh,py,php,js}').map((file): [string, string] => [
    file,
    readFileSync(file, 'utf8'),
  ])
  let checked = 0
  for (const [file, text] of texts)
    for (const [, path, query] of text.matchAll(
      /(?:\/restapi\/v1|\$KONTOR)(\/\w[\w/]*)\?([\w=&,%.:[\]-]+)/g,
    )) {
      const operation = operations.find((one) => one.path === path && one.method === 'GET')
      assert.ok(operation, `${file}: GET ${path}`)
      for (const [name, value] of new URLSearchParams(query)) {
        const parameter = parametersOf(operation).find((one) => one.in === 'query' && one.name === name)
        assert.ok(parameter, `${file}: ${name} of ${path}`)
        const { schema } = parameter as unknown as { schema: { type?: string } }
        const sent =
          schema.type === 'array'
            ? value.split(',').map((one) => (/^\d+$/.test(one) ? Number(one) : one))
            : schema.type === 'boolean' && /^(true|false)$/.test(value)
              ? value === 'true'
              : schema.type === 'integer'
                ? Number(value)
                : value
        const whole = JSON.parse(JSON.stringify({ ...schema, components }))
        assert.ok(validator.validate(whole, sent), `${file}: ${name}=${value}: ${validator.errorsText()}`)
        checked++
      }
    }
  assert.ok(checked >= 3, `${checked} parameters`)
})

test('each example works on the demo, with the headers that the document names', async () => {
  const { kontor } = demo
  const send = (operation: (typeof operations)[number], headers: Record<string, string> = {}) => {
    const { path, method, requestBody } = operation
    const [type, media] = Object.entries(requestBody?.required ? requestBody.content : {})[0] ?? []
    return kontor.call(method, exampleUrl(path, operation), {
      headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
      ...(type === 'application/json' ? { body: media!.example } : {}),
      ...(type === 'application/octet-stream' ? { payload: Buffer.from(String(media!.example)) } : {}),
    })
  }
  /** Sent with some answers of the operation alone. */
  const sometimes = /^(Idempotency-Replayed|Retry-After|RateLimit|RateLimit-Policy)$/
  const check = (operation: Operation, answer: { status: number; headers: Record<string, unknown> }) => {
    for (const name of Object.keys(operation.responses[answer.status]?.headers ?? {}))
      if (!sometimes.test(name))
        assert.ok(name.toLowerCase() in answer.headers, `${operation.operationId} ${answer.status} ${name}`)
  }
  for (const operation of operations) {
    const answer = await send(operation)
    assert.equal(answer.status, 200, `${operation.operationId}: ${answer.text.slice(0, 500)}`)
    if (operation.operationId.startsWith('search') || operation.operationId.startsWith('find'))
      assert.ok(answer.json.length > 0, `${operation.operationId} finds nothing`)
    check(operation, answer)
  }

  const of = (id: string) => operations.find(({ operationId }) => operationId === id)!
  const createContact = of('createContact')
  const conflict = await send(createContact)
  assert.equal(conflict.status, 409)
  check(createContact, conflict)
  const readEvents = of('getEvents')
  const { headers } = await send(readEvents)
  const unchanged = await send(readEvents, { 'if-none-match': String(headers['etag']) })
  assert.equal(unchanged.status, 304)
  check(readEvents, unchanged)
  for (const [token, status, method] of [
    [null, 401, 'GET'],
    [undefined, 405, 'DELETE'],
  ] as const) {
    const answer = await kontor.call(method, '/contacts/1001', {
      token: token === null ? null : kontor.token,
    })
    assert.equal(answer.status, status)
    check(of('getContact'), answer)
  }
  const limited = await kontor.call('GET', '/users/crmUsers')
  assert.match(String(limited.headers['ratelimit']), /^"token";r=\d+;t=\d+$/)
  assert.match(String(limited.headers['ratelimit-policy']), /^"token";q=\d+;w=60$/)
})
