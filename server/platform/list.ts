import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Reader } from './database.ts'
import { WithHeaders } from './endpoint.ts'
import { Id } from './schema.ts'
import { likeText } from './text.ts'

/** Rows are counted up to here: the exact number of many costs more than it tells. */
const counted = 10_000

/** What every list of the back office can be asked for beside its filters. */
export type Asked = {
  page?: number
  perPage?: number
  sort?: string
  order?: 'asc' | 'desc'
  ids?: number[]
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

/**
 * One page of a query's rows, with how many there are in `X-Total-Count`: exactly, or `10000+` where there are more. Two statements.
 * @param rows the query with its filters, without order
 * @param sorts what each word of `sort` orders by; the first one holds where none is asked for. Equal rows are ordered by id
 * @param id the column of the id, as the query names it
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  db: Reader,
  rows: SelectQueryBuilder<DB, TB, O>,
  asked: Asked,
  sorts: Record<string, RawBuilder<unknown>>,
  id: string,
): Promise<WithHeaders<O>> {
  const idColumn = sql.ref(id)
  if (asked.ids) {
    const found = await rows
      .where(sql<boolean>`${idColumn} = any(${asked.ids}::int[])`)
      .orderBy(idColumn)
      .execute()
    return new WithHeaders(found, { 'x-total-count': String(found.length) })
  }
  const { page = 1, perPage = 25, order = 'asc' } = asked
  const sort = sorts[asked.sort ?? Object.keys(sorts)[0]!]!
  const direction = sql.raw(order)
  const of = rows
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(counted + 1)
  const ordered = <P>(of: SelectQueryBuilder<DB, TB, P>) =>
    of.orderBy(sql`${sort} ${direction} nulls last`).orderBy(sql`${idColumn} ${direction}`)
  // The ids first: what a row shows is read for the page's rows alone, not for those before it.
  const ids = ordered(rows.clearSelect().select(sql<number>`${idColumn}`.as('id')))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [found, { rows: totals }] = await Promise.all([
    ordered(rows.where(sql<boolean>`${idColumn} = any(array(${ids}))`)).execute(),
    sql<{ total: string }>`select count(*) as total from (${of}) as found`.execute(db),
  ])
  const total = Number(totals[0]!.total)
  return new WithHeaders(found, { 'x-total-count': total > counted ? `${counted}+` : String(total) })
}

/** Each word of what is typed as a pattern of LIKE, folded as the search folds its texts: accents and case do not count. */
const wordPatterns = (q: string): RawBuilder<string>[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => sql<string>`('%' || search_fold(${likeText(word)}) || '%')`)

/**
 * Whether every word stands in a text, accents and case aside: for tables of few rows.
 * @param text an SQL expression
 */
export const holdsWords = (text: string, q: string): RawBuilder<boolean> => {
  const patterns = wordPatterns(q)
  return patterns.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`search_fold(${sql.raw(text)}) like all (array[${sql.join(patterns)}])`
}

/**
 * Whether every word stands in what the search finds a record by, or in a further text; by the index of the search.
 * @param id SQL expressions of the record's id and of the further text
 */
export const foundByWords = (
  { kind, id, further }: { kind: 'lead' | 'task' | 'date'; id: string; further?: string },
  q: string,
): RawBuilder<boolean> => {
  const each = wordPatterns(q).map((pattern) => {
    const byEntry = sql`${sql.raw(id)} in (select s.id from search_entry s where s.kind = ${sql.lit(kind)} and s.text like ${pattern})`
    return further === undefined
      ? byEntry
      : sql`(${byEntry} or search_fold(${sql.raw(further)}) like ${pattern})`
  })
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` and `)})`
}
