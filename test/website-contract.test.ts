// Every promise of the public interface is the name of a test. The promises are in a file beside the repository.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const file = join(root, '../shared/website.md')
const skip = existsSync(file) ? false : `${file} is missing`

/** The parts of the file that are built. */
const parts = ['General', 'Reading', 'Webhooks']

/** The beginnings of promises that are not kept yet: keys of several clients, and a copy that equals the list. */
const notBuilt = [
  'kontor key create --client 1 --server makes a secret key',
  'a key belongs to a client and shows and books its dates',
  'by default those that are not over and can be booked',
  'availability=any (or a named one such as cancelled, closed)',
  'one definition of what a copy holds',
  'a date that leaves it (over, cancelled, withdrawn)',
  'include=data brings the records, in pages',
  'a merge of records expires none',
]

/** Without marks of Markdown, and in lower case. */
const plain = (text: string): string =>
  text
    .replaceAll(/[`\\]|\*\*/g, '')
    .replaceAll(/\*([^*]+)\*/g, '$1')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The cells of a row as one text, or the text of an item. */
const textOf = (line: string): string =>
  line.startsWith('|')
    ? line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(': ')
    : line.replace(/^- /, '')

const isPromise = (line: string): boolean => line.trim() !== '' && !/^\| (path|---)/.test(line)

test('every promise of the public interface is the name of a test', { skip }, () => {
  const sections = readFileSync(file, 'utf8').split(/^## /m)
  const promises = parts.flatMap((part) =>
    sections
      .find((section) => section.startsWith(part))!
      .split('\n')
      .slice(1)
      .filter(isPromise)
      .flatMap((line) => textOf(line).split(/(?<=[.;])\s+/))
      .map((promise) => plain(promise).replace(/[.;:)]+$/, ''))
      .filter((promise) => promise !== ''),
  )
  const names = globSync('{server,office,test}/**/*.test.ts', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g)].map(
      ([, , name]) => plain(name!),
    ),
  )
  const isBuilt = (promise: string) => !notBuilt.some((beginning) => promise.startsWith(beginning))
  assert.ok(promises.length > 50, `${promises.length} promises`)
  assert.deepEqual(
    promises.filter((promise) => isBuilt(promise) && !names.some((name) => name.includes(promise))),
    [],
  )
})
