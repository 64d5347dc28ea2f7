// Signing in: the password, the second factor, and what slows guessing.
import { sql } from 'kysely'
import { tokenHash } from '../platform/auth/access.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, Failure } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/text.ts'
import { isPassword } from './password.ts'
import { stepOfCode } from './totp.ts'

export type Origin = { address: string; agent: string }

// Five may be wrong at once, then each next one waits twice as long. An office behind one address has more people.
const freeByUser = 5
const freeByAddress = 50
const longestWait = 300
const forgetAfterMs = 24 * 3_600_000

/** Notes an attempt before it is looked at, so that two at once count as two. @returns the seconds that it comes too early, 0: it is in time */
async function countAttempt(tx: Tx, key: string, free: number, now: Date): Promise<number> {
  await tx
    .insertInto('sign_in_failure')
    .values({ key, count: 0, last_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  const { count, last_at } = await tx
    .selectFrom('sign_in_failure')
    .select(['count', 'last_at'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const ago = now.getTime() - new Date(last_at).getTime()
  const known = ago > forgetAfterMs ? 0 : count
  const wait = known < free ? 0 : Math.min(2 ** (known - free + 1), longestWait)
  const early = Math.ceil(wait - ago / 1000)
  if (early > 0) return early
  await tx
    .updateTable('sign_in_failure')
    .set({ count: known + 1, last_at: now })
    .where('key', '=', key)
    .execute()
  return 0
}

const tooEarly = (seconds: number) =>
  new Failure(429, `Too many attempts. Please wait ${seconds} seconds.`, [], {
    'retry-after': String(seconds),
  })

/**
 * Tells who signs in. Failed attempts are counted: the caller commits whatever comes back.
 * @returns the user's id, or what to answer: 401 (without saying what is wrong), 400 for the second factor, 429
 */
export async function signIn(
  tx: Tx,
  given: { email: string; password: string; code?: string | undefined },
  origin: Origin,
  now: Date,
): Promise<number | Failure> {
  const userKey = `user ${fold(given.email)}`
  const addressKey = `address ${origin.address}`
  // The address first, in every attempt, so that two never wait for each other.
  const early =
    (await countAttempt(tx, addressKey, freeByAddress, now)) ||
    (await countAttempt(tx, userKey, freeByUser, now))
  if (early > 0) return tooEarly(early)
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'totp_secret', 'totp_confirmed', 'totp_step'])
    .where('email_key', '=', fold(given.email))
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!(await isPassword(given.password, user?.password_hash ?? '')) || !user)
    return new Failure(401, 'E-mail address or password is wrong.')
  if (user.totp_confirmed) {
    if (!given.code) {
      await forgetAttempts(tx, addressKey, userKey)
      return badRequest([{ field: 'code', message: 'is required' }])
    }
    const step = stepOfCode(user.totp_secret, given.code, now, Number(user.totp_step))
    if (step === undefined) return badRequest([{ field: 'code', message: 'is wrong, or was used before' }])
    await tx.updateTable('app_user').set({ totp_step: step }).where('id', '=', user.id).execute()
  }
  await forgetAttempts(tx, addressKey, userKey)
  return user.id
}

// Who knows one password must not be able to guess others from the same address as before.
async function forgetAttempts(tx: Tx, addressKey: string, userKey: string): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('key', '=', userKey).execute()
  await tx
    .updateTable('sign_in_failure')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', '=', addressKey)
    .execute()
}

/** Begins a session. @returns its secret, which the cookie holds */
export async function beginSession(tx: Tx, userId: number, origin: Origin, now: Date): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('session')
    .values({
      user_id: userId,
      hash: tokenHash(secret),
      created_at: now,
      last_used_at: now,
      address: origin.address,
      agent: origin.agent.slice(0, 500),
    })
    .execute()
  return secret
}
