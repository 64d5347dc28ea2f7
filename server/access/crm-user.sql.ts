// CRM users: users who can own leads of a client.
import type { Reader } from '../platform/database/database.ts'
import type { CrmUser } from './crm-user.schema.ts'

/** The CRM users of a client by id, without locked ones. */
export const listCrmUsers = (reader: Reader, clientId: number): Promise<CrmUser[]> =>
  reader
    .selectFrom('app_user as u')
    .innerJoin('user_client as c', 'c.user_id', 'u.id')
    .select(['u.id', 'u.name'])
    .where('c.client_id', '=', clientId)
    .where('u.is_crm', '=', true)
    .where('u.locked_at', 'is', null)
    .orderBy('u.id')
    .execute()

/** The clients of a CRM user; [] if the user is missing, locked or no CRM user. */
export async function clientsOfCrmUser(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('app_user as u')
    .innerJoin('user_client as c', 'c.user_id', 'u.id')
    .select('c.client_id')
    .where('u.id', '=', userId)
    .where('u.is_crm', '=', true)
    .where('u.locked_at', 'is', null)
    .execute()
  return rows.map((row) => row.client_id)
}
