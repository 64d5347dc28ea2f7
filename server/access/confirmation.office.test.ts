// Changes of access, and exports of everything, ask for the password again.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { TOTP } from 'otpauth'
import Type, { type TArray } from 'typebox'
import { testInstance } from '../../test/support/test-instance.ts'
import { officeEndpoints } from '../office.ts'
import { hashPassword } from './password.ts'
import { newTotp } from './totp.ts'

const kontor = await testInstance()
after(() => kontor.close())

const password = 'rotes Fahrrad 7'

/** An administrator who signed in some minutes ago. */
async function administrator({ minutes = 11, secret = '' } = {}) {
  const session = await kontor.signIn()
  const second = secret ? { totp_secret: secret, totp_confirmed: true } : {}
  await kontor.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password), ...second })
    .where('id', '=', session.userId)
    .execute()
  await kontor.db
    .updateTable('session')
    .set({ confirmed_at: new Date(kontor.clock.now().getTime() - minutes * 60_000) })
    .where('user_id', '=', session.userId)
    .execute()
  return session
}

type Session = Awaited<ReturnType<typeof administrator>>

/** The response of `officeEndpoint` without a schema. */
const isFileResponse = ({ items }: TArray) => isDeepStrictEqual({ ...items }, { ...Type.Never() })

/** Whether a call needs the password again. */
const isAsked = async (session: Session, method: string, path: string, body?: unknown) => {
  const { status, json } = await session.call(method, path, body)
  return status === 403 && json?.code === 'confirmationRequired'
}

test('tokens, users, invitations, factors, passwords and exports of everything ask for it', async () => {
  const asking = officeEndpoints.filter(({ confirmed }) => confirmed).map(({ id }) => id)
  assert.deepEqual(asking.toSorted(), [
    'DELETE /second-factor',
    'GET /bookings/export',
    'GET /change-log/export',
    'GET /companies/export',
    'GET /contacts/address-labels',
    'GET /contacts/export',
    'GET /dates/{dateId}/bookings/export',
    'GET /dates/{dateId}/certificates/pdf',
    'GET /dates/{dateId}/documents/{kind}',
    'GET /dates/{id}/feedback/export',
    'GET /events/{id}/feedback/export',
    'GET /imports/{importId}/errors/export',
    'GET /newsletter-consents/export',
    'GET /trainers/{id}/feedback/export',
    'PATCH /roles/{id}',
    'PATCH /users/{userId}',
    'PATCH /webhooks/{webhookId}',
    'POST /clients/{clientId}/signing-keys',
    'POST /password',
    'POST /roles',
    'POST /second-factor',
    'POST /tokens',
    'POST /users',
    'POST /users/{userId}/invite',
    'POST /users/{userId}/reset-second-factor',
    'POST /webhooks',
    'POST /webhooks/{webhookId}/secret',
    'POST /website-keys',
  ])
  const late = await administrator()
  const early = await administrator({ minutes: 9 })
  for (const id of asking) {
    const [method = '', path = ''] = id.split(' ')
    const call = [method, path.replace('{userId}', '1'), method === 'GET' ? undefined : {}] as const
    assert.equal(await isAsked(late, ...call), true, id)
    assert.equal(await isAsked(early, ...call), false, id)
  }
  assert.equal((await late.call('GET', '/session')).json[0].isConfirmed, false)
  assert.equal((await early.call('GET', '/session')).json[0].isConfirmed, true)
  assert.equal((await late.call('GET', '/users')).status, 200)
})

test('a file of the office asks for it, unless it belongs to one record', () => {
  const files = officeEndpoints.filter(
    ({ method, response, confirmed }) => method === 'GET' && !confirmed && isFileResponse(response),
  )
  // A new export does not belong here, but is `confirmed`.
  assert.deepEqual(files.map(({ path }) => path).toSorted(), [
    '/attachments/{attachmentId}/content',
    '/attachments/{attachmentId}/preview',
    '/certificates/{certificateId}/pdf',
    '/files/{fileId}/content',
    '/images/{owner}/{ownerId}/content',
    '/invoice-confirmations/{confirmationId}/pdf',
    '/orders/{orderId}/pdf',
    '/orders/{orderId}/record/pdf',
    '/tasks/{taskId}/mail-body',
  ])
})

test('the password opens them for ten minutes, in this session alone', async () => {
  const session = await administrator()
  const other = await administrator()
  const confirm = (body: object) => session.call('POST', '/session/confirm', body)
  const wrong = await confirm({ password: 'falsch' })
  assert.deepEqual([wrong.status, wrong.json.details[0].code], [400, 'access.wrongPassword'])
  assert.equal(await isAsked(session, 'POST', '/tokens', {}), true)
  assert.equal((await confirm({ password })).status, 200)
  assert.equal(await isAsked(session, 'POST', '/tokens', {}), false)
  assert.equal(await isAsked(other, 'POST', '/tokens', {}), true)
  kontor.clock.set(new Date(kontor.clock.now().getTime() + 601_000).toISOString())
  assert.equal(await isAsked(session, 'POST', '/tokens', {}), true)
})

test('it takes the second factor too, and guessing is limited', async () => {
  const { secret } = newTotp('', 'Kontor')
  const session = await administrator({ secret })
  const confirm = async (body: object) => (await session.call('POST', '/session/confirm', body)).status
  assert.equal(await confirm({ password }), 400)
  const guesses: number[] = []
  for (let guess = 0; guess < 7; guess++) guesses.push(await confirm({ password, code: `00000${guess}` }))
  assert.deepEqual(guesses, [400, 400, 400, 400, 400, 429, 429])
  kontor.clock.set(new Date(kontor.clock.now().getTime() + 3_600_000).toISOString())
  const timestamp = kontor.clock.now().getTime()
  const code = new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp })
  assert.equal(await isAsked(session, 'POST', '/tokens', {}), true)
  assert.equal(await confirm({ password, code }), 200)
  assert.equal(await isAsked(session, 'POST', '/tokens', {}), false)
  const passwords: number[] = []
  for (let guess = 0; guess < 6; guess++) passwords.push(await confirm({ password: `falsch ${guess}` }))
  assert.deepEqual(passwords, [400, 400, 400, 400, 400, 429])
})
