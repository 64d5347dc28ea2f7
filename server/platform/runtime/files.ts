import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../http/errors.ts'
import { isAlive } from './process.ts'

/** A file that came in whole and is on disk, under a name of its own until the handler gives it its place. */
export type ReceivedFile = { temporary: string; size: number; sha256: Buffer }

/**
 * The store of files: a folder. What comes in is written beside, synced, and linked to its place before the transaction that
 * names it commits. The name beside stays until after the commit, so that a crash in between can be told from a stored file.
 */
export type Files = {
  root: string
  receive: (source: Readable, maxBytes: number) => Promise<ReceivedFile>
  place: (file: ReceivedFile, path: string) => Promise<void>
  settle: (file: ReceivedFile) => Promise<void>
  abandon: (file: ReceivedFile) => Promise<void>
  sweep: (isStored: (path: string) => Promise<boolean>) => Promise<void>
}

const incoming = '.incoming'

/** Opens the store below a folder, which is made where it is missing. */
export async function openFiles(root: string): Promise<Files> {
  const waiting = join(root, incoming)
  await mkdir(waiting, { recursive: true, mode: 0o700 })
  await access(waiting, constants.W_OK)

  return {
    root,
    /** @throws Failure 413 beyond maxBytes, 400 for an empty or broken body; nothing is left behind */
    async receive(source, maxBytes) {
      const temporary = join(waiting, `${hostname()}~${process.pid}~${randomUUID()}`)
      const hash = createHash('sha256')
      let size = 0
      // Opened before anything can fail: a stream that opens by itself may do so after its file was removed.
      const handle = await open(temporary, 'wx', 0o600)
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > maxBytes) throw new Failure(413, 'The file is larger than the limit.')
              hash.update(chunk)
              yield chunk
            }
          },
          handle.createWriteStream({ flush: true }),
        )
        if (size === 0) throw new Failure(400, 'body: is empty', [{ field: 'body', message: 'is empty' }])
      } catch (error) {
        await handle.close().catch(() => {})
        await rm(temporary, { force: true })
        throw error
      }
      return { temporary, size, sha256: hash.digest() }
    },

    /** Gives the file its place below the root. Whatever lies there was never acknowledged: its row is missing. */
    async place(file, path) {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await link(file.temporary, target).catch(async (error) => {
        if (error.code !== 'EEXIST') throw error
        await unlink(target)
        await link(file.temporary, target)
      })
      // Folders above may be new too, and another request's.
      for (let folder = dirname(target); folder.startsWith(root); folder = dirname(folder)) await sync(folder)
    },

    /** The row is committed: the name beside goes. */
    async settle(file) {
      await rm(file.temporary, { force: true })
    },

    /** The work failed. A file that has its place stays beside as well: whether its row was committed may be in doubt. */
    async abandon(file) {
      const { nlink } = await stat(file.temporary)
      if (nlink === 1) await rm(file.temporary, { force: true })
    },

    /**
     * After a crash: removes what was under way in processes that are gone; a placed file stays if its row does. Several
     * processes may sweep at once, beside one that receives.
     */
    async sweep(isStored) {
      const inodes = new Set<number>()
      const leftovers: string[] = []
      for (const name of await readdir(waiting)) {
        const path = join(waiting, name)
        const found = await stat(path).catch(unlessGone)
        if (!found || !(isLeftover(name) || Date.now() - found.mtimeMs > tooOld)) continue
        leftovers.push(path)
        if (found.nlink > 1) inodes.add(found.ino)
      }
      const placed = inodes.size > 0 ? await readdir(root, { recursive: true, withFileTypes: true }) : []
      for (const entry of placed) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || entry.parentPath === waiting) continue
        const found = await stat(path).catch(unlessGone)
        if (!found || !inodes.has(found.ino) || (await isStored(path.slice(root.length + 1)))) continue
        await unlink(path).catch(unlessGone)
      }
      for (const path of leftovers) await rm(path, { force: true })
    },
  }
}

/** No request lives as long: beyond, the process id is another program's, or the host has another name since. */
const tooOld = 24 * 3600_000

function isLeftover(name: string): boolean {
  const [host, pid] = name.split('~')
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

function unlessGone(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
