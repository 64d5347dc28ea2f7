// Users as the back office shows them.
import { sql } from 'kysely'
import Type from 'typebox'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, IdOrNone, record, Version } from '../platform/http/schema.ts'

export const Language = Type.Unsafe<'' | 'de' | 'en'>(Type.Enum(['', 'de', 'en']))

export const User = record({
  id: Id,
  version: Version,
  name: Type.String(),
  email: Type.String(),
  /** '': as the browser asks for. */
  language: Language,
  admin: Type.Boolean(),
  /** Can own leads. */
  crm: Type.Boolean(),
  locked: Type.Boolean(),
  clientIds: Type.Array(Id),
  defaultClientId: IdOrNone,
  rights: Type.Array(Type.String()),
  /** Has set a password: can sign in. */
  password: Type.Boolean(),
  secondFactor: Type.Boolean(),
  /** Until when an invitation that was not used is good; '': there is none. */
  invitedUntil: Type.String(),
  sessions: Type.Integer(),
  /** The last use of a session; '': none. */
  lastSeenAt: Type.String(),
  /** Tokens that are neither revoked nor over. */
  tokens: Type.Integer(),
})

const timestampOf = (expression: string) => sql.raw<string>(`coalesce(to_json(${expression}) #>> '{}', '')`)

/** Users, as `u`. */
export const selectUsers = (reader: Reader, now: Date) =>
  reader.selectFrom('app_user as u').select([
    'u.id',
    versionColumn('user', 'u.id').as('version'),
    'u.name',
    'u.email',
    sql<'' | 'de' | 'en'>`u.language`.as('language'),
    'u.is_admin as admin',
    'u.is_crm as crm',
    sql<boolean>`u.locked_at is not null`.as('locked'),
    sql<
      number[]
    >`array(select c.client_id from user_client c where c.user_id = u.id order by c.client_id)`.as(
      'clientIds',
    ),
    sql<number>`coalesce((select c.client_id from user_client c where c.user_id = u.id order by c.is_default desc, c.client_id limit 1), 0)`.as(
      'defaultClientId',
    ),
    sql<string[]>`array(select r.code from user_right r where r.user_id = u.id order by r.code)`.as('rights'),
    sql<boolean>`u.password_hash <> ''`.as('password'),
    'u.totp_confirmed as secondFactor',
    sql<string>`coalesce((select to_json(max(i.expires_at)) #>> '{}' from invitation i
      where i.user_id = u.id and i.used_at is null and i.expires_at > ${now}), '')`.as('invitedUntil'),
    sql<number>`(select count(*)::int from session s where s.user_id = u.id)`.as('sessions'),
    timestampOf('(select max(s.last_used_at) from session s where s.user_id = u.id)').as('lastSeenAt'),
    sql<number>`(select count(*)::int from token t where t.user_id = u.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > ${now}))`.as('tokens'),
  ])

/** A user as an answer. @throws Failure 404 */
export async function loadUser(reader: Reader, id: number, now: Date) {
  const found = await selectUsers(reader, now).where('u.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(`There is no user ${id}.`)
  return found
}
