// npm test: runs all test files concurrently, or those of the command line. The options are those of `node --test`.
// `--second-server` leaves out tests that do not use the server of KONTOR_TEST_DATABASE_URL.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadedFrom } from './imports.ts'

const root = join(import.meta.dirname, '..')
const secondServer = '--second-server'
const args = process.argv.slice(2).filter((word) => word !== secondServer)
const options = args.filter((word) => word.startsWith('-'))
const namedFiles = args.filter((word) => !word.startsWith('-'))
const all = globSync('{server,office,test}/**/*.test.ts', { cwd: root })

/** Tests of the clients, of HTTP, of archives and files in a bucket, and of responses whose statements other tests run on every server. */
const differsByNoServer =
  /^(test\/(attack|clients\/|docs-samples|faults|hostile-requests|interface\/|office-hidden|process\/files-bucket|request-body)|server\/(exchange\/backup|platform\/(files|http|pages)\/))/

/** Whether a test is the same on every server, or never reads KONTOR_TEST_DATABASE_URL. */
const isSameOnEveryServer = (file: string): boolean =>
  differsByNoServer.test(file) ||
  ![...loadedFrom([join(root, file)])].some((loaded) =>
    readFileSync(loaded, 'utf8').includes('KONTOR_TEST_DATABASE_URL'),
  )
const files =
  namedFiles.length > 0
    ? namedFiles
    : all.filter((file) => !process.argv.includes(secondServer) || !isSameOnEveryServer(file))

/**
 * Test files of one folder of the server run in one process, each as a suite: importing the server and compiling its hot
 * code takes longer than most tests.
 */
function groupedByFolder(folder: string): string[] {
  return Object.entries(Object.groupBy(files, dirname)).flatMap(([name, group = []]) => {
    if (!name.startsWith('server/') || group.length === 1) return group
    const path = join(folder, `${name.replaceAll('/', '-')}.test.mjs`)
    // One after the other: side by side, their instances opened so slowly that queries timed out.
    const suites = group.map(
      (file) =>
        `await new Promise((loaded) => suite('${file}', () => import('${pathToFileURL(join(root, file))}').finally(loaded)))\n`,
    )
    writeFileSync(path, `import { suite } from 'node:test'\n${suites.join('')}`)
    return path
  })
}

// Tests wait a lot: for databases, processes and browsers.
const concurrency = Math.min(2 * availableParallelism(), 8)

/** In memory if there is room: on a disk, creating the files of so many databases took up to a sixth of the processor time. */
function temporaryFolder(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) > 8 * 2 ** 30 ? inMemory : tmpdir()
}

const maxMinutes = 65
const folder = mkdtempSync(join(temporaryFolder(), 'kontor-test-'))
// Some services run as another user.
chmodSync(folder, 0o755)
// Ctrl-C ends the tests, which receive it too; then the folder is removed.
process.on('SIGINT', () => {})
const failures = join(folder, 'failures.log')
const errorLog = process.env['KONTOR_TEST_LOG'] ?? join(folder, 'errors.log')
try {
  const { status, error } = spawnSync(
    process.execPath,
    [
      '--test',
      `--import=${join(root, 'tools/end-with-tests.ts')}`,
      `--test-concurrency=${concurrency}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'tools/failures.ts')}`,
      `--test-reporter-destination=${failures}`,
      ...options,
      ...groupedByFolder(folder),
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
        KONTOR_TEST_LOG: errorLog,
        TMPDIR: folder,
      },
    },
  )
  if (error) console.error(`The tests did not end within ${maxMinutes} minutes: ${error.message}`)
  process.exitCode = status ?? 1
  if (process.exitCode !== 0) {
    if (existsSync(errorLog))
      console.error(`Errors that test instances logged:\n${readFileSync(errorLog, 'utf8').slice(-20_000)}`)
    // Again, and last: the end of a log is what is read.
    if (existsSync(failures))
      console.error(`What failed:\n${readFileSync(failures, 'utf8').slice(0, 20_000)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
