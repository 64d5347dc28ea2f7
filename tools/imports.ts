// The files that a file of the project loads, directly or indirectly.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `import … from` and `export … from`, without type-only imports. */
const atOnce = /^(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'(\.[^']+)'/gm
/** `import()`. */
const later = /\bimport\('(\.[^']+)'\)/g

type Imports = Record<'atOnce' | 'later', readonly string[]>

/** Of files that have been read: many test files load the same ones. */
const importsOfFiles = new Map<string, Imports>()

function importsOf(file: string): Imports {
  let found = importsOfFiles.get(file)
  if (!found) {
    const text = /\.[cm]?[jt]sx?$/.test(file) ? readFileSync(file, 'utf8') : ''
    const matches = (pattern: RegExp) =>
      [...text.matchAll(pattern)]
        .map(([, name]) => join(dirname(file), name!))
        .filter((path) => existsSync(path))
    found = { atOnce: matches(atOnce), later: matches(later) }
    importsOfFiles.set(file, found)
  }
  return found
}

/**
 * @param options `later`: false leaves out what only `import()` loads
 * @returns these files and all files that they load, as absolute paths
 */
export function loadedFrom(files: Iterable<string>, options: { later?: false } = {}): Set<string> {
  const loaded = new Set(files)
  // The iteration includes elements that are added meanwhile.
  for (const file of loaded) {
    const { atOnce, later } = importsOf(file)
    for (const path of options.later === false ? atOnce : [...atOnce, ...later]) loaded.add(path)
  }
  return loaded
}
