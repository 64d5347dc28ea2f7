// Relative links and pictures of the documents lead to files and headings that exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', '{clients,deploy,docs,office,test}/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).map((path) => join(root, path))

const namesOfAttributes = /\b(?:href|src|srcset)="([^"]+)"/g

type Document = { anchors: Set<string>; targets: string[] }

function readDocument(path: string): Document {
  const marked = new Marked(gfmHeadingId())
  const html = marked.parse(readFileSync(path, 'utf8'), { async: false })
  return {
    anchors: new Set([
      ...getHeadingList().map(({ id }) => id),
      ...[...html.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
    ]),
    targets: [...html.matchAll(namesOfAttributes)].map(([, target = '']) => target.replaceAll('&amp;', '&')),
  }
}

const read = new Map(documents.map((path) => [path, readDocument(path)]))

/** Why a link leads nowhere; undefined if it does not, or leads to another host or to a page of the service. */
function faultOf(from: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target) || target.startsWith('/')) return undefined
  const [path = '', anchor] = decodeURIComponent(target).split('#')
  const file = path === '' ? from : join(dirname(from), path)
  if (!existsSync(file)) return 'there is no such file'
  if (anchor === undefined) return undefined
  const document = read.get(file)
  if (!document) return 'an anchor needs a document of the test'
  return document.anchors.has(anchor) ? undefined : 'there is no such heading or anchor'
}

test('the documents are found', () => {
  const names = documents.map((path) => relative(root, path))
  for (const name of ['README.md', 'ARCHITECTURE.md', 'docs/operating.md', 'office/README.md'])
    assert.ok(names.includes(name), name)
})

test('every relative link and picture leads to a file, and to a heading if it names one', () => {
  const faults = [...read].flatMap(([from, { targets }]) =>
    targets.flatMap((target) => {
      const fault = faultOf(from, target)
      return fault ? [`${relative(root, from)}: ${target}: ${fault}`] : []
    }),
  )
  assert.deepEqual(faults, [])
})

test('every picture of docs/pictures is shown by a document', () => {
  const shown = new Set(
    [...read].flatMap(([from, { targets }]) => targets.map((target) => join(dirname(from), target))),
  )
  const unused = globSync('docs/pictures/*', { cwd: root }).filter((path) => !shown.has(join(root, path)))
  assert.deepEqual(unused, [])
})
