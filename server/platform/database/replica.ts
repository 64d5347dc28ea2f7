import type { Db } from './database.ts'

/** Reads that may take long. */
export type Replica = {
  /**
   * Runs work that only reads: on the standby if it is there and current, otherwise on the primary. The work must be repeatable: if
   * the standby fails, it runs again on the primary.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Whether the standby is used at present. */
  isUsed(): boolean
  /** How long the last read waited for the standby, in milliseconds. */
  lastWaitMs(): number
  close(): Promise<void>
}

/** No standby: all reads are the primary's. */
export const withoutReplica = (db: Db): Replica => ({
  read: (work) => work(db),
  isUsed: () => false,
  lastWaitMs: () => 0,
  close: async () => {},
})
