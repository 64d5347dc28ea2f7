// Companies read (interface, Endpoints, Companies).
import { sql } from 'kysely'
import { defaultPhone, loadReach } from '../addresses/address.sql.ts'
import { ask, prepared, type Reader } from '../platform/database.ts'
import { fold } from '../platform/text.ts'
import type { Company } from './company.schema.ts'

/** Companies by id, in the order of their ids; ids of other contacts are left out. */
export async function loadCompanies(db: Reader, ids: readonly number[]): Promise<Company[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contact as c')
    .select(['c.id', 'c.last_name', 'c.name2'])
    .select(
      sql<
        number[]
      >`array(select category_id from contact_in_category m where m.contact_id = c.id order by category_id)`.as(
        'categories',
      ),
    )
    .where('c.id', '=', sql<number>`any(${ids})`)
    .where('c.contact_type', '=', 'company')
    .orderBy('c.id')
    .execute()
  const reach = await loadReach(db, ids, 'all')
  return rows.map((row) => {
    const addresses = (reach.addresses.get(row.id) ?? []).map(({ address }) => address)
    return {
      id: row.id,
      name: row.last_name,
      name2: row.name2,
      contactCategoriesId: row.categories,
      email: reach.emails.get(row.id) ?? '',
      defaultAddress: addresses.filter((address) => address.isDefault),
      defaultPhone: defaultPhone(reach, row.id, 'phone'),
      defaultFax: defaultPhone(reach, row.id, 'fax'),
      defaultMobile: defaultPhone(reach, row.id, 'mobile'),
      allAddress: addresses,
    }
  })
}

/** A query of `id` and `last_name` of the company with a name, if exactly one has it (decision 4.3). @param key the folded name */
export const companyByName = (key: string): string =>
  `select min(id) as id, min(last_name) as last_name from (
    select id, last_name from contact where contact_type = 'company' and last_name_key = ${key} limit 2
  ) same having count(*) = 1`

const byName = prepared(companyByName('$1'))

/** The company with a name, if exactly one has it (decision 4.3). */
export async function findCompanyByName(db: Reader, name: string): Promise<number | undefined> {
  const [row] = await ask<{ id: number }>(db, byName, [fold(name)])
  return row?.id
}
