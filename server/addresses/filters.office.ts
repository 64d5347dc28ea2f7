// The filters of lists of contacts. A rare one is looked up by its index; what many contacts have is looked for in each
// contact on the way through the list's order, where a page is soon full. Which it is, one statement asks for all filters.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { Id, IsoDate } from '../platform/http/schema.ts'
import { escapeLike } from '../platform/runtime/text.ts'

/** Rows are counted up to here; a filter that more contacts pass is a common one. */
export const countLimit = 10_000

const shortText = Type.Optional(Type.String({ maxLength: 255 }))

export const contactFilters = {
  /** Parts of words in name, company, e-mail, zip, city and phone; every word has to be found. */
  q: shortText,
  categoryId: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  companyId: Type.Optional(Id),
  /** The begin of a city. */
  city: shortText,
  /** The begin of a zip. */
  zip: shortText,
  createdFrom: Type.Optional(IsoDate),
  createdTo: Type.Optional(IsoDate),
  newsletter: Type.Optional(
    Type.Unsafe<'active' | 'pending' | 'unsubscribed' | 'none'>(
      Type.Enum(['active', 'pending', 'unsubscribed', 'none']),
    ),
  ),
  hasEmail: Type.Optional(Type.Boolean()),
}
const Filters = Type.Object(contactFilters)
export type ContactFilters = Static<typeof Filters>

export type ContactTypes = readonly ('person' | 'company' | 'location')[]

/**
 * A filter: the ids that pass it, where an index has them; whether contact `c` passes; and, of a text that is looked for, whether
 * the entry `c` of the search has it.
 */
type Filter = {
  ids?: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  searchEntryCondition?: RawBuilder<boolean>
}

const newsletterConditions = {
  active: sql`n.is_active`,
  pending: sql`not n.is_active and not n.opt_in_executed`,
  unsubscribed: sql`not n.is_active and n.opt_in_executed`,
}

const maxWords = 6

/** @param addressPrefixes beginnings of zip and city that are asked for beside the words: an entry has them too, and fewer have both */
function wordFilter(q: string, addressPrefixes: readonly string[], types: ContactTypes): Filter | undefined {
  const words = q.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  // Trigrams know no part of a word that is shorter; it then has to begin one.
  const patterns = [
    ...words.slice(0, maxWords).map((word) => [word.length >= 3 ? '%' : '% ', word] as const),
    ...addressPrefixes.map((prefix) => ['%', prefix] as const),
  ].map(([before, text]) => sql`${before} || search_key(${escapeLike(text)}) || '%'`)
  const matchesAll = (text: string) =>
    sql.join(
      patterns.map((pattern) => sql`${sql.raw(text)} like ${pattern}`),
      sql` and `,
    )
  // Each part has the condition of one of the partial indexes.
  const otherTypes = types.filter((type) => type !== 'person').map((kind) => sql.lit(kind))
  const entries = [
    ...(types.includes('person') ? [sql`c.kind = 'person' and ${matchesAll('c.search_text')}`] : []),
    ...(otherTypes.length > 0
      ? [
          sql`c.kind in ('company', 'location') and c.kind in (${sql.join(otherTypes)}) and ${matchesAll('c.search_text')}`,
        ]
      : []),
  ]
  return {
    ids: sql.join(
      entries.map((entry) => sql`(select c.id from search_entry c where ${entry})`),
      sql` union all `,
    ),
    condition: sql`(select ${matchesAll('s.search_text')} from search_entry s where s.kind = c.contact_type and s.id = c.id)`,
    searchEntryCondition: sql`(${sql.join(
      entries.map((entry) => sql`(${entry})`),
      sql` or `,
    )})`,
  }
}

const withoutEmail = (types: ContactTypes) =>
  sql`s.kind in (${sql.join(types.map((type) => sql.lit(type)))}) and not s.has_email`

