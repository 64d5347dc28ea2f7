// The contact that a template is filled in for.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { Recipient } from './template.ts'

export const findRecipient = (reader: Reader, contactId: number): Promise<Recipient | undefined> =>
  reader
    .selectFrom('contact as c')
    .leftJoin('contact as o', 'o.id', 'c.company_id')
    .leftJoin('email_address as e', (join) =>
      join.onRef('e.contact_id', '=', 'c.id').on('e.is_default', '=', true),
    )
    .select([
      'c.salutation',
      'c.title',
      'c.first_name as firstName',
      'c.last_name as lastName',
      sql<string>`coalesce(o.last_name, c.company)`.as('company'),
      sql<string>`coalesce(e.email, '')`.as('email'),
    ])
    .where('c.id', '=', contactId)
    .executeTakeFirst()
