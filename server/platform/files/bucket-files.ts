// The file store as a bucket of S3.
// An object is named after its SHA-256, so that stage can upload and verify it before the transaction, and a name never gets
// another content. A marker below .incoming/ names the object from before the upload until after the commit. The content of two
// equal files is one object.
import { rm } from 'node:fs/promises'
import { forEachAtOnce } from '../ground/concurrency.ts'
import type { Bucket } from '../settings/settings.ts'
import { openBucket } from './bucket.ts'
import type { Files, FilesOptions, ReceivedFile } from './files.ts'
import { assertMark, incomingName, markName } from './files-mark.ts'
import { FilesUnavailable } from './files-unavailable.ts'
import { isLeftover, maxIncomingAgeMs, newIncomingName, openIncomingFiles } from './incoming-files.ts'

const contents = 'sha256/'
/** A mark that was there a moment ago is not asked for with every upload. */
const markValidMs = 2000
const cleaningAtOnce = 4

const keyOf = ({ sha256 }: { sha256: Buffer }) => `${contents}${sha256.toString('hex')}`

/**
 * Opens the store in a bucket. An object is named after the checksum of its content, so that a name never gets another content and
 * files can be stored before it is known which path they will have. A marker below `.incoming/` names the object from before it is
 * written until the commit. An object is only removed while no row that names it can be written, and a transaction that names
 * an object looks for it afterwards: neither can miss the other.
 * @param folder for incoming files, on a local disk
 */
export async function openBucketFiles(
  settings: Bucket,
  folder: string,
  { removeUnlessStored, scan }: FilesOptions,
): Promise<Files> {
  const incoming = await openIncomingFiles(folder, scan)
  const bucket = openBucket(settings)
  const { name } = settings
  let expectedMark: string | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  /** The markers of staged files. */
  const markers = new WeakMap<ReceivedFile, string>()
  const stored = new WeakSet<ReceivedFile>()

  const readMark = async () => {
    const mark = (await bucket.readText(markName))?.trim()
    // A web server answers everything with a page.
    if (mark !== undefined && !/^[\w -]{1,100}$/.test(mark))
      throw new FilesUnavailable(`${name}: ${markName} is not a mark of Kontor`, true)
    return mark
  }

  const verify = async () => {
    const mark = await readMark()
    if (expectedMark !== undefined) assertMark(name, mark, expectedMark)
    verifiedAt = performance.now()
  }

  const holds: Files['holds'] = (file) => bucket.holds(keyOf(file), file)

  const probe = () => bucket.probe(`${incomingName}/${newIncomingName()}`)

  const removeContent = (sha256: Buffer) =>
    removeUnlessStored({ sha256 }, () => bucket.remove(keyOf({ sha256 })))

  const discard = async (file: ReceivedFile) => {
    await rm(file.temporaryPath, { force: true })
    const marker = markers.get(file)
    if (marker === undefined) return true
    try {
      await removeContent(file.sha256)
      await bucket.remove(marker)
      return true
    } catch {
      // The marker tells a later start which object may lack its row.
      return false
    }
  }

  return {
    name,
    locate: (file) => `${name}/${keyOf(file)} (${file.path})`,
    readMark,
    writeMark: (mark) => bucket.putText(markName, `${mark}\n`),
    expectMark(mark) {
      expectedMark = mark
    },
    verify,
    async probe() {
      await probe()
    },

    async isEmpty() {
      for await (const _ of bucket.list(contents)) return false
      return true
    },

    async receive(source, maxBytes) {
      if (expectedMark !== undefined && performance.now() - verifiedAt > markValidMs) await verify()
      return incoming.receive(source, maxBytes)
    },

    async stage(file) {
      const hex = file.sha256.toString('hex')
      const marker = markers.get(file) ?? `${incomingName}/${newIncomingName()}~${hex}`
      // If this fails, nothing can be cleaned up either; a later start does.
      await bucket.putText(marker, `${hex}\n`)
      markers.set(file, marker)
      // An object with the right content is not written again: a row may name it.
      if (await holds(file)) return
      await bucket.putFile(file, keyOf(file))
      if (!(await holds(file))) throw new FilesUnavailable(`${name}: the store does not return what was sent`)
    },

    async store(file) {
      if ((await bucket.head(keyOf(file)))?.size !== file.size)
        throw new FilesUnavailable(`${name}: a file was removed while it was being stored`)
      stored.add(file)
    },

    async complete(file) {
      // A response that is repeated for its Idempotency-Key stores nothing.
      if (!stored.has(file)) return void (await discard(file))
      await rm(file.temporaryPath, { force: true })
      // If this fails, a later start removes it.
      await bucket.remove(markers.get(file)!).catch(() => {})
    },

    discard,

    read: (file, maxBytes) => bucket.read(keyOf(file), maxBytes),
    holds,

    async removeLeftovers() {
      for (const { path } of await incoming.listLeftovers()) await rm(path, { force: true })
      const now = await probe()
      const left: { key: string; hex: string }[] = []
      const inUse = new Set<string>()
      for await (const { key, modifiedMs } of bucket.list(`${incomingName}/`)) {
        const marker = key.slice(incomingName.length + 1)
        const hex = /~([0-9a-f]{64})$/.exec(marker)?.[1] ?? ''
        if (isLeftover(marker) || now - modifiedMs > maxIncomingAgeMs) left.push({ key, hex })
        else inUse.add(hex)
      }
      await forEachAtOnce(left, cleaningAtOnce, async ({ key, hex }) => {
        if (hex !== '') {
          const sha256 = Buffer.from(hex, 'hex')
          // Not every store lists them: a rule of the bucket may remove them instead.
          if (!inUse.has(hex)) await bucket.abortUploads(keyOf({ sha256 })).catch(() => {})
          await removeContent(sha256)
        }
        await bucket.remove(key)
      })
    },

    close: bucket.close,
  }
}
