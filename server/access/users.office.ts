// Users in the back office: who they are, what they may do, and how they come in.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord, lockVersion } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { containsWords, listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { badRequest, conflict } from '../platform/http/errors.ts'
import { Email, Id, IdOrNone, Name, record, Version } from '../platform/http/schema.ts'
import type { Settings } from '../platform/runtime/settings.ts'
import { createInvite } from './invite.ts'
import { createUser, lockUser } from './user.sql.ts'
import { updateUser, userErrors } from './user.update.ts'
import { Language, loadUser, selectUsers, User } from './users.record.ts'

const right = 'admin'
const params = Type.Object({ id: Id })
const response = Type.Array(User)

const fields = {
  language: Type.Optional(Language),
  admin: Type.Optional(Type.Boolean()),
  crm: Type.Optional(Type.Boolean()),
  clientIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  defaultClientId: Type.Optional(IdOrNone),
  rights: Type.Optional(Type.Array(Type.String({ pattern: '^\\d{6}(:[a-z]+)?$' }), { maxItems: 100 })),
}

const listUsers = officeEndpoint({
  method: 'GET',
  path: '/users',
  right,
  query: listQuery({
    sorts: ['name', 'email', 'lastSeenAt', 'id'],
    filters: {
      q: Type.Optional(Type.String()),
      locked: Type.Optional(Type.Boolean()),
      admin: Type.Optional(Type.Boolean()),
      clientId: Type.Optional(Id),
    },
  }),
  response,
  handle: ({ db, query, now }) => {
    const rows = selectUsers(db, now)
      .$if(query.q !== undefined, (q) => q.where(containsWords(`u.name || ' ' || u.email`, query.q!)))
      .$if(query.locked !== undefined, (q) =>
        q.where(sql<boolean>`(u.locked_at is not null) = ${query.locked}`),
      )
      .$if(query.admin !== undefined, (q) => q.where('u.is_admin', '=', query.admin!))
      .$if(query.clientId !== undefined, (q) =>
        q.where(
          sql<boolean>`exists (select from user_client c where c.user_id = u.id and c.client_id = ${query.clientId})`,
        ),
      )
    const lastSeen = sql`(select max(s.last_used_at) from session s where s.user_id = u.id)`
    const sorts = { name: sql`lower(u.name)`, email: sql`u.email_key`, lastSeenAt: lastSeen, id: sql`u.id` }
    return selectPage(db, rows, query, sorts, 'u.id')
  },
})

const getUser = officeEndpoint({
  method: 'GET',
  path: '/users/{id}',
  right,
  params,
  response,
  handle: async ({ db, params: { id }, now }) => [await loadUser(db, id, now)],
})

/** The link of an invitation as people are given it; without KONTOR_URL the page knows its own address. */
const createInviteLink = async (tx: Tx, id: number, now: Date, settings: Settings) =>
  `${settings.publicUrl}${await createInvite(tx, id, now)}`

const noStore = { 'cache-control': 'no-store' }

const createUserEndpoint = officeEndpoint({
  method: 'POST',
  path: '/users',
  right,
  body: record({ name: Name, email: Email, ...fields }),
  response: Type.Array(Type.Object({ ...User.properties, link: Type.String() })),
  handle: async ({ tx, body, now, settings }) => {
    const errors = await userErrors(tx, body)
    if (errors.length > 0) throw badRequest(errors)
    const { name, email, language, admin = false, crm = false, clientIds = [], rights = [] } = body
    const id = await createUser(tx, { name: name.trim(), email, admin, crm, clientIds, rights })
    const { defaultClientId } = body
    if (language || defaultClientId)
      await updateUser(tx, id, {
        ...(language ? { language } : {}),
        ...(defaultClientId ? { defaultClientId } : {}),
      })
    const link = await createInviteLink(tx, id, now, settings)
    return new WithHeaders([{ ...(await loadUser(tx, id, now)), link }], noStore)
  },
})

const changeUserEndpoint = officeEndpoint({
  method: 'PATCH',
  path: '/users/{id}',
  right,
  params,
  body: record({ version: Version, name: Type.Optional(Name), email: Type.Optional(Email), ...fields }),
  response,
  handle: async ({ tx, params: { id }, body: { version, ...change }, now }) => {
    await lockVersion(tx, 'user', id, version)
    await updateUser(tx, id, change)
    return [await loadUser(tx, id, now)]
  },
})

/** A deed of administrators on a user, which is locked meanwhile. */
const userAction = (path: string, work: (tx: Tx, id: number) => Promise<unknown>) =>
  officeEndpoint({
    method: 'POST',
    path: `/users/{id}/${path}`,
    right,
    params,
    response,
    handle: async ({ tx, params: { id }, now }) => {
      await lockRecord(tx, 'user', id)
      await work(tx, id)
      return [await loadUser(tx, id, now)]
    },
  })

const endSessions = (tx: Tx, id: number) => tx.deleteFrom('session').where('user_id', '=', id).execute()

const unlock = (tx: Tx, id: number) =>
  tx
    .updateTable('app_user')
    .set({ locked_at: null })
    .where('id', '=', id)
    .where('locked_at', 'is not', null)
    .execute()

const resetSecondFactor = (tx: Tx, id: number) =>
  tx
    .updateTable('app_user')
    .set({ totp_secret: '', totp_confirmed: false, totp_last_step: 0 })
    .where('id', '=', id)
    .execute()

const reinviteUser = officeEndpoint({
  method: 'POST',
  path: '/users/{id}/invite',
  right,
  params,
  response: Type.Array(record({ link: Type.String() })),
  handle: async ({ tx, params: { id }, now, settings }) => {
    await lockRecord(tx, 'user', id)
    if ((await loadUser(tx, id, now)).locked) throw conflict('The user is locked.')
    return new WithHeaders([{ link: await createInviteLink(tx, id, now, settings) }], noStore)
  },
})

export const usersOffice = [
  listUsers,
  getUser,
  createUserEndpoint,
  changeUserEndpoint,
  reinviteUser,
  userAction('lock', (tx, id) => lockUser(tx, String(id))),
  userAction('unlock', unlock),
  userAction('end-sessions', endSessions),
  userAction('reset-second-factor', resetSecondFactor),
]
