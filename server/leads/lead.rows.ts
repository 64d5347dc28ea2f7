// Reads leads for the back office: filters, columns, sort orders.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { selections } from '../platform/database/fields.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { containsWords, searchContainsWords } from '../platform/http/list.ts'
import { type Lead, type LeadFilters, leadFields } from './lead.office.schema.ts'

// The company is left out without the right to see contacts.
const { companyId: _companyId, ...ownFields } = leadFields

const emptyJson = sql<never[]>`'[]'::json`

const personName = `trim(both ' ' from concat_ws(' ', c.first_name, c.last_name))`

const contactsOf = sql<Lead['contacts']>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', ${sql.raw(personName)}, 'contactType', c.contact_type) order by c.id)
  from lead_contact lc join contact c on c.id = lc.contact_id where lc.lead_id = lead.id), '[]')`

const contactIdsOf = sql<number[]>`coalesce((
  select json_agg(lc.contact_id order by lc.contact_id) from lead_contact lc where lc.lead_id = lead.id), '[]')`

/** The leads of the user's clients that match the filters. @param timeZone of the days in the filters */
export function leadRows(reader: Reader, principal: Principal, filters: LeadFilters = {}, timeZone = 'UTC') {
  const seesContacts = hasRight(principal, '090300:access')
  const seesTasks = hasRight(principal, 'task:access')
  const { q = '', status, isOpen, owner } = filters
  const equalityFilters = [
    ['lead.owner_id', filters.ownerId],
    ['lead.category_id', filters.categoryId],
    ['lead.region', filters.region],
    ['lead.sector', filters.sector],
    ['lead.client_id', filters.clientId],
    ['lead.company_id', filters.companyId],
  ] as const
  let rows = reader
    .selectFrom('lead')
    .innerJoin('lead_status as s', 's.status', 'lead.status')
    .leftJoin('lead_category as k', 'k.id', 'lead.category_id')
    .leftJoin('app_user as o', 'o.id', 'lead.owner_id')
    .leftJoin('app_user as n', 'n.id', 'lead.next_step_assignee_id')
    .leftJoin('contact as f', 'f.id', 'lead.company_id')
    .select([
      'lead.id',
      versionColumn('lead', 'lead.id').as('version'),
      'lead.client_id as clientId',
      ...selections(ownFields, 'lead'),
      sql<string>`to_json(lead.status_changed_at) #>> '{}'`.as('statusChangedAt'),
      sql<string>`coalesce(o.name, '')`.as('ownerName'),
      sql<string>`coalesce(k.name, '')`.as('categoryName'),
      (seesContacts ? sql<number>`coalesce(lead.company_id, 0)` : sql<number>`0`).as('companyId'),
      (seesContacts ? sql<string>`coalesce(f.last_name, '')` : sql<string>`''`).as('companyName'),
      (seesContacts ? contactIdsOf : emptyJson).as('contactIds'),
      (seesContacts ? contactsOf : emptyJson).as('contacts'),
      sql<string>`coalesce(n.name, '')`.as('nextStepAssigneeName'),
      (seesTasks
        ? sql<number>`(select count(*)::int from task t where t.lead_id = lead.id and t.done_at is null)`
        : sql<number>`0`
      ).as('openTaskCount'),
      sql<string>`to_json(lead.created_at) #>> '{}'`.as('createdAt'),
    ])
    .where('lead.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
  for (const [column, value] of equalityFilters)
    if (value !== undefined) rows = rows.where(sql.ref(column), '=', value)
  return rows
    .$if(q.trim() !== '', (some) =>
      some.where(
        seesContacts
          ? searchContainsWords(q, [['lead', 'lead.id']], 'lead.next_step')
          : containsWords(`concat_ws(' ', lead.name, lead.region, lead.sector, lead.next_step)`, q),
      ),
    )
    .$if(status !== undefined, (some) => some.where('lead.status', 'in', status!))
    .$if(isOpen !== undefined, (some) => some.where('s.is_open', '=', isOpen!))
    .$if(owner === 'me', (some) => some.where('lead.owner_id', '=', principal.userId))
    .$if(owner === 'none', (some) => some.where('lead.owner_id', 'is', null))
    .$if(filters.dueBy !== undefined, (some) =>
      some.where(sql<boolean>`lead.next_step_date <= ${filters.dueBy!}::date`),
    )
    .$if(filters.createdFrom !== undefined, (some) =>
      some.where('lead.created_at', '>=', startOfDay(filters.createdFrom!, 0, timeZone)),
    )
    .$if(filters.contactId !== undefined, (some) =>
      some.where(
        sql<boolean>`(lead.company_id = ${filters.contactId!}
          or exists (select from lead_contact lc where lc.lead_id = lead.id and lc.contact_id = ${filters.contactId!}))`,
      ),
    )
}

/** The expression of each value of `sort`. */
export const leadSorts = {
  createdAt: sql`lead.created_at`,
  id: sql`lead.id`,
  name: sql`lower(lead.name)`,
  status: sql`s.position`,
  statusChangedAt: sql`lead.status_changed_at`,
  ownerName: sql`lower(o.name)`,
  categoryName: sql`lower(k.name)`,
  region: sql`lower(lead.region)`,
  sector: sql`lower(lead.sector)`,
  size: sql`lead.size`,
  rating: sql`lead.rating`,
  nextStepDate: sql`lead.next_step_date`,
}

/** One lead of the user's clients. */
export const findLead = (reader: Reader, principal: Principal, leadId: number): Promise<Lead | undefined> =>
  leadRows(reader, principal).where('lead.id', '=', leadId).executeTakeFirst()
