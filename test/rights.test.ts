// Every endpoint of the back office is open to those who have its rights, and to nobody else.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { officeEndpoints } from '../server/office.ts'
import { isGranted, userRights } from '../server/platform/ground/rights.ts'
import { type Endpoint, rightsOf } from '../server/platform/http/endpoint.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())

/** They end the session of the test. */
const endsSessions = ['DELETE /session', 'DELETE /sessions/{sessionId}', 'POST /sessions/end-others']
/** They require more, depending on the request: the changes of everything are for administrators. */
const asksForMore = ['GET /changes']

const closed = officeEndpoints.filter((one) => !one.public)
const called = closed.filter(({ id }) => !endsSessions.includes(id) && !asksForMore.includes(id))
/** Those that a right can open: not those of everybody, nor of administrators alone. */
const forRights = called.filter((one) => rightsOf(one).length > 0 && !rightsOf(one).includes('admin'))
/** An address without a record: what may be called finds nothing. */
const pathOf = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '999999')
const isOpenTo = (endpoint: Endpoint, right: string): boolean =>
  rightsOf(endpoint).every((one) => isGranted(one, (held) => held === right))

for (const right of ['', ...userRights])
  test(`${right || 'no right'}: 403 exactly where the endpoint requires more`, async () => {
    const session = await kontor.signIn({ rights: right === '' ? [] : [right] })
    const wrong: string[] = []
    for (const endpoint of right === '' ? called : forRights) {
      const { method } = endpoint
      const { status, text } = await session.call(method, pathOf(endpoint), method === 'GET' ? undefined : {})
      const isRefused = status === 403 && text.includes('missingRight')
      if (isRefused === isOpenTo(endpoint, right))
        wrong.push(`${endpoint.id}: ${status} ${text.slice(0, 200)}`)
    }
    assert.deepEqual(wrong, [])
  })

test('a user with all rights is refused exactly what is for administrators', async () => {
  const session = await kontor.signIn({ rights: [...userRights] })
  for (const endpoint of called) {
    const { method } = endpoint
    const { status, text } = await session.call(method, pathOf(endpoint), method === 'GET' ? undefined : {})
    const isRefused = status === 403 && text.includes('missingRight')
    assert.equal(isRefused, rightsOf(endpoint).includes('admin'), `${endpoint.id}: ${status} ${text}`)
  }
})

test('every right opens an endpoint', () => {
  const required = new Set<string>(closed.flatMap((one) => [...rightsOf(one)]))
  const unused = userRights.filter(
    (right) => !required.has(right) && !userRights.some((other) => other.startsWith(`${right}:`)),
  )
  assert.deepEqual(unused, [])
})

test('an export requires the right to export, and asks for the password', () => {
  const exports = closed.filter(({ path }) => path.endsWith('/export'))
  assert.ok(exports.length > 7)
  for (const one of exports) {
    assert.ok(
      rightsOf(one).some((right) => right === 'export' || right === 'admin'),
      one.id,
    )
    assert.equal(one.confirmed, true, one.id)
  }
})

