// Functions for tests of worker pools.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const processOf = (): number => process.pid

export function busyFor(ms: number): number {
  const end = Date.now() + ms
  while (Date.now() < end);
  return ms
}

export function fillMemory(): never {
  for (const kept: number[][] = []; ; )
    kept.push(Array.from({ length: 1_000_000 }, (_, index) => index + 0.5))
}

export function fail(message: string): never {
  throw new RangeError(message)
}

/** V8 ends the process of whoever does this, whatever the limits of its memory are. */
export const splitHugeText = (): number => 'a;'.repeat(2e8).split(';').length

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** What a task may do. */
export const tryEverything = async () => ({
  settings: Object.keys(process.env).filter((name) => name.startsWith('KONTOR_')),
  write: await codeOf(() => writeFileSync(join(tmpdir(), 'kontor-task'), '')),
  start: await codeOf(() => spawnSync('true')),
  connect: await codeOf(
    () => new Promise((done, fail) => connect(9, '127.0.0.1').on('connect', done).on('error', fail)),
  ),
})
