// The entries of the change log that belong together.
import type { Change } from '../api/conflict.ts'

type Entry = Pick<
  Change,
  'changedAt' | 'actor' | 'via' | 'subject' | 'subjectId' | 'tableName' | 'subjectLabel'
>

/** Each entry of a transaction has its start as the time. */
const transactionOf = ({ changedAt, actor, via }: Entry): string => `${changedAt} ${actor.id} ${via}`

const isMerge = ({ tableName }: Entry): boolean => tableName === 'contact_merge'

/** Groups entries, in the order of the log: the changes of a record by a transaction, and all changes by a merge. */
export function groupEntries<E extends Entry>(entries: readonly E[]): E[][] {
  const merges = new Set(entries.filter(isMerge).map(transactionOf))
  const keyOf = (entry: E): string => {
    const transaction = transactionOf(entry)
    return merges.has(transaction) ? transaction : `${transaction} ${entry.subject} ${entry.subjectId}`
  }
  return [...Map.groupBy(entries, keyOf).values()]
}

/** The entry of a group that says what it is about: the merge, or the record before its parts. */
export const mainEntry = <E extends Entry>(group: readonly E[]): E =>
  group.find(isMerge) ??
  group.find(({ tableName, subjectLabel }) => tableName === subjectLabel.tableName) ??
  group.at(-1)!
