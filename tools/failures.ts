// A reporter of `node --test`: the tests and hooks that failed, with their errors.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

// biome-ignore lint/style/noDefaultExport: a reporter has one
export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    // Only that one of its tests failed.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue
    yield `${data.file}:${data.line} ${data.name}\n${inspect(error.cause ?? error)}\n\n`
  }
}
