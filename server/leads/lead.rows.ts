// Leads of the back office as rows: what is shown, what it is filtered by.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { containsWords, searchContainsWords } from '../platform/database/list.ts'
import { startOfDay } from '../platform/runtime/days.ts'
import type { Lead, LeadFilters } from './lead.office.schema.ts'

const emptyJson = sql<never[]>`'[]'::json`

const personName = `trim(both ' ' from concat_ws(' ', c.first_name, c.last_name))`

const contactsOf = sql<Lead['contacts']>`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', ${sql.raw(personName)}, 'contactType', c.contact_type) order by c.id)
  from lead_contact lc join contact c on c.id = lc.contact_id where lc.lead_id = lead.id), '[]')`

const contactIdsOf = sql<number[]>`coalesce((
  select json_agg(lc.contact_id order by lc.contact_id) from lead_contact lc where lc.lead_id = lead.id), '[]')`

/** The leads of the user's clients, with what the filters leave of them. @param timeZone of the days in the filters */
export function leadRows(reader: Reader, principal: Principal, filters: LeadFilters = {}, timeZone = 'UTC') {
  const seesContacts = hasRight(principal, '090300:access')
  const { q = '', state, open, ownerId, categoryId } = filters
  return reader
    .selectFrom('lead')
    .innerJoin('lead_status as s', 's.status', 'lead.status')
    .leftJoin('lead_category as k', 'k.id', 'lead.category_id')
    .leftJoin('app_user as o', 'o.id', 'lead.owner_id')
    .leftJoin('app_user as n', 'n.id', 'lead.next_step_user_id')
    .leftJoin('contact as f', 'f.id', 'lead.company_id')
    .select([
      'lead.id',
      versionColumn('lead', 'lead.id').as('version'),
      'lead.client_id as clientId',
      'lead.name',
      'lead.status as state',
      sql<string>`to_json(lead.status_changed_at) #>> '{}'`.as('stateAt'),
      sql<number>`coalesce(lead.owner_id, 0)`.as('ownerId'),
      sql<string>`coalesce(o.name, '')`.as('owner'),
      sql<number>`coalesce(lead.category_id, 0)`.as('categoryId'),
      sql<string>`coalesce(k.name, '')`.as('category'),
      'lead.region',
      'lead.sector',
      'lead.size',
      'lead.rating',
      seesContacts
        ? sql<number>`coalesce(lead.company_id, 0)`.as('companyId')
        : sql<number>`0`.as('companyId'),
      seesContacts ? sql<string>`coalesce(f.last_name, '')`.as('company') : sql<string>`''`.as('company'),
      (seesContacts ? contactIdsOf : emptyJson).as('contactIds'),
      (seesContacts ? contactsOf : emptyJson).as('contacts'),
      'lead.next_step as nextStep',
      sql<string>`coalesce(lead.next_step_date::text, '')`.as('nextStepOn'),
      sql<number>`coalesce(lead.next_step_user_id, 0)`.as('nextStepUserId'),
      sql<string>`coalesce(n.name, '')`.as('nextStepUser'),
      sql<number>`(select count(*)::int from task t where t.lead_id = lead.id and t.done_at is null)`.as(
        'openTasks',
      ),
      sql<string>`to_json(lead.created_at) #>> '{}'`.as('createdAt'),
    ])
    .where('lead.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .$if(q.trim() !== '', (rows) =>
      rows.where(
        seesContacts
          ? searchContainsWords(q, [['lead', 'lead.id']], 'lead.next_step')
          : containsWords(`concat_ws(' ', lead.name, lead.region, lead.sector, lead.next_step)`, q),
      ),
    )
    .$if(state !== undefined, (rows) => rows.where('lead.status', 'in', state!))
    .$if(open !== undefined, (rows) => rows.where('s.is_open', '=', open!))
    .$if(filters.mine === true, (rows) => rows.where('lead.owner_id', '=', principal.userId))
    .$if(ownerId !== undefined, (rows) =>
      ownerId === 0 ? rows.where('lead.owner_id', 'is', null) : rows.where('lead.owner_id', '=', ownerId!),
    )
    .$if(categoryId !== undefined, (rows) =>
      categoryId === 0
        ? rows.where('lead.category_id', 'is', null)
        : rows.where('lead.category_id', '=', categoryId!),
    )
    .$if(filters.region !== undefined, (rows) => rows.where('lead.region', '=', filters.region!))
    .$if(filters.sector !== undefined, (rows) => rows.where('lead.sector', '=', filters.sector!))
    .$if(filters.clientId !== undefined, (rows) => rows.where('lead.client_id', '=', filters.clientId!))
    .$if(filters.companyId !== undefined, (rows) => rows.where('lead.company_id', '=', filters.companyId!))
    .$if(filters.dueBy !== undefined, (rows) =>
      rows.where(sql<boolean>`lead.next_step_date <= ${filters.dueBy!}::date`),
    )
    .$if(filters.createdFrom !== undefined, (rows) =>
      rows.where('lead.created_at', '>=', startOfDay(filters.createdFrom!, 0, timeZone)),
    )
    .$if(filters.contactId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(lead.company_id = ${filters.contactId!}
          or exists (select from lead_contact lc where lc.lead_id = lead.id and lc.contact_id = ${filters.contactId!}))`,
      ),
    )
}

/** What each word of `sort` orders by. */
export const leadSorts = {
  createdAt: sql`lead.created_at`,
  id: sql`lead.id`,
  name: sql`lower(lead.name)`,
  state: sql`s.position`,
  stateAt: sql`lead.status_changed_at`,
  owner: sql`lower(o.name)`,
  category: sql`lower(k.name)`,
  region: sql`lower(lead.region)`,
  sector: sql`lower(lead.sector)`,
  size: sql`lead.size`,
  rating: sql`lead.rating`,
  nextStepOn: sql`lead.next_step_date`,
}

/** One lead of the user's clients. */
export const findLead = (reader: Reader, principal: Principal, leadId: number): Promise<Lead | undefined> =>
  leadRows(reader, principal).where('lead.id', '=', leadId).executeTakeFirst()
