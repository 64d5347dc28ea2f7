// The order of the office: shell below, resources above it, the frame with the list of all sections on top.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '..')

/** The rooms from the ground up. A room imports only rooms that stand before it. */
const rooms = [
  'shell/theme',
  'shell/api',
  'shell/language',
  'shell/section',
  'shell/history',
  'shell/form',
  'shell/list',
  'shell/page',
  'shell/keyboard',
  'leads',
  'mail',
  'documents',
  'feedback',
  'messages',
  'addresses',
  'access',
  'settings',
  'newsletter',
  'webhooks',
  'invoices',
  'bookings',
  'attendance',
  'orders',
  'contacts',
  'companies',
  'catalogue',
  'dates',
  'website',
  'imports',
  'changes',
  'inbox',
  'search',
  'start',
  'frame',
  'main.tsx',
]

/** Programs of their own, and packages that stand in for others. */
const apart = /^(widget|verify|icons|date-fns|dist[^/]*)\/|^vite\.config\.ts$/

const files = globSync('**/*.{ts,tsx}', { cwd: join(root, 'office') })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !apart.test(file) && !file.endsWith('.test.ts'))
  .toSorted()

const roomOf = (file: string): string => /^(?:shell\/)?[^/]+/.exec(file)?.[0] ?? file

/** Files of the office that a file imports, types and `import()` included. */
const importsOf = (file: string): string[] => {
  const code = readFileSync(join(root, 'office', file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)]
    .map(([, name]) => join(dirname(file), name!).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('..'))
}

test('every room of the office has its place in the order', () => {
  assert.deepEqual([...new Set(files.map(roomOf))].toSorted(), rooms.toSorted())
})

test('every import in the office is of an existing file', () => {
  for (const file of files)
    for (const name of importsOf(file)) assert.ok(files.includes(name), `${file} imports ${name}`)
})

test('no room of the office imports one above it, not even for types or with import()', () => {
  const upwards = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => rooms.indexOf(roomOf(name)) > rooms.indexOf(roomOf(file)))
      .map((name) => `${file} → ${name}`),
  )
  assert.deepEqual(upwards, [])
})

test('no file of the office imports another in a circle, not even with import()', () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), [...path, file].join(' → '))
    if (done.has(file)) return
    for (const next of importsOf(file)) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

const maxLines = 100

interface SyntaxNode {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** The functions of a file, with those inside them. */
function functionsOf(value: unknown): SyntaxNode[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap(functionsOf)
  return isNode(value) && /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(value.type)
    ? [value, ...nested]
    : nested
}

test(`no function of the office is longer than ${maxLines} lines`, () => {
  const long = files.filter((file) => {
    const code = readFileSync(join(root, 'office', file), 'utf8')
    return functionsOf(parseSync(file, code).program).some(
      ({ start, end }) => code.slice(start, end).split('\n').length > maxLines,
    )
  })
  assert.deepEqual(long, [])
})
