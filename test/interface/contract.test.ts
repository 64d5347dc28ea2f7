// Compares the interface's tables (records.ts, operations.ts) with the OpenAPI document that the server generates.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../server/openapi-documents.ts'
import { compiler } from '../../tools/install-generators.ts'
import { withoutGenerators } from '../support/generators.ts'
import { type Operation, operations } from './operations.ts'
import { errorBody, type Shape } from './records.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  unevaluatedProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  example?: unknown
  examples?: unknown
}
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
type Parameter = {
  name: string
  in: string
  required?: boolean
  explode?: boolean
  style?: string
  schema?: Schema
}
type Body = { required?: boolean; content?: Record<string, Media> }
type DocumentedOperation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, { content?: Record<string, Media> }>
}
type PathItem = { [method: string]: DocumentedOperation }
type Document = {
  openapi?: string
  servers: { url: string }[]
  paths: Record<string, PathItem>
  components?: Record<string, Record<string, unknown>>
}

type Row = { type: string; required: boolean }
type Rows = Map<string, Row>

const prefix = '/restapi/v1'
const ownPaths = ['/openapi.json']
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
const allowedHeaders = ['idempotency-key', 'if-none-match']
const json = 'application/json'

const copyOfDocument = (): Document => JSON.parse(JSON.stringify(openApiDocument()))

