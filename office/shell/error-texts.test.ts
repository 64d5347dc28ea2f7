// Texts that the office finds by codes of the server: errors with their parameters, and values of columns.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ErrorText } from '../../server/platform/ground/error-text.ts'
import { textPrefixes } from './history/column-values.ts'
import type { Texts, TextTree } from './language/texts.ts'

const root = join(import.meta.dirname, '../..')

/** The exports of all files in a folder with this ending. */
async function exportsOf(folder: string, ending: RegExp): Promise<unknown[]> {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.startsWith('dist'))
    .toSorted()
  const modules = await Promise.all(names.map((name) => import(join(root, folder, name))))
  return modules.flatMap((one: object) => Object.values(one))
}

/** The parameters of each code. */
async function describedErrors(): Promise<Map<string, string[]>> {
  const tables = (await exportsOf('server', /\.errors\.ts$/)) as Record<string, () => ErrorText>[]
  const errors = tables.flatMap((table) => Object.values(table).map((describe) => describe()))
  // Parameters that are not filled in stay in braces.
  return new Map(
    errors.map(({ code, message }) => [code, [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)]),
  )
}

function flatten(tree: TextTree, path = ''): [code: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && 'de' in value

for (const language of ['de', 'en'] as const)
  test(`every error has a text (${language})`, async () => {
    const described = await describedErrors()
    assert.ok(described.size > 60)
    const sections = (await exportsOf('office', /texts\.ts$/)).filter(isTexts)
    const texts = new Map(
      sections.flatMap((section) => flatten((section[language]['errors'] ?? {}) as TextTree)),
    )
    assert.deepEqual([...texts.keys()].toSorted(), [...described.keys()].toSorted())
    for (const [code, text] of texts) {
      const unknown = [...text.matchAll(/%\{(\w+)\}/g)].filter(
        ([, name]) => name !== 'smart_count' && !described.get(code)!.includes(name!),
      )
      assert.deepEqual(unknown, [], `${code}: ${text}`)
    }
  })

for (const language of ['de', 'en'] as const)
  test(`values of columns have texts (${language})`, async () => {
    const sections = (await exportsOf('office', /texts\.ts$/)).filter(isTexts)
    const keys = sections.flatMap((section) => flatten(section[language]).map(([key]) => key))
    const withoutTexts = Object.values(textPrefixes).filter(
      (prefix) => !keys.some((key) => key.startsWith(prefix)),
    )
    assert.deepEqual(withoutTexts, [])
  })