test('publishing a date, or taking it back, requires its right, whatever else is written', async () => {
  const admin = await kontor.signIn()
  const event = (await admin.call('POST', '/events', { title: 'Moderation' })).json[0]
  const editor = await kontor.signIn({ rights: ['catalogue:edit', 'bulk'] })
  const publisher = await kontor.signIn({ rights: ['catalogue'] })
  const body = { eventId: event.id, startDate: '2026-09-01' }
  const isRefused = async (call: Promise<{ status: number; text: string }>) => {
    const { status, text } = await call
    assert.equal(status, 403, text)
    assert.match(text, /catalogue:publish/)
  }
  await isRefused(editor.call('POST', '/dates', { ...body, isPublished: true }))
  const created = await editor.call('POST', '/dates', { ...body, isPublished: false })
  assert.equal(created.status, 200, created.text)
  const { id, version } = created.json[0]
  await isRefused(editor.call('PATCH', `/dates/${id}`, { version, isPublished: true }))
  await isRefused(editor.call('POST', '/dates/bulk-update', { ids: [id], isPublished: true }))
  await isRefused(
    editor.call('POST', '/dates/bulk-change', {
      records: [{ id, version }],
      change: { isPublished: true },
    }),
  )
  await isRefused(
    editor.call('POST', '/date-plans', {
      content: body,
      publish: true,
      dates: [{ startDate: '2026-09-02', endDate: '2026-09-02', startTime: '09:00', endTime: '17:00' }],
    }),
  )
  const changed = await editor.call('PATCH', `/dates/${id}`, { version, isPublished: false, title: 'Neu' })
  assert.equal(changed.status, 200, changed.text)
  const published = await publisher.call('PATCH', `/dates/${id}`, {
    version: changed.json[0].version,
    isPublished: true,
  })
  assert.equal(published.status, 200, published.text)
  await isRefused(
    editor.call('PATCH', `/dates/${id}`, { version: published.json[0].version, isPublished: false }),
  )
  // A published date can be edited.
  const edited = await editor.call('PATCH', `/dates/${id}`, {
    version: published.json[0].version,
    isPublished: true,
    title: 'Neuer',
  })
  assert.equal(edited.status, 200, edited.text)
})

test('without the right to see contacts, bookings and messages name none', async () => {
  const admin = await kontor.signIn()
  const event = (await admin.call('POST', '/events', { title: 'Rhetorik' })).json[0]
  const date = (
    await admin.call('POST', '/dates', { eventId: event.id, startDate: '2026-10-01', participantsMax: 9 })
  ).json[0]
  const contact = (
    await kontor.call('POST', '/contacts', { body: { lastName: 'Ott', email: 'ott@kontor.example' } })
  ).json[0]
  const booked = await admin.call('POST', '/bookings', {
    dateId: date.id,
    status: 'booked',
    participants: [{ contactId: contact.id }],
  })
  assert.equal(booked.status, 200, booked.text)
  const staff = await kontor.signIn({ rights: ['booking', 'message'] })
  const { id, version } = booked.json[0]
  // The bookings themselves are open, with the names of the participants.
  assert.equal((await staff.call('GET', `/bookings/${id}`)).json[0].lastName, 'Ott')
  const cancelled = await staff.call('PATCH', `/bookings/${id}`, { version, comment: 'ruft an' })
  assert.equal(cancelled.status, 200, cancelled.text)
  const text = { subject: 'Hallo', body: 'Hallo', subjectEn: '', bodyEn: '' }
  for (const [method, path, body] of [
    [
      'PATCH',
      `/bookings/${id}`,
      { version: cancelled.json[0].version, participant: { contactId: contact.id } },
    ],
    ['POST', '/messages/preview', { contactIds: [contact.id], ...text }],
    ['POST', '/messages/recipients-preview', { contactIds: [contact.id] }],
    ['POST', '/messages', { contactIds: [contact.id], ...text }],
    ['GET', `/contacts/${contact.id}`],
  ] as const) {
    const answer = await staff.call(method, path, body)
    assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`)
  }
  assert.equal((await staff.call('POST', '/messages/recipients-preview', { bookingIds: [id] })).status, 200)
  // And who sees contacts alone sees no bookings, not even beside a contact.
  const reader = await kontor.signIn({ rights: ['090300:access'] })
  const { json: timeline } = await reader.call('GET', `/contacts/${contact.id}/timeline`)
  assert.ok(timeline.every(({ kind }: { kind: string }) => kind !== 'booking'))
  const { json: found } = await reader.call('GET', '/search?q=Ott')
  assert.deepEqual(found.map(({ kind }: { kind: string }) => kind).sort(), ['person'])
  const { json: ofAdmin } = await admin.call('GET', '/search?q=Ott')
  assert.deepEqual(ofAdmin.map(({ kind }: { kind: string }) => kind).sort(), ['booking', 'person'])
})
