// Possible duplicates: shown while a contact is entered, found by a scan, dismissed for good.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({ rights: ['090300'], clientIds: [1] })
const create = async (lastName: string, firstName: string, email: string, more: object = {}) => {
  const body = { lastName, firstName, emails: [{ email }], ...more }
  const { status, json, text } = await office.call('POST', '/contacts', body)
  assert.equal(status, 200, text)
  return json[0].id as number
}
const address = (zip: string, city: string) => ({ addresses: [{ addressTypeId: 2, zip, city }] })

const a = await create('Köhler', 'Jana', 'jana@x.example', address('20457', 'Hamburg'))
const b = await create('Koehler', 'Jana', 'jana@x.example', address('20457', 'Hamburg'))
const c = await create('Adler', 'Bernd', 'b1@x.example', address('1', 'Ulm'))
const d = await create('ADLER', 'Bernd', 'b2@x.example', address('1', 'Ulm'))
await create('Adler', 'Bernd', 'b3@x.example', address('2', 'Bonn'))

test('similar contacts are found by e-mail address and name', async () => {
  const ids = async (query: string) =>
    (await office.call('GET', `/contacts/similar?${query}`)).json.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('lastName=X&email=JANA@x.example'), [a, b])
  assert.deepEqual(await ids('lastName=Kohlre&firstName=Jana&city=hamburg'), [a, b])
  assert.deepEqual(await ids('lastName=Kohlre&firstName=Jana&city=Bonn'), [])
  assert.deepEqual(await ids('lastName=%25'), [])
})

test('a scan finds pairs, each once; a dismissed one does not come back', async () => {
  const pairs = async () =>
    (await office.call('GET', '/duplicates')).json.map(
      ({ reason, low, high }: { reason: string; low: { id: number }; high: { id: number } }) => [
        reason,
        low.id,
        high.id,
      ],
    )
  const [{ pairCount: count }] = (await office.call('POST', '/duplicates/scan')).json
  assert.equal(count, 2)
  assert.deepEqual(await pairs(), [
    ['email', a, b],
    ['name', c, d],
  ])
  assert.equal((await office.call('POST', '/duplicates/dismiss', { lowId: b, highId: a })).status, 200)
  assert.deepEqual(await pairs(), [['name', c, d]])
  assert.deepEqual((await office.call('POST', '/duplicates/scan')).json, [{ pairCount: 1 }])
  assert.equal((await office.call('POST', '/duplicates/dismiss', { lowId: a, highId: 99999 })).status, 404)
})

test('pairs need 090300:access; scanning and dismissing need 090300:edit', async () => {
  const none = await kontor.signIn({ rights: [] })
  const reader = await kontor.signIn({ rights: ['090300:access'] })
  assert.equal((await none.call('GET', '/duplicates')).status, 403)
  assert.equal((await none.call('GET', '/contacts/similar?lastName=Adler')).status, 403)
  assert.equal((await reader.call('GET', '/duplicates')).status, 200)
  assert.equal((await reader.call('POST', '/duplicates/scan')).status, 403)
  assert.equal((await reader.call('POST', '/duplicates/dismiss', { lowId: a, highId: b })).status, 403)
})

test('for similar contacts, neither all contacts nor the phones of all are read', async () => {
  await sql`with person as (
      insert into contact (contact_type, last_name, last_name_key) select 'person', 'Person ' || n, 'person ' || n from generate_series(1, 5000) n returning id
    ) insert into phone (contact_id, type, number) select id, 'phone', '040 ' || id from person`.execute(
    kontor.owner,
  )
  await sql`analyze`.execute(kontor.owner)
  const query = mock.method(pg.Client.prototype, 'query')
  const { status, text: answer } = await office.call(
    'GET',
    '/contacts/similar?lastName=Kohlre&firstName=Jana&city=hamburg&phone=040+12&email=b1@x.example',
  )
  assert.equal(status, 200, answer)
  // A process prepares a bounded number of statements. Those beyond come as text and values.
  const sent = query.mock.calls.map(({ arguments: [first, second] }: { arguments: unknown[] }) =>
    typeof first === 'string'
      ? { text: first, values: second as unknown[] | undefined }
      : (first as { text: string; values?: unknown[] }),
  )
  query.mock.restore()
  const { text, values = [] } = sent.find((one) => one.text.includes('"hasEmail"'))!
  const client = new pg.Client(kontor.connection)
  await client.connect()
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
  await client.end()
  type Node = {
    'Relation Name'?: string
    'Rows Removed by Filter'?: number
    Plans?: Node[]
    [name: string]: unknown
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  const read = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => ['contact', 'phone'].includes(node['Relation Name'] ?? ''))
    .map((node) => [
      node['Relation Name'],
      Number(node['Actual Rows']) + (node['Rows Removed by Filter'] ?? 0),
    ])
  assert.ok(read.length >= 2)
  for (const [table, count] of read) assert.ok(Number(count) < 100, `${count} rows of ${table} are read`)
})
