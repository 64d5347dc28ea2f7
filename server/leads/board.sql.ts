// The board: a column of each state, with the leads that are due first; what is closed, newest first.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/access.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Lead, LeadFilters } from './lead.office.schema.ts'
import { leadRows } from './lead.rows.ts'

/** So many leads of a column are shown. */
const shown = 50

export const leadStates = (reader: Reader) =>
  reader
    .selectFrom('lead_state')
    .select(['state as id', 'name_de as nameDe', 'name_en as nameEn', 'is_open as isOpen'])
    .orderBy('position')
    .orderBy('state')
    .execute()

export async function board(
  reader: Reader,
  principal: Principal,
  filters: LeadFilters,
  timeZone: string,
): Promise<{ id: string; count: number; leads: Lead[] }[]> {
  const places = leadRows(reader, principal, filters, timeZone)
    .clearSelect()
    .select([
      'lead.id',
      'lead.state',
      sql<number>`count(*) over (partition by lead.state)::int`.as('count'),
      sql<number>`row_number() over (partition by lead.state order by
        case when s.is_open then lead.next_step_on end nulls last,
        case when not s.is_open then lead.state_at end desc, lead.id desc)::int`.as('place'),
    ])
  const [states, { rows: placed }] = await Promise.all([
    leadStates(reader),
    sql<{ id: number; state: string; count: number }>`
      select id, state, count from (${places}) as placed where place <= ${shown} order by state, place`.execute(
      reader,
    ),
  ])
  const leads = new Map<number, Lead>()
  if (placed.length > 0) {
    const found = await leadRows(reader, principal)
      .where(sql<boolean>`lead.id = any(${placed.map(({ id }) => id)}::int[])`)
      .execute()
    for (const lead of found) leads.set(lead.id, lead)
  }
  const byState = Map.groupBy(placed, ({ state }) => state)
  return states.map(({ id }) => {
    const here = byState.get(id) ?? []
    return {
      id,
      count: here[0]?.count ?? 0,
      leads: here.flatMap((one) => leads.get(one.id) ?? []),
    }
  })
}
