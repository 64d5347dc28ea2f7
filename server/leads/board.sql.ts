// Reads the board of leads: a column per status. In columns of open statuses, the next step that is due first comes first; the others
// have the leads that were closed lately, the last one first.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { startOfDay } from '../platform/ground/days.ts'
import type { Lead, LeadFilters } from './lead.office.schema.ts'
import { leadRows } from './lead.rows.ts'

const maxLeadsPerColumn = 50
/** How long closed leads stay on the board. */
const closedDays = 30

export const leadStatuses = (reader: Reader) =>
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
  today: string,
): Promise<{ status: string; leadCount: number; leads: Lead[] }[]> {
  const ranked = leadRows(reader, principal, filters, timeZone)
    .clearSelect()
    .select([
      'lead.id',
      'lead.status',
      sql<number>`count(*) over (partition by lead.status)::int`.as('count'),
      sql<number>`row_number() over (partition by lead.status order by
        case when s.is_open then lead.next_step_date end nulls last,
        case when not s.is_open then lead.status_changed_at end desc, lead.id desc)::int`.as('rank'),
    ])
    .where((where) =>
      where.or([
        where('s.is_open', '=', true),
        where('lead.status_changed_at', '>=', startOfDay(today, -closedDays, timeZone)),
      ]),
    )
  const [statuses, { rows: rankedRows }] = await Promise.all([
    leadStatuses(reader),
    sql<{ id: number; status: string; count: number }>`
      select id, status, count from (${ranked}) as ranked where rank <= ${maxLeadsPerColumn} order by status, rank`.execute(
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
  const rowsByStatus = Map.groupBy(rankedRows, ({ status }) => status)
  return statuses.map(({ id }) => {
    const rows = rowsByStatus.get(id) ?? []
    return {
      status: id,
      leadCount: rows[0]?.count ?? 0,
      leads: rows.flatMap((row) => leads.get(row.id) ?? []),
    }
  })
}
