import type { Readable } from 'node:stream'
import type { ContentSum } from './measure-content.ts'

/**
 * Where the embedded database is archived: a folder or a bucket. `wal/` has the segments of the log, `base/` the base backups. Names
 * have slashes.
 */
export type Archive = {
  /** For messages: the folder, or the URL of the bucket. */
  name: string
  /** The names of all files below a folder, in their order. */
  list(below: string): AsyncIterable<string>
  /** @returns undefined: there is none */
  read(name: string): Promise<Readable | undefined>
  /** A file has its name only when it is complete and on disk; in a bucket it is verified, too. */
  write(name: string, content: Readable): Promise<ContentSum>
  /** Removes a file, or with a slash at the end all files below a folder. */
  remove(name: string): Promise<void>
  /** Removes what killed processes have left below a folder, or of a file, that is not listed. No other process may write there. */
  abortWrites(below: string): Promise<void>
  close(): void
}

/** The archive cannot be used, or does not have what is needed: one line for the operator. */
export class ArchiveError extends Error {}
