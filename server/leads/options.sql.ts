// Values to choose from for leads and tasks, per client.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'

type Named = { id: number; name: string }
type LeadOptions = {
  id: number
  name: string
  owners: Named[]
  assignees: Named[]
  categories: Named[]
  regions: string[]
  sectors: string[]
}

const usersOf = (and: string) => `coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id)
  from user_client uc join app_user u on u.id = uc.user_id
  where uc.client_id = c.id and u.locked_at is null ${and}), '[]')`

const valuesOf = (column: string) => `coalesce((
  select json_agg(v order by lower(v)) from (
    select distinct l.${column} as v from lead l where l.client_id = c.id and l.${column} <> '' limit 500) as used), '[]')`

/** For the user's clients. Regions and sectors, which are taken from leads, only with the right to leads. */
export async function leadOptions(reader: Reader, principal: Principal): Promise<LeadOptions[]> {
  const seesLeads = hasRight(principal, 'lead:access')
  const valuesOfLeads = (column: string) => (seesLeads ? sql.raw(valuesOf(column)) : sql`'[]'::json`)
  const { rows } = await sql<LeadOptions>`
    select c.id, c.name, ${sql.raw(usersOf('and u.is_crm'))} as owners, ${sql.raw(usersOf(''))} as assignees,
      coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name) order by lower(k.name), k.id)
        from lead_category k where k.client_id = c.id), '[]') as categories,
      ${valuesOfLeads('region')} as regions, ${valuesOfLeads('sector')} as sectors
    from client c where c.id = any(${principal.clientIds}::int[]) order by c.id`.execute(reader)
  return rows
}

/** Whether a client has this user, who must not be locked. */
export async function isUserOfClient(reader: Reader, userId: number, clientId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('user_client as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .select('u.id')
    .where('c.user_id', '=', userId)
    .where('c.client_id', '=', clientId)
    .where('u.locked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
