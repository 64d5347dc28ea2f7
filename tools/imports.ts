// The files that a file of the project loads, directly or indirectly.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `import … from`, `export … from` and `import()`, without type-only imports. */
const patterns = [
  /^(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'(\.[^']+)'/gm,
  /\bimport\('(\.[^']+)'\)/g,
]

/** @returns these files and all files that they load, as absolute paths */
export function loadedFrom(files: Iterable<string>): Set<string> {
  const loaded = new Set(files)
  // The iteration includes elements that are added meanwhile.
  for (const file of loaded) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const [, name] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const path = join(dirname(file), name!)
      if (existsSync(path)) loaded.add(path)
    }
  }
  return loaded
}
