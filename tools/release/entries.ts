// Files of an artefact as values, with their names in the artefact.
import {
  chmod,
  copyFile,
  lstat,
  lutimes,
  mkdir,
  readdir,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

type Source = { content: Buffer | string } | { file: string } | { link: string } | { folder: true }

/** A file, link or folder. Its owner is root, unless `owner` names another uid. */
export type Entry = { path: string; mode: number; owner?: number } & Source

/** Files keep whether they are programs, and nothing else of their rights. */
export const fileMode = (mode: number): number => (mode & 0o100 ? 0o755 : 0o644)

/** By the bytes of their paths, so that no locale matters. */
export const byPath = (one: Entry, other: Entry): number => (one.path < other.path ? -1 : 1)

/** The files of a folder of this machine, links left out. @param keeps whether a file, by its path in the folder, is kept */
export async function filesBelow(
  folder: string,
  path: string,
  keeps: (path: string) => boolean = () => true,
): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) =>
      keeps(
        file
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
      ),
    )
  return Promise.all(
    files.map(async (file) => ({
      path: `${path}/${file.slice(folder.length + 1)}`,
      file,
      mode: fileMode((await lstat(file)).mode),
    })),
  )
}

/** The same entries in another folder. */
export const moved = (entries: readonly Entry[], prefix: string): Entry[] =>
  entries.map((entry) => ({ ...entry, path: `${prefix}/${entry.path}` }))

/** The entries with every folder that they are in. @throws Error if two of them have one path */
export function withFolders(entries: readonly Entry[]): Entry[] {
  const all = new Map<string, Entry>()
  for (const entry of entries) {
    if (all.has(entry.path)) throw new Error(`${entry.path} is there twice`)
    all.set(entry.path, entry)
  }
  for (const { path } of entries)
    for (let folder = dirname(path); folder !== '.' && !all.has(folder); folder = dirname(folder))
      all.set(folder, { path: folder, folder: true, mode: 0o755 })
  return [...all.values()].toSorted(byPath)
}

export const contentOf = async (entry: Entry): Promise<Buffer> =>
  'file' in entry ? readFile(entry.file) : Buffer.from('content' in entry ? entry.content : '')

/** Writes entries into a folder, as files of the account that runs this. */
export async function writeEntries(
  entries: readonly Entry[],
  folder: string,
  seconds: number,
): Promise<void> {
  const all = withFolders(entries)
  for (const entry of all) {
    const path = join(folder, entry.path)
    if ('folder' in entry) await mkdir(path, { recursive: true })
    else if ('link' in entry) await symlink(entry.link, path)
    else if ('file' in entry) await copyFile(entry.file, path)
    else await writeFile(path, entry.content)
    if (!('link' in entry)) await chmod(path, entry.mode)
  }
  // The deepest first: a file that is added changes the time of its folder.
  for (const { path } of all.toReversed()) await lutimes(join(folder, path), seconds, seconds)
}
