import type { Readable } from 'node:stream'
import type { ContentSum } from '../files/measure-content.ts'
import type { Bucket } from '../runtime/settings.ts'

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
  /** Removes what killed processes have left below a folder that is not listed. No other process may write there. */
  abortWrites(below: string): Promise<void>
  close(): void
}

/** The archive cannot be used, or does not have what is needed: one line for the operator. */
export class ArchiveError extends Error {}

/** The place of an archive: a folder or a bucket, which is not contacted yet. */
export async function openArchive(place: string | Bucket): Promise<Archive> {
  if (typeof place === 'string') {
    const { openFolderArchive } = await import('./folder-archive.ts')
    return openFolderArchive(place)
  }
  // Loading the client of S3 takes more than half a second.
  const { openBucketArchive } = await import('./bucket-archive.ts')
  return openBucketArchive(place)
}

/** Opens an archive for some work. */
export async function withArchive<T>(
  place: string | Bucket,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(place)
  try {
    return await work(archive)
  } finally {
    archive.close()
  }
}
