// The board: a column of each state, with the leads that are due first; what is closed, newest first.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Lead, LeadFilters } from './lead.office.schema.ts'
import { leadRows } from './lead.rows.ts'

/** So many leads of a column are shown. */
const maxLeadsPerColumn = 50

export const leadStates = (reader: Reader) =>
  reader
    .selectFrom('lead_status')
    .select(['status as id', 'name_de as nameDe', 'name_en as nameEn', 'is_open as isOpen'])
    .orderBy('position')
    .orderBy('status')
    .execute()

export async function readBoard(
  reader: Reader,
  principal: Principal,
  filters: LeadFilters,
  timeZone: string,
): Promise<{ id: string; count: number; leads: Lead[] }[]> {
  const ranked = leadRows(reader, principal, filters, timeZone)
    .clearSelect()
    .select([
      'lead.id',
      'lead.status as state',
      sql<number>`count(*) over (partition by lead.status)::int`.as('count'),
      sql<number>`row_number() over (partition by lead.status order by
        case when s.is_open then lead.next_step_date end nulls last,
        case when not s.is_open then lead.status_changed_at end desc, lead.id desc)::int`.as('place'),
    ])
  const [states, { rows: rankedRows }] = await Promise.all([
    leadStates(reader),
    sql<{ id: number; state: string; count: number }>`
      select id, state, count from (${ranked}) as placed where place <= ${maxLeadsPerColumn} order by state, place`.execute(
      reader,
    ),
  ])
  const leads = new Map<number, Lead>()
  if (rankedRows.length > 0) {
    const found = await leadRows(reader, principal)
      .where(sql<boolean>`lead.id = any(${rankedRows.map(({ id }) => id)}::int[])`)
      .execute()
    for (const lead of found) leads.set(lead.id, lead)
  }
  const byState = Map.groupBy(rankedRows, ({ state }) => state)
  return states.map(({ id }) => {
    const column = byState.get(id) ?? []
    return {
      id,
      count: column[0]?.count ?? 0,
      leads: column.flatMap((one) => leads.get(one.id) ?? []),
    }
  })
}
