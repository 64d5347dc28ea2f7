// Functions for tests of worker pools.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const processOf = (): number => process.pid

export function busyFor(ms: number): number {
  const end = Date.now() + ms
  while (Date.now() < end);
  return ms
}

/** The process stops, as if other programs had the processor. */
export const stop = (): void => {
  process.kill(process.pid, 'SIGSTOP')
}

export function fillMemory(): never {
  for (const kept: number[][] = []; ; )
    kept.push(Array.from({ length: 1_000_000 }, (_, index) => index + 0.5))
}

export function fail(message: string): never {
  throw new RangeError(message)
}

/** V8 ends the process of this task, with any limit of its memory. */
export const splitHugeText = (): number => 'a'.repeat(2 ** 27 + 8).split('').length

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** The permissions of a task. */
export const tryEverything = async () => ({
  settings: Object.keys(process.env).filter((name) => name.startsWith('KONTOR_')),
  write: await codeOf(() => writeFileSync(join(tmpdir(), 'kontor-task'), '')),
  start: await codeOf(() => spawnSync('true')),
  connect: await codeOf(
    () => new Promise((done, fail) => connect(9, '127.0.0.1').on('connect', done).on('error', fail)),
  ),
  listen: await codeOf(
    () => new Promise<void>((done, fail) => createServer().on('error', fail).listen(0, '127.0.0.1', done)),
  ),
  fetch: await codeOf(() => fetch('http://127.0.0.1:8/').catch((error) => Promise.reject(error.cause))),
  send: await codeOf(
    () =>
      new Promise<void>((done, fail) =>
        createSocket('udp4')
          .on('error', fail)
          .send('', 9, '127.0.0.1', () => done()),
      ),
  ),
  lookup: await codeOf(() => lookup('localhost')),
})
