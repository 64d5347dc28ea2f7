// A user's own account: sessions, password, second factor.
import Type from 'typebox'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, Failure, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { accessErrors } from './access.errors.ts'
import { acceptCode, verifyOwnCode, verifyOwnPassword } from './own-credentials.ts'
import { hashPassword, passwordErrors } from './password.ts'
import { revokeTokensOf } from './token.sql.ts'
import { newTotp } from './totp.ts'

const listSessions = officeEndpoint({
  method: 'GET',
  path: '/sessions',
  response: Type.Array(
    record({
      id: Id,
      createdAt: Type.String(),
      lastUsedAt: Type.String(),
      ipAddress: Type.String(),
      userAgent: Type.String(),
      isCurrent: Type.Boolean(),
    }),
  ),
  handle: async ({ db, principal }) => {
    const rows = await db
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', principal.userId)
      .orderBy('last_used_at', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: new Date(row.last_used_at).toISOString(),
      ipAddress: row.ip_address,
      userAgent: row.user_agent,
      isCurrent: row.id === principal.sessionId,
    }))
  },
})

const endSessionById = officeEndpoint({
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  params: Type.Object({ sessionId: Id }),
  handle: async ({ tx, principal, params: { sessionId } }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound(generalErrors.notFound({ kind: 'session', id: sessionId }))
    return []
  },
})

const deleteOtherSessions = (tx: Tx, userId: number, sessionId: number) =>
  tx.deleteFrom('session').where('user_id', '=', userId).where('id', '<>', sessionId).execute()

const endOtherSessions = officeEndpoint({
  method: 'POST',
  path: '/sessions/end-others',
  handle: async ({ tx, principal }) => {
    await deleteOtherSessions(tx, principal.userId, principal.sessionId)
    return []
  },
})

const confirmSession = officeEndpoint({
  method: 'POST',
  path: '/session/confirm',
  body: record({
    password: Type.String({ maxLength: 1000 }),
    code: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  handleInSteps: async ({ db, transact, principal: { userId, sessionId }, body, now, secrets }) => {
    const isRight = await verifyOwnPassword({ db, transact }, userId, body.password, now)
    if (isRight instanceof Failure) return isRight
    if (!isRight)
      return badRequest([{ field: 'password', ...accessErrors.wrongPassword() }]).reportAs({
        event: 'passwordFailed',
        userId,
      })
    return transact(async (tx) => {
      const failure = await acceptCode(tx, secrets, userId, body.code, now)
      if (failure) return failure
      await tx.updateTable('session').set({ confirmed_at: now }).where('id', '=', sessionId).execute()
      return []
    })
  },
})

const changePassword = officeEndpoint({
  method: 'POST',
  path: '/password',
  confirmed: true,
  body: record({
    currentPassword: Type.String({ maxLength: 1000 }),
    newPassword: Type.String(),
    /** Also revokes the user's tokens. */
    endsTokens: Type.Optional(Type.Boolean()),
  }),
  handleInSteps: async ({ db, transact, principal: { userId, sessionId }, body, now, settings }) => {
    const owner = await db
      .selectFrom('app_user')
      .select(['email', 'name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const errors = passwordErrors(body.newPassword, owner, 'newPassword')
    const isRight = await verifyOwnPassword({ db, transact }, userId, body.currentPassword, now)
    if (isRight instanceof Failure) return isRight
    if (!isRight) {
      errors.push({ field: 'currentPassword', ...accessErrors.wrongPassword() })
      throw badRequest(errors).reportAs({ event: 'passwordFailed', userId })
    }
    if (errors.length > 0) throw badRequest(errors)
    const password_hash = await hashPassword(body.newPassword)
    return transact(async (tx) => {
      await tx.updateTable('app_user').set({ password_hash }).where('id', '=', userId).execute()
      await deleteOtherSessions(tx, userId, sessionId)
      await recordSecurityEvent(tx, { event: 'passwordSet', userId })
      await notifyAccount(tx, settings, userId, 'passwordSet')
      if (body.endsTokens) await revokeTokensOf(tx, userId, now)
      return []
    })
  },
})

const lockOwnUser = (tx: Tx, userId: number) =>
  tx.selectFrom('app_user').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

const startSecondFactor = officeEndpoint({
  method: 'POST',
  path: '/second-factor',
  confirmed: true,
  secretResponse: true,
  response: Type.Array(record({ secret: Type.String(), uri: Type.String() })),
  handle: async ({ tx, principal, secrets }) => {
    const user = await lockOwnUser(tx, principal.userId)
    if (user.totp_confirmed) throw badRequest([{ field: 'body', ...accessErrors.secondFactorExists() }])
    const totp = newTotp(user.email, 'Kontor')
    const totp_secret = await secrets.seal(tx, 'totpSeed', user.id, totp.secret)
    await tx.updateTable('app_user').set({ totp_secret }).where('id', '=', user.id).execute()
    return [totp]
  },
})

const CodeBody = record({ code: Type.String({ maxLength: 20 }) })

const confirmSecondFactor = officeEndpoint({
  method: 'POST',
  path: '/second-factor/confirm',
  body: CodeBody,
  handle: async ({ tx, principal, body, now, settings, secrets }) => {
    const user = await lockOwnUser(tx, principal.userId)
    const step = await verifyOwnCode(tx, secrets, user, body.code, now)
    if (step instanceof Failure) return step
    await tx
      .updateTable('app_user')
      .set({ totp_confirmed: true, totp_last_step: step })
      .where('id', '=', user.id)
      .execute()
    await deleteOtherSessions(tx, user.id, principal.sessionId)
    await recordSecurityEvent(tx, { event: 'secondFactorSet', userId: user.id })
    await notifyAccount(tx, settings, user.id, 'secondFactorSet')
    return []
  },
})

const removeSecondFactor = officeEndpoint({
  method: 'DELETE',
  path: '/second-factor',
  confirmed: true,
  body: CodeBody,
  handle: async ({ tx, principal, body, now, settings, secrets }) => {
    const user = await lockOwnUser(tx, principal.userId)
    const step = await verifyOwnCode(tx, secrets, user, body.code, now)
    if (step instanceof Failure) return step
    await tx
      .updateTable('app_user')
      .set({ totp_confirmed: false, totp_secret: '', totp_last_step: 0 })
      .where('id', '=', user.id)
      .execute()
    await recordSecurityEvent(tx, { event: 'secondFactorRemoved', userId: user.id })
    await notifyAccount(tx, settings, user.id, 'secondFactorRemoved')
    return []
  },
})

export const accountEndpoints = [
  listSessions,
  endSessionById,
  endOtherSessions,
  confirmSession,
  changePassword,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
]
