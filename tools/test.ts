// npm test: runs test files beside each other, all of them or those that are named. Options are those of `node --test`.
// `--second-server` leaves out the tests that never see the server of KONTOR_TEST_DATABASE_URL.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadedFrom } from './imports.ts'

const root = join(import.meta.dirname, '..')
const secondServer = '--second-server'
const given = process.argv.slice(2).filter((word) => word !== secondServer)
const named = given.filter((word) => !word.startsWith('-'))
const all = globSync('{server,office,test}/**/*.test.ts', { cwd: root })

/** Nothing that it loads asks where the tests' databases are: it is the same test on every server. */
const isSameOnEveryServer = (file: string): boolean =>
  ![...loadedFrom([join(root, file)])].some((loaded) =>
    readFileSync(loaded, 'utf8').includes('KONTOR_TEST_DATABASE_URL'),
  )
const chosen = process.argv.includes(secondServer) ? all.filter((file) => !isSameOnEveryServer(file)) : all

// Much of a test is waiting: for databases, processes and browsers.
const concurrency = Math.min(2 * availableParallelism(), 8)
const folder = mkdtempSync(join(tmpdir(), 'kontor-test-run-'))
try {
  const { status } = spawnSync(
    process.execPath,
    ['--test', `--test-concurrency=${concurrency}`, ...given, ...(named.length > 0 ? [] : chosen)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        // Of what comes from that cache V8 counts no lines.
        ...(given.includes('--experimental-test-coverage') ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}),
        // What test files share, as the loaded demo.
        KONTOR_TEST_RUN: folder,
      },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
