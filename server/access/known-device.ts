// Devices on which a user has signed in before: nobody else's failures make them wait.
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'

/** The cookie that tells a device. It is no credential: it only counts failures apart. */
export const deviceCookie = 'kontor_device'

/** The longest that browsers keep a cookie. */
export const deviceLifetimeSeconds = 400 * 24 * 3600

const oldest = (now: Date) => new Date(now.getTime() - deviceLifetimeSeconds * 1000)

export async function isKnownDevice(
  reader: Reader,
  secret: string | undefined,
  userId: number,
  now: Date,
): Promise<boolean> {
  if (secret === undefined) return false
  const found = await reader
    .selectFrom('known_device')
    .select('user_id')
    .where('hash', '=', tokenHash(secret))
    .where('user_id', '=', userId)
    .where('last_used_at', '>', oldest(now))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Remembers the device of a sign-in. Its secret is a new one each time, so that a cookie that somebody else has put there is worth
 * nothing; other users of the device stay known.
 * @returns the new secret
 */
export async function rememberDevice(
  tx: Tx,
  previous: string | undefined,
  userId: number,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const hash = tokenHash(secret)
  if (previous !== undefined)
    await tx.updateTable('known_device').set({ hash }).where('hash', '=', tokenHash(previous)).execute()
  await tx
    .insertInto('known_device')
    .values({ hash, user_id: userId, last_used_at: now })
    .onConflict((on) => on.columns(['hash', 'user_id']).doUpdateSet({ last_used_at: now }))
    .execute()
  await tx
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('last_used_at', '<', oldest(now))
    .execute()
  return secret
}
