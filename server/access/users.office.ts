// Users in the back office: names, rights, access.
import { sql } from 'kysely'
import Type from 'typebox'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { lockRecord, lockVersion } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, conflict } from '../platform/ground/errors.ts'
import { rightPattern } from '../platform/ground/rights.ts'
import { Email, Id, IdOrNone, Name, record, Version } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { accessErrors } from './access.errors.ts'
import { createInvitation } from './invitation.ts'
import { createUser, describeAccess, lockUser } from './user.sql.ts'
import { updateUser, userErrors } from './user.update.ts'
import { Language, loadUser, selectUsers, User } from './users.record.ts'

const right = 'admin'
const params = Type.Object({ userId: Id })
const response = Type.Array(User)

const fields = {
  language: Type.Optional(Language),
  isAdmin: Type.Optional(Type.Boolean()),
  isCrm: Type.Optional(Type.Boolean()),
  clientIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  defaultClientId: Type.Optional(IdOrNone),
  rights: Type.Optional(Type.Array(Type.String({ pattern: rightPattern }), { maxItems: 100 })),
  roleIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
}

const listUsers = officeEndpoint({
  method: 'GET',
  path: '/users',
  right,
  query: listQuery({
    sorts: ['name', 'email', 'lastSeenAt', 'id'],
    filters: {
      q: Type.Optional(Type.String()),
      isLocked: Type.Optional(Type.Boolean()),
      isAdmin: Type.Optional(Type.Boolean()),
      clientId: Type.Optional(Id),
      roleId: Type.Optional(Id),
    },
  }),
  response,
  handle: ({ db, query, now }) => {
    const rows = selectUsers(db, now)
      .$if(query.q !== undefined, (q) => q.where(containsWords(`u.name || ' ' || u.email`, query.q!)))
      .$if(query.isLocked !== undefined, (q) =>
        q.where(sql<boolean>`(u.locked_at is not null) = ${query.isLocked}`),
      )
      .$if(query.isAdmin !== undefined, (q) => q.where('u.is_admin', '=', query.isAdmin!))
      .$if(query.clientId !== undefined, (q) =>
        q.where(
          sql<boolean>`exists (select from user_client c where c.user_id = u.id and c.client_id = ${query.clientId})`,
        ),
      )
      .$if(query.roleId !== undefined, (q) =>
        q.where(
          sql<boolean>`exists (select from user_role r where r.user_id = u.id and r.role_id = ${query.roleId})`,
        ),
      )
    const lastSeen = sql`(select max(s.last_used_at) from session s where s.user_id = u.id)`
    const sorts = { name: sql`lower(u.name)`, email: sql`u.email_key`, lastSeenAt: lastSeen, id: sql`u.id` }
    return selectPage(db, rows, query, sorts, 'u.id')
  },
})

const getUser = officeEndpoint({
  method: 'GET',
  path: '/users/{userId}',
  right,
  params,
  response,
  handle: async ({ db, params: { userId: id }, now }) => [await loadUser(db, id, now)],
})

/** The link of an invitation; without KONTOR_URL a path, to which the page adds its own origin. */
const createInvitationLink = async (tx: Tx, id: number, now: Date, settings: Settings) => {
  await notifyAccount(tx, settings, id, 'invited')
  return `${settings.publicUrl}${await createInvitation(tx, id, now)}`
}

const createUserEndpoint = officeEndpoint({
  method: 'POST',
  path: '/users',
  confirmed: true,
  secretResponse: true,
  right,
  body: record({ name: Name, email: Email, ...fields }),
  response: Type.Array(Type.Object({ ...User.properties, link: Type.String() })),
  handle: async ({ tx, body, now, settings }) => {
    const errors = await userErrors(tx, body)
    if (errors.length > 0) throw badRequest(errors)
    const { name, email, language, isAdmin = false, isCrm = false, clientIds = [] } = body
    const { rights = [], roleIds = [] } = body
    const id = await createUser(tx, {
      name: name.trim(),
      email,
      admin: isAdmin,
      crm: isCrm,
      clientIds,
      rights,
      roleIds,
    })
    const { defaultClientId } = body
    if (language || defaultClientId)
      await updateUser(tx, id, {
        ...(language ? { language } : {}),
        ...(defaultClientId ? { defaultClientId } : {}),
      })
    const link = await createInvitationLink(tx, id, now, settings)
    return [{ ...(await loadUser(tx, id, now)), link }]
  },
})

const updateUserEndpoint = officeEndpoint({
  method: 'PATCH',
  path: '/users/{userId}',
  confirmed: true,
  right,
  params,
  body: record({ version: Version, name: Type.Optional(Name), email: Type.Optional(Email), ...fields }),
  response,
  handle: async ({ tx, params: { userId: id }, body: { version, ...change }, now, settings }) => {
    await lockVersion(tx, 'user', id, version)
    const before = await loadUser(tx, id, now)
    await updateUser(tx, id, change)
    const after = await loadUser(tx, id, now)
    if (describeAccess(after) !== describeAccess(before))
      await recordSecurityEvent(tx, { event: 'rightsChanged', userId: id, detail: describeAccess(after) })
    if (after.email !== before.email) {
      await recordSecurityEvent(tx, { event: 'addressChanged', userId: id })
      for (const recipient of [before.email, after.email])
        await notifyAccount(tx, settings, id, 'addressChanged', recipient)
    }
    return [after]
  },
})

const userAction = <const Action extends string>(
  action: Action,
  work: (tx: Tx, id: number, settings: Settings) => Promise<unknown>,
  access: { confirmed?: true } = {},
) =>
  officeEndpoint({
    method: 'POST',
    path: `/users/{userId}/${action}`,
    ...access,
    right,
    params,
    response,
    handle: async ({ tx, params: { userId: id }, now, settings }) => {
      await lockRecord(tx, 'user', id)
      await work(tx, id, settings)
      return [await loadUser(tx, id, now)]
    },
  })

const endSessions = (tx: Tx, id: number) => tx.deleteFrom('session').where('user_id', '=', id).execute()

async function unlock(tx: Tx, id: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ locked_at: null })
    .where('id', '=', id)
    .where('locked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await recordSecurityEvent(tx, { event: 'userUnlocked', userId: id })
}

const resetSecondFactor = async (tx: Tx, id: number, settings: Settings) => {
  await tx
    .updateTable('app_user')
    .set({ totp_secret: '', totp_confirmed: false, totp_last_step: 0 })
    .where('id', '=', id)
    .execute()
  await recordSecurityEvent(tx, { event: 'secondFactorRemoved', userId: id })
  await notifyAccount(tx, settings, id, 'secondFactorRemoved')
}

const inviteUser = officeEndpoint({
  method: 'POST',
  path: '/users/{userId}/invite',
  confirmed: true,
  secretResponse: true,
  right,
  params,
  response: Type.Array(record({ link: Type.String() })),
  handle: async ({ tx, params: { userId: id }, now, settings }) => {
    await lockRecord(tx, 'user', id)
    if ((await loadUser(tx, id, now)).isLocked) throw conflict(accessErrors.userLocked())
    return [{ link: await createInvitationLink(tx, id, now, settings) }]
  },
})

export const usersOffice = [
  listUsers,
  getUser,
  createUserEndpoint,
  updateUserEndpoint,
  inviteUser,
  userAction('lock', (tx, id) => lockUser(tx, String(id))),
  userAction('unlock', unlock),
  userAction('end-sessions', endSessions),
  userAction('reset-second-factor', resetSecondFactor, { confirmed: true }),
]
