// Which files of the project a file loads, directly or through others.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `import … from`, `export … from` and `import()`; what is imported as a type alone is not loaded. */
const patterns = [
  /^(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'(\.[^']+)'/gm,
  /\bimport\('(\.[^']+)'\)/g,
]

/** @returns these files and all that they load, as absolute paths */
export function loadedFrom(files: Iterable<string>): Set<string> {
  const loaded = new Set(files)
  // A set that grows is walked to its end.
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
