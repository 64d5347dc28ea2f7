// CRM users: who can be the owner of a client's leads.
import type { Reader } from '../platform/database/database.ts'
import type { CrmUser } from './crm-user.schema.ts'

/** The CRM users of a client who are not locked, by id. */
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

/** The clients that a CRM user is connected with; none where the user is missing, locked or no CRM user. */
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
