// Functions for tests of worker threads.
import { threadId } from 'node:worker_threads'

export const threadOf = (): number => threadId

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
