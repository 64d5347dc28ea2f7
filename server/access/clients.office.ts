// Clients in the back office.
import { sql } from 'kysely'
import { fields, name } from '../platform/database/fields.ts'
import { Count } from '../platform/ground/schema.ts'
import { recordEndpoints } from '../platform/http/record-endpoints.ts'

export const clientFields = fields({ name })

// A client stays.
const [list, get, create, change] = recordEndpoints({
  path: '/clients',
  subject: 'client',
  write: 'admin',
  fields: clientFields,
  derived: { userCount: Count },
  rows: (reader, principal) =>
    reader
      .selectFrom('client as r')
      // Forms of the others name the own clients.
      .$if(!principal.admin, (rows) =>
        rows.where(sql<boolean>`r.id = any(${[...principal.clientIds]}::int[])`),
      )
      .select(
        sql<number>`(select count(*)::int from user_client u where u.client_id = r.id)`.as('userCount'),
      ),
  searchText: 'r.name',
  sorts: { name: sql`lower(r.name)`, id: sql`r.id` },
})

export const clientsOffice = [list, get, create, change] as const
