// Lists of contacts, companies and locations in the back office: filters, order, pages.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { WithHeaders } from '../platform/http/endpoint.ts'
import { listQuery } from '../platform/http/list.ts'
import { contactErrors } from './contact.errors.ts'
import {
  buildConditions,
  type ContactTypes,
  contactFilters,
  contactType,
  countLimit,
  filtersOf,
} from './filters.office.ts'

/** A row of a list. `lastName` is the name of a company or a location. */
export const ContactRow = record({
  id: Id,
  contactType,
  /** First and last name of a person. */
  name: Type.String(),
  salutation: Type.String(),
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  name2: Type.String(),
  /** The name of a person's company, else its free text. */
  company: Type.String(),
  companyId: IdOrNone,
  position: Type.String(),
  department: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  mobile: Type.String(),
  street: Type.String(),
  zip: Type.String(),
  city: Type.String(),
  country: Type.String(),
  website: Type.String(),
  categoryIds: Type.Array(Id),
  /** '': no newsletter. */
  newsletterStatus: Type.Enum(['', 'active', 'pending', 'unsubscribed']),
  createdAt: Type.String(),
})
export type ContactRow = Static<typeof ContactRow>

export const contactListQuery = listQuery({
  /** `relevance`: as the search finds them, with typing errors; without a search text, by name. */
  sorts: ['name', 'lastName', 'createdAt', 'id', 'relevance'],
  filters: contactFilters,
})
export type ContactListQuery = Static<typeof contactListQuery>

/** The number of contacts that are scanned in the order of the list before sets of ids are computed. */
const scanLimit = 5_000
/** Larger files are rejected, because they are built in memory. */
export const maxExportRows = 100_000

const byName = [sql`sort_key(c.last_name) collate "C"`, sql`sort_key(c.first_name) collate "C"`, sql`c.id`]
const orders = {
  name: byName,
  lastName: byName,
  createdAt: [sql`c.created_at`, sql`c.id`],
  id: [sql`c.id`],
  relevance: byName,
}

const phone = (type: string) => sql`coalesce((
  select concat_ws(' ', nullif('+' || ltrim(p.country_code, '+0'), '+'), nullif(p.area_code, ''), nullif(p.number, '')) from phone p
  where p.contact_id = c.id and p.type = ${sql.lit(type)} and p.is_default), '')`

const columns = sql`c.id, c.contact_type as "contactType", trim(c.first_name || ' ' || c.last_name) as name, c.salutation, c.title, c.first_name as "firstName",
  c.last_name as "lastName", c.name2, coalesce(o.last_name, c.company) as company, coalesce(c.company_id, 0) as "companyId",
  coalesce(a.position, '') as position, coalesce(a.department, '') as department,
  coalesce((select e.email from email_address e where e.contact_id = c.id and e.is_default), '') as email,
  ${phone('phone')} as phone, ${phone('mobile')} as mobile,
  coalesce(concat_ws(' ', nullif(a.street, ''), nullif(a.house_number, '')), '') as street, coalesce(a.zip, '') as zip,
  coalesce(a.city, '') as city, coalesce(a.country, '') as country, c.website,
  array(select i.category_id from contact_in_category i where i.contact_id = c.id order by 1) as "categoryIds",
  coalesce((select case when bool_or(n.is_active) then 'active' when bool_or(not n.opt_in_executed) then 'pending'
    else 'unsubscribed' end from newsletter_subscription n where n.contact_id = c.id having count(*) > 0), '') as "newsletterStatus",
  to_json(c.created_at) #>> '{}' as "createdAt"`

