// Newsletter forms and consents in the back office.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await db
  .insertInto('client')
  .values([{ name: 'Nord' }, { name: 'Süd' }])
  .execute()
await db
  .insertInto('contact_category')
  .values([{ name: 'A' }, { name: 'B' }])
  .execute()
const office = await kontor.signIn({ admin: true, clientIds: [1] })
const fields = ({ json }: { json: { details: { field: string }[] } }) =>
  json.details.map(({ field }) => field).sort()

test('forms are for administrators; consents require 090300:access', async () => {
  const plain = await kontor.signIn({ rights: ['090300:add', 'catalogue', 'export'] })
  for (const [method, path, body] of [
    ['GET', '/newsletter-forms'],
    ['GET', '/newsletter-forms/1'],
    ['POST', '/newsletter-forms', { name: 'X', clientId: 1 }],
    ['PATCH', '/newsletter-forms/1', { version: 0 }],
    ['DELETE', '/newsletter-forms/1'],
    ['GET', '/newsletter-consents'],
    ['GET', '/newsletter-consents/export'],
  ] as [string, string, object?][])
    assert.equal((await plain.call(method, path, body)).status, 403, path)
  const reader = await kontor.signIn({ rights: ['090300:access', 'export'] })
  assert.equal((await reader.call('GET', '/newsletter-consents')).status, 200)
})

test('a form is created, changed, counts its sign-ups, and is deleted only without sign-ups', async () => {
  const created = await office.call('POST', '/newsletter-forms', {
    name: 'Website',
    clientId: 1,
    doubleOptIn: true,
    categoryIds: [2],
  })
  assert.equal(created.status, 200, created.text)
  const { id, version } = created.json[0]
  const changed = await office.call('PATCH', `/newsletter-forms/${id}`, {
    version,
    lastNameRequired: true,
    categoryIds: [1, 2],
  })
  assert.deepEqual(
    [changed.json[0].categoryIds, changed.json[0].lastNameRequired, changed.json[0].signUpCount],
    [[1, 2], true, 0],
  )
  assert.equal((await office.call('PATCH', `/newsletter-forms/${id}`, { version, name: 'X' })).status, 409)
  assert.deepEqual(
    fields(await office.call('POST', '/newsletter-forms', { name: '', clientId: 99, categoryIds: ['1'] })),
    ['categoryIds[0]', 'name'],
  )
  assert.deepEqual(
    fields(await office.call('POST', '/newsletter-forms', { name: 'X', clientId: 99, categoryIds: [99] })),
    ['categoryIds[0]', 'clientId'],
  )
  const body = { email: '=cmd@k.example', lastname: 'Köhler' }
  const headers = { 'user-agent': 'Formular/1.0' }
  assert.equal((await kontor.call('POST', `/newsletter/subscribe/${id}`, { body, headers })).status, 200)
  const [{ signUpCount, confirmedCount, recentCount }] = (await office.call('GET', `/newsletter-forms/${id}`))
    .json
  assert.deepEqual([signUpCount, confirmedCount, recentCount], [1, 0, 1])
  assert.equal((await office.call('DELETE', `/newsletter-forms/${id}`)).status, 409)
  const other = (await office.call('POST', '/newsletter-forms', { name: 'Y', clientId: 1, categoryIds: [1] }))
    .json[0]
  assert.equal((await office.call('DELETE', `/newsletter-forms/${other.id}`)).status, 200)

  const [consent] = (await office.call('GET', `/newsletter-consents?formId=${id}`)).json
  assert.deepEqual(
    [consent.email, consent.contactName, consent.userAgent, consent.status, consent.ipAddress],
    ['=cmd@k.example', 'Köhler', 'Formular/1.0', 'pending', '127.0.0.1'],
  )
  assert.equal((await office.call('GET', '/newsletter-consents?q==CMD')).json.length, 1)
  assert.equal((await office.call('GET', '/newsletter-consents?to=2026-06-14')).json.length, 0)
  const csv = await office.call('GET', '/newsletter-consents/export')
  assert.match(csv.text, /;'=cmd@k\.example;/)
})

test('consents of another client are not shown', async () => {
  const other = await kontor.signIn({ rights: ['090300'], clientIds: [2] })
  assert.equal((await other.call('GET', '/newsletter-consents')).json.length, 0)
  assert.ok(!(await other.call('GET', '/newsletter-consents/export')).text.includes('cmd'))
})
