// Signing in: the password, the second factor, and the limits on attempts.
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { badRequest, Failure } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { networkOf } from '../platform/ground/network.ts'
import { emailKey } from '../platform/ground/text.ts'
import type { Transact } from '../platform/http/endpoint.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { accessErrors } from './access.errors.ts'
import {
  type Attempt,
  type Counter,
  codeRule,
  countAttempt,
  networkRule,
  passwordRule,
  releaseAttempt,
  resetAttempts,
} from './attempts.ts'
import { deviceCookie, isKnownDevice } from './known-device.ts'
import { openTotpSeed, wrongCode } from './own-credentials.ts'
import { verifyPassword } from './password.ts'
import { verifyCode } from './totp.ts'

export type SignInOrigin = { address: string; agent: string; cookie(name: string): string | undefined }

/**
 * The counters of a sign-in. Everybody can fail for an account: a device that the user has signed in on has counters of its own, so
 * that strangers make only strangers wait.
 */
function countersOf(
  email: string,
  address: string,
  device: string | undefined,
): { password: Counter[]; code: Counter } {
  const account = emailKey(email)
  const who = device === undefined ? 'others' : `device ${tokenHash(device).toString('base64url')}`
  return {
    password: [
      { key: `password ${account} ${who}`, ...passwordRule },
      ...(device === undefined ? [{ key: `network ${networkOf(address)}`, ...networkRule }] : []),
    ],
    code: { key: `code ${account} ${who}`, ...codeRule },
  }
}

/**
 * The name of an account that does not exist, for the security log: people type passwords into the wrong field, so of an e-mail
 * address only two letters and the top-level domain remain, and of anything else nothing.
 */
export function maskAccount(name: string): string {
  const [, user, domain, top] = /^(\S)\S*@(\S)\S*\.([a-z]{2,6})$/iu.exec(name.trim()) ?? []
  return top === undefined ? '…' : `${user}…@${domain}….${top}`
}

/**
 * Checks the credentials. Failures are committed before the next step, and the password is verified outside of any transaction.
 * @param start runs in the transaction of the last step
 * @returns what `start` returns, or the answer: 401 (without saying what is wrong), 400 for the second factor, 429
 */
export async function signIn<T>(
  { db, transact, secrets }: { db: Db; transact: Transact; secrets: Secrets },
  credentials: { email: string; password: string; code?: string | undefined },
  origin: SignInOrigin,
  now: Date,
  start: (tx: Tx, userId: number) => Promise<T>,
): Promise<T | Failure> {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'locked_at'])
    .where('email_key', '=', emailKey(credentials.email))
    .executeTakeFirst()
  const user = found?.locked_at === null ? found : undefined
  const account = found ? { userId: found.id } : { account: maskAccount(credentials.email) }
  const device = origin.cookie(deviceCookie)
  const isKnown = user !== undefined && (await isKnownDevice(db, device, user.id, now))
  const counters = countersOf(credentials.email, origin.address, isKnown ? device : undefined)
  const attempt = await transact((tx) => countAttempt(tx, counters.password, now))
  if (attempt instanceof Failure) return attempt.reportAs({ event: 'signInFailed', ...account })
  const isRight = await verifyPassword(credentials.password, user?.password_hash ?? '').catch(
    async (error) => {
      await transact((tx) => releaseAttempt(tx, attempt))
      throw error
    },
  )
  if (!isRight || !user) return wrongCredentials(account)
  return transact(async (tx) => {
    const failure = await checkCode(
      tx,
      secrets,
      user,
      credentials.code,
      { attempt, counter: counters.code },
      now,
    )
    if (failure) return failure
    // The network's count is not reset: a user could otherwise sign in to continue guessing other passwords.
    await releaseAttempt(tx, attempt)
    const [ofAccount] = counters.password
    await resetAttempts(tx, [ofAccount!, counters.code])
    return start(tx, user.id)
  })
}

const wrongCredentials = (account: { userId: number } | { account: string }) =>
  new Failure(401, accessErrors.wrongCredentials()).reportAs({ event: 'signInFailed', ...account })

/** Checks the second factor of a user whose password was right. Its failures are counted apart, for right and wrong passwords. */
async function checkCode(
  tx: Tx,
  secrets: Secrets,
  { id, password_hash }: { id: number; password_hash: string },
  code: string | undefined,
  { attempt, counter }: { attempt: Attempt; counter: Counter },
  now: Date,
): Promise<Failure | undefined> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'totp_secret', 'totp_confirmed', 'totp_last_step'])
    .where('id', '=', id)
    .where('locked_at', 'is', null)
    // It may have been changed while the password was verified.
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return wrongCredentials({ userId: id })
  if (!user.totp_confirmed) return undefined
  if (!code) {
    await releaseAttempt(tx, attempt)
    return badRequest([{ field: 'code', ...generalErrors.required() }])
  }
  const codeAttempt = await countAttempt(tx, [counter], now)
  if (codeAttempt instanceof Failure) {
    await releaseAttempt(tx, attempt)
    return codeAttempt.reportAs({ event: 'secondFactorFailed', userId: id })
  }
  const step = verifyCode(openTotpSeed(secrets, user), code, now, Number(user.totp_last_step))
  if (step === undefined) return wrongCode(id)
  await tx.updateTable('app_user').set({ totp_last_step: step }).where('id', '=', id).execute()
  return undefined
}

/** Creates a session. @returns its secret, the value of the cookie */
export async function insertSession(
  tx: Tx,
  userId: number,
  origin: SignInOrigin,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('session')
    .values({
      user_id: userId,
      hash: tokenHash(secret),
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      ip_address: origin.address,
      user_agent: origin.agent.slice(0, 500),
    })
    .execute()
  return secret
}
