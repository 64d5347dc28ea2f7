// Keys of the public interface in the back office.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { OfficeSession } from '../../test/support/test-instance.ts'
import { openWebsite, type Website } from '../../test/support/website.ts'

let site: Website
let office: OfficeSession
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  office = await site.kontor.signIn()
  await sql`
    insert into catalogue (id, name) values (1, 'Open'), (2, 'In-house');
    insert into catalogue_category (id, catalogue_id, parent_id, name, language) values (1, 1, null, 'Data', 'de'), (2, 2, null, 'Law', 'de');
    insert into event (id, title, is_published) values (1, 'Introduction to R', true), (2, 'Employment law', true);
    insert into event_in_category (event_id, category_id) values (1, 1), (2, 2);
    insert into event_date (id, event_id, start_date, participants_max, is_published) values
      (10, 1, '2027-03-01', 10, true), (20, 2, '2027-04-01', 4, true)`.execute(site.kontor.db)
})
after(() => site.kontor.close())

const create = async (more: object = {}) => {
  const answer = await office.call('POST', '/website-keys', { clientId: 1, name: 'Shop', ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const read = async (id: number) => (await office.call('GET', `/website-keys/${id}`)).json[0]
const patch = async (id: number, change: object) =>
  office.call('PATCH', `/website-keys/${id}`, { version: (await read(id)).version, ...change })
const codes = ({ json }: { json: { details: { field: string; code: string }[] } }) =>
  json.details.map(({ field, code }) => [field, code])
const shownIds = async (key: string, headers: Record<string, string> = {}) => {
  const { status, json } = await site.get('/dates?availability=any', { key, headers })
  return status === 200 ? json.data.map(({ id }: { id: number }) => id) : status
}

test('only administrators see or change keys', async () => {
  const plain = await site.kontor.signIn({ rights: ['090300', '100100', '100400', 'booking', 'catalogue'] })
  for (const [method, path, body] of [
    ['GET', '/website-keys'],
    ['GET', '/website-keys/1'],
    ['POST', '/website-keys', { clientId: 1, name: 'x' }],
    ['PATCH', '/website-keys/1', { version: 0, name: 'x' }],
    ['POST', '/website-keys/1/revoke'],
  ] as const)
    assert.equal((await plain.call(method, path, body)).status, 403, `${method} ${path}`)
})

test('a publishable key is created, and works as it is set', async () => {
  const key = await create({
    name: ' Shop ',
    origins: ['https://WWW.example.org/', 'https://www.example.org', 'http://localhost:3000'],
    catalogueIds: [2],
    hidesSeats: true,
  })
  assert.match(key.key, /^pk_/)
  assert.equal(key.secret, '')
  assert.deepEqual(
    [key.name, key.origins, key.catalogueNames, key.hidesSeats, key.isSecret, key.revokedAt],
    ['Shop', ['https://www.example.org', 'http://localhost:3000'], ['In-house'], true, false, ''],
  )
  assert.deepEqual(await shownIds(key.key), [20])
  assert.deepEqual(await shownIds(key.key, { origin: 'http://localhost:3000' }), [20])
  assert.equal(await shownIds(key.key, { origin: 'https://other.example' }), 403)
  const { json } = await site.get('/dates?availability=any', { key: key.key })
  assert.equal(json.data[0].seats.free, null)
})

test('a secret key is shown once', async () => {
  const { id, key, secret } = await create({ isSecret: true, catalogueIds: [1] })
  assert.match(secret, /^sk_/)
  assert.equal(key, '')
  assert.deepEqual(await shownIds(secret), [10])
  for (const { text } of [
    await office.call('GET', `/website-keys/${id}`),
    await office.call('GET', '/website-keys?perPage=1000'),
    await office.call('GET', `/changes?subject=website_key&subjectId=${id}`),
  ])
    assert.ok(!text.includes(secret))
})

test('an unknown origin, client or catalogue is named by its field', async () => {
  const answer = await office.call('POST', '/website-keys', {
    clientId: 99,
    name: 'x',
    origins: ['www.example.org', 'https://www.example.org/shop', 'ftp://example.org'],
    catalogueIds: [7],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(codes(answer), [
    ['clientId', 'website.noClient'],
    ['catalogueIds', 'website.noCatalogue'],
    ['origins', 'website.origin'],
    ['origins', 'website.origin'],
    ['origins', 'website.origin'],
  ])
  const secret = await office.call('POST', '/website-keys', {
    clientId: 1,
    name: 'x',
    isSecret: true,
    origins: ['https://www.example.org'],
  })
  assert.deepEqual(codes(secret), [['origins', 'website.secretOrigins']])
  assert.equal((await office.call('POST', '/website-keys', { clientId: 1, name: ' ' })).status, 400)
})

test('a change takes effect with the next request; client, kind and key stay', async () => {
  const { id, key } = await create()
  assert.deepEqual(await shownIds(key), [10, 20])
  const changed = await patch(id, {
    name: ' Blog ',
    origins: ['https://blog.example.org'],
    catalogueIds: [1],
    hidesSeats: true,
  })
  assert.equal(changed.status, 200, changed.text)
  const [record] = changed.json
  assert.deepEqual(
    [record.name, record.origins, record.catalogueIds, record.hidesSeats, record.key],
    ['Blog', ['https://blog.example.org'], [1], true, key],
  )
  assert.deepEqual(await shownIds(key), [10])
  assert.equal(await shownIds(key, { origin: 'https://www.example.org' }), 403)
  assert.deepEqual(codes(await patch(id, { origins: ['blog'] })), [['origins', 'website.origin']])
  assert.deepEqual(codes(await patch(id, { catalogueIds: [1, 7] })), [
    ['catalogueIds', 'website.noCatalogue'],
  ])
  assert.equal((await patch(id, { clientId: 1 })).status, 400)
  const stale = await office.call('PATCH', `/website-keys/${id}`, { version: 0, name: 'x' })
  assert.equal(stale.status, 409)
  assert.equal((await office.call('PATCH', '/website-keys/999', { version: 0 })).status, 404)
  assert.equal((await read(id)).name, 'Blog')
})

test('a catalogue that was deleted does not keep the key from being changed', async () => {
  await sql`insert into catalogue (id, name) values (9, 'Old')`.execute(site.kontor.db)
  const { id } = await create({ catalogueIds: [1, 9] })
  await sql`delete from catalogue where id = 9`.execute(site.kontor.db)
  const changed = await patch(id, { catalogueIds: [2, 9] })
  assert.deepEqual(changed.json[0].catalogueNames, ['In-house', '#9'])
})

test('a revoked key is refused with the next request, stays revoked, and cannot be changed', async () => {
  const { id, key } = await create()
  assert.deepEqual(await shownIds(key), [10, 20])
  const { json } = await office.call('POST', `/website-keys/${id}/revoke`)
  assert.notEqual(json[0].revokedAt, '')
  assert.equal(await shownIds(key), 401)
  const again = await office.call('POST', `/website-keys/${id}/revoke`)
  assert.equal(again.json[0].revokedAt, json[0].revokedAt)
  const change = await patch(id, { name: 'x' })
  assert.deepEqual([change.status, change.json.code], [409, 'website.revoked'])
  assert.equal((await office.call('POST', '/website-keys/999/revoke')).status, 404)
})

test('the requests of the last 30 days are counted, each day by itself', async () => {
  const { id } = await create()
  await sql`insert into website_key_use (key_id, day, requests) values
    (${id}, '2026-10-26', 1000), (${id}, '2026-10-27', 5), (${id}, '2026-11-25', 2)`.execute(site.kontor.db)
  const record = await read(id)
  assert.equal(record.requests, 7)
  assert.equal(record.dailyRequests.length, 30)
  assert.deepEqual(record.dailyRequests[0], { day: '2026-10-27', requests: 5 })
  assert.deepEqual(record.dailyRequests[1], { day: '2026-10-28', requests: 0 })
  assert.deepEqual(record.dailyRequests[29], { day: '2026-11-25', requests: 2 })
  const { json } = await office.call('GET', '/website-keys?perPage=1000')
  assert.equal(json.find((one: { id: number }) => one.id === id).requests, 7)
})

test('the list finds by words and client, and tells revoked keys apart', async () => {
  const { id } = await create({ name: 'Landing page' })
  const ids = async (query: string) =>
    (await office.call('GET', `/website-keys?${query}`)).json.map((one: { id: number }) => one.id)
  assert.deepEqual(await ids('q=landing'), [id])
  assert.ok((await ids('isRevoked=false&sort=createdAt&order=desc')).includes(id))
  await office.call('POST', `/website-keys/${id}/revoke`)
  assert.ok(!(await ids('isRevoked=false')).includes(id))
  assert.ok((await ids('isRevoked=true')).includes(id))
  assert.ok((await ids('isSecret=false')).includes(id))
  assert.ok(!(await ids('isSecret=true')).includes(id))
  assert.deepEqual(await ids('clientId=99'), [])
})

test('the change log names the users who created, changed and revoked a key', async () => {
  const { id } = await create()
  await patch(id, { hidesSeats: true })
  await office.call('POST', `/website-keys/${id}/revoke`)
  const { rows } = await sql<{ action: string; userId: number }>`
    select action, user_id as "userId" from change_log where subject = 'website_key' and subject_id = ${id} order by id`.execute(
    site.kontor.db,
  )
  assert.deepEqual(
    rows.map(({ action, userId }) => [action, userId]),
    ['insert', 'update', 'update'].map((action) => [action, office.userId]),
  )
})
