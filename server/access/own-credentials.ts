// The password and the codes that a user gives while signed in. Failures are counted apart from those of signing in.
import type { Db, Tx } from '../platform/database/database.ts'
import { badRequest, Failure } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import type { Transact } from '../platform/http/endpoint.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { accessErrors } from './access.errors.ts'
import { codeRule, countAttempt, passwordRule, releaseAttempt, resetAttempts } from './attempts.ts'
import { verifyPassword } from './password.ts'
import { verifyCode } from './totp.ts'

export const wrongCode = (userId: number): Failure =>
  badRequest([{ field: 'code', ...accessErrors.wrongCode() }]).reportAs({
    event: 'secondFactorFailed',
    userId,
  })

/** The seed of a user's codes. */
export const openTotpSeed = (
  secrets: Secrets,
  { id, totp_secret }: { id: number; totp_secret: string },
): string => secrets.open('totpSeed', id, totp_secret).toString()

/** Whether it is the user's password; 429 after too many failures. */
export async function verifyOwnPassword(
  { db, transact }: { db: Db; transact: Transact },
  userId: number,
  password: string,
  now: Date,
): Promise<boolean | Failure> {
  const counters = [{ key: `password signed in ${userId}`, ...passwordRule }]
  const attempt = await transact((tx) => countAttempt(tx, counters, now))
  if (attempt instanceof Failure) return attempt.reportAs({ event: 'passwordFailed', userId })
  const { password_hash } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const isRight = await verifyPassword(password, password_hash).catch(async (error) => {
    await transact((tx) => releaseAttempt(tx, attempt))
    throw error
  })
  if (isRight) await transact((tx) => resetAttempts(tx, counters))
  return isRight
}

/**
 * Checks a code of the user's second factor. The caller commits in any case, and stores the time step.
 * @returns the time step of the code; the answer if it is wrong, or after too many failures
 */
export async function verifyOwnCode(
  tx: Tx,
  secrets: Secrets,
  user: { id: number; totp_secret: string; totp_last_step: string },
  code: string,
  now: Date,
): Promise<number | Failure> {
  const counters = [{ key: `code signed in ${user.id}`, ...codeRule }]
  const attempt = await countAttempt(tx, counters, now)
  if (attempt instanceof Failure) return attempt.reportAs({ event: 'secondFactorFailed', userId: user.id })
  const step = user.totp_secret
    ? verifyCode(openTotpSeed(secrets, user), code, now, Number(user.totp_last_step))
    : undefined
  if (step === undefined) return wrongCode(user.id)
  await resetAttempts(tx, counters)
  return step
}

/**
 * Accepts a code of a user's second factor, if there is one. The caller commits in any case.
 * @returns the answer if the code is missing or wrong, or after too many failures; undefined: accepted
 */
export async function acceptCode(
  tx: Tx,
  secrets: Secrets,
  userId: number,
  code: string | undefined,
  now: Date,
): Promise<Failure | undefined> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'totp_secret', 'totp_last_step', 'totp_confirmed'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!user.totp_confirmed) return undefined
  if (!code) return badRequest([{ field: 'code', ...generalErrors.required() }])
  const step = await verifyOwnCode(tx, secrets, user, code, now)
  if (step instanceof Failure) return step
  await tx.updateTable('app_user').set({ totp_last_step: step }).where('id', '=', userId).execute()
  return undefined
}
