import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import { WithHeaders } from '../http/endpoint.ts'
import { Id } from '../http/schema.ts'
import { escapeLike } from '../runtime/text.ts'
import type { Reader } from './database.ts'

/** Rows are counted up to here: the exact number of many costs more than it tells. */
const countLimit = 10_000

/** What every list of the back office can be asked for beside its filters. */
export type ListQuery = {
  page?: number
  perPage?: number
  sort?: string
  order?: 'asc' | 'desc'
  ids?: number[]
  q?: string
}

/**
 * The query of a list: `page` (from 1), `perPage` (1 to 1000, left out: 25), `sort`, `order`, `ids` (these records alone, separated
 * by commas, whatever the page) and the list's own filters, each a `Type.Optional`.
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

/** What a list is ordered by; `always`: it is never null, and an index serves both directions. */
export type Sort = RawBuilder<unknown> | { notNull: RawBuilder<unknown> }

/**
 * One page of a query's rows, with how many there are in `X-Total-Count`: exactly, or `10000+` where there are more and no text
 * (`q`) is looked for. Two statements.
 * @param rows the query with its filters, without order
 * @param sorts what each word of `sort` orders by; the first one holds where none is asked for. Equal rows are ordered by id
 * @param id the column of the id, as the query names it; with `q` it is that of one row whatever the filters
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
  const sortBy = 'notNull' in sort ? sql`${sort.notNull} ${direction}` : sql`${sort} ${direction} nulls last`
  const orderRows = <P>(of: SelectQueryBuilder<DB, TB, P>) =>
    of.orderBy(sortBy).orderBy(sql`${idColumn} ${direction}`)
  const allIds = rows.clearSelect().select(sql<number>`${idColumn}`.as('id'))
  const offset = (page - 1) * perPage
  // The ids first: what a row shows is read for the page's rows alone, not for those before it.
  const selectRows = (of: typeof rows, ids: RawBuilder<unknown>) =>
    orderRows(of.where(sql<boolean>`${idColumn} = any(${ids})`)).execute()
  if (query.q?.trim()) {
    // A text is looked for in all rows, so that counting them costs nothing more; and it is not looked for again.
    const { rows: matches } = await sql<{ ids: number[]; total: string }>`
      with hits as materialized (${allIds.select(('notNull' in sort ? sort.notNull : sort).as('key'))})
      select (select count(*) from hits) as total, array(
        select id from hits order by key ${direction} nulls last, id ${direction} limit ${perPage} offset ${offset}) as ids`.execute(
      db,
    )
    const { ids, total } = matches[0]!
    return new WithHeaders(await selectRows(rows.clearWhere(), sql`${ids}::int[]`), {
      'x-total-count': total,
    })
  }
  const limited = rows
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(countLimit + 1)
  const [found, { rows: totals }] = await Promise.all([
    selectRows(rows, sql`array(${orderRows(allIds).limit(perPage).offset(offset)})`),
    sql<{ total: string }>`select count(*) as total from (${limited}) as found`.execute(db),
  ])
  const total = Number(totals[0]!.total)
  return new WithHeaders(found, { 'x-total-count': total > countLimit ? `${countLimit}+` : String(total) })
}

/** Each word of what is typed as a pattern of LIKE, folded as the search folds its texts: accents and case do not count. */
const wordPatterns = (q: string): RawBuilder<string>[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => sql<string>`('%' || search_key(${escapeLike(word)}) || '%')`)

/**
 * Whether every word stands in a text, accents and case aside: for tables of few rows.
 * @param text an SQL expression
 */
export const containsWords = (text: string, q: string): RawBuilder<boolean> => {
  const patterns = wordPatterns(q)
  return patterns.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`search_key(${sql.raw(text)}) like all (array[${sql.join(patterns)}])`
}

/** A record that stands in a list's rows: its kind in the search, and its id as an SQL expression. */
type SearchedRecord = readonly [kind: 'person' | 'company' | 'lead' | 'task' | 'date', id: string]

/**
 * Whether every word stands in what the search finds one of these records by, or in a further text; by the indexes of the search.
 * @param otherText an SQL expression
 */
export const searchContainsWords = (
  q: string,
  entries: readonly SearchedRecord[],
  otherText?: string,
): RawBuilder<boolean> => {
  const wordConditions = wordPatterns(q).map((pattern) => {
    // Materialized: looked up once, not by each worker of a parallel scan.
    const conditions = entries.map(
      ([kind, id]) => sql`${sql.raw(id)} in (with found as materialized (
        select s.id from search_entry s where s.kind = ${sql.lit(kind)} and s.search_text like ${pattern}) select id from found)`,
    )
    if (otherText !== undefined) conditions.push(sql`search_key(${sql.raw(otherText)}) like ${pattern}`)
    return sql`(${sql.join(conditions, sql` or `)})`
  })
  return wordConditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(wordConditions, sql` and `)})`
}
