// README.md and README.de.md: short, and with the same content in both languages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const english = readFileSync(join(root, 'README.md'), 'utf8')
const german = readFileSync(join(root, 'README.de.md'), 'utf8')
const maxLines = 150

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The common parts of both languages: everything but the words. */
function shapeOf(text: string) {
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
  const prose = text.replace(/^```\w+\n[\s\S]*?^```/gm, '')
  return {
    sections: matches(prose, /^(#+) /gm),
    pictures: matches(prose, /(?:src|srcset)="([^"]+)"/g),
    alternativeTexts: matches(prose, /<img [^>]*alt="([^"]+)"/g).length,
    commands: blocks.map(([, language, body = '']) => [language, body.replace(/ +# .*$/gm, '')]),
    entries: matches(prose, /^(- )/gm).length,
    rows: matches(prose, /^(\| )/gm).length,
    settings: matches(prose, /`([^`]+)`/g),
  }
}

/** The files that a README leads to, whichever language they are in, without the two that lead to each other. */
const targetsOf = (text: string): string[] =>
  matches(text, /\]\(([^)#]+)[^)]*\)/g)
    .map((target) => target.replace('docs/guide/de/', 'docs/guide/en/'))
    .filter((target) => !target.startsWith('README'))

test('each README has at most 150 lines', () => {
  for (const text of [english, german]) assert.ok(text.split('\n').length <= maxLines)
})

test('each README leads to the other one', () => {
  assert.match(english, /\[Deutsch\]\(README\.de\.md\)/)
  assert.match(german, /\[English\]\(README\.md\)/)
})

test('both have the same sections, pictures, commands, entries and settings', () => {
  assert.deepEqual(shapeOf(german), shapeOf(english))
  assert.ok(shapeOf(english).pictures.length >= 5)
})

test('both lead to the same documents', () => {
  assert.deepEqual(targetsOf(german), targetsOf(english))
})

test('the large picture is there for light and dark pages', () => {
  assert.match(english, /<source media="\(prefers-color-scheme: dark\)" srcset="[^"]+-dark\.png">/)
})
