// Roles in the back office: rights under a name, which users share.
import { sql } from 'kysely'
import Type from 'typebox'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { lockRecord, lockVersion, versionColumn } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { answerProperties, fields, name, selections } from '../platform/database/fields.ts'
import { storeValues } from '../platform/database/value-set.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { rightPattern } from '../platform/ground/rights.ts'
import { Count, Id, Name, record, ShortText, Version } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'
import { deleteUnused } from '../platform/http/record-endpoints.ts'
import { describeAccess } from './user.sql.ts'
import { loadUser } from './users.record.ts'

const right = 'admin'

export const roleFields = fields({ name })

const Role = record({
  id: Id,
  version: Version,
  ...answerProperties(roleFields),
  rights: Type.Array(Type.String()),
  userCount: Count,
})
const params = Type.Object({ id: Id })
const response = Type.Array(Role)

const userCount = sql<number>`(select count(*)::int from user_role u where u.role_id = r.id)`

const selectRoles = (reader: Reader) =>
  reader
    .selectFrom('role as r')
    .select([
      'r.id',
      versionColumn('role', 'r.id').as('version'),
      ...selections(roleFields, 'r'),
      sql<string[]>`array(select g.code::text from role_right g where g.role_id = r.id order by g.code)`.as(
        'rights',
      ),
      userCount.as('userCount'),
    ])

/** @throws Failure 404 */
async function loadRole(reader: Reader, id: number) {
  const found = await selectRoles(reader).where('r.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'role', id }))
  return found
}

const list = officeEndpoint({
  method: 'GET',
  path: '/roles',
  right,
  query: listQuery({ sorts: ['name', 'id', 'userCount'], filters: { q: Type.Optional(ShortText) } }),
  response,
  handle: ({ db, query }) =>
    selectPage(
      db,
      selectRoles(db).where(containsWords('r.name', query.q ?? '')),
      query,
      { name: sql`lower(r.name)`, id: sql`r.id`, userCount },
      'r.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/roles/{id}',
  right,
  params,
  response,
  handle: async ({ db, params: { id } }) => [await loadRole(db, id)],
})

const input = {
  name: Name,
  rights: Type.Array(Type.String({ pattern: rightPattern }), { maxItems: 100 }),
}

const roleRights = { table: 'role_right', owner: 'role_id', value: 'code' }

/** Tells the security log what the users of a role may do now. */
async function recordForUsers(tx: Tx, roleId: number, now: Date): Promise<void> {
  const users = await tx
    .selectFrom('user_role')
    .select('user_id')
    .where('role_id', '=', roleId)
    .orderBy('user_id')
    .execute()
  for (const { user_id: userId } of users)
    await recordSecurityEvent(tx, {
      event: 'rightsChanged',
      userId,
      detail: describeAccess(await loadUser(tx, userId, now)),
    })
}

const create = officeEndpoint({
  method: 'POST',
  path: '/roles',
  confirmed: true,
  right,
  body: record(input),
  response,
  handle: async ({ tx, body: { rights, ...role } }) => {
    const id = await insertRow(tx, 'role', roleFields, role)
    await storeValues(tx, roleRights, id, rights)
    return [await loadRole(tx, id)]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/roles/{id}',
  confirmed: true,
  right,
  params,
  body: record({
    version: Version,
    name: Type.Optional(input.name),
    rights: Type.Optional(input.rights),
  }),
  response,
  handle: async ({ tx, params: { id }, body: { version, rights, ...change }, now }) => {
    await lockVersion(tx, 'role', id, version)
    await updateRow(tx, 'role', roleFields, id, change)
    if (rights !== undefined) {
      const before = await loadRole(tx, id)
      await storeValues(tx, roleRights, id, rights)
      const after = await loadRole(tx, id)
      if (String(after.rights) !== String(before.rights)) await recordForUsers(tx, id, now)
    }
    return [await loadRole(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/roles/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'role', id)
    await deleteUnused(tx, 'role', 'id', id)
    return []
  },
})

export const rolesOffice = [list, get, create, change, remove] as const
