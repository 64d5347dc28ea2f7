// A reporter of `node --test`, as lines of JSON: the tests and hooks that failed, with their errors, and how many tests passed, failed
// and were skipped, and for which reasons. One reporter: with a third one, Node warns of too many listeners.
import { readFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** The results of a run. `skipReasons`: the number of skipped tests for each reason. */
export type Results = {
  passed: number
  failed: number
  skipped: number
  skipReasons: Record<string, number>
  failures: string[]
}

type TestFailure = Extract<TestEvent, { type: 'test:fail' }>['data']

function describeFailure({ file, line, name, details: { error } }: TestFailure): string[] {
  // Only that one of its tests failed.
  if ('failureType' in error && error.failureType === 'subtestsFailed') return []
  return [`${file}:${line} ${name}\n${inspect(error.cause ?? error)}\n`]
}

// biome-ignore lint/style/noDefaultExport: a reporter has one
export default async function* reportResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipReasons: Record<string, number> = {}
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : 'no reason given'
      skipReasons[reason] = (skipReasons[reason] ?? 0) + 1
    }
    if (type === 'test:fail')
      for (const failure of describeFailure(data)) yield `${JSON.stringify({ failure })}\n`
    if (type !== 'test:summary' || data.file !== undefined) continue
    const { tests, passed, skipped: without, todo } = data.counts
    const skipped = without + todo
    // Those that were cancelled have failed, too.
    yield `${JSON.stringify({ passed, skipped, failed: tests - passed - skipped, skipReasons })}\n`
  }
}

/** The results in the reporter's file. A run that was interrupted has failed. */
export function readResults(path: string): Results {
  const results: Results = { passed: 0, failed: 1, skipped: 0, skipReasons: {}, failures: [] }
  try {
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { failure, ...counts } = JSON.parse(line)
      if (failure) results.failures.push(failure)
      else Object.assign(results, counts)
    }
  } catch {
    // It has been written in part, or not at all.
  }
  return results
}
