// An upload is received into files/.incoming and synced (receive), transferred to the store if that is elsewhere (stage), made
// the content of its row inside the transaction (store), and cleaned up after the commit (complete). Files is the same for both
// stores; only openFiles knows which one it is. In a folder, store links the file to its final path; its temporary name stays
// until the commit, so that the next start finds after a crash, by the rest in .incoming, which file may lack its row. Files
// within a JSON body (bodyFiles of an endpoint) go the same way, one after the other; files that a repeated request does not
// store are discarded.
import type { Readable } from 'node:stream'
import type { RemoveUnlessStored } from './stored-rows.ts'

/** A received file, complete and on a local disk, under a temporary name until the handler stores it. */
export type ReceivedFile = { temporaryPath: string; size: number; sha256: Buffer }

/** A file that a row names. `path`: below the store's root, such as `crm/7/offer.pdf`. */
export type StoredFile = { path: string; size: number; sha256: Buffer }

/**
 * The file store: a folder or a bucket. A row names only a file that is stored: slow work happens before the transaction
 * (`receive`, `stage`), `store` inside it, `complete` after its commit. `removeLeftovers` finds the rest of a crash in between.
 */
export type Files = {
  /** For messages: the folder, or the URL of the bucket. */
  name: string
  /** For messages: where a file is. */
  locate: (file: StoredFile) => string
  /** The text that ties the store to an instance; see `claimFiles`. */
  readMark: () => Promise<string | undefined>
  writeMark: (mark: string) => Promise<void>
  /** From now on files are only received while the store has this mark. */
  expectMark: (mark: string) => void
  /** @throws NotReady if the store is away, or no longer that of the instance */
  verify: () => Promise<void>
  /** Writes and removes something. @throws NotReady, or the error of the folder */
  probe: () => Promise<void>
  isEmpty: () => Promise<boolean>
  /** @throws NotReady, Failure 413 beyond maxBytes, 400 for an empty or aborted body, those of the scan; leaves nothing behind */
  receive: (source: Readable, maxBytes: number) => Promise<ReceivedFile>
  /** Transfers the file to another machine, if the store is there, and verifies what was stored. @throws NotReady */
  stage: (file: ReceivedFile) => Promise<void>
  /** Makes a staged file the content of a path. A file that is already there was never acknowledged: it has no row. */
  store: (file: ReceivedFile, path: string) => Promise<void>
  /** Cleans up after the commit. Does not fail because of the store: the write is acknowledged. */
  complete: (file: ReceivedFile) => Promise<void>
  /**
   * Cleans up after a failure: the file stays only if a row names it, or that cannot be found out now.
   * @returns false: not now; a later start does it
   */
  discard: (file: ReceivedFile) => Promise<boolean>
  /** @param maxBytes only the beginning of the file. @returns undefined: the file is missing. @throws NotReady */
  read: (file: StoredFile, maxBytes?: number) => Promise<{ size: number; content: Readable } | undefined>
  /** Whether the file is there with the size and the checksum. */
  holds: (file: Omit<StoredFile, 'path'> & { path?: string }) => Promise<boolean>
  /**
   * After a crash: removes what processes that no longer run have left, unless a row names it. Several processes may do this at once
   * while another stores files.
   */
  removeLeftovers: () => Promise<void>
  close: () => void
}

/** The options of a store beside its place. `scan` rejects a received file that is harmful. */
export type FilesOptions = {
  removeUnlessStored: RemoveUnlessStored
  scan?: ((path: string) => Promise<void>) | undefined
}
