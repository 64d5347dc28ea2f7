import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { badRequest, Failure } from '../http/errors.ts'
import { generalErrors } from '../http/general.errors.ts'
import { isAlive } from './process.ts'

/** A file that came in whole and is on disk, under a name of its own until the handler gives it its place. */
export type ReceivedFile = { temporaryPath: string; size: number; sha256: Buffer }

/**
 * The store of files: a folder. What comes in is written beside, synced, and linked to its place before the transaction that
 * names it commits. The name beside stays until after the commit, so that a crash in between can be told from a stored file.
 */
export type Files = {
  root: string
  receive: (source: Readable, maxBytes: number) => Promise<ReceivedFile>
  store: (file: ReceivedFile, path: string) => Promise<void>
  complete: (file: ReceivedFile) => Promise<void>
  discard: (file: ReceivedFile) => Promise<void>
  removeLeftovers: (isStored: (path: string) => Promise<boolean>) => Promise<void>
}

const incomingName = '.incoming'

/** Opens the store below a folder, which is made where it is missing. */
export async function openFiles(root: string): Promise<Files> {
  const incomingFolder = join(root, incomingName)
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  await access(incomingFolder, constants.W_OK)

  return {
    root,
    /** @throws Failure 413 beyond maxBytes, 400 for an empty or broken body; nothing is left behind */
    async receive(source, maxBytes) {
      const temporary = join(incomingFolder, `${hostname()}~${process.pid}~${randomUUID()}`)
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
              if (size > maxBytes) throw new Failure(413, generalErrors.fileTooLarge())
              hash.update(chunk)
              yield chunk
            }
          },
          handle.createWriteStream({ flush: true }),
        )
        if (size === 0) throw badRequest([{ field: 'body', ...generalErrors.emptyFile() }])
      } catch (error) {
        await handle.close().catch(() => {})
        await rm(temporary, { force: true })
        throw error
      }
      return { temporaryPath: temporary, size, sha256: hash.digest() }
    },

    /** Gives the file its place below the root. Whatever lies there was never acknowledged: its row is missing. */
    async store(file, path) {
      const target = join(root, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await link(file.temporaryPath, target).catch(async (error) => {
        if (error.code !== 'EEXIST') throw error
        await unlink(target)
        await link(file.temporaryPath, target)
      })
      // Folders above may be new too, and another request's.
      for (let folder = dirname(target); folder.startsWith(root); folder = dirname(folder))
        await syncFolder(folder)
    },

    /** The row is committed: the name beside goes. */
    async complete(file) {
      await rm(file.temporaryPath, { force: true })
    },

    /** The work failed. A file that has its place stays beside as well: whether its row was committed may be in doubt. */
    async discard(file) {
      const { nlink } = await stat(file.temporaryPath)
      if (nlink === 1) await rm(file.temporaryPath, { force: true })
    },

    /**
     * After a crash: removes what was under way in processes that are gone; a placed file stays if its row does. Several
     * processes may sweep at once, beside one that receives.
     */
    async removeLeftovers(isStored) {
      const inodes = new Set<number>()
      const leftovers: string[] = []
      for (const name of await readdir(incomingFolder)) {
        const path = join(incomingFolder, name)
        const found = await stat(path).catch(ignoreMissing)
        if (!found || !(isLeftover(name) || Date.now() - found.mtimeMs > maxIncomingAgeMs)) continue
        leftovers.push(path)
        if (found.nlink > 1) inodes.add(found.ino)
      }
      const storedEntries =
        inodes.size > 0 ? await readdir(root, { recursive: true, withFileTypes: true }) : []
      for (const entry of storedEntries) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || entry.parentPath === incomingFolder) continue
        const found = await stat(path).catch(ignoreMissing)
        if (!found || !inodes.has(found.ino) || (await isStored(path.slice(root.length + 1)))) continue
        await unlink(path).catch(ignoreMissing)
      }
      for (const path of leftovers) await rm(path, { force: true })
    },
  }
}

/** No request lives as long: beyond, the process id is another program's, or the host has another name since. */
const maxIncomingAgeMs = 24 * 3600_000

function isLeftover(name: string): boolean {
  const [host, pid] = name.split('~')
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
