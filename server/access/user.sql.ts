// Creates, lists and locks users (decisions 3.3, 3.4; section 12).
import { sql } from 'kysely'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { lockKey, lockNamespace, type Reader, type Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { rightPattern } from '../platform/ground/rights.ts'
import { emailKey, isEmail } from '../platform/ground/text.ts'
import { accessErrors } from './access.errors.ts'

export type NewUser = {
  name: string
  email: string
  /** The first is the default; empty: the only client, and for an administrator, who sees all, the first one. */
  clientIds: readonly number[]
  /** Codes such as `090300` or `090300:access`. */
  rights: readonly string[]
  roleIds: readonly number[]
  admin: boolean
  /** Whether the user can own leads. */
  crm: boolean
}

export type UserRow = {
  id: number
  name: string
  email: string
  admin: boolean
  crm: boolean
  locked: boolean
  /** The default client first. */
  clientIds: number[]
  /** By roles or not. */
  rights: string[]
}

/**
 * Creates a user and assigns the clients.
 * @returns the id
 * @throws Failure 400 with all errors, `field` being a key of NewUser; 409 if a user with this e-mail address exists
 */
export async function createUser(tx: Tx, user: NewUser): Promise<number> {
  const email = user.email.trim()
  const rights = [...new Set(user.rights)]
  const { clientIds, errors } = await checkClients(tx, user)
  if (user.name.trim() === '') errors.push({ field: 'name', ...generalErrors.blank() })
  if (user.name.length > 255) errors.push({ field: 'name', ...generalErrors.maxLength({ max: 255 }) })
  if (!isEmail(email)) errors.push({ field: 'email', ...generalErrors.email() })
  for (const right of rights) {
    if (!new RegExp(rightPattern).test(right))
      errors.push({ field: 'rights', ...accessErrors.invalidRight({ right }) })
  }
  const roleIds = [...new Set(user.roleIds)]
  errors.push(...(await unknownRoles(tx, roleIds)))
  if (errors.length > 0) throw badRequest(errors)
  const created = await tx
    .insertInto('app_user')
    .values({
      name: user.name,
      email,
      email_key: emailKey(email),
      is_admin: user.admin,
      is_crm: user.crm,
    })
    .onConflict((on) => on.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw conflict(accessErrors.userExists(), { kind: 'exists' })
  const userClients = clientIds.map((client_id, index) => ({
    user_id: created.id,
    client_id,
    is_default: index === 0,
  }))
  if (userClients.length > 0) await tx.insertInto('user_client').values(userClients).execute()
  if (rights.length > 0)
    await tx
      .insertInto('user_right')
      .values(rights.map((code) => ({ user_id: created.id, code })))
      .execute()
  if (roleIds.length > 0)
    await tx
      .insertInto('user_role')
      .values(roleIds.map((role_id) => ({ user_id: created.id, role_id })))
      .execute()
  const held = await tx
    .selectFrom('held_right')
    .select(sql<string>`code`.as('code'))
    .where('user_id', '=', created.id)
    .execute()
  await recordSecurityEvent(tx, {
    event: 'userCreated',
    userId: created.id,
    detail: describeAccess({ isAdmin: user.admin, heldRights: held.map(({ code }) => code), clientIds }),
  })
  return created.id
}

/**
 * The ids of roles, which are named or given by id.
 * @throws Failure 400 for unknown ones
 */
export async function findRoles(reader: Reader, given: readonly string[]): Promise<number[]> {
  const roles = await reader.selectFrom('role').select(['id', 'name']).orderBy('id').execute()
  const found = given.map((one) => roles.find(({ id, name }) => name === one || String(id) === one))
  const errors = given
    .filter((_, index) => !found[index])
    .map((role) => ({ field: 'roles', ...accessErrors.unknownRole({ role }) }))
  if (errors.length > 0) throw badRequest(errors)
  return found.map((role) => role!.id)
}

/** The errors of ids of roles that do not exist. */
export async function unknownRoles(reader: Reader, roleIds: readonly number[]): Promise<FieldError[]> {
  const rows = await reader
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [0, ...roleIds])
    .execute()
  return roleIds.flatMap((id, index) =>
    rows.some((row) => row.id === id)
      ? []
      : [{ field: `roleIds[${index}]`, ...generalErrors.unknownReference() }],
  )
}

/** The rights of a user, by roles or not, for the security log. */
export function describeAccess(user: {
  isAdmin: boolean
  heldRights: readonly string[]
  clientIds: readonly number[]
}): string {
  const rights = user.isAdmin ? 'admin' : user.heldRights.toSorted().join(' ') || 'no rights'
  return `${rights}, clients ${user.clientIds.toSorted((one, other) => one - other).join(' ')}`
}

async function checkClients(
  tx: Tx,
  { clientIds: requested, admin }: Pick<NewUser, 'clientIds' | 'admin'>,
): Promise<{ clientIds: number[]; errors: FieldError[] }> {
  const rows = await tx.selectFrom('client').select('id').orderBy('id').execute()
  const known = new Set(rows.map((row) => row.id))
  if (requested.length === 0) {
    const errors = rows.length > 1 && !admin ? [{ field: 'clientIds', ...accessErrors.severalClients() }] : []
    return { clientIds: rows.slice(0, 1).map((row) => row.id), errors }
  }
  const clientIds = [...new Set(requested)]
  const unknown = clientIds.filter((id) => !known.has(id))
  return {
    clientIds,
    errors: unknown.map((id) => ({ field: 'clientIds', ...accessErrors.unknownClientId({ id }) })),
  }
}

/** All users, by id. */
export const listUsers = (reader: Reader): Promise<UserRow[]> =>
  reader
    .selectFrom('app_user as u')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.is_admin as admin',
      'u.is_crm as crm',
      sql<boolean>`u.locked_at is not null`.as('locked'),
      sql<number[]>`array(select c.client_id from user_client c where c.user_id = u.id
        order by c.is_default desc, c.client_id)`.as('clientIds'),
      sql<string[]>`array(select r.code from held_right r where r.user_id = u.id order by r.code)`.as(
        'rights',
      ),
    ])
    .orderBy('u.id')
    .execute()

