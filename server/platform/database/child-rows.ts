// Child rows of records. Only rows that differ are written, so that the change log shows exactly what changed.
import { sql } from 'kysely'
import { badRequest, type FieldError } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Reader, Tx } from './database.ts'
import { type Fields, id, integer, type RecordOf, selectList, withEmptyFields } from './fields.ts'
import { assignPositions } from './positions.ts'
import { advanceSequence, chunks, insertRows, reserveIds, updateRows } from './write-rows.ts'

/** A table whose rows belong to records. */
export type ChildTable<F extends Fields = Fields> = {
  table: string
  /** The column of the record that a row belongs to. */
  owner: string
  /** The key of a row within its record: an id, its position, or one of the fields. */
  key: 'id' | 'position' | (string & keyof F)
  /** Rows are ordered by a column `position`. */
  ordered: boolean
  /** A flag that at most one row of a group has: it is cleared on one row before it is set on another. */
  exclusive?: (string & keyof F) | undefined
  fields: F
}

/** A desired row. Fields that are left out keep their stored value; in a new row they are empty. `id` 0 or left out: a new row. */
export type WantedRow = { readonly id?: number; readonly [field: string]: unknown }

/**
 * Where the rows come from. In a request, an id must belong to a row of the record. In a data set, a row may move from another
 * record, and rows without ids are matched with the stored rows by their order.
 */
type Source = { list: string } | 'data set'

type StoredRow = { ownerId: number; id: number; position: number; values: Record<string, unknown> }
type MatchedRow = { ownerId: number; row: WantedRow; stored: StoredRow | undefined; position?: number }

/** Positions follow the order of the rows, unless a position is one of the fields. */
const isPositioned = ({ ordered, fields }: ChildTable): boolean =>
  ordered && !Object.values(fields).some(([column]) => column === 'position')

const selectStored = async (
  reader: Reader,
  { table, owner, key, ordered, fields }: ChildTable,
  ownerIds: readonly number[],
  ids: readonly number[],
): Promise<StoredRow[]> => {
  const position = ordered ? 't.position' : '0'
  const rowId = key === 'id' ? 't.id' : '0'
  const { rows } = await sql<StoredRow>`
    select ${sql.raw(`t.${owner}`)} as "ownerId", ${sql.raw(rowId)} as id, ${sql.raw(position)} as position,
      (select row_to_json(r) from (select ${sql.raw(selectList(fields, 't'))}) r) as values
    from ${sql.raw(table)} t
    where ${sql.raw(`t.${owner}`)} = any(${ownerIds}::int[]) ${ids.length > 0 ? sql`or t.id = any(${ids}::int[])` : sql``}
    order by ${sql.raw([...(ordered ? [position] : []), ...(key === 'id' ? [rowId] : [])].join(', ') || '1')}`.execute(
    reader,
  )
  return rows
}

/**
 * SQL of a record's rows as a JSON array, in their order, each with its id where the table has one.
 * @param ownerId SQL of the record's id
 * @param moreColumns SQL of further columns
 */
export const childRowsJson = (
  { table, owner, key, ordered, fields }: ChildTable,
  ownerId: string,
  moreColumns: readonly string[] = [],
): string => {
  const rowId = key === 'id' ? [`${table}.id`] : []
  const order = [...(ordered ? [`${table}.position`] : []), ...rowId]
  return `array_to_json(array(select row_to_json(r) from (
    select ${[...rowId, selectList(fields, table), ...moreColumns].join(', ')}
    from ${table} where ${table}.${owner} = ${ownerId} order by ${order.join(', ')}) r))`
}

/** The rows of a request with all their fields. */
export const completeRows = <F extends Fields>(
  fields: F,
  rows: readonly WantedRow[],
): (RecordOf<F> & { id: number })[] =>
  rows.map(({ id = 0, ...row }) => ({ ...withEmptyFields(fields, row), id }))

/**
 * Inserts, updates and deletes child rows until the stored rows equal the desired ones, in this order. The caller holds locks on
 * the records.
 * @returns the ids of the desired rows in their order, if the table has ids
 * @throws Failure 400 if a row of a request does not belong to its record or is listed twice
 */