/** The node, or the one that its `$ref` (`#/components/…`) refers to. */
function resolve<Node extends object>(document: Document, node: Node): Node {
  const ref = (node as { $ref?: string }).$ref
  if (ref === undefined) return node
  assert.match(ref, /^#\/components\/[^/]+\/[^/]+$/, `a reference of another form: ${ref}`)
  const [, , section, name] = ref.split('/')
  const target = document.components?.[section!]?.[decodeURIComponent(name!)]
  assert.ok(target, `nothing is at ${ref}`)
  return resolve(document, target as Node)
}

/** The resolved alternatives of a schema without null; a schema that is not a union has one. */
function alternatives(document: Document, schema: Schema): Schema[] {
  const { $ref, ...siblings } = schema
  const { allOf, ...own } = $ref === undefined ? schema : { ...resolve(document, schema), ...siblings }
  if (allOf !== undefined) {
    const parts = [...allOf.flatMap((part) => alternatives(document, part)), own]
    const merged: Schema = Object.assign({}, ...parts)
    merged.properties = Object.assign({}, ...parts.map((part) => part.properties))
    merged.required = parts.flatMap((part) => part.required ?? [])
    return alternatives(document, merged)
  }
  const branches = (own.anyOf ?? own.oneOf)?.filter((branch) => Object.keys(branch).join() !== 'required')
  if (branches !== undefined && branches.length > 0)
    return branches.flatMap((branch) => alternatives(document, branch))
  if (Array.isArray(own.type))
    return own.type.filter((type) => type !== 'null').map((type) => ({ ...own, type }))
  return typeOf(own) === 'null' ? [] : [own]
}

function typeOf(schema: Schema): string {
  if (typeof schema.type === 'string') return schema.type
  const value = 'const' in schema ? schema.const : schema.enum?.find((one) => one !== null)
  if (value === null) return 'null'
  if (Number.isInteger(value)) return 'integer'
  if (value !== undefined) return typeof value
  return schema.properties !== undefined ? 'object' : schema.items !== undefined ? 'array' : 'anything'
}

/** Every field below a schema by its path (`[].dates[].date_id`). `closed`: objects must reject unknown fields. */
function rowsOfSchema(document: Document, schema: Schema, closed: boolean): Rows {
  const rows: Rows = new Map()
  const visit = (node: Schema, path: string, required: boolean, depth: number) => {
    assert.ok(depth < 20, `${path} does not end`)
    const types = new Set<string>()
    for (const one of alternatives(document, node)) {
      const type = typeOf(one)
      const open = one.additionalProperties !== false && one.unevaluatedProperties !== false
      types.add(type === 'object' && closed && open ? 'open object' : type)
      if (type === 'array') visit(one.items ?? {}, `${path}[]`, true, depth + 1)
      if (type !== 'object') continue
      for (const [name, field] of Object.entries(one.properties ?? {}))
        visit(field, path === '' ? name : `${path}.${name}`, one.required?.includes(name) ?? false, depth + 1)
      for (const any of [one.additionalProperties, ...Object.values(one.patternProperties ?? {})])
        if (typeof any === 'object') visit(any, `${path}.*`, false, depth + 1)
    }
    rows.set(path, { type: [...types].sort().join(' or '), required })
  }
  visit(schema, '', true, 0)
  return rows
}

/** The same for a shape. `required` decides whether a field is required. */
function rowsOfShape(shape: Shape, required: (path: string, optional: boolean) => boolean): Rows {
  const rows: Rows = new Map()
  const visit = (node: Shape, path: string, mandatory: boolean) => {
    if (typeof node === 'string') {
      const union = node === 'integer or [integer]'
      rows.set(path, { type: union ? 'array or integer' : node, required: mandatory })
      if (union) rows.set(`${path}[]`, { type: 'integer', required: true })
    } else if (Array.isArray(node)) {
      rows.set(path, { type: 'array', required: mandatory })
      visit(node[0] as Shape, `${path}[]`, true)
    } else {
      rows.set(path, { type: 'object', required: mandatory })
      for (const [key, field] of Object.entries(node as Record<string, Shape>)) {
        const name = key.replace(/\?$/, '')
        const below = path === '' ? name : `${path}.${name}`
        visit(field, below, required(below, name !== key))
      }
    }
  }
  visit(shape, '', true)
  return rows
}

const everyFieldButOptional = (_path: string, optional: boolean) => !optional

function differences(where: string, expected: Rows, actual: Rows): string[] {
  const found: string[] = []
  for (const [path, row] of expected) {
    const other = actual.get(path)
    const at = `${where}: ${path === '' ? 'the whole' : path}`
    if (other === undefined) {
      const parent = path.replace(/(\[\]|\.?[^.[\]]+)$/, '')
      if (actual.has(parent)) found.push(`${at} is missing`)
    } else {
      if (other.type !== row.type) found.push(`${at} is ${other.type} instead of ${row.type}`)
      if (other.required !== row.required) found.push(`${at} is ${row.required ? 'not ' : ''}required`)
    }
  }
  for (const path of actual.keys()) if (!expected.has(path)) found.push(`${where}: ${path} is one too many`)
  return found
}

function compareParameters(document: Document, operation: Operation, item: PathItem): string[] {
  const found: string[] = []
  const shared = (item as unknown as { parameters?: Parameter[] }).parameters ?? []
  const own = item[operation.method]!.parameters ?? []
  const parameters = [...shared, ...own].map((parameter) => resolve(document, parameter))
  for (const [location, fields] of [
    ['path', operation.pathParameters],
    ['query', operation.query],
  ] as const) {
    const where = `${operation.method} ${operation.path} ${location}`
    const expected = rowsOfShape(fields, () => location === 'path')
    const actual: Rows = new Map([['', { type: 'object', required: true }]])
    for (const { name, required = false, schema = {}, explode = true } of parameters.filter(
      (one) => one.in === location,
    )) {
      for (const [path, row] of rowsOfSchema(document, schema, true))
        actual.set(`${name}${path}`, path === '' ? { ...row, required } : row)
      if (actual.get(name)?.type.includes('array') && explode)
        found.push(`${where}: ${name} is not comma-separated (explode)`)
      // In a query, one id or a list of ids is a list with at least one element.
      if (expected.get(name)?.type === 'array or integer' && actual.get(name)?.type === 'array')
        actual.set(name, { type: 'array or integer', required })
    }
    found.push(...differences(where, expected, actual))
  }
  for (const { name, in: location } of parameters)
    if (location === 'cookie' || (location === 'header' && !allowedHeaders.includes(name.toLowerCase())))
      found.push(`${operation.method} ${operation.path} ${location}: ${name} is one too many`)
  return found
}

function exampleOf(document: Document, media: Media): { value: unknown } | undefined {
  const schema = resolve(document, media.schema ?? {})
  const listed = Array.isArray(schema.examples) ? schema.examples[0] : undefined
  const named = Object.values(media.examples ?? {})[0]
  const value =
    media.example ?? (named && resolve(document, named).value) ?? media.schema?.example ?? schema.example
  return (value ?? listed) === undefined ? undefined : { value: value ?? listed }
}

function compareBody(document: Document, operation: Operation, documented: DocumentedOperation): string[] {
  const where = `${operation.method} ${operation.path} body`
  if (operation.body === undefined) return documented.requestBody ? [`${where}: is one too many`] : []
  if (documented.requestBody === undefined) return [`${where}: is missing`]
  const body = resolve(document, documented.requestBody)
  const mandatory = !operation.bodyOptional
  const found = (body.required ?? false) === mandatory ? [] : [`${where}: required is not ${mandatory}`]
  const mediaType = operation.body === 'binary' ? 'application/octet-stream' : json
  const types = Object.keys(body.content ?? {}).join()
  if (types !== mediaType) return [...found, `${where}: is ${types} instead of ${mediaType}`]
  const media = body.content![mediaType]!
  if (exampleOf(document, media) === undefined) found.push(`${where}: has no example`)
  if (operation.body === 'binary') return found
  const expected = rowsOfShape(operation.body, (path) => operation.required.includes(path))
  return [...found, ...differences(where, expected, rowsOfSchema(document, media.schema ?? {}, true))]
}

/** Only 400 has `details`: there it may be required, elsewhere it may be left out. */
function compareError(where: string, status: string, expected: Rows, actual: Rows): string[] {
  const adjusted: Rows = new Map(actual)
  const details = actual.get('details')
  if (status === '400' && details) adjusted.set('details', { ...details, required: false })
  const required = [...expected].filter(
    ([path]) => status === '400' || details || !path.startsWith('details'),
  )
  return differences(where, new Map(required), adjusted)
}

function compareResponses(
  document: Document,
  operation: Operation,
  documented: DocumentedOperation,
): string[] {
  const { method, path, errors, response } = operation
  const where = `${method} ${path}`
  const found = [200, ...errors]
    .filter((status) => documented.responses[status] === undefined)
    .map((status) => `${where}: ${status} is missing`)
  for (const [status, reference] of Object.entries(documented.responses)) {
    if (status.startsWith('3')) continue
    const at = `${where} ${status}`
    const content = resolve(document, reference).content ?? {}
    const media = content[json]
    if (status.startsWith('2') && status !== '200') found.push(`${at}: is one too many`)
    if (Object.keys(content).join() !== json || media === undefined) {
      found.push(`${at}: is ${Object.keys(content).join() || 'nothing'} instead of ${json}`)
      continue
    }
    const actual = rowsOfSchema(document, media.schema ?? {}, false)
    if (status === '200') {
      found.push(...differences(at, rowsOfShape([response], everyFieldButOptional), actual))
      if (exampleOf(document, media) === undefined) found.push(`${at}: has no example`)
    } else found.push(...compareError(at, status, rowsOfShape(errorBody, everyFieldButOptional), actual))
  }
  return found
}

/** The differences between the interface's tables and a document, as sentences. */
function compare(document: Document): string[] {
  const found: string[] = []
  for (const { url } of document.servers)
    if (!url.endsWith(prefix)) found.push(`server ${url} does not end in ${prefix}`)
  for (const operation of operations) {
    const where = `${operation.method} ${operation.path}`
    const item = document.paths[operation.path]
    const documented = item?.[operation.method]
    if (item === undefined || documented === undefined) {
      found.push(`${where}: is missing`)
      continue
    }
    found.push(...compareParameters(document, operation, item))
    found.push(...compareBody(document, operation, documented))
    found.push(...compareResponses(document, operation, documented))
    for (const field of ['operationId', 'summary'] as const)
      if (!documented[field]) found.push(`${where}: has no ${field}`)
    if (!documented.tags?.length) found.push(`${where}: has no tag`)
    const rights = documented.description?.match(/\b\d{6}(:[a-z]+)?\b/g) ?? []
    if (rights.sort().join() !== [...operation.rights].sort().join())
      found.push(
        `${where}: needs ${rights.join() || 'no right'} instead of ${operation.rights.join() || 'none'}`,
      )
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods.filter((one) => item[one] !== undefined)) {
      const known = operations.some((one) => one.path === path && one.method === method)
      const own = ownPaths.includes(path) && method === 'get'
      if (!known && !own) found.push(`${method} ${path}: is one too many`)
    }
  return found
}

test('the tables have all twenty operations', () => {
  assert.equal(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size, 20)
  for (const { path, pathParameters } of operations)
    assert.deepEqual(
      path.match(/(?<=\{)\w+/g) ?? [],
      Object.keys(pathParameters),
      `the path parameters of ${path}`,
    )
})

// Inputs of GET /events and the import of mail beyond the documented fields; without them the responses are as documented.
const additions =
  /^(get \/events (query|body): (limit|offset|fields|fields\[\])|post \/mail\/\S+ body: (messageId|mailCc|receivedAt|isHtml)) is one too many$/

test('the OpenAPI document describes exactly the interface', () => {
  const document = copyOfDocument()
  assert.match(document.openapi!, /^3\.1\./)
  assert.deepEqual(
    compare(document).filter((difference) => !additions.test(difference)),
    [],
  )
})

test('every example in the document matches its schema', () => {
  const document = copyOfDocument()
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods.filter((one) => item[one] !== undefined)) {
      const { requestBody, responses } = item[method]!
      const bodies = [...(requestBody ? [requestBody] : []), ...Object.values(responses)]
      for (const media of bodies.map((one) => resolve(document, one).content?.[json])) {
        const example = media && exampleOf(document, media)
        if (!example) continue
        const check = ajv.compile({ ...media.schema, components: document.components })
        assert.ok(check(example.value), `${method} ${path}: ${ajv.errorsText(check.errors)}`)
      }
    }
})

test('equal types are recognised in every notation of JSON Schema', () => {
  const components = { schemas: { Id: { type: 'integer' }, Named: { properties: { name: { const: 'x' } } } } }
  const document: Document = { servers: [], paths: {}, components }
  const type = (schema: Schema) => rowsOfSchema(document, schema, false).get('')?.type
  assert.equal(type({ $ref: '#/components/schemas/Id', examples: [1] }), 'integer')
  assert.equal(type({ type: ['string', 'null'] }), 'string')
  assert.equal(type({ anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] }), 'integer')
  assert.equal(type({ anyOf: [{ const: 0 }, { const: 1 }] }), 'integer')
  assert.equal(type({ enum: ['mr', 'ms', null] }), 'string')
  assert.equal(type({ oneOf: [{ type: 'array', items: {} }, { type: 'integer' }] }), 'array or integer')
  assert.equal(type({ anyOf: [{ type: 'integer' }, { type: 'number' }] }), 'integer or number')
  const allOf = [
    { $ref: '#/components/schemas/Named' },
    { properties: { id: { type: 'integer' } }, required: ['id'] },
  ]
  assert.deepEqual([...rowsOfSchema(document, { allOf }, false).keys()], ['name', 'id', ''])
})

