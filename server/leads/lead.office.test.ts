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
const office = await kontor.signIn({ rights: ['090300'], crm: true, name: 'Ina' })
const north = await kontor.signIn({ rights: ['090300'], clientIds: [2] })
const blind = await kontor.signIn({ rights: [] })

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
const make = async (body: object = {}, by = office): Promise<Json> => {
  const { status, json, text } = await by.call('POST', '/leads', { name: 'Anfrage', ...body })
  assert.equal(status, 200, text)
  return json[0]
}
const fields = ({ json }: { json: Json }) => json.details.map(({ field }: { field: string }) => field)
const ids = ({ json }: { json: Json }): number[] => json.map(({ id }: { id: number }) => id)

test('a lead is made, shown, changed field by field, and its state remembers since when', async () => {
  const full = {
    name: ' Schulung für 12 ',
    state: 'offer',
    ownerId: owner.id,
    categoryId: 1,
    region: 'Nord',
    sector: 'Bau',
    size: 12,
    rating: 4,
    companyId: company,
    contactIds: [sabine],
    nextStep: 'Anrufen',
    nextStepOn: '2026-06-20',
    nextStepUserId: clerk.id,
  }
  const lead = await make(full)
  const { id, version, stateAt, createdAt, ...shown } = lead
  assert.deepEqual(shown, {
    ...full,
    name: 'Schulung für 12',
    clientId: 1,
    owner: 'Olga',
    category: 'Inhouse',
    company: 'Lindner GmbH',
    contacts: [{ id: sabine, name: 'Sabine Lindner', contactType: 'person' }],
    nextStepUser: 'Carl',
    openTasks: 0,
  })
  assert.equal(stateAt, createdAt)
  kontor.clock.set('2026-06-15T11:00:00Z')
  const same = (await office.call('PATCH', `/leads/${id}`, { version, state: 'offer', rating: 5 })).json[0]
  assert.deepEqual([same.rating, same.stateAt], [5, stateAt])
  const cleared = {
    version: same.version,
    state: 'lost',
    ownerId: 0,
    companyId: 0,
    contactIds: [],
    nextStepOn: '',
  }
  const after = (await office.call('PATCH', `/leads/${id}`, cleared)).json[0]
  assert.deepEqual(
    [after.ownerId, after.companyId, after.contacts, after.nextStepOn, after.nextStep],
    [0, 0, [], '', 'Anrufen'],
  )
  assert.equal(new Date(after.stateAt).toISOString(), '2026-06-15T11:00:00.000Z')
})

test('the interface shows a lead as before', async () => {
  const { id } = await make({ name: 'Messe', contactIds: [sabine], state: 'won', size: 3 })
  const { json } = await kontor.call('GET', `/leads/search/cid/${sabine}`)
  assert.deepEqual(
    json.find((one: Json) => one.leadId === id),
    { leadId: id, name: 'Messe', sector: '', region: '', category: '', processor: '', size: 3, rating: 0 },
  )
  const { leadId } = (await kontor.call('POST', '/leads/createLead', { body: { leadContact: sabine } }))
    .json[0]
  assert.equal((await office.call('GET', `/leads/${leadId}`)).json[0].state, 'new')
})

test('what a lead refers to must be there, and the client’s own; all faults at once', async () => {
  const wrong = {
    name: 'x',
    state: 'nowhere',
    ownerId: clerk.id,
    categoryId: 2,
    companyId: sabine,
    contactIds: [hall],
    nextStepUserId: other.id,
  }
  const answer = await office.call('POST', '/leads', wrong)
  assert.equal(answer.status, 400)
  assert.deepEqual(new Set(fields(answer)), new Set(Object.keys(wrong).filter((name) => name !== 'name')))
  const types = await office.call('POST', '/leads', { name: ' ', size: -1, rating: 'x', nextStepOn: 'bald' })
  assert.equal(types.status, 400)
  assert.deepEqual(new Set(fields(types)), new Set(['name', 'size', 'rating', 'nextStepOn']))
  assert.deepEqual(fields(await office.call('POST', '/leads', { name: 'x', clientId: 99 })), ['clientId'])
  assert.equal((await office.call('POST', '/leads', { name: 'x', clientId: 2 })).status, 403)
})

