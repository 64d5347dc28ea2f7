// The form of CHANGELOG.md: Keep a Changelog, with one line an entry.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const groupNames = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const maxLineLength = 120
const maxSummaryLines = 5

type Group = { name: string; areas: string[]; entries: string[] }
type Release = { heading: string; summary: string[]; groups: Group[]; others: string[] }

/** The releases of the file, the newest first. Lines that are neither summary, heading nor entry are `others`. */
function readReleases(): Release[] {
  const releases: Release[] = []
  for (const line of lines) {
    const release = releases.at(-1)
    const group = release?.groups.at(-1)
    if (line.startsWith('## ')) releases.push({ heading: line.slice(3), summary: [], groups: [], others: [] })
    else if (!release || line === '') continue
    else if (line.startsWith('### ')) release.groups.push({ name: line.slice(4), areas: [], entries: [] })
    else if (!group) release.summary.push(line)
    else if (line.startsWith('#### ')) group.areas.push(line.slice(5))
    else if (line.startsWith('- ')) group.entries.push(line.slice(2))
    else release.others.push(line)
  }
  return releases
}

const [unreleased, ...released] = readReleases()
const numberOf = (heading: string): string => /^\[(\d+\.\d+\.\d+)\]/.exec(heading)?.[1] ?? ''
const isHigher = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0

test('the unreleased part is on top', () => {
  assert.equal(unreleased?.heading, '[Unreleased]')
})

test('a release is headed by its version and day, the newest first', () => {
  assert.ok(released.length >= 2)
  for (const { heading } of released) {
    const [, day = ''] = /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? []
    assert.equal(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), day, heading)
  }
  for (const [index, { heading }] of released.slice(1).entries()) {
    const newer = released[index]!.heading
    assert.ok(isHigher(numberOf(newer), numberOf(heading)), `${newer} before ${heading}`)
    assert.ok(newer.slice(-10) >= heading.slice(-10), `${newer} before ${heading}`)
  }
})

test('the newest release is the version of package.json', () => {
  assert.equal(numberOf(released[0]!.heading), version)
})

test('a release has a short summary, and its entries are in the six groups, in their order', () => {
  for (const { heading, summary, groups, others } of [unreleased!, ...released]) {
    assert.ok(summary.length <= maxSummaryLines, `${heading}: ${summary.length} lines of summary`)
    assert.deepEqual(others, [], `${heading}: an entry is one line that begins with "- "`)
    const names = groups.map(({ name }) => name)
    assert.deepEqual(
      names,
      groupNames.filter((name) => names.includes(name)),
      heading,
    )
    for (const { name, areas, entries } of groups) {
      assert.ok(entries.length > 0, `${heading}, ${name}: has no entry`)
      assert.equal(new Set(areas).size, areas.length, `${heading}, ${name}: an area comes twice`)
    }
  }
  for (const { heading, summary } of released) assert.ok(summary.length > 0, `${heading}: has no summary`)
})

test('an entry is one line that ends with a full stop, and comes once', () => {
  for (const line of lines)
    assert.ok([...line].length <= maxLineLength, `longer than ${maxLineLength} characters: ${line}`)
  for (const { heading, groups } of [unreleased!, ...released]) {
    const entries = groups.flatMap((group) => group.entries)
    assert.equal(new Set(entries).size, entries.length, `${heading}: an entry comes twice`)
    for (const entry of entries) assert.match(entry, /\.$/, entry)
  }
})

test('breaking changes are marked in one way, and named in the summary', () => {
  for (const { heading, summary, groups } of released) {
    const marked = groups.flatMap(({ entries }) => entries.filter((entry) => /breaking/i.test(entry)))
    for (const entry of marked) assert.ok(entry.startsWith('**Breaking:** '), `${heading}: ${entry}`)
    if (marked.length > 0)
      assert.ok(
        summary.some((line) => line.startsWith('**Breaking:** ')),
        heading,
      )
  }
})
