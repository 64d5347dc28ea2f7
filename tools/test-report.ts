// The end of the output of tools/test.ts: the costs of the tests, left-out suites, and the totals as the last line.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissingProgram } from '../test/support/programs.ts'
import { type SuiteName, suites, suitesOf } from './suites.ts'
import { type Cost, processorSecondsOf } from './test-costs.ts'
import type { Results } from './test-results.ts'

const shownFiles = 15

const seconds = (value: number) => value.toFixed(1).padStart(7)

type Run = {
  results: Results
  costs: readonly Cost[]
  serverSeconds: number
  leftOut: readonly SuiteName[]
  /** All test files of the project. */
  all: readonly string[]
}

/** The lines for the operator. The last one has the totals. */
export function report({ results, costs, serverSeconds, leftOut, all }: Run): string[] {
  const sum = costs.reduce((total, { processor }) => total + processor, 0)
  const missing = Object.entries(results.skipReasons).filter(([reason]) => isMissingProgram(reason))
  return [
    `\nThe most expensive of ${costs.length} test files (processor seconds, seconds):`,
    ...costs
      .slice(0, shownFiles)
      .map(({ file, processor, wall }) => `${seconds(processor)} ${seconds(wall)}  ${file}`),
    `${seconds(sum)} ${' '.repeat(7)}  all test files`,
    `${seconds(serverSeconds)} ${' '.repeat(7)}  PostgreSQL of the test instances`,
    ...(missing.length > 0 ? ['\nSkipped, because a program is missing:'] : []),
    ...missing.map(([reason, count]) => `  ${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`),
    ...(leftOut.length > 0 ? ['\nLeft out; `npm run test:all` runs everything:'] : []),
    ...leftOut.map((name) => {
      const files = all.filter((file) => suitesOf(file).includes(name)).length
      return `  ${suites[name].content} (${files} files): npm test -- --suite=${name}`
    }),
    '',
    `${results.passed} passed, ${results.failed} failed, ${results.skipped} skipped`,
  ]
}

/** The processor time of the embedded server in a data folder so far. */
export function readServerSeconds(data: string): number {
  try {
    return processorSecondsOf(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]))
  } catch {
    return 0
  }
}
