// npm test: runs the suite of the product's rules (tools/suites.ts), or the test files of the command line. `--all` runs all suites,
// `--suite=NAME,…` others, `--changed[=COMMIT]` of these the files that a change since the commit (default: the branch's start) reaches,
// `--second-server` leaves out tests that do not use the server of KONTOR_TEST_DATABASE_URL. Other options are those of `node --test`.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startTestServer, toRunningServer } from '../test/support/servers/databases.ts'
import { changedFiles, reachedBy } from './changed.ts'
import {
  isSameOnEveryServer,
  type SuiteName,
  sharesProcess,
  suiteNames,
  suitesOf,
  testFiles,
} from './suites.ts'
import { keep, readCosts, readKept } from './test-costs.ts'
import { readServerSeconds, report } from './test-report.ts'
import { readResults } from './test-results.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const ownOptions = /^--(all|second-server|changed(=.*)?|suite=.*)$/
const options = words.filter((word) => word.startsWith('-') && !ownOptions.test(word))
const namedFiles = words
  .filter((word) => !word.startsWith('-'))
  .map((file) => relative(root, join(process.cwd(), file)))
const optionOf = (option: string) =>
  words.find((word) => word === `--${option}` || word.startsWith(`--${option}=`))?.split('=', 2)

function chosenSuites(): readonly SuiteName[] {
  if (words.includes('--all')) return suiteNames
  const [, list] = optionOf('suite') ?? []
  if (list === undefined) return ['rules']
  const names = list.split(',')
  const found = suiteNames.filter((one) => names.includes(one))
  if (found.length === names.length) return found
  console.error(`--suite must be one of ${suiteNames.join(', ')}, or several, separated by commas`)
  process.exit(2)
}

const chosen = chosenSuites()
const all = testFiles(root)

function chosenFiles(): string[] {
  if (namedFiles.length > 0) return namedFiles
  const ofSuites = all.filter((file) => suitesOf(file).some((suite) => chosen.includes(suite)))
  if (words.includes('--second-server')) return ofSuites.filter((file) => !isSameOnEveryServer(file, root))
  const changed = optionOf('changed')
  return changed ? reachedBy(changedFiles(root, changed[1]), ofSuites, root) : ofSuites
}

const cores = availableParallelism()
const costsFile = join(root, 'node_modules/.cache/test-costs.jsonl')
const kept = readKept(costsFile)

/** Files whose cost is not known yet come first, by their size. */
const cost = (file: string): number =>
  kept.get(file)?.wall ?? statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0
const byCost = (files: readonly string[]) => files.toSorted((a, b) => cost(b) - cost(a))

/**
 * The files that `node --test` runs: lanes that take file after file, the most expensive first, and files that have a process of their own. Tests
 * wait: for the database, for limits of time, and most of all for services and browsers.
 */
function testProcesses(files: readonly string[], folder: string): { paths: string[]; concurrency: number } {
  const own = byCost(files.filter((file) => !sharesProcess(file)))
  const shared = byCost(files.filter(sharesProcess))
  const laneCount = Math.min(own.length > cores ? cores : cores + 1, shared.length)
  const lanes = Array.from({ length: laneCount }, (_, index) => {
    const path = join(folder, `lane-${index + 1}.test.mjs`)
    const lane = pathToFileURL(join(root, 'tools/test-lane.ts')).href
    writeFileSync(
      path,
      `import { runLane } from '${lane}'\nawait runLane(${JSON.stringify(shared)}, '${folder}')\n`,
    )
    return path
  })
  return { paths: [...lanes, ...own], concurrency: Math.max(Math.min(2 * cores, 8), laneCount + 1) }
}

/** In memory if there is room: on a disk, creating the files of so many databases took up to a sixth of the processor time. */
function temporaryFolder(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) > 8 * 2 ** 30 ? inMemory : tmpdir()
}

const maxMinutes = 65

async function runTests(files: readonly string[], folder: string): Promise<number> {
  const errorLog = process.env['KONTOR_TEST_LOG'] ?? join(folder, 'errors.log')
  const resultsFile = join(folder, 'results.jsonl')
  // Each test instance has its database on this server, or on that of KONTOR_TEST_DATABASE_URL.
  const server = process.env['KONTOR_TEST_DATABASE_URL'] ? undefined : await startTestServer(folder)
  const reporter = (name: string, destination: string) => [
    `--test-reporter=${name}`,
    `--test-reporter-destination=${destination}`,
  ]
  const { paths, concurrency } = testProcesses(files, folder)
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--import=${join(root, 'tools/end-with-tests.ts')}`,
      `--test-concurrency=${concurrency}`,
      ...reporter('spec', 'stdout'),
      ...reporter(join(root, 'tools/test-results.ts'), resultsFile),
      ...options,
      ...paths,
    ],
    {
      timeout: maxMinutes * 60_000,
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        // V8 reports no coverage for code from this cache.
        ...(options.includes('--experimental-test-coverage') ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}),
        // Shared by test files: the server of their databases, the loaded demo.
        KONTOR_TEST_RUN: folder,
        ...(server && { KONTOR_TEST_SERVER: JSON.stringify(toRunningServer(server)) }),
        KONTOR_TEST_LOG: errorLog,
        TMPDIR: folder,
      },
    },
  )
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.once('close', (...end) => done(end)),
  )
  if (signal) console.error(`The tests were ended by ${signal}; they may take ${maxMinutes} minutes`)
  const serverSeconds = server ? readServerSeconds(server.data) : 0
  await server?.stop()
  const costs = readCosts(folder)
  keep(costsFile, costs)
  const leftOut = namedFiles.length > 0 ? [] : suiteNames.filter((name) => !chosen.includes(name))
  const results = readResults(resultsFile)
  if (code !== 0) {
    if (existsSync(errorLog))
      console.error(`Errors that test instances logged:\n${readFileSync(errorLog, 'utf8').slice(-20_000)}`)
    // Again, and near the end: the end of a log is what is read.
    console.error(`Failures:\n${results.failures.join('\n').slice(0, 20_000)}`)
  }
  const lines = report({ results, costs, serverSeconds, leftOut, all })
  for (const line of lines) console.log(line)
  return code ?? 1
}

const files = chosenFiles()
if (files.length === 0) {
  console.log('no test file is reached\n0 passed, 0 failed, 0 skipped')
  process.exit()
}
const folder = mkdtempSync(join(temporaryFolder(), 'kontor-test-'))
// Some services run as another user.
chmodSync(folder, 0o755)
// Ctrl-C ends the tests, which receive it too; then the folder is removed.
process.on('SIGINT', () => {})
try {
  process.exitCode = await runTests(files, folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
