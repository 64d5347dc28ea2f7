// One sentence for an id of a wrong form, and one for an unknown id, wherever it is given (decision 13.6).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertSamples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await insertSamples(kontor)

async function messagesOf(method: string, path: string, body?: unknown): Promise<string[]> {
  const { status, json } = await kontor.call(method, path, body === undefined ? {} : { body })
  assert.equal(status, 400, `${method} ${path}`)
  return [...new Set<string>(json.details.map(({ message }: { message: string }) => message))]
}

test('13.6 an id of a wrong form has one wording in path, query and body', async () => {
  const wording = ['must be a whole number of at least 1']
  for (const id of ['0', '01', '1.5', 'x', '-1'])
    assert.deepEqual(await messagesOf('GET', `/contacts/${id}`), wording, id)
  for (const query of ['eventId=0', 'eventId=x', 'eventId=1,x', 'catalogId=1.5'])
    assert.deepEqual(await messagesOf('GET', `/events?${query}`), wording, query)
  for (const id of ['x', 1.5, -1, true, {}]) {
    assert.deepEqual(await messagesOf('GET', '/events', { eventId: [id] }), wording)
    const lead = { leadContact: id, leadCategory: id, leadOwner: id, leadId: id, clientId: id }
    assert.deepEqual(await messagesOf('POST', '/leads/createLead', lead), wording)
  }
  assert.deepEqual(await messagesOf('GET', '/contacts/search/category/1,x'), [
    `must be whole numbers of at least 1, separated by commas`,
  ])
})

test('13.6 an unknown id in a body has one wording', async () => {
  const contact = {
    lastName: 'A',
    email: 'a@b.example',
    categoryId: 99_999,
    commTemplateId: 99_999,
  }
  const lead = { leadContact: 99_999, leadId: 99_999, clientId: 99_999 }
  const messages = [
    ...(await messagesOf('POST', '/contacts', contact)),
    ...(await messagesOf('POST', '/leads/createLead', lead)),
    ...(await messagesOf('PATCH', '/contacts/102', { companyId: 99_999, contactCategoriesId: [99_999] })),
    ...(await messagesOf('GET', '/users/crmUsers?clientId=99999')),
  ]
  for (const message of messages) assert.match(message, /^is not the id of an? /)
})
