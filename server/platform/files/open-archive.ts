import type { Bucket } from '../settings/settings.ts'
import type { Archive } from './archive.ts'

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
