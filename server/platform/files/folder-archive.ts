import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Archive } from './archive.ts'
import { ignoreMissing } from './incoming-files.ts'
import { measureContent } from './measure-content.ts'
import { syncFolder } from './sync-folder.ts'

/** The name of a file that is not complete. */
const partialOf = (path: string) => join(dirname(path), `.${basename(path)}.tmp`)

/** Opens an archive in a folder. */
export function openFolderArchive(root: string): Archive {
  /** The folders of the first level are there: a missing one is a fault, such as a disk that is not mounted. */
  const createFolder = async (folder: string): Promise<void> => {
    if (dirname(folder) === root) return
    try {
      await mkdir(folder, { mode: 0o700 })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return
      if (code !== 'ENOENT' || dirname(dirname(folder)) === root) throw error
      await createFolder(dirname(folder))
      return createFolder(folder)
    }
    await syncFolder(dirname(folder))
  }

  return {
    name: root,

    async *list(below) {
      const entries = await readdir(join(root, below), { recursive: true, withFileTypes: true }).catch(
        ignoreMissing,
      )
      yield* (entries ?? [])
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
        .toSorted()
    },

    async read(name) {
      const file = await open(join(root, name), 'r').catch(ignoreMissing)
      return file?.createReadStream()
    },

    async write(name, content) {
      const path = join(root, name)
      const folder = dirname(path)
      const partial = partialOf(path)
      const { pass, sum } = measureContent()
      await createFolder(folder)
      const file = await open(partial, 'w', 0o600)
      await pipeline(content, pass, file.createWriteStream({ flush: true }))
      await rename(partial, path)
      await syncFolder(folder)
      return sum()
    },

    async remove(name) {
      const path = join(root, name)
      await rm(path, { recursive: true, force: true })
      await syncFolder(dirname(path)).catch(ignoreMissing)
    },

    // Another write of the same name replaces what was left, too.
    async abortWrites(below) {
      if (!below.endsWith('/')) await rm(partialOf(join(root, below)), { force: true })
    },

    close() {},
  }
}
