// Categories of contacts and of leads.
import { sql } from 'kysely'
import Type from 'typebox'
import { accessErrors } from '../access/access.errors.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { containsWords } from '../platform/database/list.ts'
import { Id, Name, record, Version } from '../platform/http/schema.ts'
import { mapToColumns, recordEndpoints } from './record-endpoints.ts'

const q = Type.Optional(Type.String())

export const ContactCategory = record({ id: Id, version: Version, name: Type.String() })

const contactCategories = recordEndpoints({
  path: '/contact-categories',
  subject: 'contact_category',
  table: 'contact_category',
  write: 'admin',
  record: ContactCategory,
  fields: { name: Name },
  rows: (reader) =>
    reader
      .selectFrom('contact_category as c')
      .select(['c.id', versionColumn('contact_category', 'c.id').as('version'), 'c.name']),
  id: 'c.id',
  sorts: { name: sql`lower(c.name)`, id: sql`c.id` },
  filters: { q },
  filter: (rows, query) => rows.where(containsWords('c.name', String(query['q'] ?? ''))),
  columns: mapToColumns({ name: 'name' }),
})

export const LeadCategory = record({
  id: Id,
  version: Version,
  name: Type.String(),
  clientId: Id,
  clientName: Type.String(),
})

const leadCategories = recordEndpoints({
  path: '/lead-categories',
  subject: 'lead_category',
  table: 'lead_category',
  write: 'admin',
  record: LeadCategory,
  fields: { name: Name, clientId: Id },
  rows: (reader, principal) =>
    reader
      .selectFrom('lead_category as c')
      .innerJoin('client as o', 'o.id', 'c.client_id')
      .select([
        'c.id',
        versionColumn('lead_category', 'c.id').as('version'),
        'c.name',
        'c.client_id as clientId',
        'o.name as clientName',
      ])
      // Administrators edit the categories of all clients.
      .$if(!principal.admin, (rows) =>
        rows.where(sql<boolean>`c.client_id = any(${[...principal.clientIds]}::int[])`),
      ),
  id: 'c.id',
  sorts: { name: sql`lower(c.name)`, clientName: sql`lower(o.name)`, id: sql`c.id` },
  filters: { q, clientId: Type.Optional(Id) },
  filter: (rows, query) => {
    const matching = rows.where(containsWords('c.name', String(query['q'] ?? '')))
    return query['clientId'] ? matching.where('c.client_id', '=', query['clientId']) : matching
  },
  validate: validateClient,
  columns: mapToColumns({ name: 'name', clientId: 'client_id' }),
})

/** The error if the client does not exist. */
export async function validateClient(tx: Tx, fields: Record<string, unknown>) {
  if (fields['clientId'] === undefined) return []
  const client = await tx
    .selectFrom('client')
    .select('id')
    .where('id', '=', Number(fields['clientId']))
    .executeTakeFirst()
  return client ? [] : [{ field: 'clientId', ...accessErrors.unknownClient() }]
}

export const categoriesOffice = [...contactCategories, ...leadCategories]
