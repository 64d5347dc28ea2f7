// Random bodies generated from the schemas: valid ones are returned as sent, invalid ones are reported, and none causes a 5xx.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { endpoints } from '../server/interface.ts'
import type { Endpoint } from '../server/platform/http/endpoint.ts'
import { arbitraryOf, type Body, formats, invalidBodyOf, type Schema, text } from './reference/arbitraries.ts'
import { insertSamples, samples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await insertSamples(kontor)

const seed = Number(process.env['KONTOR_TEST_SEED'] ?? 20260615)
console.log(`seed ${seed} (KONTOR_TEST_SEED)`)
const runOptions = (numRuns: number) => ({ seed, numRuns })

let nextNumber = 0
const schemaOf = (endpoint: Endpoint) => (endpoint.body ?? endpoint.input) as Schema
const byId = (id: string): Endpoint => endpoints.find((endpoint) => endpoint.id === id)!
const bodyOf = (id: string) => arbitraryOf(schemaOf(byId(id))) as Arbitrary<Body>
const call = (id: string, body: unknown) => kontor.call(byId(id).method, samples[id]!(1).path, { body })

const phones = ['phone', 'fax', 'mobile'] as const
const addressFields = [
  'department',
  'position',
  'street',
  'houseNumber',
  'addition',
  'zip',
  'city',
  'state',
  'country',
]

/** Asserts that the record contains the sent addresses and phones. */
function assertContactDetails(record: Body, sent: Body): void {
  const [address] = record['defaultAddress'] as Body[]
  for (const name of addressFields) if (name in sent) assert.equal(address![name], sent[name] ?? '', name)
  for (const type of phones) {
    const { id, type: _, ...given } = (sent[type] ?? {}) as Body
    const found = record[`default${type[0]!.toUpperCase()}${type.slice(1)}`] as Body
    const expected = { type, countryCode: '', areaCode: '', number: '', ...given }
    if (type in sent) assert.deepEqual(found, { id: found['id'], ...expected }, type)
  }
}

// References are tested elsewhere; here they would only cause errors.
const withoutReferences = ({
  categoryId,
  commTemplateId,
  addressType,
  contactCategoriesId,
  companyId,
  ...rest
}: Body) => rest
const noNewsletter = ({ externalNewsletter, externalNewsletterId, ...rest }: Body) => rest

test('4, 2.5 a valid contact is returned as sent', async () => {
  await fc.assert(
    fc.asyncProperty(bodyOf('createContact').map(withoutReferences).map(noNewsletter), async (body) => {
      const { status, json, text: answer } = await call('createContact', body)
      assert.equal(status, 200, answer)
      const [contact] = json
      for (const name of ['salutation', 'title', 'firstName', 'lastName', 'email'])
        if (name in body) assert.equal(contact[name], body[name], name)
      if (body['company']) assert.equal(contact.company, body['company'])
      assertContactDetails(contact, body)
      const read = await kontor.call('GET', `/contacts/${contact.id}?loadAllAddresses=1`)
      assert.deepEqual(read.json, [contact])
      const found = await kontor.call(
        'GET',
        `/contacts/search/email/${encodeURIComponent(contact.email)}?loadAllAddresses=1`,
      )
      assert.deepEqual(found.json, [contact])
      const again = await call('createContact', body)
      assert.equal(again.status, 409)
    }),
    runOptions(120),
  )
})

test('4.8 a valid change of a contact is returned as sent, and omitted fields stay unchanged', async () => {
  const { json } = await call('createContact', { lastName: 'Wandel', email: 'wandel@kontor.example' })
  let before = json[0]
  await fc.assert(
    fc.asyncProperty(bodyOf('updateContact').map(withoutReferences), async (body) => {
      const {
        status,
        json: answer,
        text: said,
      } = await kontor.call('PATCH', `/contacts/${before.id}`, { body })
      assert.equal(status, 200, said)
      const [contact] = answer
      for (const name of ['salutation', 'title', 'firstName', 'lastName', 'email', 'website', 'company'])
        assert.equal(contact[name], name in body ? (body[name] ?? '') : before[name], name)
      assertContactDetails(contact, body)
      for (const name of addressFields)
        if (!(name in body))
          assert.equal(contact.defaultAddress[0][name], before.defaultAddress[0][name], name)
      before = contact
    }),
    runOptions(120),
  )
})

test('5 a valid company is returned as sent, and unchanged the second time', async () => {
  await fc.assert(
    fc.asyncProperty(bodyOf('createCompany').map(withoutReferences), fc.integer(), async (given, number) => {
      const body: Body = {
        ...given,
        name: `${[...(given['name'] as string)].slice(0, 200).join('')} ${++nextNumber} ${number}`,
      }
      const { status, json, text: answer } = await call('createCompany', body)
      assert.equal(status, 200, answer)
      const [company] = json
      for (const name of ['name', 'name2', 'email'])
        if (name in body) assert.equal(company[name], body[name], name)
      assertContactDetails(company, body)
      assert.deepEqual((await kontor.call('GET', `/companies/${company.id}`)).json, [company])
      assert.deepEqual((await call('createCompany', body)).json, [company])
    }),
    runOptions(100),
  )
})

for (const endpoint of endpoints.filter(({ body, input }) => body || input)) {
  const { id } = endpoint
  test(`2.4 ${id}: an invalid body is 400 and names the field`, async () => {
    await fc.assert(
      fc.asyncProperty(invalidBodyOf(schemaOf(endpoint)), async ({ body, field }) => {
        const answer = await call(id, body)
        assert.equal(answer.status, 400, answer.text)
        const named = answer.json.details.map((detail: { field: string }) => detail.field.split(/[.[]/)[0])
        assert.ok(named.includes(field), `${field}: ${answer.text}`)
      }),
      runOptions(60),
    )
  })

  test(`${id}: a body that matches the schema never causes a 5xx`, async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(id), async (body) => {
        const answer = await call(id, body)
        assert.ok(
          [200, 400, 403, 404, 409].includes(answer.status),
          `${answer.status} ${answer.text.slice(0, 500)}`,
        )
      }),
      runOptions(60),
    )
  })

  test(`${id}: no JSON causes a 5xx`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (payload) => {
        const answer = await kontor.call(endpoint.method, samples[id]!(1).path, {
          headers: { 'content-type': 'application/json' },
          payload,
        })
        assert.ok(
          answer.status === 400 || answer.status === 200,
          `${answer.status} ${answer.text.slice(0, 500)}`,
        )
      }),
      runOptions(40),
    )
  })
}

