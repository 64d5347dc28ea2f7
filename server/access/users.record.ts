// The record of a user in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { answerProperties, bool, fields, name, selections, text } from '../platform/database/fields.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, IdOrNone, record, Version } from '../platform/ground/schema.ts'

export const Language = Type.Unsafe<'' | 'de' | 'en'>(Type.Enum(['', 'de', 'en']))

export const userFields = fields({
  name,
  email: text,
  /** '': that of the browser. */
  language: { ...text, schema: Language, input: Language },
  isAdmin: bool,
  /** Can own leads. */
  isCrm: bool,
})

export const User = record({
  id: Id,
  version: Version,
  ...answerProperties(userFields),
  isLocked: Type.Boolean(),
  clientIds: Type.Array(Id),
  defaultClientId: IdOrNone,
  /** Those that the user has directly. */
  rights: Type.Array(Type.String()),
  roleIds: Type.Array(Id),
  /** Those that the user has, directly or by a role. */
  heldRights: Type.Array(Type.String()),
  hasPassword: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  /** Of an invitation that was not used; '': there is none. */
  invitationExpiresAt: Type.String(),
  sessionCount: Type.Integer(),
  /** The last use of a session; '': none. */
  lastSeenAt: Type.String(),
  /** Tokens that are neither revoked nor expired. */
  tokenCount: Type.Integer(),
})

const timestampOf = (expression: string) => sql.raw<string>(`coalesce(to_json(${expression}) #>> '{}', '')`)

/** Users with the alias `u`. */
export const selectUsers = (reader: Reader, now: Date) =>
  reader.selectFrom('app_user as u').select([
    'u.id',
    versionColumn('user', 'u.id').as('version'),
    ...selections(userFields, 'u'),
    sql<boolean>`u.locked_at is not null`.as('isLocked'),
    sql<
      number[]
    >`array(select c.client_id from user_client c where c.user_id = u.id order by c.client_id)`.as(
      'clientIds',
    ),
    sql<number>`coalesce((select c.client_id from user_client c where c.user_id = u.id order by c.is_default desc, c.client_id limit 1), 0)`.as(
      'defaultClientId',
    ),
    sql<string[]>`array(select r.code::text from user_right r where r.user_id = u.id order by r.code)`.as(
      'rights',
    ),
    sql<number[]>`array(select r.role_id from user_role r where r.user_id = u.id order by r.role_id)`.as(
      'roleIds',
    ),
    sql<string[]>`array(select r.code from held_right r where r.user_id = u.id order by r.code)`.as(
      'heldRights',
    ),
    sql<boolean>`u.password_hash <> ''`.as('hasPassword'),
    'u.totp_confirmed as hasSecondFactor',
    sql<string>`coalesce((select to_json(max(i.expires_at)) #>> '{}' from invitation i
      where i.user_id = u.id and i.used_at is null and i.expires_at > ${now}), '')`.as('invitationExpiresAt'),
    sql<number>`(select count(*)::int from session s where s.user_id = u.id)`.as('sessionCount'),
    timestampOf('(select max(s.last_used_at) from session s where s.user_id = u.id)').as('lastSeenAt'),
    sql<number>`(select count(*)::int from token t where t.user_id = u.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}))`.as('tokenCount'),
  ])

/** @throws Failure 404 */
export async function loadUser(reader: Reader, id: number, now: Date) {
  const found = await selectUsers(reader, now).where('u.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'user', id }))
  return found
}
