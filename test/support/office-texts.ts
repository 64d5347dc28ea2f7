// The texts of the office in both languages, as its sections export them.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Language = 'de' | 'en'

export interface Tree {
  [key: string]: Tree | string | undefined
}

const leaves = (tree: Tree | string | undefined): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(leaves)

const hasBoth = (value: unknown): value is Record<Language, Tree> =>
  typeof value === 'object' && value !== null && 'de' in value && 'en' in value

const officeFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['office/dist/**', 'office/node_modules/**'] })

async function textsIn(files: readonly string[]): Promise<Record<Language, Tree>[]> {
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>))
  return modules.flatMap((module) => Object.values(module).filter(hasBoth))
}

/** @param added texts of libraries that the office shows */
export async function officeTexts(
  added: Partial<Record<Language, Tree>> = {},
): Promise<Record<Language, Set<string>>> {
  const sections = await textsIn(officeFiles('office/**/*texts.ts'))
  const of = (language: Language) =>
    new Set(
      [added[language], ...sections.map((section) => section[language])]
        .flatMap(leaves)
        .flatMap((text) => text.split('||||'))
        .map((text) => text.trim()),
    )
  return { de: of('de'), en: of('en') }
}

/** The files of texts that a file loads by `import()`. */
const loadedBy = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/import\('(\.[^']*texts\.ts)'\)/g)].map(([, name]) =>
    join(dirname(file), name!),
  )

const byKey = (tree: Tree | string | undefined, key: string): [key: string, text: string][] =>
  typeof tree === 'string'
    ? [[key, tree]]
    : Object.entries(tree ?? {}).flatMap(([step, below]) =>
        byKey(below, key === '' ? step : `${key}.${step}`),
      )

/** The texts that a page has, by their keys: those of the first load, and those that `file` loads with it. */
export async function textsOfPage(file: string): Promise<Record<Language, ReadonlyMap<string, string>>> {
  const later = new Set(officeFiles('office/**/*.{ts,tsx}').flatMap(loadedBy)).difference(
    new Set(loadedBy(file)),
  )
  const sections = await textsIn(officeFiles('office/**/*texts.ts').filter((name) => !later.has(name)))
  const of = (language: Language) => new Map(sections.flatMap((section) => byKey(section[language], '')))
  return { de: of('de'), en: of('en') }
}
