// The guide names buttons, fields and pages of the back office as the office shows them, and settings as the service reads them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { Marked, type Token, type Tokens } from 'marked'
import english from 'ra-language-english'
import { raGerman } from '../office/shell/language/react-admin-texts.ts'
import { settingTable } from '../server/platform/settings/setting-table.ts'
import { officeTexts, type Tree } from './support/office-texts.ts'

const root = join(import.meta.dirname, '..')
const languages = ['de', 'en'] as const

/** The texts in italics of a page. */
function labelsOf(file: string): string[] {
  const labels: string[] = []
  const marked = new Marked()
  marked.walkTokens(marked.lexer(readFileSync(join(root, file), 'utf8')), (token: Token) => {
    if (token.type === 'em') labels.push((token as Tokens.Em).text)
  })
  return labels
}

test('every label in italics is a text of the office in the language of the page', async () => {
  const texts = await officeTexts({ de: raGerman as Tree, en: english as unknown as Tree })
  const wrong = languages.flatMap((language) => {
    const files = globSync(`docs/guide/${language}/{office,operating}/*.md`, { cwd: root })
    assert.ok(files.length > 10, language)
    return files.flatMap((file) =>
      labelsOf(file)
        .filter((label) => !texts[language].has(label))
        .map((label) => `${language}/${basename(file)}: ${label}`),
    )
  })
  assert.deepEqual(wrong, [])
})

test('every setting that the guide names is one of the service', () => {
  const known = new Set(settingTable.map(({ name }) => name))
  const files = globSync('docs/guide/*/**/*.md', { cwd: root })
  const wrong = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bKONTOR_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})