/**
 * Finds a user by id or e-mail address.
 * @throws Failure 404
 */
export async function findUser(reader: Reader, idOrEmail: string): Promise<{ id: number; locked: boolean }> {
  const trimmed = idOrEmail.trim()
  const id = /^[1-9]\d{0,9}$/.test(trimmed) ? Number(trimmed) : 0
  const user = await reader
    .selectFrom('app_user')
    .select(['id', sql<boolean>`locked_at is not null`.as('locked')])
    .where((eb) => (id > 0 && id <= 2147483647 ? eb('id', '=', id) : eb('email_key', '=', emailKey(trimmed))))
    .executeTakeFirst()
  if (!user) throw notFound(generalErrors.notFound({ kind: 'user', id: idOrEmail }))
  return user
}

/**
 * Ensures that an administrator who is not locked remains; concurrent changes are serialised.
 * Called before the change, with the user who ceases to be an administrator.
 * @throws Failure 409
 */
export async function assertOtherAdministrator(tx: Tx, userId: number): Promise<void> {
  await lockKey(tx, lockNamespace.administrators, '')
  const administrators = await tx
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .where('locked_at', 'is', null)
    .execute()
  if (administrators.length === 1 && administrators[0]!.id === userId)
    throw conflict(accessErrors.lastAdministrator())
}

/**
 * Locks a user: all of its tokens and sessions stop working at once (decision 3.1). Locking twice changes nothing.
 * @returns the id
 * @throws Failure 404, 409 for the last administrator
 */
export async function lockUser(tx: Tx, idOrEmail: string): Promise<number> {
  const { id, locked } = await findUser(tx, idOrEmail)
  if (locked) return id
  await assertOtherAdministrator(tx, id)
  await tx.deleteFrom('session').where('user_id', '=', id).execute()
  await tx.updateTable('app_user').set({ locked_at: sql<Date>`now()` }).where('id', '=', id).execute()
  await recordSecurityEvent(tx, { event: 'userLocked', userId: id })
  return id
}
