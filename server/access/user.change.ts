// What administrators change of a user.
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, type Detail } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/text.ts'
import { keepAdministrator } from './user.sql.ts'

export type UserChange = {
  name?: string
  email?: string
  language?: '' | 'de' | 'en'
  admin?: boolean
  crm?: boolean
  clientIds?: number[]
  defaultClientId?: number
  rights?: string[]
}

/** Faults of clients and e-mail address, which only the database knows. */
export async function faultsOfUser(reader: Reader, user: UserChange, id?: number): Promise<Detail[]> {
  const faults: Detail[] = []
  if (user.email !== undefined) {
    const other = await reader
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', fold(user.email))
      .executeTakeFirst()
    if (other && other.id !== id) faults.push({ field: 'email', message: 'belongs to another user' })
  }
  if (user.clientIds !== undefined) {
    const rows = await reader
      .selectFrom('client')
      .select('id')
      .where('id', 'in', [0, ...user.clientIds])
      .execute()
    for (const [index, clientId] of user.clientIds.entries())
      if (!rows.some((row) => row.id === clientId))
        faults.push({ field: `clientIds[${index}]`, message: 'is not the id of a client' })
  }
  return faults
}

/** Writes what differs, so that the log tells no more than that. @throws Failure 400, 409 for the last administrator */
export async function changeUser(tx: Tx, id: number, change: UserChange): Promise<void> {
  const faults = await faultsOfUser(tx, change, id)
  if (faults.length > 0) throw badRequest(faults)
  if (change.admin === false) await keepAdministrator(tx, id)
  const columns = {
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
    ...(change.email === undefined ? {} : { email: change.email, email_key: fold(change.email) }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.admin === undefined ? {} : { is_admin: change.admin }),
    ...(change.crm === undefined ? {} : { is_crm: change.crm }),
  }
  if (Object.keys(columns).length > 0)
    await tx.updateTable('app_user').set(columns).where('id', '=', id).execute()
  if (change.rights !== undefined) await setRights(tx, id, [...new Set(change.rights)])
  if (change.clientIds !== undefined || change.defaultClientId !== undefined)
    await setClients(tx, id, change.clientIds, change.defaultClientId)
}

async function setRights(tx: Tx, id: number, wanted: string[]): Promise<void> {
  await tx
    .deleteFrom('user_right')
    .where('user_id', '=', id)
    .where('code', 'not in', ['', ...wanted])
    .execute()
  if (wanted.length > 0)
    await tx
      .insertInto('user_right')
      .values(wanted.map((code) => ({ user_id: id, code })))
      .onConflict((on) => on.doNothing())
      .execute()
}

async function setClients(
  tx: Tx,
  id: number,
  clientIds: number[] | undefined,
  defaultClientId: number | undefined,
): Promise<void> {
  const before = await tx
    .selectFrom('user_client')
    .select(['client_id', 'is_default'])
    .where('user_id', '=', id)
    .orderBy('client_id')
    .execute()
  const wanted = [...new Set(clientIds ?? before.map((row) => row.client_id))]
  if (defaultClientId !== undefined && defaultClientId !== 0 && !wanted.includes(defaultClientId))
    throw badRequest([{ field: 'defaultClientId', message: 'is none of the clients' }])
  const known = defaultClientId || before.find((row) => row.is_default)?.client_id
  const first = known !== undefined && wanted.includes(known) ? known : wanted[0]
  const own = tx.deleteFrom('user_client').where('user_id', '=', id)
  await own.where('client_id', 'not in', [0, ...wanted]).execute()
  // Of the defaults one at a time is allowed.
  const others = tx.updateTable('user_client').set({ is_default: false }).where('user_id', '=', id)
  await others
    .where('is_default', '=', true)
    .where('client_id', '<>', first ?? 0)
    .execute()
  if (wanted.length === 0) return
  await tx
    .insertInto('user_client')
    .values(wanted.map((client_id) => ({ user_id: id, client_id, is_default: client_id === first })))
    .onConflict((on) =>
      on
        .columns(['user_id', 'client_id'])
        .doUpdateSet((eb) => ({ is_default: eb.ref('excluded.is_default') }))
        .whereRef('user_client.is_default', '<>', 'excluded.is_default'),
    )
    .execute()
}
