// Loaded by each process of test files: ends it soon after its last test. A test that fails leaves its timers and connections open.
// `--test-force-exit` loses results that have not yet been written.
import { relative } from 'node:path'
import { after } from 'node:test'
import { startCost } from './test-costs.ts'

// Services that a failed test left running are killed first (test/support/kontor-process.ts).
const graceMs = 35_000

const run = process.env['KONTOR_TEST_RUN']
const file = relative(process.cwd(), process.argv[1] ?? '')

if (process.env['NODE_TEST_CONTEXT']) {
  after(() => setTimeout(() => process.exit(), graceMs).unref())
  // A lane records the cost of each of its files.
  if (run && !file.startsWith('..')) {
    const record = startCost(run)
    process.once('exit', () => record(file))
  }
}
