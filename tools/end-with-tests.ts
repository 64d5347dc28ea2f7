// Loaded by each process of test files: ends it soon after its last test. A test that fails leaves its timers and connections open.
// `--test-force-exit` loses results that have not yet been written.
import { after } from 'node:test'

// Services that a failed test left running are killed first (test/support/kontor-process.ts).
const graceMs = 35_000

if (process.env['NODE_TEST_CONTEXT']) after(() => setTimeout(() => process.exit(), graceMs).unref())
