import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { badRequest, Failure } from '../http/errors.ts'
import { generalErrors } from '../http/general.errors.ts'
import { inheritOwner } from '../runtime/account.ts'
import { isAlive } from '../runtime/process.ts'
import { incomingName, verifyMark } from './files-mark.ts'
import { syncFolder } from './sync-folder.ts'

/** A received file, complete and on disk, under a temporary name until the handler stores it. */
export type ReceivedFile = { temporaryPath: string; size: number; sha256: Buffer }

/**
 * The file store: a folder. An incoming file is written to a temporary name, synced, and linked to its final path before the
 * transaction commits that refers to it. The temporary name is removed after the commit, so that a crash in between can be detected.
 */
export type Files = {
  root: string
  /** @throws NotReady if the folder is no longer that of the instance */
  verify: () => Promise<void>
  receive: (source: Readable, maxBytes: number) => Promise<ReceivedFile>
  store: (file: ReceivedFile, path: string) => Promise<void>
  complete: (file: ReceivedFile) => Promise<void>
  discard: (file: ReceivedFile) => Promise<void>
  removeLeftovers: (isStored: (path: string) => Promise<boolean>) => Promise<void>
}

/**
 * Opens the store in a folder, and creates the folder if it is missing.
 * @param mark the mark that the folder must have to receive files; left out: it is not verified
 * @param scan rejects a received file that is harmful
 */
export async function openFiles(
  root: string,
  mark?: string,
  scan?: (path: string) => Promise<void>,
): Promise<Files> {
  const incomingFolder = join(root, incomingName)
  if (await mkdir(incomingFolder, { recursive: true, mode: 0o700 })) await inheritOwner(incomingFolder)
  await access(incomingFolder, constants.W_OK)

  const verify = async () => {
    if (mark !== undefined) await verifyMark(root, mark)
  }

  return {
    root,
    verify,
    /** @throws NotReady, Failure 413 beyond maxBytes, 400 for an empty or aborted body, those of `scan`; leaves nothing behind */
    async receive(source, maxBytes) {
      await verify()
      const temporary = join(incomingFolder, `${hostname()}~${process.pid}~${randomUUID()}`)
      const hash = createHash('sha256')
      let size = 0
      // Opened before anything can fail: a write stream that opens the file itself may do so after the file was removed.
      const handle = await open(temporary, 'wx', 0o600)
      try {
        await inheritOwner(temporary)
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
        await scan?.(temporary)
      } catch (error) {
        await handle.close().catch(() => {})
        await rm(temporary, { force: true })
        throw error
      }
      return { temporaryPath: temporary, size, sha256: hash.digest() }
    },

    /** Links the file to its final path. A file that is already there was never acknowledged: it has no row. */
    async store(file, path) {
      const target = join(root, path)
      await createFolders(dirname(target), root)
      await link(file.temporaryPath, target).catch(async (error) => {
        if (error.code !== 'EEXIST') throw error
        await unlink(target)
        await link(file.temporaryPath, target)
      })
      // Parent folders may be new, too, and created by another request.
      for (let folder = dirname(target); folder.startsWith(root); folder = dirname(folder))
        await syncFolder(folder)
    },

    /** Removes the temporary name after the commit. */
    async complete(file) {
      await rm(file.temporaryPath, { force: true })
    },

    /** Cleans up after a failure. A linked file keeps its temporary name: whether its row was committed may be unknown. */
    async discard(file) {
      const { nlink } = await stat(file.temporaryPath)
      if (nlink === 1) await rm(file.temporaryPath, { force: true })
    },

    /**
     * After a crash: removes incomplete files of processes that no longer run. A linked file stays if its row exists. Several
     * processes may do this at once while another receives files.
     */
    async removeLeftovers(isStored) {
      const inodes = new Set<number>()
      const leftovers: string[] = []
      const now = await fileSystemTime(incomingFolder)
      for (const name of await readdir(incomingFolder)) {
        const path = join(incomingFolder, name)
        const found = await stat(path).catch(ignoreMissing)
        if (!found || !(isLeftover(name) || now - found.mtimeMs > maxIncomingAgeMs)) continue
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

async function createFolders(folder: string, root: string): Promise<void> {
  const isMissing = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  const created = isMissing ? relative(root, folder).split(sep) : []
  for (const [index] of created.entries()) await inheritOwner(join(root, ...created.slice(0, index + 1)))
}

/** Older temporary files are abandoned: their process id belongs to another program, or the host was renamed. */
const maxIncomingAgeMs = 24 * 3600_000

/** The clock of the file system, which may be another host's. */
async function fileSystemTime(folder: string): Promise<number> {
  const path = join(folder, `${hostname()}~${process.pid}~${randomUUID()}`)
  const handle = await open(path, 'wx', 0o600)
  try {
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

function isLeftover(name: string): boolean {
  const [host, pid] = name.split('~')
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}
