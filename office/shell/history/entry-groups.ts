// The entries of the change log that were written together.
import type { Change } from './conflict.ts'

type Entry = Pick<Change, 'changedAt' | 'actor' | 'via' | 'tableName' | 'subjectLabel'>

/** Groups entries in the order of the log by their transactions, whose start is the time of each of their entries. */
export function byTransaction<E extends Entry>(entries: readonly E[]): E[][] {
  const groups: E[][] = []
  for (const entry of entries) {
    const [group, last] = [groups.at(-1), groups.at(-1)?.[0]]
    const isSame =
      last?.changedAt === entry.changedAt && last.actor.id === entry.actor.id && last.via === entry.via
    if (group && isSame) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** The entry of a transaction that says what it was about: a merge, or the record before its parts. */
export const mainEntry = <E extends Entry>(transaction: readonly E[]): E =>
  transaction.find(({ tableName }) => tableName === 'contact_merge') ??
  transaction.find(({ tableName, subjectLabel }) => tableName === subjectLabel.tableName) ??
  transaction.at(-1)!
