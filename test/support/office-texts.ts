// The texts of the office in both languages, as its sections export them.
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Language = 'de' | 'en'

export interface Tree {
  [key: string]: Tree | string | undefined
}

const leaves = (tree: Tree | string | undefined): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(leaves)

const hasBoth = (value: unknown): value is Record<Language, Tree> =>
  typeof value === 'object' && value !== null && 'de' in value && 'en' in value

/** @param added texts of libraries that the office shows */
export async function officeTexts(
  added: Partial<Record<Language, Tree>> = {},
): Promise<Record<Language, Set<string>>> {
  const files = globSync('office/**/*texts.ts', {
    cwd: root,
    exclude: ['office/dist/**', 'office/node_modules/**'],
  })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>))
  const sections = modules.flatMap((module) => Object.values(module).filter(hasBoth))
  const of = (language: Language) =>
    new Set(
      [added[language], ...sections.map((section) => section[language])]
        .flatMap(leaves)
        .flatMap((text) => text.split('||||'))
        .map((text) => text.trim()),
    )
  return { de: of('de'), en: of('en') }
}
