// Filter, sort and page in the database; first the ids of a page, then its rows. Rows are counted up to 10,000.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Reader } from '../database/database.ts'
import { queryWords } from '../ground/matching/query-words.ts'
import { Id } from '../ground/schema.ts'
import { escapeLike } from '../ground/text.ts'
import { WithHeaders } from './endpoint.ts'

/** Rows are counted up to this limit: an exact larger count would be slow, and of little use. */
const countLimit = 10_000

/** The parameters of every list of the back office, beside its filters. */
export type ListQuery = {
  page?: number
  perPage?: number
  sort?: string
  order?: 'asc' | 'desc'
  ids?: number[]
  q?: string
}

/**
 * The query schema of a list: `page` (from 1), `perPage` (1 to 1000, default 25), `sort`, `order`, `ids` (only these records,
 * without paging) and the list's own filters, each a `Type.Optional`.
 */
export const listQuery = <const S extends string, F extends Record<string, TSchema>>(list: {
  sorts: readonly S[]
  filters: F
}) =>
  Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    sort: Type.Optional(Type.Unsafe<S>(Type.Enum([...list.sorts]))),
    order: Type.Optional(Type.Unsafe<'asc' | 'desc'>(Type.Enum(['asc', 'desc']))),
    ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    ...list.filters,
  })

/**
 * The expression that a list is ordered by; `notNull`: it is never null, so that an index serves both directions; `joined`: it is null
 * for rows without a left joined record. The index of the record's table serves the rows with it (`exists`); the others (`missing`) follow.
 */
type Sort =
  | RawBuilder<unknown>
  | { notNull: RawBuilder<unknown> }
  | { joined: RawBuilder<unknown>; exists: RawBuilder<boolean>; missing: RawBuilder<boolean> }

const keyOf = (sort: Sort): RawBuilder<unknown> =>
  'notNull' in sort ? sort.notNull : 'joined' in sort ? sort.joined : sort

/**
 * Selects one page of a query's rows. `X-Total-Count` is the number of all rows: exact with a search text (`q`), otherwise at most
 * `10000+`. Two statements.
 * @param rows the query with its filters, without order
 * @param sorts the expression of each value of `sort`; the first is the default. Equal rows are ordered by id
 * @param id the id column in the query; with `q`, it identifies a row also without the filters
 */
export async function selectPage<DB, TB extends keyof DB, O>(
  db: Reader,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  sorts: Record<string, Sort>,
  id: string,
): Promise<WithHeaders<O>> {
  const idColumn = sql.ref(id)
  if (query.ids) {
    const found = await rows
      .where(sql<boolean>`${idColumn} = any(${query.ids}::int[])`)
      .orderBy(idColumn)
      .execute()
    return new WithHeaders(found, { 'x-total-count': String(found.length) })
  }
  const { page = 1, perPage = 25, order = 'asc' } = query
  const sort = sorts[query.sort ?? Object.keys(sorts)[0]!]!
  const direction = sql.raw(order)
  const key = keyOf(sort)
  const sortBy = 'notNull' in sort ? sql`${key} ${direction}` : sql`${key} ${direction} nulls last`
  const orderRows = <P>(of: SelectQueryBuilder<DB, TB, P>) =>
    of.orderBy(sortBy).orderBy(sql`${idColumn} ${direction}`)
  const allIds = rows.clearSelect().select(sql<number>`${idColumn}`.as('id'))
  const offset = (page - 1) * perPage
  // First the ids, so that the other columns are read for the rows of the page only.
  const selectRows = (of: typeof rows, ids: RawBuilder<unknown>) =>
    orderRows(of.where(sql<boolean>`${idColumn} = any(${ids})`)).execute()
  if (query.q?.trim()) {
    // The search reads all matches anyway, so counting them is free. The page's rows are then selected without the filters.
    const { rows: matches } = await sql<{ ids: number[]; total: string }>`
      with hits as materialized (${allIds.select(key.as('key'))})
      select (select count(*) from hits) as total, array(
        select id from hits order by key ${direction} nulls last, id ${direction} limit ${perPage} offset ${offset}) as ids`.execute(
      db,
    )
    const { ids, total } = matches[0]!
    return new WithHeaders(await selectRows(rows.clearWhere(), sql`${ids}::int[]`), {
      'x-total-count': total,
    })
  }
  const pageIds = (): RawBuilder<unknown> => {
    if (!('joined' in sort)) return sql`array(${orderRows(allIds).limit(perPage).offset(offset)})`
    const ids = allIds.where(sort.exists)
    // Without `nulls last`, which the index has in one direction only: no key is null here.
    const ordered = ids.orderBy(sql`${key} ${direction}`).orderBy(sql`${idColumn} ${direction}`)
    return sql`(with page as materialized (${ordered.limit(perPage).offset(offset)})
      select array(select id from page) || array(
        ${allIds.where(sort.missing).orderBy(sql`${idColumn} ${direction}`)} limit ${perPage} - (select count(*) from page)
        offset case when exists (select from page) then 0 else greatest(0, ${offset} - (select count(*) from (${ids}) as present)) end))::int[]`
  }
  const limited = rows
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(countLimit + 1)
  const [found, { rows: totals }] = await Promise.all([
    selectRows(rows, pageIds()),
    sql<{ total: string }>`select count(*) as total from (${limited}) as found`.execute(db),
  ])
  const total = Number(totals[0]!.total)
  return new WithHeaders(found, { 'x-total-count': total > countLimit ? `${countLimit}+` : String(total) })
}

/** LIKE patterns for each word of a search text, as the search index has the words. */
const wordPatterns = (q: string): string[][] =>
  queryWords(q).map((variants) => variants.map((word) => `%${escapeLike(word)}%`))

/** The searched form of a text: its words, and e-mail addresses as they are. */
const searchedText = (text: string) =>
  sql`search_key(${sql.raw(text)}) || ' ' || search_names(${sql.raw(text)})`

/**
 * Whether a text contains every word, ignoring accents and case. Scans the table, so only for small ones.
 * @param text an SQL expression
 */
export const containsWords = (text: string, q: string): RawBuilder<boolean> => {
  const patterns = wordPatterns(q)
  return patterns.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(select ${sql.join(
        patterns.map((variants) => sql`t.searched like any(${variants}::text[])`),
        sql` and `,
      )} from (select ${searchedText(text)} as searched offset 0) t)`
}

/** A record that the rows of a list refer to: its kind in the search index, and its id as an SQL expression. */
type SearchedRecord = readonly [kind: 'person' | 'company' | 'lead' | 'task' | 'date', id: string]

/**
 * Whether every word occurs in the search entry of one of these records, or in a further text. Uses the search indexes.
 * @param otherText an SQL expression
 */
export const searchContainsWords = (
  q: string,
  entries: readonly SearchedRecord[],
  otherText?: string,
): RawBuilder<boolean> => {
  const wordConditions = wordPatterns(q).map((variants) => {
    // Materialized, so that it runs once and not in each worker of a parallel scan.
    const conditions = entries.map(
      ([kind, id]) => sql`${sql.raw(id)} in (with found as materialized (
        select s.id from search_entry s where s.kind = ${sql.lit(kind)} and s.search_text like any(${variants}::text[])) select id from found)`,
    )
    if (otherText !== undefined)
      conditions.push(sql`${searchedText(otherText)} like any(${variants}::text[])`)
    return sql`(${sql.join(conditions, sql` or `)})`
  })
  return wordConditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(wordConditions, sql` and `)})`
}
