// Reads companies: each operation runs one statement, which returns the finished JSON.
import { companyByNameQuery } from '../addresses/insert-contacts.ts'
import { addressListColumns, categoryIds, defaultEmail, defaultPhone } from '../addresses/record.sql.ts'
import { prepared, query, queryShared, type Reader } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import type { Company } from './company.schema.ts'

const companiesQuery = (condition: string): string =>
  prepared(`select coalesce(array_to_json(array_agg(row_to_json(r) order by r.id))::text, '[]') as json
  from contact c
  ${addressListColumns({ by_default: 'a.is_default', every: 'true' })}
  cross join lateral (select c.id, c.last_name as name, c.name2, ${categoryIds} as "contactCategoriesId",
    ${defaultEmail} as email, lists.by_default as "defaultAddress", ${defaultPhone('phone')} as "defaultPhone",
    ${defaultPhone('fax')} as "defaultFax", ${defaultPhone('mobile')} as "defaultMobile", lists.every as "allAddress") r
  where c.contact_type = 'company' and ${condition}`)

const byId = companiesQuery('c.id = $1')
const byIds = companiesQuery('c.id = any($1::int[])')

/** The company with an id as a JSON array; `[]`: no company. */
export async function companyById(db: Reader, id: number): Promise<string> {
  const [row] = await queryShared<{ json: string }>(db, byId, [id])
  return row!.json
}

/** Companies by id, in the order of their ids; ids of other contacts are left out. */
export async function loadCompanies(db: Reader, ids: readonly number[]): Promise<Company[]> {
  const [row] = await query<{ json: string }>(db, byIds, [ids])
  return JSON.parse(row!.json)
}

const byName = prepared(companyByNameQuery('$1'))

/** The company with a name, if exactly one has it (decision 4.3). */
export async function findCompanyByName(db: Reader, name: string): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(db, byName, [comparisonKey(name)])
  return row?.id
}