export async function writeChildRows(
  tx: Tx,
  child: ChildTable,
  lists: readonly (readonly [ownerId: number, rows: readonly WantedRow[]])[],
  source: Source,
): Promise<number[]> {
  if (lists.length === 0) return []
  const ownerIds = lists.map(([ownerId]) => ownerId)
  const { table, owner, key, fields, exclusive } = child
  const requestedIds =
    key === 'id' && source === 'data set'
      ? lists.flatMap(([, rows]) => rows.flatMap(({ id }) => id || []))
      : []
  const stored = await selectStored(tx, child, ownerIds, requestedIds)
  if (source !== 'data set' && key === 'id') rejectForeignRows(source.list, lists, stored)

  const matched = match(child, lists, stored, source)
  const newIds = key === 'id' ? await idsOfNewRows(tx, table, matched) : []
  const written = matched.map(({ ownerId, row, stored, position }) => {
    const record: Record<string, unknown> = {
      ownerId,
      ...(key === 'id' && { id: stored?.id || row.id || newIds.shift() }),
      ...(position !== undefined && { position }),
    }
    for (const [name, [, { empty }]] of Object.entries(fields))
      record[name] = row[name] !== undefined ? row[name] : stored ? stored.values[name] : empty
    return { record, stored }
  })

  const matchedRows = new Set(matched.map((row) => row.stored))
  const owners = new Set(ownerIds)
  const removed = stored.filter((row) => owners.has(row.ownerId) && !matchedRows.has(row))
  const allFields: Fields = {
    ownerId: [owner, id],
    ...(key === 'id' && { id: ['id', id] as const }),
    ...(isPositioned(child) && { position: ['position', integer] as const }),
    ...fields,
  }
  const keyColumns = key === 'id' ? ['id'] : [owner, allFields[key]![0]]
  await deleteRows(tx, child, removed)
  const changed = written.filter(({ record, stored }) => stored && differs(child, record, stored))
  const losesFlag = ({ record, stored }: (typeof written)[number]) =>
    exclusive !== undefined && stored?.values[exclusive] === true && record[exclusive] === false
  for (const rows of [changed.filter(losesFlag), changed.filter((row) => !losesFlag(row))])
    await updateRows(
      tx,
      table,
      allFields,
      keyColumns,
      rows.map(({ record }) => record),
    )
  await insertRows(
    tx,
    table,
    allFields,
    written.flatMap(({ record, stored }) => (stored ? [] : [record])),
  )
  return key === 'id' ? written.map(({ record }) => record['id'] as number) : []
}

/** Matches each desired row with a stored one and gives it a position. */
function match(
  child: ChildTable,
  lists: readonly (readonly [ownerId: number, rows: readonly WantedRow[]])[],
  stored: readonly StoredRow[],
  source: Source,
): MatchedRow[] {
  const { key } = child
  const byOwner = Map.groupBy(stored, ({ ownerId }) => ownerId)
  const byId = new Map(stored.map((row) => [row.id, row]))
  const requestedIds = new Set(lists.flatMap(([, rows]) => rows.map(({ id }) => id)))
  return lists.flatMap(([ownerId, rows]) => {
    const own = byOwner.get(ownerId) ?? []
    if (key === 'position') {
      const positions = positionsByContent(child.fields, own, rows)
      return rows.map((row, at) => ({
        ownerId,
        row,
        stored: own.find(({ position }) => position === positions[at]),
        position: positions[at]!,
      }))
    }
    const free = own.filter((row) => !requestedIds.has(row.id))
    const found = rows.map((row) => {
      if (key !== 'id') return own.find(({ values }) => values[key] === row[key])
      return row.id ? byId.get(row.id) : source === 'data set' ? free.shift() : undefined
    })
    if (!isPositioned(child)) return rows.map((row, at) => ({ ownerId, row, stored: found[at] }))
    const positions = assignPositions(
      found.map((row) => (row?.ownerId === ownerId ? row.position : undefined)),
      // Rows that move to another record still hold their positions when the others are updated.
      own.filter((row) => requestedIds.has(row.id)).map(({ position }) => position),
    )
    return rows.map((row, at) => ({ ownerId, row, stored: found[at], position: positions[at]! }))
  })
}

