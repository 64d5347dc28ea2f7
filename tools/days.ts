// Runs tests on chosen days and in chosen time zones of the machine, every process of theirs (Node, PostgreSQL, curl)
// under libfaketime: `npm run test:days` (a few days), `-- --all` (thirty days), `-- 2028-02-29 2027-03-28T01:30`.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fewMoments, instanceZone, type Moment, moments } from '../test/days.ts'

const root = join(import.meta.dirname, '..')

// What depends on the calendar: the tests that run with --all and without names.
const calendarTests = [
  'office/**/dates.test.ts',
  'server/**/clock.test.ts',
  'server/**/demo.test.ts',
  'server/**/derived.test.ts',
  'server/**/participation.test.ts',
  'server/**/plan.office.test.ts',
  'server/**/start.office.test.ts',
  'test/same-clock.test.ts',
  'test/demo-days.test.ts',
  'test/readme.test.ts',
]
const wholeSuite = ['server/**/*.test.ts', 'office/**/*.test.ts', 'test/**/*.test.ts']

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    suite: { type: 'boolean', default: false },
    zone: { type: 'string', multiple: true, default: [] },
    tests: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

const library = [
  ...globSync('/usr/lib/*/faketime/libfaketimeMT.so.1'),
  '/usr/lib/faketime/libfaketimeMT.so.1',
].find(existsSync)
if (!library) fail('libfaketime is not installed (Debian and Ubuntu: apt-get install faketime)')

/** The days that were named, in each of the zones; else the few, or all thirty. */
function chosen(): readonly Moment[] {
  if (positionals.length === 0) return values.all ? moments : fewMoments
  const zones = values.zone.length > 0 ? values.zone : ['UTC']
  return positionals.flatMap((at) =>
    zones.map((zone) => ({ at: at.includes('T') ? at : `${at}T12:00`, zone })),
  )
}

const globs = values.suite ? wholeSuite : values.tests.length > 0 ? values.tests : calendarTests
const files = globs.flatMap((glob) => {
  const found = globSync(glob, { cwd: root })
  return found.length > 0 ? found : fail(`no test file matches ${glob}`)
})

function run({ at, zone }: Moment) {
  const start = Temporal.PlainDateTime.from(at).toZonedDateTime(instanceZone).epochMilliseconds
  const distance = Math.round((start - Date.now()) / 1000)
  return spawnSync(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec', ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      TZ: zone,
      // A distance, so that the clock goes on and is the same in every process.
      LD_PRELOAD: library,
      FAKETIME: `${distance < 0 ? '' : '+'}${distance}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // An external server would tell another time.
      KONTOR_TEST_DATABASE_URL: '',
      KONTOR_TEST_CLUSTER: 'kontor-test-days',
      KONTOR_TEST_MOMENT: new Date(start).toISOString(),
    },
  })
}

if (values.suite)
  spawnSync(process.execPath, [join(root, 'tools/office.ts')], { cwd: root, stdio: 'inherit' })
let failed = 0
for (const moment of chosen()) {
  const begun = performance.now()
  const { status, stdout, stderr } = run(moment)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const day = new Date(`${moment.at.slice(0, 10)}T00:00Z`).toLocaleDateString('en', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  console.log(
    `${status === 0 ? 'pass' : 'FAIL'}  ${day} ${moment.at}  ${moment.zone.padEnd(20)} ${seconds} s`,
  )
  if (status === 0) continue
  failed++
  console.log(stdout.slice(Math.max(0, stdout.indexOf('failing tests:'))) + stderr)
}
if (failed > 0) {
  console.log(`${failed} failed`)
  process.exitCode = 1
}
