import { forEachAtOnce } from '../ground/concurrency.ts'
import type { Bucket } from '../settings/settings.ts'
import type { Archive } from './archive.ts'
import { openBucket } from './bucket.ts'
import { FilesUnavailable } from './files-unavailable.ts'

const removedAtOnce = 8

/** Opens an archive in a bucket of S3, where an object appears only when it is complete. */
export function openBucketArchive(place: Bucket): Archive & { probe(): Promise<void> } {
  const bucket = openBucket(place)
  return {
    name: place.name,

    async *list(below) {
      for await (const { key } of bucket.list(below)) yield key
    },

    read: async (name) => (await bucket.read(name))?.content,

    async write(name, content) {
      const sum = await bucket.putStream(content, name)
      if (await bucket.holds(name, sum)) return sum
      await bucket.remove(name)
      throw new FilesUnavailable(`${place.name}: the store does not return what was sent`)
    },

    async remove(name) {
      if (!name.endsWith('/')) return bucket.remove(name)
      await forEachAtOnce(bucket.list(name), removedAtOnce, ({ key }) => bucket.remove(key))
    },

    // Not every store lists them: a rule of the bucket may remove them instead.
    abortWrites: (below) => bucket.abortUploads(below).catch(() => {}),

    /** Whether the bucket can be used. */
    async probe() {
      await bucket.probe(`probe/${process.pid}`)
    },

    close: bucket.close,
  }
}