test('an owner who is locked meanwhile may stay', async () => {
  const { id: gone } = await kontor.addUser({ crm: true })
  const { id, version } = await make({ ownerId: gone })
  await db.updateTable('app_user').set({ locked_at: new Date() }).where('id', '=', gone).execute()
  const kept = await office.call('PATCH', `/leads/${id}`, { version, ownerId: gone, name: 'Neu' })
  assert.equal(kept.status, 200, kept.text)
  assert.deepEqual(fields(await office.call('POST', '/leads', { name: 'x', ownerId: gone })), ['ownerId'])
})

test('a lead of another client is none', async () => {
  const { id, version } = await make({ clientId: 2, name: 'Fremd' }, north)
  for (const [method, path, body] of [
    ['GET', `/leads/${id}`],
    ['PATCH', `/leads/${id}`, { version, name: 'x' }],
    ['DELETE', `/leads/${id}`],
    ['GET', `/leads/${id}/logbook`],
    ['POST', `/leads/${id}/logbook`, { kind: 'note', text: 'x' }],
  ] as const)
    assert.equal((await office.call(method, path, body)).status, 404, `${method} ${path}`)
  assert.deepEqual(ids(await office.call('GET', `/leads?ids=${id}`)), [])
  assert.ok(!(await office.call('GET', '/leads/board')).text.includes('Fremd'))
})

test('who may not see contacts sees a lead without them, finds none by them, and links none', async () => {
  const { id, version } = await make({ name: 'Blind', contactIds: [sabine], companyId: company })
  const seen = (await blind.call('GET', `/leads/${id}`)).json[0]
  assert.deepEqual([seen.contacts, seen.contactIds, seen.company, seen.companyId], [[], [], '', 0])
  assert.ok(!ids(await blind.call('GET', '/leads?q=sabine')).includes(id))
  assert.ok(ids(await office.call('GET', '/leads?q=sabine')).includes(id))
  for (const change of [{ contactIds: [] }, { companyId: 0 }])
    assert.equal((await blind.call('PATCH', `/leads/${id}`, { version, ...change })).status, 403)
  const changed = await blind.call('PATCH', `/leads/${id}`, { version, name: 'Blinder' })
  assert.equal(changed.status, 200)
  assert.deepEqual((await office.call('GET', `/leads/${id}`)).json[0].contactIds, [sabine])
})

