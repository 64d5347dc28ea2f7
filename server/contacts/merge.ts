// Merges two contacts field by field as chosen. A merge records what is needed to undo it.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contactErrors } from '../addresses/contact.errors.ts'
import { lockVersion } from '../platform/database/change-log.ts'
import { acrossClients } from '../platform/database/client-scope.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, conflict, notFound } from '../platform/ground/errors.ts'
import { updateIdentities } from './identity.ts'
import { type ContactDetailsChoices, type MergeSide, mergeContactDetails } from './merge.contact-details.ts'
import {
  type MovedReferences,
  moveKeyedRows,
  moveReferences,
  ownedTables,
  type Row,
  type RowChange,
  references,
  rowDifferences,
  snapshot,
} from './merge.tables.ts'

export type MergeChoices = ContactDetailsChoices &
  Partial<
    Record<
      | 'salutation'
      | 'title'
      | 'firstName'
      | 'lastName'
      | 'name2'
      | 'company'
      | 'website'
      | 'imageUrl'
      | 'language',
      MergeSide
    >
  > & { comment?: MergeSide | 'both' }

/** The columns that a choice sets. */
const columnsByChoice = {
  salutation: ['salutation'],
  title: ['title'],
  firstName: ['first_name'],
  lastName: ['last_name', 'last_name_key'],
  name2: ['name2'],
  company: ['company_id', 'company'],
  website: ['website'],
  imageUrl: ['image_url'],
  language: ['language'],
} as const

type MergeInput = {
  into: number
  from: number
  version: number
  fromVersion: number
  choices: MergeChoices
  userId: number
}

type Contact = { id: number; contact_type: string } & Record<string, unknown>

/** The values of the remaining contact: as chosen, otherwise its own if it has one, otherwise the other's. */
function mergedValues(into: Contact, from: Contact, choices: MergeChoices): Row {
  const values: Row = {}
  for (const [name, columns] of Object.entries(columnsByChoice)) {
    const isEmpty = columns.every((column) => !into[column])
    const side = choices[name as keyof typeof columnsByChoice] ?? (isEmpty ? 'from' : 'into')
    for (const column of columns) values[column] = (side === 'from' ? from : into)[column]
  }
  const comments = [into['comment'], from['comment']].filter((text) => text !== '')
  const both = comments[0] === comments[1] ? comments.slice(0, 1) : comments
  values['comment'] =
    choices.comment === 'into'
      ? into['comment']
      : choices.comment === 'from'
        ? from['comment']
        : both.join('\n\n')
  return values
}

/**
 * Merges a contact into another one of the same type. Requests for its id are answered with the other contact.
 * @throws Failure 404, 400 for contacts of different types, 409 if one was changed since it was read
 */
export async function merge(tx: Tx, input: MergeInput): Promise<void> {
  const { into, from } = input
  if (into === from) throw badRequest([{ field: 'fromId', ...contactErrors.mergeWithItself() }])
  const versions = { [into]: input.version, [from]: input.fromVersion }
  // In the order of ids, so that two merges of the same contacts do not deadlock.
  for (const id of [into, from].toSorted((a, b) => a - b)) await lockVersion(tx, 'contact', id, versions[id]!)
  // Contacts are shared: the bookings and leads of every client move with them.
  await acrossClients(tx, () => mergeLocked(tx, input))
}

async function mergeLocked(tx: Tx, { into, from, choices, userId }: MergeInput): Promise<void> {
  const contacts = await tx.selectFrom('contact').selectAll().where('id', 'in', [into, from]).execute()
  const survivor = contacts.find(({ id }) => id === into)!
  const other = contacts.find(({ id }) => id === from)!
  if (survivor.contact_type !== other.contact_type)
    throw badRequest([{ field: 'fromId', ...contactErrors.otherContactType() }])

  const moved = await moveReferences(tx, from, into)
  const before = await snapshot(tx, [from, into])
  await moveKeyedRows(tx, from, into)
  await mergeContactDetails(tx, into, from, choices)
  await tx
    .updateTable('contact')
    .set(mergedValues(survivor, other, choices))
    .where('id', '=', into)
    .execute()
  await tx.deleteFrom('contact').where('id', '=', from).execute()
  await updateIdentities(tx, into)
  const rows = rowDifferences(before, await snapshot(tx, [from, into]))
  await tx
    .insertInto('contact_merge')
    .values({
      from_id: from,
      into_id: into,
      merged_by: userId,
      changed_rows: JSON.stringify({ into, rows }),
      moved_references: JSON.stringify(moved),
    })
    .execute()
}

/** A row that undoing a merge leaves as it is, because it was changed since. */
export type UnrestoredRow = { tableName: string; rowId: number; columns: string[] }

const keyOf = (table: string): readonly string[] => ownedTables.find((own) => own.table === table)!.key
const sameKey = (table: string, row: Row) =>
  sql.join(
    keyOf(table).map((name) => sql`t.${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )
const idOf = (row: Row): number => Number(row['id'] ?? row['contact_id'] ?? 0)

async function readCurrentRow(tx: Tx, table: string, row: Row): Promise<Row | undefined> {
  const { rows } = await sql<{
    row: Row
  }>`select to_json(t) as row from ${sql.table(table)} t where ${sameKey(table, row)}`.execute(tx)
  return rows[0]?.row
}

async function restoreDeleted(tx: Tx, { table, before }: RowChange): Promise<UnrestoredRow[]> {
  const { rows } = await sql`insert into ${sql.table(table)}
    select * from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb)
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0 ? [] : [{ tableName: table, rowId: idOf(before!), columns: [] }]
}