const selectRows = (inner: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ContactRow>`
  select ${columns} from (${inner}) c
  left join address a on a.contact_id = c.id and a.is_default
  left join contact o on o.id = c.company_id
  order by ${order}`

const orderOf = ({ sort = 'name', order }: ContactListQuery) => {
  const direction = sql.raw(order ?? (sort === 'createdAt' ? 'desc' : 'asc'))
  return sql.join(orders[sort].map((by) => sql`${by} ${direction}`))
}

async function countRows(db: Reader, table: string, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (
    select from ${sql.table(table)} c where ${where} limit ${countLimit + 1}) as found`.execute(db)
  return rows[0]!.total
}

/** One page of contacts of some types: at most four statements. */
export async function listContacts(
  db: Reader,
  types: ContactTypes,
  query: ContactListQuery,
  timeZone: string,
): Promise<WithHeaders<ContactRow>> {
  if (query.ids) {
    const { rows } = await selectRows(
      sql`select * from contact c where c.id = any(${query.ids}::int[])`,
      sql`c.id`,
    ).execute(db)
    return new WithHeaders(rows, { 'x-total-count': String(rows.length) })
  }
  const conditions = await buildConditions(db, types, filtersOf(types, query, timeZone))
  const order = orderOf(query)
  const { page = 1, perPage = 25 } = query
  const offset = (page - 1) * perPage
  const readPage = async (from: RawBuilder<unknown>, where: RawBuilder<boolean>) => {
    const inner = sql`select * from ${from} c where ${where} order by ${order} limit ${perPage} offset ${offset}`
    return (await selectRows(inner, order).execute(db)).rows
  }
  if (conditions.whereBySets) {
    // Where many contacts pass, a scan of the first ones fills the page.
    const rows = await readPage(
      sql`(select * from contact c where c.contact_type = any(${types}::text[]) order by ${order} limit ${scanLimit})`,
      conditions.where,
    )
    if (rows.length === perPage)
      return new WithHeaders(rows, {
        'x-total-count': `${conditions.exceedsCountLimit ? countLimit : offset + perPage}+`,
      })
  }
  // Sorting search entries by their index is far faster than sorting the contacts.
  const entries = orders[query.sort ?? 'name'] === byName ? conditions.searchEntryWhere : undefined
  const direction = sql.raw(query.order ?? 'asc')
  const where = entries ?? conditions.whereBySets ?? conditions.where
  const [rows, total] = await Promise.all([
    entries
      ? selectRows(
          sql`select * from contact c where c.id = any(array(select c.id from search_entry c where ${where}
            order by c.sort_name ${direction}, c.id ${direction} limit ${perPage} offset ${offset}))`,
          order,
        )
          .execute(db)
          .then(({ rows }) => rows)
      : readPage(sql`contact`, where),
    conditions.exceedsCountLimit
      ? countLimit + 1
      : countRows(db, entries ? 'search_entry' : 'contact', where),
  ])
  return new WithHeaders(rows, { 'x-total-count': total > countLimit ? `${countLimit}+` : String(total) })
}

/** One page of the contacts that the search has found, in its order; only those that pass the other filters. */
export async function listFoundContacts(
  db: Reader,
  types: ContactTypes,
  { q: _, page = 1, perPage = 25, ...query }: ContactListQuery,
  foundIds: readonly number[],
  timeZone: string,
): Promise<WithHeaders<ContactRow>> {
  const { where } = await buildConditions(db, types, filtersOf(types, query, timeZone))
  const found = sql<boolean>`c.id = any(${foundIds}::int[]) and ${where}`
  const order = sql`array_position(${foundIds}::int[], c.id)`
  const pageRows = sql`select * from contact c where ${found} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`
  const [{ rows }, total] = await Promise.all([
    selectRows(pageRows, order).execute(db),
    countRows(db, 'contact', found),
  ])
  return new WithHeaders(rows, { 'x-total-count': String(total) })
}

/** All contacts of a filtered list, in its order. @throws Failure 400 for too many rows */
export async function listAllContacts(
  db: Reader,
  types: ContactTypes,
  query: ContactListQuery,
  timeZone: string,
): Promise<ContactRow[]> {
  const { where, whereBySets = where } = await buildConditions(db, types, filtersOf(types, query, timeZone))
  const order = orderOf(query)
  const inner = sql`select * from contact c where ${whereBySets} order by ${order} limit ${maxExportRows + 1}`
  const { rows } = await selectRows(inner, order).execute(db)
  if (rows.length > maxExportRows)
    throw badRequest([{ field: 'q', ...contactErrors.tooManyRows({ max: maxExportRows }) }])
  return rows
}
