// The type of a contact's default address (decisions 4.4 and 13.7): business with a company, department or position, otherwise private.
import { sql } from 'kysely'
import { businessAddressType, privateAddressType } from '../addresses/child-tables.ts'
import type { Tx } from '../platform/database/database.ts'

const typeByRule = sql<number>`case when c.company_id is not null or c.company <> '' or a.department <> '' or a.position <> ''
  then ${sql.lit(businessAddressType)} else ${sql.lit(privateAddressType)} end`

/**
 * Runs a change of a contact. If the default address had the type that follows from the contact, which nobody has set then, it has the
 * type that follows from the changed contact afterwards.
 */
export async function withAddressType<T>(tx: Tx, contactId: number, change: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ id: number }>`
    select a.id from address a join contact c on c.id = a.contact_id
    where a.contact_id = ${contactId} and a.is_default and a.address_type_id = ${typeByRule}`.execute(tx)
  const result = await change()
  for (const { id } of rows)
    await sql`update address a set address_type_id = ${typeByRule} from contact c
      where a.id = ${id} and c.id = a.contact_id and a.address_type_id <> ${typeByRule}`.execute(tx)
  return result
}
