// The back office is rebuilt when a file of its bundle changes.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadedFrom } from '../tools/imports.ts'
import { officeSources } from '../tools/office-sources.ts'

const root = join(import.meta.dirname, '..')

test('files of the server that the back office loads are among its sources; files imported for types are not', async () => {
  const sources = await officeSources()
  const ofServer = [...sources].filter((file) => file.startsWith(join(root, 'server/')))
  for (const name of ['server/catalogue/records/vat.ts', 'server/imports/row-error-texts.ts'])
    assert.ok(ofServer.includes(join(root, name)), name)
  assert.ok(!ofServer.some((file) => file.endsWith('.schema.office.ts')))
})

test('indirectly loaded files are included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-imports-'))
  after(() => rm(folder, { recursive: true }))
  const texts = {
    'a.tsx': `import { b } from './b.ts'\nimport type { T } from './type.ts'\nimport x from 'package'\n`,
    'b.ts': `export * from './c.ts'\nimport {\n  one,\n  two,\n} from './d.ts'\nimport './style.css'\n`,
    'c.ts': `const e = () => import('./e.ts')\n`,
    'd.ts': `import { a } from './a.tsx'\n`,
    'e.ts': '',
    'style.css': '',
    'type.ts': '',
    'other.ts': `import './a.tsx'\n`,
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  const names = [...loadedFrom([join(folder, 'a.tsx')])].map((path) => path.slice(folder.length + 1))
  assert.deepEqual(names.toSorted(), ['a.tsx', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'style.css'])
})
