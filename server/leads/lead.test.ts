// Interface: POST /leads/createLead, GET /leads/search/cid/{contactid}, GET /leadCategories/findByClientId.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

await db
  .insertInto('client')
  .values([{ name: 'Akademie Nord' }])
  .execute()
await db
  .insertInto('lead_category')
  .values([
    { client_id: 1, name: 'Offene Seminare' },
    { client_id: 2, name: 'Nord' },
    { client_id: 1, name: 'Inhouse' },
  ])
  .execute()
const company = await contact({ contact_type: 'company', last_name: 'Lindner GmbH' })
const sabine = await contact({ first_name: 'Sabine', last_name: 'Lindner', company_id: company })
const north = await kontor.addUser({ rights: ['090300:access'], clientIds: [2], crm: true, name: 'Nora' })
const both = await kontor.addUser({ rights: ['090300:access'], clientIds: [1, 2], crm: true, name: 'Bea' })
const clerk = await kontor.addUser({ clientIds: [1], name: 'Carl' })

async function contact(values: {
  contact_type?: string
  first_name?: string
  last_name: string
  company_id?: number
}) {
  const row = await db
    .insertInto('contact')
    .values({ contact_type: 'person', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const create = (body: object, token = kontor.token) =>
  kontor.call('POST', '/leads/createLead', { body, token })
const created = async (body: object, token?: string) => {
  const { status, json, text } = await create(body, token)
  assert.equal(status, 200, text)
  return json[0] as { leadId: number; name: string; category: string; processor: string }
}
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)

test('8.1 leadContact alone creates a lead', async () => {
  const { leadId, ...rest } = await created({ leadContact: sabine })
  assert.ok(leadId > 0)
  const expected = {
    name: 'Sabine Lindner',
    sector: '',
    region: '',
    category: '',
    processor: '',
    size: 0,
    rating: 0,
  }
  assert.deepEqual(rest, expected)
})

test('8.2 the name is the subject, else the company, else first and last name, else those of the contact', async () => {
  const all = { leadContact: sabine, subject: 'Anfrage', company: 'ACME', firstName: 'Eva', lastName: 'Kurz' }
  assert.equal((await created(all)).name, 'Anfrage')
  assert.equal((await created({ ...all, subject: '' })).name, 'ACME')
  assert.equal((await created({ ...all, subject: ' ', company: '' })).name, 'Eva Kurz')
  assert.equal((await created({ leadContact: sabine, lastName: 'Kurz' })).name, 'Kurz')
  assert.equal((await created({ leadContact: company })).name, 'Lindner GmbH')
})

test('8.2 processor and category are names; both must belong to the client', async () => {
  const lead = await created({ leadContact: sabine, leadOwner: both.id, leadCategory: 3 })
  assert.deepEqual([lead.processor, lead.category], ['Bea', 'Inhouse'])
  for (const [body, field] of [
    [{ leadOwner: north.id }, 'leadOwner'],
    [{ leadOwner: clerk.id }, 'leadOwner'],
    [{ leadOwner: 9999 }, 'leadOwner'],
    [{ leadCategory: 2 }, 'leadCategory'],
    [{ leadCategory: 9999 }, 'leadCategory'],
    [{ leadId: 9999 }, 'leadId'],
    [{ leadContact: 9999 }, 'leadContact'],
    [{ clientId: 9999 }, 'clientId'],
  ] as const) {
    const answer = await create({ leadContact: sabine, ...body })
    assert.equal(answer.status, 400, field)
    assert.deepEqual(fields(answer), [field])
  }
  const ofNorth = await created(
    { leadContact: sabine, clientId: 2, leadCategory: 2, leadOwner: north.id },
    both.token,
  )
  assert.deepEqual([ofNorth.processor, ofNorth.category], ['Nora', 'Nord'])
})

test('2.4 all unknown ids are reported at once', async () => {
  const answer = await create({
    leadId: 9001,
    leadContact: 9002,
    leadCategory: 9003,
    leadOwner: 9004,
    clientId: 9005,
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), ['leadId', 'clientId', 'leadContact', 'leadCategory', 'leadOwner'])
  const leads = await db.selectFrom('lead').select('id').where('client_id', '>', 2).execute()
  assert.equal(leads.length, 0)
})

test('2.4 fields that are unknown, too long or of a wrong type are reported by name', async () => {
  const answer = await create({
    leadContact: '1',
    leadId: -1,
    firstName: 'x'.repeat(256),
    lastName: 'a\0b',
    company: 5,
    leadComment: 'x'.repeat(65_536),
    setCompanyContact: 1,
    useContactComment: 'true',
    leadowner: 3,
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    new Set(fields(answer)),
    new Set([
      'leadContact',
      'leadId',
      'firstName',
      'lastName',
      'company',
      'leadComment',
      'setCompanyContact',
      'useContactComment',
      'leadowner',
    ]),
  )
  assert.deepEqual(fields(await create({})), ['leadContact'])
  for (const body of [[], null, 'x', 1]) assert.equal((await create(body as object)).status, 400)
})

test('8.1 with leadId, the contact is linked to that lead, and only the given fields change', async () => {
  const first = await created({ leadContact: sabine, subject: 'Alt', leadCategory: 1, leadOwner: both.id })
  const eva = await contact({ first_name: 'Eva', last_name: 'Kurz' })
  assert.deepEqual(await created({ leadId: first.leadId, leadContact: eva }), first)
  const changed = await created({ leadId: first.leadId, leadContact: eva, subject: 'Neu', leadCategory: 3 })
  assert.deepEqual(changed, { ...first, name: 'Neu', category: 'Inhouse' })
  for (const id of [sabine, eva]) {
    const { json } = await kontor.call('GET', `/leads/search/cid/${id}`)
    assert.deepEqual(
      json.filter((lead: { leadId: number }) => lead.leadId === first.leadId),
      [changed],
    )
  }
})

test('8.1 a lead of another client is unknown, and the client of a lead cannot change', async () => {
  const { leadId } = await created({ leadContact: sabine, clientId: 2 }, both.token)
  assert.deepEqual(fields(await create({ leadId, leadContact: sabine })), ['leadId'])
  assert.deepEqual(fields(await create({ leadId, leadContact: sabine, clientId: 1 }, both.token)), [
    'clientId',
  ])
  // Without clientId, the client of the lead determines the categories, not the default client.
  assert.equal((await created({ leadId, leadContact: sabine, leadCategory: 2 }, both.token)).category, 'Nord')
})

test('3.4 a client to which the user does not belong is 403, for administrators too', async () => {
  assert.equal((await create({ leadContact: sabine, clientId: 2 })).status, 403)
  assert.equal((await create({ leadContact: sabine, clientId: 1 }, north.token)).status, 403)
  const alone = await kontor.addUser({ clientIds: [] })
  assert.equal((await create({ leadContact: sabine }, alone.token)).status, 403)
})

test('8.3 leadComment becomes a logbook entry of the lead and, with useContactComment, of the contact', async () => {
  const entries = (leadId: number) =>
    db
      .selectFrom('logbook_entry')
      .select(['lead_id', 'contact_id', 'text', 'created_by'])
      .where((eb) => eb.or([eb('lead_id', '=', leadId), eb('contact_id', '=', sabine)]))
      .orderBy('id')
      .execute()
  const silent = await created({ leadContact: sabine, leadComment: '', useContactComment: true })
  assert.deepEqual(await entries(silent.leadId), [])
  const quiet = await created({ leadContact: sabine, leadComment: 'Ruft zurück' })
  assert.deepEqual(await entries(quiet.leadId), [
    { lead_id: quiet.leadId, contact_id: null, text: 'Ruft zurück', created_by: 1 },
  ])
  const loud = await created({ leadContact: sabine, leadComment: 'Möchte Rabatt', useContactComment: true })
  assert.deepEqual(await entries(loud.leadId), [
    { lead_id: loud.leadId, contact_id: null, text: 'Möchte Rabatt', created_by: 1 },
    { lead_id: null, contact_id: sabine, text: 'Möchte Rabatt', created_by: 1 },
  ])
})

test('8.3 setCompanyContact links the contact’s company to the lead', async () => {
  const leadsOf = async (id: number) => (await kontor.call('GET', `/leads/search/cid/${id}`)).json
  const before = (await leadsOf(company)).length
  await created({ leadContact: sabine, setCompanyContact: false })
  assert.equal((await leadsOf(company)).length, before)
  const lead = await created({ leadContact: sabine, setCompanyContact: true, subject: 'Firma' })
  assert.deepEqual((await leadsOf(company)).at(-1), lead)
  const loner = await contact({ last_name: 'Allein' })
  await created({ leadId: lead.leadId, leadContact: loner, setCompanyContact: true })
  assert.deepEqual((await leadsOf(company)).at(-1), lead)
})

test('8.4 the search returns the leads of all clients of the user, by id; [] if there are none', async () => {
  const eva = await contact({ last_name: 'Vielfach' })
  const one = await created({ leadContact: eva })
  const two = await created({ leadContact: eva, clientId: 2 }, both.token)
  const search = async (token: string) =>
    (await kontor.call('GET', `/leads/search/cid/${eva}`, { token })).json
  assert.deepEqual(await search(both.token), [one, two])
  assert.deepEqual(await search(kontor.token), [one])
  assert.deepEqual(await search(north.token), [two])
  assert.deepEqual(await search((await kontor.addUser({ clientIds: [] })).token), [])
  const unknown = await kontor.call('GET', '/leads/search/cid/2147483647')
  assert.deepEqual([unknown.status, unknown.json], [200, []])
  for (const id of ['0', 'x', '-1', '1.5', '2147483648', '01', '%20'])
    assert.equal((await kontor.call('GET', `/leads/search/cid/${id}`)).status, 400, id)
})

test('13.8 without the right to access contacts, a lead shows the id of a contact instead of its name', async () => {
  const eva = await contact({ first_name: 'Eva', last_name: 'Quitte' })
  const blind = await kontor.addUser()
  const reader = await kontor.addUser({ rights: ['090300:access'] })
  const unnamed = await created({ leadContact: eva }, blind.token)
  assert.equal(unnamed.name, String(eva))
  const own = await created({ leadContact: eva, firstName: 'Eva', lastName: 'Quitte' }, blind.token)
  assert.equal(own.name, 'Eva Quitte', 'the name of the request')
  const again = await created({ leadContact: eva, leadId: own.leadId }, blind.token)
  assert.equal(again.name, String(eva))
  await created({ leadContact: eva, subject: 'Anfrage' }, blind.token)
  const named = await created({ leadContact: sabine, company: 'lindner GmbH' }, blind.token)
  const names = async (id: number, token: string) =>
    (await kontor.call('GET', `/leads/search/cid/${id}`, { token })).json.map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await names(eva, blind.token), [String(eva), String(eva), 'Anfrage'])
  assert.deepEqual(await names(eva, reader.token), ['Eva Quitte', 'Eva Quitte', 'Anfrage'])
  assert.equal((await names(sabine, blind.token)).at(-1), String(company), `lead ${named.leadId}`)
  assert.equal((await names(sabine, reader.token)).at(-1), 'lindner GmbH')
})

test('13.8 tokens need no right to leads or tasks', async () => {
  const { token } = await kontor.addUser({ rights: [] })
  const { leadId } = await created({ leadContact: sabine, subject: 'Ohne Recht' }, token)
  const body = { subject: 'Frage', mailFrom: 'a@k.example' }
  const mail = await kontor.call('POST', `/mail/crmlead/${leadId}`, { body, token })
  assert.deepEqual([mail.status, mail.json[0].leadId], [200, leadId])
  assert.equal((await kontor.call('POST', '/todo/import', { body, token })).status, 200)
})

test('3.4 the lead categories of the client are listed by id', async () => {
  const { json } = await kontor.call('GET', '/leadCategories/findByClientId')
  const expected = [
    { categoryId: 1, categoryName: 'Offene Seminare' },
    { categoryId: 3, categoryName: 'Inhouse' },
  ]
  assert.deepEqual(json, expected)
  const byBoth = await kontor.call('GET', '/leadCategories/findByClientId?clientId=1', {
    body: { clientId: 1 },
  })
  assert.deepEqual(byBoth.json, expected)
  const torn = await kontor.call('GET', '/leadCategories/findByClientId?clientId=1', {
    body: { clientId: 2 },
  })
  assert.deepEqual([torn.status, fields(torn)], [400, ['clientId']])
  assert.equal((await kontor.call('GET', '/leadCategories/findByClientId?clientId=2')).status, 403)
  assert.equal((await kontor.call('GET', '/leadCategories/findByClientId?clientId=9')).status, 400)
  const empty = await kontor.call('GET', '/leadCategories/findByClientId', {
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual(empty.json, expected)
})

test('2.10 two requests with the same Idempotency-Key create one lead', async () => {
  const body = { leadContact: sabine, subject: 'Einmal' }
  const headers = { 'idempotency-key': 'lead-1' }
  const answers = [
    await kontor.call('POST', '/leads/createLead', { body, headers }),
    await kontor.call('POST', '/leads/createLead', { body, headers }),
  ]
  assert.deepEqual(answers[0]!.json, answers[1]!.json)
  assert.equal(answers[1]!.status, 200)
})
