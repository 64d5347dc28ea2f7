// Removes from node_modules what nothing reads: half of the package of Node is headers, and a tenth of the others are maps and texts.
// Where the packages for development are missing, only what a release ships stays: no types, no fonts that documents do not use.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isRead, runs } from './release/packages.ts'

type IsKept = (name: string, path: string) => boolean

/** Removes files of one package, and those of the packages within it. */
async function slimPackage(name: string, folder: string, isKept: IsKept): Promise<void> {
  const removed: string[] = []
  const below = async (current: string): Promise<void> => {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      const path = join(current, entry.name)
      if (!entry.isDirectory()) {
        if (!entry.isSymbolicLink() && !isKept(name, relative(folder, path))) removed.push(path)
      } else if (entry.name === 'node_modules') await slimPackages(path, isKept)
      else await below(path)
    }
  }
  await below(folder)
  for (const path of removed) await rm(path, { force: true })
}

async function slimPackages(modules: string, isKept: IsKept): Promise<void> {
  for (const entry of await readdir(modules, { withFileTypes: true })) {
    // Links lead to packages of this repository.
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const folder = join(modules, entry.name)
    if (!entry.name.startsWith('@')) await slimPackage(entry.name, folder, isKept)
    else
      for (const one of await readdir(folder, { withFileTypes: true }))
        if (one.isDirectory()) await slimPackage(`${entry.name}/${one.name}`, join(folder, one.name), isKept)
  }
}

/**
 * Slims `node_modules` of a folder after each `npm ci` once. Files of packages that cannot be removed stay.
 * @param isForDevelopment the packages for development are installed
 */
export async function slim(root: string, isForDevelopment: boolean): Promise<void> {
  const modules = join(root, 'node_modules')
  // npm writes it whenever it installs something.
  const installed = await stat(join(modules, '.package-lock.json')).catch(() => undefined)
  if (!installed) return
  const done = join(modules, '.cache/slim')
  const state = String(installed.mtimeMs)
  if (existsSync(done) && (await readFile(done, 'utf8')) === state) return
  try {
    await slimPackages(modules, isForDevelopment ? isRead : runs)
    await mkdir(join(modules, '.cache'), { recursive: true })
    await writeFile(done, state)
  } catch (error) {
    // Another account has installed them.
    if (!/^(EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
