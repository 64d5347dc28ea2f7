// The OpenAPI document of the public interface, its page, and the pages of problems.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { withoutGenerators } from '../../test/support/generators.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { publicOpenApiDocument } from '../openapi-documents.ts'
import { problems } from '../platform/http/public/problem.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  kontor.app.inject({ method: 'GET', url, headers })

test('OpenAPI 3.1 at /public/v1/openapi.json, without a key, for every page', async () => {
  const { statusCode, headers, body } = await get('/public/v1/openapi.json')
  assert.equal(statusCode, 200)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.deepEqual(JSON.parse(body), JSON.parse(JSON.stringify(publicOpenApiDocument())))
})

test('a body that the document does not take is a problem, as everywhere under /public/v1', async () => {
  const { statusCode, headers, json } = await kontor.app.inject({
    method: 'GET',
    url: '/public/v1/openapi.json',
    payload: '"{{7*7}}"',
  })
  assert.equal(statusCode, 415)
  assert.match(String(headers['content-type']), /^application\/problem\+json/)
  assert.equal(typeof json().title, 'string')
})

const generated = { skip: withoutGenerators }

test('the document has no fault that Redocly knows, not even a warning', generated, async () => {
  const { lintByRedocly } = await import('../../tools/generators/redocly.js')
  assert.deepEqual(await lintByRedocly(publicOpenApiDocument(), 'recommended'), [])
})

type Media = { schema: object; example: unknown }
type Content = { content: Record<string, Media> }
type Operation = {
  parameters: { name: string; description?: string; in: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Node = {
  [key: string]: unknown
  description?: string
  properties?: Record<string, Node>
  parameters?: Node[]
}

test('OpenAPI 3.1 at `/public/v1/openapi.json` (described fields, values, headers and errors; its examples match their schemas)', () => {
  const document = JSON.parse(JSON.stringify(publicOpenApiDocument())) as {
    paths: Record<string, Record<string, Operation>>
    components: Node
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const [path, operations] of Object.entries(document.paths))
    for (const { parameters, requestBody, responses } of Object.values(operations)) {
      for (const parameter of parameters.filter((one) => one.in !== 'path'))
        assert.ok(parameter.description, `${path} ${parameter.name}`)
      const success = responses['200'] ?? responses['201']
      for (const media of [
        ...Object.values(success!.content),
        ...Object.values(requestBody?.content ?? {}),
      ]) {
        const { schema, example } = media
        const validate = ajv.compile({ ...schema, components: document.components })
        assert.ok(validate(example), `${path}: ${JSON.stringify(validate.errors)}`)
      }
    }
})

test('openapi-typescript makes types of it', generated, async () => {
  const { typesOf } = await import('../../tools/generators/openapi-typescript.js')
  const types = await typesOf(JSON.parse(JSON.stringify(publicOpenApiDocument())))
  assert.match(types, /availability: "available" \| "few" \| "waitingList"/)
})

test('each type of a problem explains itself in a browser, in German and English', async () => {
  for (const name of Object.keys(problems)) {
    const german = await get(`/problems/${name}`, { 'accept-language': 'de' })
    const english = await get(`/problems/${name}`, { 'accept-language': 'en' })
    assert.equal(german.statusCode, 200)
    assert.match(german.body, /<html lang="de">/)
    assert.match(english.body, /<html lang="en">/)
    assert.notEqual(german.body, english.body)
  }
  assert.equal((await get('/problems/none')).statusCode, 404)
})

test('the documents of all interfaces are shown at `/docs`', async () => {
  const { body } = await get('/docs/en/reference')
  for (const prefix of ['/restapi/v1', '/integration/v1', '/public/v1'])
    assert.ok(body.includes(`${prefix}/openapi.json`), prefix)
  const script = await get('/docs/scalar.js')
  assert.equal(script.statusCode, 200)
  assert.match(script.body, /createApiReference/)
})
