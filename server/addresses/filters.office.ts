// The filters of lists of contacts. A filter that few contacts pass is looked up by its index; one that many pass is checked for
// each contact in the order of the list, until the page is full. One statement finds out which is which, for all filters.

import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { foldText } from '../platform/ground/matching/letters.ts'
import { mustBeginWord, queryWords } from '../platform/ground/matching/query-words.ts'
import { splitWords } from '../platform/ground/matching/words.ts'
import { Id, IsoDate } from '../platform/ground/schema.ts'
import { escapeLike } from '../platform/ground/text.ts'
import { type ContactType, contactTypeNames, isPerson } from './contact-types.ts'

/** Rows are counted up to this number; a filter that more contacts pass is not looked up by its index. */
export const countLimit = 10_000

const shortText = Type.Optional(Type.String({ maxLength: 255 }))

export const contactType = Type.Unsafe<ContactType>(Type.Enum(contactTypeNames))
export type ContactTypes = readonly ContactType[]

export const contactFilters = {
  contactType: Type.Optional(contactType),
  /** Parts of words in name, company, e-mail, zip, city and phone; every word has to be found. */
  q: shortText,
  categoryIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  companyId: Type.Optional(Id),
  /** The beginning of a city. */
  city: shortText,
  /** The beginning of a zip. */
  zip: shortText,
  createdFrom: Type.Optional(IsoDate),
  createdTo: Type.Optional(IsoDate),
  newsletterStatus: Type.Optional(
    Type.Unsafe<'active' | 'pending' | 'unsubscribed' | 'none'>(
      Type.Enum(['active', 'pending', 'unsubscribed', 'none']),
    ),
  ),
  hasEmail: Type.Optional(Type.Boolean()),
}
const Filters = Type.Object(contactFilters)
export type ContactFilters = Static<typeof Filters>

/**
 * A filter: a query of the ids that pass it, if there is an index; the condition on contact `c`; for the word search, the
 * condition on `search_entry c`.
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

/** @param addressPrefixes the filters zip and city: `search_entry` contains both, so that they narrow the word search */
function wordFilter(q: string, addressPrefixes: readonly string[], types: ContactTypes): Filter | undefined {
  const words = queryWords(q)
  if (words.length === 0) return undefined
  const patterns = [
    ...words.map((variants) => variants.map((word) => (mustBeginWord(word) ? '% ' : '%') + escapeLike(word))),
    ...addressPrefixes.flatMap(splitWords).map((word) => [`%${escapeLike(word)}`]),
  ].map((variants) => variants.map((pattern) => `${pattern}%`))
  const matchesAll = (text: string) =>
    sql.join(
      patterns.map((variants) => sql`${sql.raw(text)} like any(${variants}::text[])`),
      sql` and `,
    )
  // One condition for each partial index.
  const otherTypes = types.filter((type) => !isPerson(type)).map((kind) => sql.lit(kind))
  const entries = [
    ...(types.some(isPerson) ? [sql`c.kind = 'person' and ${matchesAll('c.search_text')}`] : []),
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

/** `exists` as a value of each row: otherwise PostgreSQL would scan the whole table for all rows at once. */
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
  if (query.categoryIds) {
    const inCategories = sql`i.category_id = any(${query.categoryIds}::int[])`
    filters.push({
      ids: sql`select distinct i.contact_id from contact_in_category i where ${inCategories}`,
      condition: exists(sql`contact_in_category i where i.contact_id = c.id and ${inCategories}`),
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
        sql`a.city <> '' and search_key(a.city) collate "C" like ${`${escapeLike(foldText(city))}%`}`,
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
  if (query.newsletterStatus === 'none')
    filters.push({ condition: sql`not ${exists(sql`newsletter_subscription n where n.contact_id = c.id`)}` })
  else if (query.newsletterStatus) {
    const status = newsletterConditions[query.newsletterStatus]
    filters.push({
      ids: sql`select distinct n.contact_id from newsletter_subscription n where ${status}`,
      condition: exists(sql`newsletter_subscription n where n.contact_id = c.id and ${status}`),
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
  /** The same for a scan of all contacts: with sets of ids instead of a subquery for each row. Left out where it is not needed. */
  whereBySets?: RawBuilder<boolean>
  /** The same on `search_entry c`, for the word search: entries are indexed in the order of names. */
  searchEntryWhere?: RawBuilder<boolean>
  /** More than `countLimit` contacts pass for certain. */
  exceedsCountLimit: boolean
}

/** The filters as conditions, the most selective first. Takes one statement if there are filters. */
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
    exceedsCountLimit: filters.length === 1 && types.some(isPerson),
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