/** The object schema of the fields below `path` in a body or response, for modification. */
function objectAt(document: Document, media: Media | undefined, ...path: string[]): Schema {
  const plain = (schema: Schema): Schema => {
    const node = resolve(document, schema)
    const branch = (node.anyOf ?? node.oneOf)?.find((one) => one.type !== 'null')
    if (node.items) return plain(node.items)
    return branch && !node.properties ? plain(branch) : node
  }
  return path.reduce((node, name) => plain(node.properties![name]!), plain(media!.schema!))
}

const answerOf = (document: Document, method: string, path: string) =>
  resolve(document, document.paths[path]![method]!.responses['200']!).content![json]
const bodyOf = (document: Document, method: string, path: string) =>
  resolve(document, document.paths[path]![method]!.requestBody!).content![json]

const modifications: [string, (document: Document) => unknown, RegExp][] = [
  [
    'a removed field deep in the record',
    (d) =>
      delete objectAt(d, answerOf(d, 'get', '/events'), 'dates', 'series_dates').properties!['module_type'],
    /^get \/events 200: \[\]\.dates\[\]\.series_dates\[\]\.module_type is missing$/,
  ],
  [
    'an integer changed to a number',
    (d) => {
      objectAt(d, answerOf(d, 'get', '/events'), 'dates').properties!['free_places'] = { type: 'number' }
    },
    /dates\[\]\.free_places is number instead of integer$/,
  ],
  [
    'an added response field',
    (d) => {
      objectAt(d, answerOf(d, 'get', '/contacts/{contactId}')).properties!['nickname'] = { type: 'string' }
    },
    /^get \/contacts\/\{contactId\} 200: \[\]\.nickname is one too many$/,
  ],
  [
    'a literal key changed to arbitrary names',
    (d) => {
      const entry = objectAt(d, answerOf(d, 'get', '/events'), 'dates', 'series_parents')
      entry.additionalProperties = entry.properties!['parent_date_id']!
    },
    /series_parents\[\]\.\* is one too many$/,
  ],
  [
    'a response field no longer required',
    (d) => {
      objectAt(d, answerOf(d, 'get', '/companies/{companyId}')).required = ['id']
    },
    /^get \/companies\/\{companyId\} 200: \[\]\.name2 is not required$/,
  ],
  [
    'a removed body field',
    (d) => delete objectAt(d, bodyOf(d, 'post', '/contacts'), 'mobile').properties!['areaCode'],
    /^post \/contacts body: mobile\.areaCode is missing$/,
  ],
  [
    'a body field that is now required',
    (d) => objectAt(d, bodyOf(d, 'post', '/contacts')).required!.push('salutation'),
    /^post \/contacts body: salutation is required$/,
  ],
  [
    'a body that accepts unknown fields',
    (d) => {
      objectAt(d, bodyOf(d, 'post', '/todo/import')).additionalProperties = true
    },
    /^post \/todo\/import body: the whole is open object instead of object$/,
  ],
  [
    'a removed query parameter',
    (d) => d.paths['/events']!['get']!.parameters!.splice(0),
    /^get \/events query: catalogId is missing$/,
  ],
  [
    'an added query parameter',
    (d) => {
      const documented = d.paths['/companies/{companyId}']!['get']!
      const parameter = { name: 'verbose', in: 'query', schema: { type: 'boolean' } }
      documented.parameters = [...(documented.parameters ?? []), parameter]
    },
    /^get \/companies\/\{companyId\} query: verbose is one too many$/,
  ],
  ['a removed operation', (d) => delete d.paths['/users/crmUsers'], /^get \/users\/crmUsers: is missing$/],
  [
    'an added method',
    (d) => {
      d.paths['/events']!['head'] = d.paths['/events']!['get']!
    },
    /^head \/events: is one too many$/,
  ],
  [
    'a removed status',
    (d) => delete d.paths['/invoiceConfirm']!['post']!.responses['403'],
    /^post \/invoiceConfirm: 403 is missing$/,
  ],
  [
    'a removed right',
    (d) => {
      d.paths['/invoiceConfirm']!['post']!.description = 'Needs the right `100400`.'
    },
    /^post \/invoiceConfirm: needs 100400 instead of 100400,100100$/,
  ],
  [
    'an operation without its operationId',
    (d) => delete d.paths['/todo/import']!['post']!.operationId,
    /^post \/todo\/import: has no operationId$/,
  ],
]

