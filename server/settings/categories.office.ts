// Categories of contacts and of leads.
import { sql } from 'kysely'
import Type from 'typebox'
import { accessErrors } from '../access/access.errors.ts'
import type { Tx } from '../platform/database/database.ts'
import { fields, id, name } from '../platform/database/fields.ts'
import { Id } from '../platform/ground/schema.ts'
import { recordEndpoints } from '../platform/http/record-endpoints.ts'

export const contactCategoryFields = fields({ name })
export const leadCategoryFields = fields({ name, clientId: id })

const contactCategories = recordEndpoints({
  path: '/contact-categories',
  subject: 'contact_category',
  write: 'settings',
  fields: contactCategoryFields,
  rows: (reader) => reader.selectFrom('contact_category as r'),
  searchText: 'r.name',
  sorts: { name: sql`lower(r.name)`, id: sql`r.id` },
})

const leadCategories = recordEndpoints({
  path: '/lead-categories',
  subject: 'lead_category',
  write: 'settings',
  fields: leadCategoryFields,
  derived: { clientName: Type.String() },
  rows: (reader, principal) =>
    reader
      .selectFrom('lead_category as r')
      .innerJoin('client as o', 'o.id', 'r.client_id')
      .select('o.name as clientName')
      // Administrators edit the categories of all clients.
      .$if(!principal.admin, (rows) =>
        rows.where(sql<boolean>`r.client_id = any(${[...principal.clientIds]}::int[])`),
      ),
  searchText: 'r.name',
  sorts: { name: sql`lower(r.name)`, clientName: sql`lower(o.name)`, id: sql`r.id` },
  filters: { clientId: Type.Optional(Id) },
  filter: (rows, { clientId }) => (clientId ? rows.where('r.client_id', '=', clientId) : rows),
  validate: validateClient,
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
