// deploy/: the unit of systemd, and the alerts.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { healthChecks } from '../server/checks.ts'
import { drainMs } from '../server/commands/connections.ts'
import { withCheckAlerts } from '../server/platform/health/check-alerts.ts'
import { WAIT_MS } from '../server/platform/postgres/postmaster.ts'
import { readSettings } from '../server/platform/settings/settings.ts'
import { needs } from './support/programs.ts'

const unit = join(import.meta.dirname, '../deploy/kontor.service')
const text = readFileSync(unit, 'utf8')

const analyze = (...args: string[]) =>
  spawnSync('systemd-analyze', [...args, '--no-pager'], { encoding: 'utf8' })
const skip = needs('systemd-analyze')

test('the unit exposes less than 2.0', { skip }, () => {
  const { stdout, stderr } = analyze('security', '--offline=true', unit)
  const [, exposure] = /exposure level for kontor\.service: ([\d.]+)/.exec(stdout) ?? []
  assert.ok(Number(exposure) < 2, `${exposure}: ${stderr}${stdout}`)
})

test('systemd accepts every line of the unit', { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-unit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'kontor.service')
  const complaints = () =>
    `${analyze('verify', file).stderr}`.split('\n').filter((line) => line.includes('kontor.service'))
  // The program is not installed there on this machine.
  writeFileSync(file, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
  assert.deepEqual(complaints(), [])
  writeFileSync(file, text.replace('ProtectSystem=strict', 'ProtectSystems=strict'))
  assert.match(complaints().join('\n'), /ProtectSystems/)
})

test('the unit waits until the service has stopped', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text)!
  // PostgreSQL has two waits.
  assert.ok(Number(seconds) * 1000 > readSettings({}).stopDelayMs + drainMs + 2 * WAIT_MS)
})

const rules = join(import.meta.dirname, '../deploy/monitoring/kontor.rules.yml')

test('the alerts are about metrics that there are', () => {
  const folder = join(import.meta.dirname, '../server')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const names = new Set(readFileSync(rules, 'utf8').match(/\bkontor_[a-z_]+/g))
  assert.ok(names.size > 10)
  for (const name of names) assert.ok(sources.includes(`'${name}'`), name)
})

test('every check is in the documentation, and has the alert that it names', () => {
  const text = readFileSync(rules, 'utf8')
  assert.equal(text, withCheckAlerts(text, healthChecks), 'npm run generate')
  const documented = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  for (const { name, looksAt, alert } of healthChecks) {
    assert.ok(
      documented.includes(`| \`${name}\` | ${looksAt} |`),
      `docs/operating.md lacks ${name}: ${looksAt}`,
    )
    assert.equal(text.includes(`check="${name}"`), alert !== false, name)
    if (alert) assert.ok(alert.summary.includes('{{ $labels.instance }}'), name)
  }
  assert.equal(new Set(healthChecks.map(({ name }) => name)).size, healthChecks.length)
})

test('Prometheus accepts the alerts', {
  skip: needs('promtool'),
}, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
})
