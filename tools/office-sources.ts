// The files that the built back office depends on.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadedFrom } from './imports.ts'

const root = join(import.meta.dirname, '..')
const office = join(root, 'office')

/** All files of the back office, the files of the server that they load, and the lock file. */
export async function officeSources(): Promise<Set<string>> {
  const own = (await readdir(office, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !/[/\\]dist(-[^/\\]*)?[/\\]/.test(name.slice(office.length)))
  return loadedFrom([...own, join(root, 'package-lock.json')])
}

export async function hashOf(files: Set<string>): Promise<string> {
  const hash = createHash('sha256')
  for (const name of [...files].toSorted()) {
    hash.update(`${name.slice(root.length)}\n`)
    hash.update(await readFile(name))
  }
  return hash.digest('hex')
}
