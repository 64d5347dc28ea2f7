import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Reader } from './database.ts'
import { WithHeaders } from './endpoint.ts'
import { Id } from './schema.ts'
import { likePart } from './text.ts'

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

/** Whether a column holds a text, whatever the case: for tables of few rows. */
export const contains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} ilike ${likePart(text)}`
