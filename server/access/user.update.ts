// Changes that administrators make to a user.
import type { Reader, Tx } from '../platform/database/database.ts'
import { fields, text } from '../platform/database/fields.ts'
import { storeValues } from '../platform/database/value-set.ts'
import { updateRow } from '../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { emailKey } from '../platform/ground/text.ts'
import { accessErrors } from './access.errors.ts'
import { assertOtherAdministrator, unknownRoles } from './user.sql.ts'
import { userFields } from './users.record.ts'

const storedFields = { ...userFields, ...fields({ emailKey: text }) }

export type UserChange = {
  name?: string
  email?: string
  language?: '' | 'de' | 'en'
  isAdmin?: boolean
  isCrm?: boolean
  clientIds?: number[]
  defaultClientId?: number
  rights?: string[]
  roleIds?: number[]
}

/** Checks clients and e-mail address against the database. */
export async function userErrors(reader: Reader, user: UserChange, id?: number): Promise<FieldError[]> {
  const errors: FieldError[] = []
  if (user.email !== undefined) {
    const other = await reader
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', emailKey(user.email))
      .executeTakeFirst()
    if (other && other.id !== id) errors.push({ field: 'email', ...accessErrors.emailTaken() })
  }
  if (user.clientIds !== undefined) {
    const rows = await reader
      .selectFrom('client')
      .select('id')
      .where('id', 'in', [0, ...user.clientIds])
      .execute()
    for (const [index, clientId] of user.clientIds.entries())
      if (!rows.some((row) => row.id === clientId))
        errors.push({ field: `clientIds[${index}]`, ...accessErrors.unknownClient() })
  }
  errors.push(...(await unknownRoles(reader, user.roleIds ?? [])))
  return errors
}

/** Writes only what differs, so that the change log has no other entries. @throws Failure 400, 409 for the last administrator */
export async function updateUser(tx: Tx, id: number, change: UserChange): Promise<void> {
  const errors = await userErrors(tx, change, id)
  if (errors.length > 0) throw badRequest(errors)
  if (change.isAdmin === false) await assertOtherAdministrator(tx, id)
  await updateRow(tx, 'app_user', storedFields, id, {
    ...change,
    emailKey: change.email === undefined ? undefined : emailKey(change.email),
  })
  if (change.rights !== undefined)
    await storeValues(tx, { table: 'user_right', owner: 'user_id', value: 'code' }, id, change.rights)
  if (change.roleIds !== undefined)
    await storeValues(tx, { table: 'user_role', owner: 'user_id', value: 'role_id' }, id, change.roleIds)
  if (change.clientIds !== undefined || change.defaultClientId !== undefined)
    await setClients(tx, id, change.clientIds, change.defaultClientId)
}

async function setClients(
  tx: Tx,
  id: number,
  clientIds: number[] | undefined,
  defaultClientId: number | undefined,
): Promise<void> {
  const previous = await tx
    .selectFrom('user_client')
    .select(['client_id', 'is_default'])
    .where('user_id', '=', id)
    .orderBy('client_id')
    .execute()
  const newIds = [...new Set(clientIds ?? previous.map((row) => row.client_id))]
  if (defaultClientId !== undefined && defaultClientId !== 0 && !newIds.includes(defaultClientId))
    throw badRequest([{ field: 'defaultClientId', ...accessErrors.defaultClientMissing() }])
  const preferred = defaultClientId || previous.find((row) => row.is_default)?.client_id
  const newDefault = preferred !== undefined && newIds.includes(preferred) ? preferred : newIds[0]
  const ownRows = tx.deleteFrom('user_client').where('user_id', '=', id)
  await ownRows.where('client_id', 'not in', [0, ...newIds]).execute()
  // A unique index allows one default for each user.
  const otherDefaults = tx.updateTable('user_client').set({ is_default: false }).where('user_id', '=', id)
  await otherDefaults
    .where('is_default', '=', true)
    .where('client_id', '<>', newDefault ?? 0)
    .execute()
  if (newIds.length === 0) return
  await tx
    .insertInto('user_client')
    .values(newIds.map((client_id) => ({ user_id: id, client_id, is_default: client_id === newDefault })))
    .onConflict((on) =>
      on
        .columns(['user_id', 'client_id'])
        .doUpdateSet((eb) => ({ is_default: eb.ref('excluded.is_default') }))
        .whereRef('user_client.is_default', '<>', 'excluded.is_default'),
    )
    .execute()
}
