// Leads and their categories.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { LeadCategory, LeadSummary } from './lead.schema.ts'

const summaries = (reader: Reader) =>
  reader
    .selectFrom('lead')
    .leftJoin('lead_category', 'lead_category.id', 'lead.category_id')
    .leftJoin('app_user', 'app_user.id', 'lead.owner_id')
    .select([
      'lead.id as leadId',
      'lead.name',
      'lead.sector',
      'lead.region',
      sql<string>`coalesce(lead_category.name, '')`.as('category'),
      sql<string>`coalesce(app_user.name, '')`.as('processor'),
      'lead.size',
      'lead.rating',
    ])

export const readLead = (reader: Reader, leadId: number): Promise<LeadSummary> =>
  summaries(reader).where('lead.id', '=', leadId).executeTakeFirstOrThrow()

/** The leads of these clients that refer to the contact, as a person or as the company. */
export const leadsOfContact = (
  reader: Reader,
  contactId: number,
  clientIds: readonly number[],
): Promise<LeadSummary[]> =>
  summaries(reader)
    .where('lead.client_id', '=', sql<number>`any(${clientIds}::int[])`)
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