test('two people move one lead: one of them is told', async () => {
  const { id, version } = await make()
  const answers = await Promise.all(
    ['offer', 'lost'].map((state) => office.call('PATCH', `/leads/${id}`, { version, state })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const stale = answers.find(({ status }) => status === 409)!
  assert.equal(stale.headers['x-kontor-conflict'], 'stale')
  const { state } = (await office.call('GET', `/leads/${id}`)).json[0]
  assert.equal(state, answers.find(({ status }) => status === 200)!.json[0].state)
})

test('the list filters by each of its fields, and sorts', async () => {
  const one = await make({
    name: '100% Käse_Kurs',
    state: 'won',
    ownerId: office.userId,
    categoryId: 1,
    region: 'Filter',
    sector: 'Milch',
    companyId: company,
    nextStepOn: '2026-01-02',
  })
  const two = await make({ name: '1000 Käse-Kurs', region: 'Filter', nextStepOn: '2026-01-03' })
  for (const query of [
    'q=100%25+k%C3%A4se_',
    'state=won,lost&region=Filter',
    'open=false&region=Filter',
    'mine=true&region=Filter',
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
    ['nextStepOn', one.id],
    ['state', two.id],
    ['owner', one.id],
    ['name', one.id],
  ])
    assert.equal(ids(await sorted(String(word)))[0], first, String(word))
  const page = await office.call('GET', '/leads?region=Filter&perPage=1&page=2&sort=id&order=asc')
  assert.deepEqual([ids(page), page.headers['x-total-count']], [[two.id], '2'])
  assert.deepEqual(fields(await office.call('GET', '/leads?sort=color')), ['sort'])
})

test('the board has a column of each state: due ones first, closed ones newest first, the rest counted', async () => {
  const region = 'Tafel'
  const late = await make({ region, nextStepOn: '2026-07-02' })
  const soon = await make({ region, nextStepOn: '2026-07-01' })
  const never = await make({ region })
  kontor.clock.set('2026-06-15T12:00:00Z')
  const won = await make({ region, state: 'won' })
  kontor.clock.set('2026-06-15T13:00:00Z')
  const wonLater = await make({ region, state: 'won' })
  const columns = (await office.call('GET', `/leads/board?region=${region}`)).json
  assert.deepEqual(
    columns.map(({ id, count }: Json) => [id, count]),
    [
      ['new', 3],
      ['contacted', 0],
      ['offer', 0],
      ['won', 2],
      ['lost', 0],
    ],
  )
  assert.deepEqual(ids({ json: columns[0].leads }), [soon.id, late.id, never.id])
  assert.deepEqual(ids({ json: columns[3].leads }), [wonLater.id, won.id])
  await db
    .insertInto('lead')
    .values(Array.from({ length: 60 }, (_, index) => ({ client_id: 1, region: 'Viele', name: `${index}` })))
    .execute()
  const [first] = (await office.call('GET', '/leads/board?region=Viele')).json
  assert.deepEqual([first.count, first.leads.length], [60, 50])
})

test('notes and calls stand in the logbook, newest first, with who wrote them', async () => {
  const { id, version } = await make()
  await office.call('POST', `/leads/${id}/logbook`, { kind: 'call', text: ' Rief an. ' })
  kontor.clock.set('2026-06-15T14:00:00Z')
  await office.call('POST', `/leads/${id}/logbook`, { kind: 'note', text: 'Angebot raus' })
  const entries = (await office.call('GET', `/leads/${id}/logbook`)).json
  assert.deepEqual(
    entries.map(({ kind, text, createdByName }: Json) => [kind, text, createdByName]),
    [
      ['note', 'Angebot raus', 'Ina'],
      ['call', 'Rief an.', 'Ina'],
    ],
  )
  const wrong = await office.call('POST', `/leads/${id}/logbook`, { kind: 'shout', text: ' ' })
  assert.deepEqual(new Set(fields(wrong)), new Set(['kind', 'text']))
  assert.equal((await office.call('GET', `/leads/${id}`)).json[0].version, version, 'a note is no change')
})

test('a lead is deleted with its logbook, but not while tasks hang on it', async () => {
  const { id } = await make({ contactIds: [sabine] })
  await office.call('POST', `/leads/${id}/logbook`, { kind: 'note', text: 'x' })
  await kontor.call('POST', `/mail/crmlead/${id}`, { body: { subject: 'Hallo' } })
  assert.equal((await office.call('GET', `/leads/${id}`)).json[0].openTasks, 1)
  const refused = await office.call('DELETE', `/leads/${id}`)
  assert.deepEqual([refused.status, refused.headers['x-kontor-conflict']], [409, undefined])
  const { id: free } = await make()
  await office.call('POST', `/leads/${free}/logbook`, { kind: 'note', text: 'x' })
  assert.equal((await office.call('DELETE', `/leads/${free}`)).status, 200)
  assert.equal((await office.call('GET', `/leads/${free}`)).status, 404)
})

test('choices are those of the user’s clients: owners are CRM users, nobody is locked', async () => {
  const [mine, ...rest] = (await office.call('GET', '/lead-choices')).json
  assert.deepEqual([mine.id, rest], [1, []])
  const named = (list: { id: number }[]) => list.map(({ id }) => id)
  assert.ok(named(mine.owners).includes(owner.id) && !named(mine.owners).includes(clerk.id))
  assert.ok(named(mine.users).includes(clerk.id) && !named(mine.users).includes(other.id))
  assert.deepEqual(mine.categories, [{ id: 1, name: 'Inhouse' }])
  assert.ok(mine.regions.includes('Nord') && mine.sectors.includes('Bau'))
})

test('what is wrong is told as a code, with what it is about', async () => {
  const { json: unknown } = await office.call('POST', '/leads', { name: ' ', state: 'none', rating: -1 })
  assert.deepEqual(
    unknown.details.map(({ field, code, params }: Json) => [field, code, params]),
    [
      ['name', 'blank', undefined],
      ['rating', 'min', { min: 0 }],
    ],
  )
  const { json: state } = await office.call('POST', '/leads', { name: 'A', state: 'none' })
  assert.deepEqual(state.details, [
    { field: 'state', code: 'leads.unknownState', message: 'is not a state of leads' },
  ])
  const { json: missing } = await office.call('GET', '/leads/2147483647')
  assert.deepEqual([missing.code, missing.params], ['notFound', { kind: 'lead', id: 2147483647 }])
})
