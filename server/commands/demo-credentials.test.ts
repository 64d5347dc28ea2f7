import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { hashPassword } from '../access/password.ts'
import { tokenHash } from '../platform/auth/principal.ts'
import { rejectDemoCredentials } from './demo-credentials.ts'

const kontor = await testInstance()
after(() => kontor.close())
const serveOn = (host: string) => rejectDemoCredentials({ ...kontor, settings: { ...kontor.settings, host } })

test('an instance with the demo’s token or password is served on loopback only', async () => {
  await serveOn('0.0.0.0')
  await kontor.db
    .insertInto('token')
    .values({ user_id: 1, hash: tokenHash('demo') })
    .execute()
  for (const host of ['127.0.0.1', '::1', 'localhost']) await serveOn(host)
  for (const host of ['0.0.0.0', '::', '192.0.2.1'])
    await assert.rejects(serveOn(host), /has the demo's token or password/, host)
  await kontor.db.updateTable('token').set({ revoked_at: new Date() }).execute()
  await serveOn('0.0.0.0')
  await kontor.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword('demo') })
    .where('id', '=', 1)
    .execute()
  await assert.rejects(serveOn('0.0.0.0'), /has the demo's token or password/)
})
