// CRM users: users who can own leads of a client.
import type { Reader } from '../platform/database/database.ts'
import type { CrmUser } from './crm-user.schema.ts'

/** CRM user u, unless locked, with a row of user_client c for each client. */
const joinCrmUsers = (reader: Reader) =>
  reader
    .selectFrom('app_user as u')
    .innerJoin('user_client as c', 'c.user_id', 'u.id')
    .where('u.is_crm', '=', true)
    .where('u.locked_at', 'is', null)

/** The CRM users of a client by id, without locked ones. */
export const listCrmUsers = (reader: Reader, clientId: number): Promise<CrmUser[]> =>
  joinCrmUsers(reader)
    .select(['u.id', 'u.name'])
    .where('c.client_id', '=', clientId)
    .orderBy('u.id')
    .execute()

/** The clients of a CRM user; [] if the user is missing, locked or no CRM user. */
export async function clientsOfCrmUser(reader: Reader, userId: number): Promise<number[]> {
  const rows = await joinCrmUsers(reader).select('c.client_id').where('u.id', '=', userId).execute()
  return rows.map((row) => row.client_id)
}