test('no query of GET /events causes a 5xx', async () => {
  const names = Object.keys(schemaOf(byId('getEvents')).properties!)
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      'true',
      'false',
      '1,2',
      '2026-06-15',
      '2026-02-30',
      'all',
      'public',
      ',',
      '',
      '-1',
      '2147483648',
      '%',
      '%FF',
      '+',
      '1e3',
    ),
    fc.string().map(encodeURIComponent),
  )
  const pair = fc.tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: fc.string().map(encodeURIComponent) },
    ),
    value,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 6 }), async (pairs) => {
      const search = pairs.map(([name, given]) => `${name}=${given}`).join('&')
      const answer = await kontor.call('GET', `/events?${search}`)
      assert.ok(
        answer.status === 200 || answer.status === 400,
        `${search} ${answer.status} ${answer.text.slice(0, 500)}`,
      )
    }),
    runOptions(200),
  )
})

test('any e-mail address in the search path is found or rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), formats['email-address']!),
      async (email) => {
        const answer = await kontor.call(
          'GET',
          `/contacts/search/email/${encodeURIComponent(email.toWellFormed())}`,
        )
        const expected = email === '' ? [404] : [200, 400]
        assert.ok(
          expected.includes(answer.status),
          `${JSON.stringify(email)} ${answer.status} ${answer.text.slice(0, 300)}`,
        )
      },
    ),
    runOptions(150),
  )
})

test('7.4 any filename is stored below its task or rejected', async () => {
  const name = fc.oneof(text(), fc.constantFrom('a/b', 'a\\b', '...', ' ', 'con', '-rf', '~', 'a:b'))
  await fc.assert(
    fc.asyncProperty(
      name.filter((one) => !['', '.', '..'].includes(one)),
      async (filename) => {
        const answer = await kontor.call('POST', `/attachment/crm/21/${encodeURIComponent(filename)}`, {
          headers: { 'content-type': 'application/octet-stream' },
          payload: 'x',
        })
        assert.ok(
          [200, 400].includes(answer.status),
          `${JSON.stringify(filename)} ${answer.text.slice(0, 300)}`,
        )
        if (answer.status === 200) assert.match(answer.json[0].path, /^crm\/21\/[^/\\]+$/)
      },
    ),
    runOptions(80),
  )
})
