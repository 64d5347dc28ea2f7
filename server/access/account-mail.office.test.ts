// Users are told by mail what was changed about access to their accounts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { sendDue } from '../mail/sender.ts'
import { hashPassword } from './password.ts'

const server = await startMailServer()
const kontor = await testInstance({
  settings: { mail: server.settings, publicUrl: 'https://kontor.example' },
})
const silent = await testInstance()
after(async () => {
  await kontor.close()
  await silent.close()
  await server.close()
})

const password = 'rotes Fahrrad 7'

/** Sends the outbox. @returns recipients and texts of the mails */
async function told(): Promise<{ to: string; text: string }[]> {
  const from = server.received.length
  while (await sendDue(kontor, new AbortController().signal));
  return server.received.slice(from).map(({ to, text }) => ({ to: to[0]!, text }))
}

async function expectTold(recipients: string[], text: RegExp): Promise<void> {
  const mails = await told()
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), recipients.toSorted())
  for (const mail of mails) {
    assert.match(mail.text, text)
    assert.match(mail.text, /If this was neither you nor an administrator/)
    assert.match(mail.text, /https:\/\/kontor\.example\/office/)
  }
}

test('password, second factor, token, invitation and address are told to the account', async () => {
  const admin = await kontor.signIn()
  const user = await kontor.signIn({ name: 'Ina' })
  const email = 'ina@kontor.example'
  await kontor.db
    .updateTable('app_user')
    .set({ email, email_key: email, password_hash: await hashPassword(password) })
    .where('id', '=', user.userId)
    .execute()
  const ok = async (session: typeof user, method: string, path: string, body?: unknown) => {
    const answer = await session.call(method, path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }

  await ok(user, 'POST', '/password', { currentPassword: password, newPassword: 'blaues Fahrrad 8' })
  await expectTold([email], /Passwort Ihres Kontos wurde geändert/)

  const [{ secret }] = await ok(user, 'POST', '/second-factor')
  assert.deepEqual(await told(), [], 'not before it is confirmed')
  const timestamp = kontor.clock.now().getTime()
  const code = new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp })
  await ok(user, 'POST', '/second-factor/confirm', { code })
  await expectTold([email], /Zwei-Faktor-Authentifizierung eingerichtet/)
  await ok(admin, 'POST', `/users/${user.userId}/reset-second-factor`)
  await expectTold([email], /Zwei-Faktor-Authentifizierung wurde für Ihr Konto abgeschaltet/)

  await ok(admin, 'POST', '/tokens', { userId: user.userId, label: 'Website', allOperations: true })
  await expectTold([email], /Token erzeugt/)

  const [{ link }] = await ok(admin, 'POST', `/users/${user.userId}/invite`)
  const [invited] = await told()
  assert.match(invited!.text, /Link erzeugt/)
  const invitation = link.split('/').at(-1)
  assert.ok(!invited!.text.includes(invitation))
  await ok(user, 'POST', `/invitations/${invitation}`, { password: 'gelbes Fahrrad 9' })
  await expectTold([email], /Passwort Ihres Kontos wurde geändert/)

  const [{ version }] = await ok(admin, 'GET', `/users/${user.userId}`)
  await ok(admin, 'PATCH', `/users/${user.userId}`, { version, email: 'neu@kontor.example' })
  await expectTold([email, 'neu@kontor.example'], /E-Mail-Adresse Ihres Kontos wurde geändert/)
})

test('an export of a list is told to the account, once an hour', async () => {
  const clerk = await kontor.signIn({ rights: ['090300', 'export'] })
  const { email } = await kontor.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', clerk.userId)
    .executeTakeFirstOrThrow()
  for (let count = 0; count < 3; count++)
    assert.equal((await clerk.call('GET', '/contacts/export?format=csv')).status, 200)
  const entries = await kontor.db
    .selectFrom('security_event')
    .select('count')
    .where('user_id', '=', clerk.userId)
    .execute()
  assert.equal(
    entries.reduce((sum, { count }) => sum + count, 0),
    3,
  )
  // One, unless a full hour passed meanwhile.
  await expectTold(Array(entries.length).fill(email), /Liste von Daten heruntergeladen/)
  assert.equal((await clerk.call('GET', '/companies/export?format=xlsx')).status, 200)
  await expectTold([email], /A list of data was downloaded/)
})

test('without a mail server nothing is put into the outbox', async () => {
  const admin = await silent.signIn()
  assert.equal(
    (await admin.call('POST', '/tokens', { userId: 1, label: 'Website', allOperations: true })).status,
    200,
  )
  assert.deepEqual(await silent.db.selectFrom('outbox_mail').selectAll().execute(), [])
})
