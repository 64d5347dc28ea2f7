// The file store as a folder.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, opendir, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inheritOwner } from '../ground/account.ts'
import type { Files, FilesOptions, ReceivedFile } from './files.ts'
import { assertMark, markName, storedFolders } from './files-mark.ts'
import { FilesUnavailable } from './files-unavailable.ts'
import { fileSystemTime, ignoreMissing, openIncomingFiles } from './incoming-files.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Opens the store in a folder, and creates the folder if it is missing. An incoming file is linked to its final path before the
 * transaction commits that refers to it. The temporary name is removed after the commit, so that a crash in between can be detected.
 */
export async function openFolderFiles(
  root: string,
  { removeUnlessStored, scan }: FilesOptions,
): Promise<Files> {
  const incoming = await openIncomingFiles(root, scan)
  let expectedMark: string | undefined
  /** The paths of stored files whose commit is not known yet; several if the transaction was repeated. */
  const linked = new WeakMap<ReceivedFile, Set<string>>()

  const readMark = async () => (await readFile(join(root, markName), 'utf8').catch(ignoreMissing))?.trim()

  const verify = async () => {
    if (expectedMark !== undefined) assertMark(root, await readMark(), expectedMark)
  }

  const find = async (path: string) => {
    const found = await stat(join(root, path)).catch((error) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    })
    return found?.isFile() ? found : undefined
  }

  const linkTo = async (target: string, file: ReceivedFile) => {
    await createFolders(dirname(target), root)
    await link(file.temporaryPath, target).catch(async (error) => {
      if (error.code !== 'EEXIST') throw error
      await unlink(target)
      await link(file.temporaryPath, target)
    })
    // Parent folders may be new, too, and created by another request.
    for (let folder = dirname(target); folder.startsWith(root); folder = dirname(folder))
      await syncFolder(folder)
  }

  /** The folder has disappeared since its mark was read. */
  const unavailable = (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new FilesUnavailable(`${root}: ${error.message}`) : error
  }

  return {
    name: root,
    locate: ({ path }) => join(root, path),
    readMark,

    async writeMark(mark) {
      const path = join(root, markName)
      const partial = join(incoming.folder, markName)
      const file = await open(partial, 'w', 0o600)
      try {
        await file.writeFile(`${mark}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await inheritOwner(partial)
      await rename(partial, path)
      await syncFolder(root)
    },

    expectMark(mark) {
      expectedMark = mark
    },
    verify,

    async probe() {
      await fileSystemTime(incoming.folder)
    },

    async isEmpty() {
      for (const folder of storedFolders.map((name) => join(root, name))) {
        if (!(await stat(folder).catch(ignoreMissing))) continue
        for await (const entry of await opendir(folder, { recursive: true }))
          if (!entry.isDirectory()) return false
      }
      return true
    },

    async receive(source, maxBytes) {
      await verify()
      return incoming.receive(source, maxBytes).catch(unavailable)
    },

    async stage() {},

    async store(file, path) {
      linked.set(file, new Set(linked.get(file)).add(path))
      await linkTo(join(root, path), file).catch(unavailable)
    },

    async complete(file) {
      await rm(file.temporaryPath, { force: true })
    },

    async discard(file) {
      try {
        for (const path of linked.get(file) ?? [])
          await removeUnlessStored({ path }, () => unlink(join(root, path)).catch(ignoreMissing))
      } catch {
        // The temporary name tells the next start which file may lack its row.
        return false
      }
      await rm(file.temporaryPath, { force: true })
      return true
    },

    async read({ path }, maxBytes) {
      const found = await find(path)
      if (!found) return undefined
      const end = maxBytes === undefined ? {} : { end: maxBytes - 1 }
      return { size: found.size, content: createReadStream(join(root, path), end) }
    },

    async holds({ path, size, sha256 }) {
      if (path === undefined || (await find(path))?.size !== size) return false
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(root, path)), hash)
      return hash.digest().equals(sha256)
    },

    async removeLeftovers() {
      const leftovers = await incoming.listLeftovers()
      const inodes = new Set(leftovers.filter(({ links }) => links > 1).map(({ inode }) => inode))
      const storedEntries =
        inodes.size > 0 ? await readdir(root, { recursive: true, withFileTypes: true }) : []
      for (const entry of storedEntries) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || entry.parentPath === incoming.folder) continue
        const found = await stat(path).catch(ignoreMissing)
        if (!found || !inodes.has(found.ino)) continue
        await removeUnlessStored({ path: path.slice(root.length + 1) }, async () => {
          // Another process may have replaced it since.
          const current = await stat(path).catch(ignoreMissing)
          if (current?.ino === found.ino) await unlink(path).catch(ignoreMissing)
        })
      }
      for (const { path } of leftovers) await rm(path, { force: true })
    },

    close() {},
  }
}

/** Creates folders below the root, but not the root: an empty one would hide that the store is gone. */
async function createFolders(folder: string, root: string): Promise<void> {
  if (folder === root) return
  await createFolders(dirname(folder), root)
  try {
    await mkdir(folder, { mode: 0o700 })
    await inheritOwner(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
