// The changes since an entry of the change log, in the end: one that was taken back, such as that of an undone import, counts as none.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

export type LogEntry = {
  id: string
  action: 'insert' | 'update' | 'delete'
  table_name: string
  row_id: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The changed columns of a row; 'row': it was added or removed. */
type RowChange = Set<string> | 'row'

export const rowKey = (entry: LogEntry) =>
  entry.row_id === 0
    ? `${entry.table_name} ${JSON.stringify(entry.after ?? entry.before)}`
    : `${entry.table_name} ${entry.row_id}`

function changeOfRow(entries: readonly LogEntry[]): RowChange | undefined {
  const [first, last] = [entries[0]!, entries.at(-1)!]
  if (first.action === 'insert' && last.action === 'delete') return undefined
  if (entries.some(({ action }) => action !== 'update')) return 'row'
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const entry of entries) {
    for (const [column, value] of Object.entries(entry.before ?? {}))
      if (!(column in before)) before[column] = value
    Object.assign(after, entry.after)
  }
  const changed = Object.keys(after).filter((column) => !isDeepStrictEqual(before[column], after[column]))
  return changed.length > 0 ? new Set(changed) : undefined
}

/** The rows that differ after these entries, in the order of their ids, from what they were before. */
export function netChanges(entries: readonly LogEntry[]): Map<string, RowChange> {
  const changes = new Map<string, RowChange>()
  for (const [key, ofRow] of Map.groupBy(entries, rowKey)) {
    const change = changeOfRow(ofRow)
    if (change) changes.set(key, change)
  }
  return changes
}

/** Those of the contacts that differ from what they were after an entry of the change log, or that other records name since. */
export async function contactsChangedSince(
  tx: Tx,
  contacts: readonly { id: number; after: string }[],
): Promise<Set<number>> {
  const { rows } = await sql<LogEntry & { contact: number; is_own: boolean }>`
    select u.id as contact, l.* from unnest(${contacts.map(({ id }) => id)}::int[], ${contacts.map(({ after }) => after)}::bigint[]) u(id, after)
    cross join lateral (
      select true as is_own, id, action, table_name, row_id, before, after from change_log
        where subject = 'contact' and subject_id = u.id and id > u.after
      union all
      select false, id, action, table_name, row_id, null, null from change_log
        where contact_id = u.id and id > u.after and (subject, subject_id) <> ('contact', u.id)
    ) l order by l.id`.execute(tx)
  const changed = new Set<number>()
  for (const [contact, entries] of Map.groupBy(rows, (row) => row.contact))
    if (entries.some(({ is_own }) => !is_own) || netChanges(entries).size > 0) changed.add(contact)
  return changed
}
