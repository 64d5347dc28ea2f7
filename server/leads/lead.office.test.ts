// Leads in the back office: list, board, page, logbook.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

await db.insertInto('client').values({ name: 'Akademie Nord' }).execute()
await db
  .insertInto('lead_category')
  .values([
    { client_id: 1, name: 'Inhouse' },
    { client_id: 2, name: 'Nord' },
  ])
  .execute()
const owner = await kontor.addUser({ crm: true, name: 'Olga' })
const clerk = await kontor.addUser({ name: 'Carl' })
const other = await kontor.addUser({ crm: true, clientIds: [2] })
const office = await kontor.signIn({
  rights: ['090300', 'lead', 'task', 'booking:access'],
  crm: true,
  name: 'Ina',
})
const north = await kontor.signIn({ rights: ['090300', 'lead', 'task', 'booking:access'], clientIds: [2] })
const withoutRights = await kontor.signIn({ rights: ['lead', 'task'] })

async function contact(contact_type: string, last_name: string, first_name = '') {
  const row = await db
    .insertInto('contact')
    .values({ contact_type, last_name, first_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const company = await contact('company', 'Lindner GmbH')
const sabine = await contact('person', 'Lindner', 'Sabine')
const hall = await contact('location', 'Saal')

// biome-ignore lint/suspicious/noExplicitAny: a record of an answer
type Json = any
const createLead = async (body: object = {}, by = office): Promise<Json> => {
  const { status, json, text } = await by.call('POST', '/leads', { name: 'Anfrage', ...body })
  assert.equal(status, 200, text)
  return json[0]
}
const fields = ({ json }: { json: Json }) => json.details.map(({ field }: { field: string }) => field)
const ids = ({ json }: { json: Json }): number[] => json.map(({ id }: { id: number }) => id)

test('a lead is created, shown, and changed field by field; statusChangedAt follows the status', async () => {
  const full = {
    name: ' Schulung für 12 ',
    status: 'offer',
    ownerId: owner.id,
    categoryId: 1,
    region: 'Nord',
    sector: 'Bau',
    size: 12,
    rating: 4,
    companyId: company,
    contactIds: [sabine],
    value: 12500.5,
    offerDate: '2026-06-12',
    nextStep: 'Anrufen',
    nextStepDate: '2026-06-20',
    nextStepAssigneeId: clerk.id,
  }
  const lead = await createLead(full)
  const { id, version, statusChangedAt, createdAt, ...shown } = lead
  assert.deepEqual(shown, {
    ...full,
    name: 'Schulung für 12',
    clientId: 1,
    ownerName: 'Olga',
    categoryName: 'Inhouse',
    companyName: 'Lindner GmbH',
    contacts: [{ id: sabine, name: 'Sabine Lindner', contactType: 'person' }],
    nextStepAssigneeName: 'Carl',
    openTaskCount: 0,
  })
  assert.equal(statusChangedAt, createdAt)
  kontor.clock.set('2026-06-15T11:00:00Z')
  const same = (await office.call('PATCH', `/leads/${id}`, { version, status: 'offer', rating: 5 })).json[0]
  assert.deepEqual([same.rating, same.statusChangedAt], [5, statusChangedAt])
  const cleared = {
    version: same.version,
    status: 'lost',
    ownerId: 0,
    companyId: 0,
    contactIds: [],
    value: 0,
    offerDate: '',
    nextStepDate: '',
  }
  const after = (await office.call('PATCH', `/leads/${id}`, cleared)).json[0]
  assert.deepEqual(
    [after.ownerId, after.companyId, after.contacts, after.value, after.offerDate, after.nextStepDate],
    [0, 0, [], 0, '', ''],
  )
  assert.equal(after.nextStep, 'Anrufen')
  assert.equal(new Date(after.statusChangedAt).toISOString(), '2026-06-15T11:00:00.000Z')
  for (const value of [-1, 0.001])
    assert.deepEqual(fields(await office.call('PATCH', `/leads/${id}`, { version: after.version, value })), [
      'value',
    ])
})

test('the interface shows leads of the back office', async () => {
  const { id } = await createLead({ name: 'Messe', contactIds: [sabine], status: 'won', size: 3 })
  const { json } = await kontor.call('GET', `/leads/search/cid/${sabine}`)
  assert.deepEqual(
    json.find((one: Json) => one.leadId === id),
    { leadId: id, name: 'Messe', sector: '', region: '', category: '', processor: '', size: 3, rating: 0 },
  )
  const { leadId } = (await kontor.call('POST', '/leads/createLead', { body: { leadContact: sabine } }))
    .json[0]
  assert.equal((await office.call('GET', `/leads/${leadId}`)).json[0].status, 'new')
})

test('references must exist and belong to the client; all errors are reported at once', async () => {
  const wrong = {
    name: 'x',
    status: 'nowhere',
    ownerId: clerk.id,
    categoryId: 2,
    companyId: sabine,
    contactIds: [hall],
    nextStepAssigneeId: other.id,
  }
  const answer = await office.call('POST', '/leads', wrong)
  assert.equal(answer.status, 400)
  assert.deepEqual(new Set(fields(answer)), new Set(Object.keys(wrong).filter((name) => name !== 'name')))
  const types = await office.call('POST', '/leads', {
    name: ' ',
    size: -1,
    rating: 'x',
    nextStepDate: 'bald',
  })
  assert.equal(types.status, 400)
  assert.deepEqual(new Set(fields(types)), new Set(['name', 'size', 'rating', 'nextStepDate']))
  assert.deepEqual(fields(await office.call('POST', '/leads', { name: 'x', clientId: 99 })), ['clientId'])
  assert.equal((await office.call('POST', '/leads', { name: 'x', clientId: 2 })).status, 403)
})

test('an owner who has been locked since can stay', async () => {
  const { id: gone } = await kontor.addUser({ crm: true })
  const { id, version } = await createLead({ ownerId: gone })
  await db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', gone).execute()
  const kept = await office.call('PATCH', `/leads/${id}`, { version, ownerId: gone, name: 'Neu' })
  assert.equal(kept.status, 200, kept.text)
  assert.deepEqual(fields(await office.call('POST', '/leads', { name: 'x', ownerId: gone })), ['ownerId'])
})

test('a lead of another client is not found', async () => {
  const { id, version } = await createLead({ clientId: 2, name: 'Fremd' }, north)
  for (const [method, path, body] of [
    ['GET', `/leads/${id}`],
    ['PATCH', `/leads/${id}`, { version, name: 'x' }],
    ['DELETE', `/leads/${id}`],
    ['GET', `/leads/${id}/logbook-entries`],
    ['POST', `/leads/${id}/logbook-entries`, { kind: 'note', text: 'x' }],
  ] as const)
    assert.equal((await office.call(method, path, body)).status, 404, `${method} ${path}`)
  assert.deepEqual(ids(await office.call('GET', `/leads?ids=${id}`)), [])
  assert.ok(!(await office.call('GET', '/leads/board')).text.includes('Fremd'))
})

test('without the right to see contacts, a lead has none, is not found by them, and cannot be linked to them', async () => {
  const { id, version } = await createLead({ name: 'Blind', contactIds: [sabine], companyId: company })
  const seen = (await withoutRights.call('GET', `/leads/${id}`)).json[0]
  assert.deepEqual([seen.contacts, seen.contactIds, seen.companyName, seen.companyId], [[], [], '', 0])
  assert.ok(!ids(await withoutRights.call('GET', '/leads?q=sabine')).includes(id))
  assert.ok(ids(await office.call('GET', '/leads?q=sabine')).includes(id))
  for (const change of [{ contactIds: [] }, { companyId: 0 }])
    assert.equal((await withoutRights.call('PATCH', `/leads/${id}`, { version, ...change })).status, 403)
  const changed = await withoutRights.call('PATCH', `/leads/${id}`, { version, name: 'Blinder' })
  assert.equal(changed.status, 200)
  assert.deepEqual((await office.call('GET', `/leads/${id}`)).json[0].contactIds, [sabine])
})

test('leads need lead:access, changes also lead:edit; the number of tasks needs task:access', async () => {
  const { id, version } = await createLead()
  const none = await kontor.signIn({ rights: ['090300', 'task', 'booking:access'] })
  assert.equal((await none.call('GET', `/leads/${id}`)).status, 403)
  assert.equal((await none.call('GET', '/leads/board')).status, 403)
  const reader = await kontor.signIn({ rights: ['lead:access'] })
  await db.insertInto('task').values({ client_id: 1, kind: 'todo', subject: 'A', lead_id: id }).execute()
  assert.equal((await reader.call('GET', `/leads/${id}`)).json[0].openTaskCount, 0)
  assert.equal((await office.call('GET', `/leads/${id}`)).json[0].openTaskCount, 1)
  for (const [method, path, body] of [
    ['POST', '/leads', { name: 'B' }],
    ['PATCH', `/leads/${id}`, { version, name: 'B' }],
    ['DELETE', `/leads/${id}`],
    ['POST', `/leads/${id}/logbook-entries`, { kind: 'note', text: 'A' }],
  ] as const) {
    const answer = await reader.call(method, path, body)
    assert.deepEqual([answer.status, answer.json.message], [403, 'The right lead:edit is needed.'], path)
  }
})

test('two users change the status of a lead at once: one of them gets 409', async () => {
  const { id, version } = await createLead()
  const answers = await Promise.all(
    ['offer', 'lost'].map((status) => office.call('PATCH', `/leads/${id}`, { version, status })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const stale = answers.find(({ status }) => status === 409)!
  assert.equal(stale.headers['x-kontor-conflict'], 'stale')
  const [lead] = (await office.call('GET', `/leads/${id}`)).json
  assert.equal(lead.status, answers.find(({ status }) => status === 200)!.json[0].status)
})

test('the list filters and sorts by each of its fields', async () => {
  const one = await createLead({
    name: '100% Käse_Kurs',
    status: 'won',
    ownerId: office.userId,
    categoryId: 1,
    region: 'Filter',
    sector: 'Milch',
    companyId: company,
    nextStepDate: '2026-01-02',
  })
  const two = await createLead({ name: '1000 Käse-Kurs', region: 'Filter', nextStepDate: '2026-01-03' })
  for (const query of [
    'q=100%25+k%C3%A4se_',
    'status=won,lost&region=Filter',
    'isOpen=false&region=Filter',
    'owner=me&region=Filter',
    `ownerId=${office.userId}&region=Filter`,
    'categoryId=1&region=Filter',
    'sector=Milch',
    `companyId=${company}&region=Filter`,
    `contactId=${company}&region=Filter`,
    'dueBy=2026-01-02&region=Filter',
  ])
    assert.deepEqual(ids(await office.call('GET', `/leads?${query}`)), [one.id], query)
  const sorted = (word: string) => office.call('GET', `/leads?region=Filter&sort=${word}&order=asc`)
  for (const [word, first] of [
    ['nextStepDate', one.id],
    ['status', two.id],
    ['ownerName', one.id],
    ['name', one.id],
  ])
    assert.equal(ids(await sorted(String(word)))[0], first, String(word))
  const page = await office.call('GET', '/leads?region=Filter&perPage=1&page=2&sort=id&order=asc')
  assert.deepEqual([ids(page), page.headers['x-total-count']], [[two.id], '2'])
  assert.deepEqual(fields(await office.call('GET', '/leads?sort=color')), ['sort'])
})

test('the board has a column per status: open leads by due date, those closed in 30 days newest first, at most 50', async () => {
  const region = 'Tafel'
  const late = await createLead({ region, nextStepDate: '2026-07-02' })
  const soon = await createLead({ region, nextStepDate: '2026-07-01' })
  const never = await createLead({ region })
  for (const day of ['2026-05-15', '2026-05-16']) {
    kontor.clock.set(`${day}T10:00:00Z`)
    await createLead({ region, status: 'lost' })
  }
  kontor.clock.set('2026-06-15T12:00:00Z')
  const won = await createLead({ region, status: 'won' })
  kontor.clock.set('2026-06-15T13:00:00Z')
  const wonLater = await createLead({ region, status: 'won' })
  const columns = (await office.call('GET', `/leads/board?region=${region}`)).json
  assert.deepEqual(
    columns.map(({ status, leadCount }: Json) => [status, leadCount]),
    [
      ['new', 3],
      ['contacted', 0],
      ['offer', 0],
      ['won', 2],
      ['lost', 1],
    ],
  )
  assert.deepEqual(ids({ json: columns[0].leads }), [soon.id, late.id, never.id])
  assert.deepEqual(ids({ json: columns[3].leads }), [wonLater.id, won.id])
  await db
    .insertInto('lead')
    .values(Array.from({ length: 60 }, (_, index) => ({ client_id: 1, region: 'Viele', name: `${index}` })))
    .execute()
  const [first] = (await office.call('GET', '/leads/board?region=Viele')).json
  assert.deepEqual([first.leadCount, first.leads.length], [60, 50])
})

test('the logbook shows notes and calls with their authors, newest first', async () => {
  const { id, version } = await createLead()
  await office.call('POST', `/leads/${id}/logbook-entries`, { kind: 'call', text: ' Rief an. ' })
  kontor.clock.set('2026-06-15T14:00:00Z')
  await office.call('POST', `/leads/${id}/logbook-entries`, { kind: 'note', text: 'Angebot raus' })
  const entries = (await office.call('GET', `/leads/${id}/logbook-entries`)).json
  assert.deepEqual(
    entries.map(({ kind, text, createdByName }: Json) => [kind, text, createdByName]),
    [
      ['note', 'Angebot raus', 'Ina'],
      ['call', 'Rief an.', 'Ina'],
    ],
  )
  const wrong = await office.call('POST', `/leads/${id}/logbook-entries`, { kind: 'shout', text: ' ' })
  assert.deepEqual(new Set(fields(wrong)), new Set(['kind', 'text']))
  assert.equal(
    (await office.call('GET', `/leads/${id}`)).json[0].version,
    version,
    'an entry of the logbook does not change the version',
  )
})

test('a lead is deleted with its logbook, unless it has tasks', async () => {
  const { id } = await createLead({ contactIds: [sabine] })
  await office.call('POST', `/leads/${id}/logbook-entries`, { kind: 'note', text: 'x' })
  await kontor.call('POST', `/mail/crmlead/${id}`, { body: { subject: 'Hallo' } })
  assert.equal((await office.call('GET', `/leads/${id}`)).json[0].openTaskCount, 1)
  const refused = await office.call('DELETE', `/leads/${id}`)
  assert.deepEqual([refused.status, refused.headers['x-kontor-conflict']], [409, undefined])
  const { id: free } = await createLead()
  await office.call('POST', `/leads/${free}/logbook-entries`, { kind: 'note', text: 'x' })
  assert.equal((await office.call('DELETE', `/leads/${free}`)).status, 200)
  assert.equal((await office.call('GET', `/leads/${free}`)).status, 404)
})

test('options are those of the user’s clients: owners are CRM users; locked users are left out', async () => {
  const [client, ...rest] = (await office.call('GET', '/lead-options')).json
  assert.deepEqual([client.id, rest], [1, []])
  const named = (list: { id: number }[]) => list.map(({ id }) => id)
  assert.ok(named(client.owners).includes(owner.id) && !named(client.owners).includes(clerk.id))
  assert.ok(named(client.assignees).includes(clerk.id) && !named(client.assignees).includes(other.id))
  assert.deepEqual(client.categories, [{ id: 1, name: 'Inhouse' }])
  assert.ok(client.regions.includes('Nord') && client.sectors.includes('Bau'))
})

test('errors have a code and parameters', async () => {
  const { json: invalid } = await office.call('POST', '/leads', { name: ' ', status: 'none', rating: -1 })
  assert.deepEqual(
    invalid.details.map(({ field, code, params }: Json) => [field, code, params]),
    [
      ['name', 'blank', undefined],
      ['rating', 'min', { min: 0 }],
    ],
  )
  const { json: unknownStatus } = await office.call('POST', '/leads', { name: 'A', status: 'none' })
  assert.deepEqual(unknownStatus.details, [
    { field: 'status', code: 'leads.unknownStatus', message: 'must be a lead status' },
  ])
  const { json: missing } = await office.call('GET', '/leads/2147483647')
  assert.deepEqual([missing.code, missing.params], ['notFound', { kind: 'lead', id: 2147483647 }])
})
