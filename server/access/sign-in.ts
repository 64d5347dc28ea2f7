// Signing in: the password, the second factor, and the limit on attempts.
import { sql } from 'kysely'
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, Failure } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { accessErrors } from './access.errors.ts'
import { verifyPassword } from './password.ts'
import { verifyCode } from './totp.ts'

export type Origin = { address: string; agent: string }

// After the free attempts the wait doubles with each one. Several people may share an IP address.
const freeAttemptsPerUser = 5
const freeAttemptsPerAddress = 50
const maxWaitSeconds = 300
const resetAfterMs = 24 * 3_600_000

/** Counts an attempt before it is checked, so that concurrent attempts are all counted. @returns the seconds to wait; 0: it is allowed */
async function countAttempt(tx: Tx, key: string, freeAttempts: number, now: Date): Promise<number> {
  // One statement: a row that was only looked for could be deleted by a successful attempt in between.
  const { count, last_failed_at } = await tx
    .insertInto('sign_in_failure')
    .values({ key, count: 0, last_failed_at: now })
    .onConflict((on) => on.column('key').doUpdateSet({ key }))
    .returning(['count', 'last_failed_at'])
    .executeTakeFirstOrThrow()
  const elapsedMs = now.getTime() - new Date(last_failed_at).getTime()
  const attempts = elapsedMs > resetAfterMs ? 0 : count
  const waitSeconds =
    attempts < freeAttempts ? 0 : Math.min(2 ** (attempts - freeAttempts + 1), maxWaitSeconds)
  const remainingSeconds = Math.ceil(waitSeconds - elapsedMs / 1000)
  if (remainingSeconds > 0) return remainingSeconds
  await tx
    .updateTable('sign_in_failure')
    .set({ count: attempts + 1, last_failed_at: now })
    .where('key', '=', key)
    .execute()
  return 0
}

/** Deletes counts that no longer count. @returns how many */
export async function deleteExpiredAttempts(db: Reader, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sign_in_failure where key in (
      select key from sign_in_failure where last_failed_at < ${new Date(now.getTime() - resetAfterMs)}
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

const tooManyAttempts = (seconds: number) =>
  new Failure(429, accessErrors.tooManyAttempts({ seconds }), [], {
    'retry-after': String(seconds),
  })

/**
 * Checks the credentials. Failed attempts are counted, so the caller commits in any case.
 * @returns the user's id, or the answer: 401 (without saying what is wrong), 400 for the second factor, 429
 */
export async function signIn(
  tx: Tx,
  credentials: { email: string; password: string; code?: string | undefined },
  origin: Origin,
  now: Date,
): Promise<number | Failure> {
  const userKey = `user ${comparisonKey(credentials.email)}`
  const addressKey = `address ${origin.address}`
  // Always the address first: a fixed order prevents deadlocks.
  const remainingSeconds =
    (await countAttempt(tx, addressKey, freeAttemptsPerAddress, now)) ||
    (await countAttempt(tx, userKey, freeAttemptsPerUser, now))
  if (remainingSeconds > 0) return tooManyAttempts(remainingSeconds)
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'totp_secret', 'totp_confirmed', 'totp_last_step'])
    .where('email_key', '=', comparisonKey(credentials.email))
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyPassword(credentials.password, user?.password_hash ?? '')) || !user)
    return new Failure(401, accessErrors.wrongCredentials())
  if (user.totp_confirmed) {
    if (!credentials.code) {
      await resetAttempts(tx, addressKey, userKey)
      return badRequest([{ field: 'code', ...generalErrors.required() }])
    }
    const step = verifyCode(user.totp_secret, credentials.code, now, Number(user.totp_last_step))
    if (step === undefined) return badRequest([{ field: 'code', ...accessErrors.wrongCode() }])
    await tx.updateTable('app_user').set({ totp_last_step: step }).where('id', '=', user.id).execute()
  }
  await resetAttempts(tx, addressKey, userKey)
  return user.id
}

// The address's count is not reset: a user could otherwise sign in to continue guessing other passwords.
async function resetAttempts(tx: Tx, addressKey: string, userKey: string): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('key', '=', userKey).execute()
  await tx
    .updateTable('sign_in_failure')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', '=', addressKey)
    .execute()
}

/** Creates a session. @returns its secret, the value of the cookie */
export async function insertSession(tx: Tx, userId: number, origin: Origin, now: Date): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('session')
    .values({
      user_id: userId,
      hash: tokenHash(secret),
      created_at: now,
      last_used_at: now,
      ip_address: origin.address,
      user_agent: origin.agent.slice(0, 500),
    })
    .execute()
  return secret
}
