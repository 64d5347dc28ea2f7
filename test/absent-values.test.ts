// The absent values of responses count as not given in the bodies of POST and of GET /events (decision 13.9).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { endpoints } from '../server/interface.ts'
import { insertSamples, samples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await insertSamples(kontor)

type Schema = {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  items?: Schema
}

/** The absent values of the type of a field (decision 1.1), and null. */
function absentValues(schema: Schema): unknown[] {
  const forms = schema.anyOf ?? [schema]
  const values = forms.flatMap((form): unknown[] => {
    const type = form.enum ? typeof form.enum[0] : form.type
    if (type === 'string') return ['']
    if (type === 'integer' || type === 'number') return [0]
    if (type === 'array') return [[]]
    if (form.properties)
      return [
        Object.fromEntries(
          Object.entries(form.properties).map(([name, part]) => [name, absentValues(part)[0]]),
        ),
      ]
    return []
  })
  return [...new Set([...values, null])]
}

for (const endpoint of endpoints) {
  const schema = (
    endpoint.method === 'POST' ? endpoint.body : endpoint.cached ? endpoint.input : undefined
  ) as Schema | undefined
  if (!schema?.properties) continue
  test(`13.9 ${endpoint.id}: an optional field with an absent value counts as not given`, async () => {
    const optional = Object.entries(schema.properties!).filter(([name]) => !schema.required?.includes(name))
    let n = 50
    for (const [field, property] of optional)
      for (const value of absentValues(property)) {
        const { path, body = {} } = samples[endpoint.id]!(n++)
        const sent = { ...body, [field]: value }
        const { status, text } = await kontor.call(endpoint.method, path, { body: sent })
        // A field that others need is missing then, and is named.
        const { details = [] } = status === 400 ? JSON.parse(text) : {}
        const isMissing = details.every((one: { message: string }) =>
          /required|needs|where mailBody is empty too/.test(one.message),
        )
        assert.ok(status === 200 || isMissing, `${field}: ${JSON.stringify(value)} ${text}`)
      }
  })
}

test('13.9 a contact that was read can be sent back as a new one', async () => {
  const created = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Leer', email: 'leer@x.example' },
  })
  const [{ defaultAddress, ...contact }] = created.json
  const known = Object.keys((endpoints.find(({ id }) => id === 'createContact')!.body as Schema).properties!)
  const read: Record<string, unknown> = {
    ...defaultAddress[0],
    ...contact,
    phone: contact.defaultPhone,
    fax: contact.defaultFax,
    mobile: contact.defaultMobile,
    email: 'leer2@x.example',
    categoryId: 0,
    commTemplateId: 0,
  }
  const body = Object.fromEntries(known.flatMap((name) => (name in read ? [[name, read[name]]] : [])))
  const again = await kontor.call('POST', '/contacts', { body })
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.json[0].defaultPhone, contact.defaultPhone, 'no empty phone was stored')
})

test('13.9 a required field must have a value, and a field of another type is an error', async () => {
  for (const [body, field] of [
    [{ lastName: 'A', email: '' }, 'email'],
    [{ lastName: null, email: 'a@x.example' }, 'lastName'],
    [{ lastName: 'A', email: 'a@x.example', categoryId: '' }, 'categoryId'],
    [{ lastName: 'A', email: 'a@x.example', title: 0 }, 'title'],
  ] as const) {
    const { status, json } = await kontor.call('POST', '/contacts', { body })
    assert.equal(status, 400)
    assert.deepEqual(
      json.details.map((one: { field: string }) => one.field),
      [field],
    )
  }
})