async function deleteInserted(tx: Tx, { table, after }: RowChange): Promise<UnrestoredRow[]> {
  const now = await readCurrentRow(tx, table, after!)
  if (!now) return []
  if (!isDeepStrictEqual(now, after)) return [{ tableName: table, rowId: idOf(now), columns: [] }]
  await sql`delete from ${sql.table(table)} t where ${sameKey(table, after!)}`.execute(tx)
  return []
}

async function revertUpdated(tx: Tx, { table, before, after }: RowChange): Promise<UnrestoredRow[]> {
  const now = await readCurrentRow(tx, table, after!)
  const changed = Object.keys(before!).filter((name) => !isDeepStrictEqual(before![name], after![name]))
  if (!now) return [{ tableName: table, rowId: idOf(after!), columns: [] }]
  const revertible = changed.filter((name) => isDeepStrictEqual(now[name], after![name]))
  if (revertible.length > 0) {
    const columns = (prefix: string) => sql.join(revertible.map((name) => sql.ref(`${prefix}${name}`)))
    await sql`update ${sql.table(table)} t set (${columns('')}) = row(${columns('r.')})
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb) r where ${sameKey(table, after!)}`.execute(
      tx,
    )
  }
  const unrestored = changed.filter((name) => !revertible.includes(name))
  return unrestored.length > 0 ? [{ tableName: table, rowId: idOf(after!), columns: unrestored }] : []
}

/**
 * Undoes a merge: both contacts are as they were, except for later changes, which stay and are returned.
 * @throws Failure 404 for an id that was never merged, 409 if the merge cannot be undone
 */
export const undo = (tx: Tx, fromId: number): Promise<{ into: number; unrestored: UnrestoredRow[] }> =>
  acrossClients(tx, () => undoOfAll(tx, fromId))

/** Those of the rows that the user may see. */
export async function visibleRows(tx: Tx, rows: readonly UnrestoredRow[]): Promise<UnrestoredRow[]> {
  const visible: UnrestoredRow[] = []
  for (const row of rows) {
    const isReference = references.some(({ table, key }) => table === row.tableName && key === 'id')
    const { rows: found } = isReference
      ? await sql`select from ${sql.table(row.tableName)} where id = ${row.rowId}`.execute(tx)
      : { rows: [row] }
    if (found.length > 0) visible.push(row)
  }
  return visible
}

async function undoOfAll(tx: Tx, fromId: number): Promise<{ into: number; unrestored: UnrestoredRow[] }> {
  const row = await tx
    .selectFrom('contact_merge')
    .select(({ ref }) => [
      'into_id',
      ref('changed_rows').$castTo<{ into: number; rows: RowChange[] }>().as('changes'),
      ref('moved_references').$castTo<MovedReferences[]>().as('moved'),
    ])
    .where('from_id', '=', fromId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(contactErrors.unknownMerge({ id: fromId }))
  const { into, rows } = row.changes
  if (row.into_id !== into) throw conflict(contactErrors.mergedSince())
  await sql`select from contact where id = ${into} for update`.execute(tx)

  const unrestored: UnrestoredRow[] = []
  const deleted = rows.filter(({ after }) => !after)
  const inserted = rows.filter(({ before }) => !before)
  const updated = rows.filter(({ before, after }) => before && after)
  const movesBack = ({ after, before }: RowChange) =>
    !isDeepStrictEqual(before!['contact_id'], after!['contact_id'])
  await tx.deleteFrom('contact_identity').where('contact_id', '=', into).execute()
  for (const entry of deleted.filter(({ table }) => table === 'contact'))
    unrestored.push(...(await restoreDeleted(tx, entry)))
  for (const entry of inserted.toReversed()) unrestored.push(...(await deleteInserted(tx, entry)))
  for (const { table } of ownedTables) {
    const ofTable = (entries: RowChange[]) => entries.filter((entry) => entry.table === table)
    const remaining = ofTable(updated).filter((entry) => !movesBack(entry))
    const wasNotDefault = ({ before }: RowChange) => before!['is_default'] === false
    // Rows that move back come first, then those that stop being the default: a contact has one default at a time.
    const inOrder = [
      ...ofTable(updated).filter(movesBack),
      ...remaining.filter(wasNotDefault),
      ...remaining.filter((one) => !wasNotDefault(one)),
    ]
    for (const entry of inOrder) unrestored.push(...(await revertUpdated(tx, entry)))
    if (table !== 'contact')
      for (const entry of ofTable(deleted)) unrestored.push(...(await restoreDeleted(tx, entry)))
  }
  await tx.deleteFrom('contact_merge').where('from_id', '=', fromId).execute()
  for (const { table, column, key, ids } of row.moved) {
    const { rows: restored } = await sql<{
      id: number
    }>`update ${sql.table(table)} set ${sql.ref(column)} = ${fromId}
      where ${sql.ref(key)} = any(${ids}::int[]) and ${sql.ref(column)} = ${into} returning ${sql.ref(key)} as id`.execute(
      tx,
    )
    const returned = new Set(restored.map(({ id }) => id))
    unrestored.push(
      ...ids
        .filter((id) => !returned.has(id))
        .map((id) => ({ tableName: table, rowId: id, columns: [column] })),
    )
  }
  await updateIdentities(tx, fromId)
  await updateIdentities(tx, into)
  return { into, unrestored }
}