for (const [what, modify, report] of modifications)
  test(`the comparison finds ${what}`, () => {
    const document = copyOfDocument()
    const before = new Set(compare(document))
    modify(document)
    const found = compare(document).filter((difference) => !before.has(difference))
    assert.ok(
      found.some((difference) => report.test(difference)),
      `not seen; found: ${found.join('\n')}`,
    )
  })

const client = `
import type { paths } from './api.ts'

type NewContact = paths['/contacts']['post']['requestBody']['content']['application/json']
type Contacts = paths['/contacts']['post']['responses'][200]['content']['application/json']
type Events = paths['/events']['get']['responses'][200]['content']['application/json']
type EventQuery = NonNullable<paths['/events']['get']['parameters']['query']>

export const least: NewContact = { email: 'ada@example.com', lastName: 'Lovelace' }
export const more: NewContact = { ...least, salutation: 'ms', phone: { countryCode: '49' }, isPostOfficeBox: 0 }
// @ts-expect-error the field is called lastName
export const misnamed: NewContact = { ...least, surname: 'Lovelace' }
// @ts-expect-error email is required
export const incomplete: NewContact = { lastName: 'Lovelace' }

export const companyIds = (contacts: Contacts): number[] => contacts.map((contact) => contact.companyId)
export const query: EventQuery = { catalogId: [1, 2], displayDate: '2030-01-31', prices: true }
export const modules = (events: Events): number[] =>
  events.flatMap(({ dates }) =>
    (dates ?? []).flatMap((date) => (date.series_dates ?? []).flatMap((entry) => entry.module_type.map((one) => one.config.date_id))),
  )
// @ts-expect-error an id is an integer
export const identifiers = (events: Events): string[] => events.flatMap((event) => event.event_id ?? [])
`

test('a typed client can be generated from the document', { skip: withoutGenerators }, async () => {
  const { typesOf } = await import('../../tools/generators/openapi-typescript.js')
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'contract-'))
  try {
    const types = await typesOf(JSON.parse(JSON.stringify(openApiDocument())))
    await writeFile(join(folder, 'api.ts'), types)
    await writeFile(join(folder, 'client.ts'), client)
    const compilerOptions = {
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      types: [],
    }
    const files = ['api.ts', 'client.ts']
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const run = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--noEmit', '--strict'])
    await run.catch(({ stdout, stderr }) => assert.fail(`the client does not compile:\n${stdout}${stderr}`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
