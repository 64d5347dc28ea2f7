// A user's own account: sessions, password, second factor.
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, notFound } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import { hashPassword, passwordErrors, verifyPassword } from './password.ts'
import { newTotp, verifyCode } from './totp.ts'

const listSessions = officeEndpoint({
  method: 'GET',
  path: '/sessions',
  response: Type.Array(
    record({
      id: Id,
      createdAt: Type.String(),
      lastUsedAt: Type.String(),
      address: Type.String(),
      agent: Type.String(),
      current: Type.Boolean(),
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
      address: row.ip_address,
      agent: row.user_agent,
      current: row.id === principal.sessionId,
    }))
  },
})

const endSessionById = officeEndpoint({
  method: 'DELETE',
  path: '/sessions/{id}',
  params: Type.Object({ id: Id }),
  handle: async ({ tx, principal, params }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('session')
      .where('id', '=', params.id)
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound(`You have no session ${params.id}.`)
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

const changePassword = officeEndpoint({
  method: 'POST',
  path: '/password',
  body: record({ current: Type.String({ maxLength: 1000 }), password: Type.String() }),
  handle: async ({ tx, principal, body }) => {
    const user = await lockOwnUser(tx, principal.userId)
    const errors = passwordErrors(body.password)
    if (!(await verifyPassword(body.current, user.password_hash)))
      errors.push({ field: 'current', message: 'is not your password' })
    if (errors.length > 0) throw badRequest(errors)
    const password_hash = await hashPassword(body.password)
    await tx.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute()
    await deleteOtherSessions(tx, user.id, principal.sessionId)
    return []
  },
})

const lockOwnUser = (tx: Tx, userId: number) =>
  tx.selectFrom('app_user').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

const beginTotp = officeEndpoint({
  method: 'POST',
  path: '/totp',
  response: Type.Array(record({ secret: Type.String(), uri: Type.String() })),
  handle: async ({ tx, principal }) => {
    const user = await lockOwnUser(tx, principal.userId)
    if (user.totp_confirmed) throw badRequest([{ field: 'body', message: 'a second factor is set already' }])
    const totp = newTotp(user.email, 'Kontor')
    await tx.updateTable('app_user').set({ totp_secret: totp.secret }).where('id', '=', user.id).execute()
    return [totp]
  },
})

const CodeBody = record({ code: Type.String({ maxLength: 20 }) })
const wrongCode = () => badRequest([{ field: 'code', message: 'is wrong, or was used before' }])

const confirmTotp = officeEndpoint({
  method: 'POST',
  path: '/totp/confirm',
  body: CodeBody,
  handle: async ({ tx, principal, body, now }) => {
    const user = await lockOwnUser(tx, principal.userId)
    const step = user.totp_secret
      ? verifyCode(user.totp_secret, body.code, now, Number(user.totp_last_step))
      : undefined
    if (step === undefined) throw wrongCode()
    await tx
      .updateTable('app_user')
      .set({ totp_confirmed: true, totp_last_step: step })
      .where('id', '=', user.id)
      .execute()
    await deleteOtherSessions(tx, user.id, principal.sessionId)
    return []
  },
})

const endTotp = officeEndpoint({
  method: 'DELETE',
  path: '/totp',
  body: CodeBody,
  handle: async ({ tx, principal, body, now }) => {
    const user = await lockOwnUser(tx, principal.userId)
    if (verifyCode(user.totp_secret, body.code, now, Number(user.totp_last_step)) === undefined)
      throw wrongCode()
    await tx
      .updateTable('app_user')
      .set({ totp_confirmed: false, totp_secret: '', totp_last_step: 0 })
      .where('id', '=', user.id)
      .execute()
    return []
  },
})

export const accountEndpoints = [
  listSessions,
  endSessionById,
  endOtherSessions,
  changePassword,
  beginTotp,
  confirmTotp,
  endTotp,
]