/** Assigns ids to new rows, and advances the sequence beyond ids that come from a data set. */
async function idsOfNewRows(tx: Tx, table: string, matched: readonly MatchedRow[]): Promise<number[]> {
  const added = matched.filter(({ stored }) => !stored)
  const importedIds = added.flatMap(({ row }) => row.id || [])
  if (importedIds.length > 0) await advanceSequence(tx, table, importedIds)
  return reserveIds(tx, table, added.filter(({ row }) => !row.id).length)
}

async function deleteRows(tx: Tx, { table, owner, key, fields }: ChildTable, rows: readonly StoredRow[]) {
  for (const chunk of chunks(rows)) {
    const column = fields[key]?.[0] ?? key
    const keys = chunk.map((row) =>
      key === 'id' ? row.id : key === 'position' ? row.position : row.values[key],
    )
    await sql`delete from ${sql.raw(table)} t
      using unnest(${chunk.map(({ ownerId }) => ownerId)}::int[], ${keys}::int[]) as gone(owner, key)
      where t.${sql.raw(owner)} = gone.owner and t.${sql.raw(column)} = gone.key`.execute(tx)
  }
}

function rejectForeignRows(
  list: string,
  lists: readonly (readonly [ownerId: number, rows: readonly WantedRow[]])[],
  stored: readonly StoredRow[],
): void {
  const ownerOf = new Map(stored.map(({ id, ownerId }) => [id, ownerId]))
  const seen = new Set<number>()
  const errors = lists.flatMap(([ownerId, rows]) =>
    rows.flatMap(({ id }, at): FieldError[] => {
      if (!id) return []
      const field = `${list}[${at}]`
      if (ownerOf.get(id) !== ownerId) return [{ field, ...generalErrors.unknownReference() }]
      if (seen.has(id)) return [{ field, ...generalErrors.duplicateRow() }]
      seen.add(id)
      return []
    }),
  )
  if (errors.length > 0) throw badRequest(errors)
}

function differs(child: ChildTable, record: Readonly<Record<string, unknown>>, stored: StoredRow): boolean {
  if (record['ownerId'] !== stored.ownerId) return true
  if (isPositioned(child) && record['position'] !== stored.position) return true
  return !sameContent(child.fields, record, stored.values)
}

const sameContent = (
  fields: Fields,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(fields).every(
    ([name, [, { empty }]]) =>
      JSON.stringify(one[name] === undefined ? empty : one[name]) === JSON.stringify(other[name]),
  )

/**
 * Positions for rows that are identified by their position, changing as few as possible: rows that both lists contain in the same
 * order keep theirs, and other rows take the positions freed between them.
 */
function positionsByContent(
  fields: Fields,
  stored: readonly StoredRow[],
  wanted: readonly WantedRow[],
): number[] {
  const positions: number[] = []
  const gaps: { rows: number[]; free: number[] }[] = [{ rows: [], free: [] }]
  let from = 0
  for (const [index, row] of wanted.entries()) {
    const at = stored.findIndex((one, nth) => nth >= from && sameContent(fields, row, one.values))
    if (at < 0) {
      gaps.at(-1)!.rows.push(index)
      continue
    }
    positions[index] = stored[at]!.position
    gaps.at(-1)!.free = stored.slice(from, at).map(({ position }) => position)
    gaps.push({ rows: [], free: [] })
    from = at + 1
  }
  let highest = Math.max(-1, ...stored.map(({ position }) => position))
  const last = gaps.at(-1)!
  last.free = stored.slice(from).map(({ position }) => position)
  while (last.free.length < last.rows.length) last.free.push(++highest)
  if (gaps.some(({ rows, free }) => rows.length > free.length))
    return wanted.map((_, index) => stored[index]?.position ?? ++highest)
  for (const { rows, free } of gaps) for (const [nth, index] of rows.entries()) positions[index] = free[nth]!
  return positions
}
