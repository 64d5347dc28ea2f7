// npm test: runs all test files concurrently, or those of the command line. The options are those of `node --test`.
// `--second-server` leaves out tests that do not use the server of KONTOR_TEST_DATABASE_URL.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadedFrom } from './imports.ts'

const root = join(import.meta.dirname, '..')
const secondServer = '--second-server'
const args = process.argv.slice(2).filter((word) => word !== secondServer)
const namedFiles = args.filter((word) => !word.startsWith('-'))
const all = globSync('{server,office,test}/**/*.test.ts', { cwd: root })

/** Whether a test never reads KONTOR_TEST_DATABASE_URL: it is the same on every server. */
const isSameOnEveryServer = (file: string): boolean =>
  ![...loadedFrom([join(root, file)])].some((loaded) =>
    readFileSync(loaded, 'utf8').includes('KONTOR_TEST_DATABASE_URL'),
  )
const files = process.argv.includes(secondServer) ? all.filter((file) => !isSameOnEveryServer(file)) : all

// Tests wait a lot: for databases, processes and browsers.
const concurrency = Math.min(2 * availableParallelism(), 8)
const folder = mkdtempSync(join(tmpdir(), 'kontor-test-run-'))
try {
  const { status } = spawnSync(
    process.execPath,
    ['--test', `--test-concurrency=${concurrency}`, ...args, ...(namedFiles.length > 0 ? [] : files)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        // V8 reports no coverage for code from this cache.
        ...(args.includes('--experimental-test-coverage') ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}),
        // Shared by test files, for example the loaded demo.
        KONTOR_TEST_RUN: folder,
      },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
