// Received files on a local disk, under temporary names.
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inheritOwner } from '../ground/account.ts'
import { badRequest, Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { isAlive } from '../ground/process.ts'
import type { FilesOptions, ReceivedFile } from './files.ts'
import { incomingName } from './files-mark.ts'

/** Older ones are abandoned: their process id belongs to another program, or the host was renamed. */
export const maxIncomingAgeMs = 24 * 3600_000

/** A name that tells which process works on it. */
export const newIncomingName = (): string => `${hostname()}~${process.pid}~${randomUUID()}`

/** Whether a process of this host that no longer runs has left it. */
export function isLeftover(name: string): boolean {
  const [host, pid] = name.split('~')
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

/** A file that a process has left. `links`: 2 or more if it was stored in a folder. */
type LeftFile = { path: string; inode: number; links: number }

/** Opens the folder of incoming files below `root`, and creates it if it is missing. */
export async function openIncomingFiles(root: string, scan: FilesOptions['scan']) {
  const folder = join(root, incomingName)
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await inheritOwner(folder)
  await access(folder, constants.W_OK)

  return {
    folder,

    async receive(source: Readable, maxBytes: number): Promise<ReceivedFile> {
      const temporary = join(folder, newIncomingName())
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

    async listLeftovers(): Promise<LeftFile[]> {
      const leftovers: LeftFile[] = []
      const now = await fileSystemTime(folder)
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const found = await stat(path).catch(ignoreMissing)
        if (!found || !(isLeftover(name) || now - found.mtimeMs > maxIncomingAgeMs)) continue
        leftovers.push({ path, inode: found.ino, links: found.nlink })
      }
      return leftovers
    },
  }
}

/** Writes and removes a file. @returns the clock of the file system, which may be another host's */
export async function fileSystemTime(folder: string): Promise<number> {
  const path = join(folder, newIncomingName())
  const handle = await open(path, 'wx', 0o600)
  try {
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}

/** For calls on files that another process may remove. */
export function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}
