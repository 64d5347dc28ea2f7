// Runs tests on chosen days and in chosen time zones of the machine. All processes (Node, PostgreSQL, curl) use the clock of
// tools/clock.c: `npm run test:days` (a few days), `-- --all` (thirty days), `-- 2028-02-29 2027-03-28T01:30`.
import { spawnSync } from 'node:child_process'
import { closeSync, globSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { fewMoments, instanceZone, type Moment, moments } from '../test/support/days.ts'

const root = join(import.meta.dirname, '..')

// Tests that depend on the calendar: the default.
const calendarTests = [
  'office/**/dates.test.ts',
  'server/**/change.office.test.ts',
  'server/**/clock.test.ts',
  'server/**/demo.test.ts',
  'server/**/derived-fields.test.ts',
  'server/**/holidays.test.ts',
  'server/**/outbox.office.test.ts',
  'server/**/participation.test.ts',
  'server/**/plan.office.test.ts',
  'server/**/start.office.test.ts',
  'test/clients/readme.test.ts',
  'test/same-clock.test.ts',
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

const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const library = join(cache, 'test-clock.so')
const compiler = ['-shared', '-fPIC', '-O2', '-o', library, join(root, 'tools/clock.c')]
if (process.platform !== 'linux' || spawnSync('cc', compiler, { stdio: 'inherit' }).status !== 0)
  fail('test:days requires Linux and a C compiler, cc (Debian and Ubuntu: apt-get install gcc libc6-dev)')

/** The days of the command line in each of its time zones; otherwise the few days, or all thirty. */
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

/** The output of the tests, for reading while they run. */
const logFile = join(cache, 'test-days.log')

/** @returns the failures; '': none */
function run({ at, zone }: Moment): string {
  const start = Temporal.PlainDateTime.from(at).toZonedDateTime(instanceZone).epochMilliseconds
  const log = openSync(logFile, 'w')
  const { status } = spawnSync(process.execPath, [join(root, 'tools/test.ts'), ...files], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      TZ: zone,
      LD_PRELOAD: library,
      CLOCK_OFFSET: String(Math.round((start - Date.now()) / 1000)),
      // An external server would have another clock.
      KONTOR_TEST_DATABASE_URL: '',
      KONTOR_TEST_MOMENT: new Date(start).toISOString(),
    },
  })
  closeSync(log)
  const printed = readFileSync(logFile, 'utf8')
  return status === 0 ? '' : printed.slice(Math.max(0, printed.indexOf('failing tests:')))
}

if (values.suite)
  spawnSync(process.execPath, [join(root, 'tools/office.ts')], { cwd: root, stdio: 'inherit' })
let failed = 0
for (const moment of chosen()) {
  const startedAt = performance.now()
  const failures = run(moment)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const day = new Date(`${moment.at.slice(0, 10)}T00:00Z`).toLocaleDateString('en', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  console.log(`${failures ? 'FAIL' : 'pass'}  ${day} ${moment.at}  ${moment.zone.padEnd(20)} ${seconds} s`)
  if (!failures) continue
  failed++
  console.log(failures)
}
if (failed > 0) {
  console.log(`${failed} failed`)
  process.exitCode = 1
}