/** `exists` as a value of each row: PostgreSQL would else look through the whole table for all of them. */
const exists = (from: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select true from ${from} limit 1), false)`

const defaultAddressFilter = (condition: RawBuilder<unknown>): Filter => ({
  ids: sql`select a.contact_id from address a where a.is_default and ${condition}`,
  condition: exists(sql`address a where a.contact_id = c.id and a.is_default and ${condition}`),
})

export function filtersOf(types: ContactTypes, query: ContactFilters, timeZone: string): Filter[] {
  const filters: Filter[] = []
  const startOfDay = (day: string, offsetDays: number) =>
    sql`((${day}::date + ${offsetDays}::int)::timestamp at time zone ${timeZone})`
  const city = query.city?.trim() ?? ''
  const zip = query.zip?.trim() ?? ''
  const addressPrefixes = [city, zip].filter((prefix) => prefix !== '')
  const words = wordFilter(query.q ?? '', addressPrefixes, types)
  if (words) filters.push(words)
  if (query.categoryId) {
    const wanted = sql`i.category_id = any(${query.categoryId}::int[])`
    filters.push({
      ids: sql`select distinct i.contact_id from contact_in_category i where ${wanted}`,
      condition: exists(sql`contact_in_category i where i.contact_id = c.id and ${wanted}`),
    })
  }
  if (query.companyId)
    filters.push({
      ids: sql`select p.id from contact p where p.company_id = ${query.companyId}`,
      condition: sql`c.company_id = ${query.companyId}`,
    })
  if (city)
    filters.push(
      defaultAddressFilter(
        sql`a.city <> '' and sort_key(a.city) collate "C" like sort_key(${`${escapeLike(city)}%`})`,
      ),
    )
  if (zip)
    filters.push(defaultAddressFilter(sql`a.zip <> '' and a.zip collate "C" like ${`${escapeLike(zip)}%`}`))
  if (query.createdFrom || query.createdTo) {
    const createdWithin = (contact: string) =>
      sql<boolean>`${sql.raw(contact)}.created_at >= ${query.createdFrom ? startOfDay(query.createdFrom, 0) : sql`'-infinity'::timestamptz`}
        and ${sql.raw(contact)}.created_at < ${query.createdTo ? startOfDay(query.createdTo, 1) : sql`'infinity'::timestamptz`}`
    filters.push({
      ids: sql`select d.id from contact d where ${createdWithin('d')}`,
      condition: createdWithin('c'),
    })
  }
  if (query.newsletter === 'none')
    filters.push({ condition: sql`not ${exists(sql`newsletter_subscription n where n.contact_id = c.id`)}` })
  else if (query.newsletter) {
    const state = newsletterConditions[query.newsletter]
    filters.push({
      ids: sql`select distinct n.contact_id from newsletter_subscription n where ${state}`,
      condition: exists(sql`newsletter_subscription n where n.contact_id = c.id and ${state}`),
    })
  }
  if (query.hasEmail !== undefined)
    filters.push({
      ...(query.hasEmail ? {} : { ids: sql`select s.id from search_entry s where ${withoutEmail(types)}` }),
      condition: sql`${query.hasEmail ? sql`` : sql`not`} ${exists(sql`email_address e where e.contact_id = c.id`)}`,
    })
  return filters
}

export type ContactConditions = {
  /** The conditions on contact `c`. */
  where: RawBuilder<boolean>
  /** The same for who has to look through all contacts: sets instead of a look for each. Left out where that is not needed. */
  whereBySets?: RawBuilder<boolean>
  /** The same of the entry `c` of the search, where a text is looked for: entries have the order of names. */
  searchEntryWhere?: RawBuilder<boolean>
  /** More than are counted pass for sure. */
  exceedsCountLimit: boolean
}

/** Filters as conditions, the rarest first. One statement, where there are filters. */
export async function buildConditions(
  db: Reader,
  types: ContactTypes,
  filters: readonly Filter[],
): Promise<ContactConditions> {
  const and = (conditions: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`${sql.join([sql`c.contact_type = any(${types}::text[])`, ...conditions], sql` and `)}`
  const indexed = filters.filter(({ ids }) => ids !== undefined)
  const idsByFilter = indexed.length === 0 ? {} : await findMatchingIds(db, indexed)
  const [rarest] = indexed
    .map((filter, index) => ({ filter, ids: idsByFilter[`f${index}`]! }))
    .filter(({ ids }) => ids.length <= countLimit)
    .sort((a, b) => a.ids.length - b.ids.length)
  if (rarest) {
    const others = filters.filter((filter) => filter !== rarest.filter).map(({ condition }) => condition)
    return { where: and([sql`c.id = any(${rarest.ids}::int[])`, ...others]), exceedsCountLimit: false }
  }
  const where = and(filters.map(({ condition }) => condition))
  if (indexed.length === 0) return { where, exceedsCountLimit: false }
  const asSets = (subset: readonly Filter[]) =>
    subset.map(({ ids, condition }) => (ids ? sql<boolean>`c.id in (${ids})` : condition))
  const textFilter = filters.find(({ searchEntryCondition }) => searchEntryCondition)
  return {
    where,
    whereBySets: and(asSets(filters)),
    ...(textFilter && {
      searchEntryWhere: sql<boolean>`${sql.join([textFilter.searchEntryCondition, ...asSets(filters.filter((filter) => filter !== textFilter))], sql` and `)}`,
    }),
    // Nearly all contacts are persons.
    exceedsCountLimit: filters.length === 1 && types.includes('person'),
  }
}

async function findMatchingIds(db: Reader, filters: readonly Filter[]): Promise<Record<string, number[]>> {
  const arrays = filters.map(
    ({ ids }, index) =>
      sql`array(select * from (${ids}) i limit ${countLimit + 1}) as ${sql.ref(`f${index}`)}`,
  )
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(arrays)}`.execute(db)
  return rows[0]!
}
