// Reads receivers with their addresses.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { instanceCountry } from '../platform/settings/instance-country.ts'
import { addressLines, type Receiver } from './receiver.ts'

/** Of contact c, its company f and address a. */
export const receiverColumns = sql.raw(`c.contact_type, c.salutation, c.title, c.first_name, c.last_name,
  coalesce(f.last_name, c.company) as company, a.address_type_id, coalesce(a.department, '') as department,
  coalesce(a.addition, '') as addition, coalesce(a.street, '') as street, coalesce(a.house_number, '') as house_number,
  coalesce(a.zip, '') as zip, coalesce(a.city, '') as city, coalesce(a.state, '') as state, coalesce(a.country, '') as country,
  coalesce(a.is_post_office_box, false) as is_post_office_box`)

export type AddressedContact = {
  id: number
  name: string
  /** [] without a street and a city. */
  lines: string[]
}

/** The default addresses of contacts, in the order of the ids. */
export async function defaultAddressesOf(
  reader: Reader,
  ids: readonly number[],
): Promise<AddressedContact[]> {
  const { rows } = await sql<Receiver & { id: number; name: string }>`
    select c.id, concat_ws(' ', nullif(c.first_name, ''), c.last_name) as name, ${receiverColumns}
    from contact c left join contact f on f.id = c.company_id left join address a on a.contact_id = c.id and a.is_default
    where c.id = any(${ids}::int[]) order by array_position(${ids}::int[], c.id)`.execute(reader)
  const home = await instanceCountry(reader)
  return rows.map(({ id, name, ...receiver }) => ({
    id,
    name,
    lines: receiver.street === '' && receiver.city === '' ? [] : addressLines(receiver, home),
  }))
}
