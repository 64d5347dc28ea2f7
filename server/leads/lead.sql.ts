// Leads and their categories.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { LeadCategory, LeadSummary } from './lead.schema.ts'

/** The id of the contact or company of the lead that has its name, else the name (decision 13.8). */
const nameWithoutContacts = sql<string>`coalesce((
  select c.id::text from contact c
  where search_key(concat_ws(' ', nullif(trim(c.first_name), ''), nullif(trim(c.last_name), ''))) = search_key(trim(lead.name))
    and c.id in (
      select lead.company_id
      union select m.contact_id from lead_contact m where m.lead_id = lead.id
      union select p.company_id from lead_contact m join contact p on p.id = m.contact_id where m.lead_id = lead.id)
  order by c.id limit 1), lead.name)`

const summaries = (reader: Reader, seesContacts: boolean) =>
  reader
    .selectFrom('lead')
    .leftJoin('lead_category', 'lead_category.id', 'lead.category_id')
    .leftJoin('app_user', 'app_user.id', 'lead.owner_id')
    .select([
      'lead.id as leadId',
      seesContacts ? 'lead.name' : nameWithoutContacts.as('name'),
      'lead.sector',
      'lead.region',
      sql<string>`coalesce(lead_category.name, '')`.as('category'),
      sql<string>`coalesce(app_user.name, '')`.as('processor'),
      'lead.size',
      'lead.rating',
    ])

/** @param seesContacts whether the name may be that of a contact */
export const readLead = (reader: Reader, leadId: number, seesContacts: boolean): Promise<LeadSummary> =>
  summaries(reader, seesContacts).where('lead.id', '=', leadId).executeTakeFirstOrThrow()

/** The leads of these clients that refer to the contact, as a person or as the company. */
export const leadsOfContact = (
  reader: Reader,
  contactId: number,
  principal: Principal,
): Promise<LeadSummary[]> =>
  summaries(reader, hasRight(principal, '090300:access'))
    .where('lead.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .where((eb) =>
      eb.or([
        eb(
          'lead.id',
          'in',
          eb.selectFrom('lead_contact').select('lead_id').where('contact_id', '=', contactId),
        ),
        eb('lead.company_id', '=', contactId),
      ]),
    )
    .orderBy('lead.id')
    .execute()

export const categoriesOfClient = (reader: Reader, clientId: number): Promise<LeadCategory[]> =>
  reader
    .selectFrom('lead_category')
    .select(['id as categoryId', 'name as categoryName'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute()

export const clientOfCategory = (
  reader: Reader,
  categoryId: number,
): Promise<{ client_id: number } | undefined> =>
  reader.selectFrom('lead_category').select('client_id').where('id', '=', categoryId).executeTakeFirst()

/** Locks a lead of the user's clients; undefined: there is no such lead. */
export const lockLead = (
  tx: Tx,
  principal: Principal,
  leadId: number,
): Promise<{ id: number; client_id: number } | undefined> =>
  tx
    .selectFrom('lead')
    .select(['id', 'client_id'])
    .where('id', '=', leadId)
    .where('client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .forUpdate()
    .executeTakeFirst()

export type LeadContact = { id: number; first_name: string; last_name: string; company_id: number | null }

export const findLeadContact = (reader: Reader, contactId: number): Promise<LeadContact | undefined> =>
  reader
    .selectFrom('contact')
    .select(['id', 'first_name', 'last_name', 'company_id'])
    .where('id', '=', contactId)
    .executeTakeFirst()
