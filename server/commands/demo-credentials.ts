import { isIP } from 'node:net'
import { verifyPassword } from '../access/password.ts'
import { demoPassword } from '../access/session.office.ts'
import { tokenHash } from '../platform/auth/principal.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { UsageError } from './command.ts'

/** The published token of the demo. */
export const demoToken = 'demo'

/** The demo's key of the public interface, which is no secret. */
export const demoKey = 'pk_demo'

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Everybody knows the demo's token and password. @throws UsageError if others than this machine could use them */
export async function rejectDemoCredentials({ db, settings }: Instance): Promise<void> {
  if (isLoopback(settings.host)) return
  const token = await db
    .selectFrom('token')
    .select('id')
    .where('hash', '=', tokenHash(demoToken))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const administrator = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('is_admin', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  if (token || (await verifyPassword(demoPassword, administrator?.password_hash ?? '')))
    throw new UsageError(
      `KONTOR_HOST=${settings.host}: this data folder has the demo's token or password, which everybody knows. Revoke the token, set another password, or serve it on 127.0.0.1`,
    )
}
