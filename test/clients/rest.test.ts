// The interface with tokens, by the TypeScript client.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRestClient, RestError } from '../../clients/typescript/src/rest.ts'
import { type TestInstance, testInstance } from '../support/test-instance.ts'

let kontor: TestInstance
let client: ReturnType<typeof createRestClient>
before(async () => {
  kontor = await testInstance()
  const baseUrl = await kontor.app.listen({ port: 0, host: '127.0.0.1' })
  client = createRestClient({ baseUrl, token: kontor.token })
})
after(() => kontor.close())

test('records are created, read, changed and found, and a repeated request has no further effect', async () => {
  const body = { lastName: 'Köhler', email: 'jana@kontor.example' }
  const [created] = await client.post('/contacts', { body, idempotencyKey: 'once' })
  const [repeated] = await client.post('/contacts', { body, idempotencyKey: 'once' })
  assert.equal(repeated?.id, created?.id)
  const contactId = created!.id
  await client.patch('/contacts/{contactId}', { path: { contactId }, body: { title: 'Dr.' } })
  const [read] = await client.get('/contacts/{contactId}', {
    path: { contactId },
    query: { loadAllAddresses: 1 },
  })
  assert.deepEqual([read?.lastName, read?.title], ['Köhler', 'Dr.'])
  assert.deepEqual(await client.get('/events', { query: { eventId: [1, 2], prices: true } }), [])
  const [task] = await client.post('/todo/import', { body: { subject: 'Raum klären' } })
  const [file] = await client.post('/attachment/crm/{taskId}/{filename}', {
    path: { taskId: task!.id, filename: 'größe 1.txt' },
    body: new TextEncoder().encode('Text'),
  })
  assert.equal(file?.path, `crm/${task!.id}/größe 1.txt`)
})

test('an error is a RestError with its details and the kind of a conflict', async () => {
  const failureOf = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => assert.fail('it succeeded'),
      (reason) => reason,
    )
    assert.ok(error instanceof RestError)
    return error
  }
  const body = { lastName: 'Müller', email: 'twice@kontor.example' }
  await client.post('/contacts', { body })
  const conflict = await failureOf(client.post('/contacts', { body }))
  assert.deepEqual([conflict.status, conflict.conflict], [409, 'exists'])
  const wrong = await failureOf(client.post('/contacts', { body: { ...body, email: 'jana' } }))
  assert.deepEqual(
    wrong.answer.details?.map(({ field }) => field),
    ['email'],
  )
  // @ts-expect-error there is no such path
  assert.equal((await failureOf(client.get('/nothing', {}))).status, 404)
  // @ts-expect-error the id is missing
  assert.equal((await failureOf(client.get('/contacts/{contactId}', {}))).status, 400)
})
