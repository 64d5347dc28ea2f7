import { AssertionError } from 'node:assert/strict'

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const maxRounds = 3

const reference = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `name ${id}` })))
const usualReferenceMs = 40

/** How many times as long as usual the processor takes at the moment, at least 1: other work may share it. */
export function slowness(): number {
  const before = process.threadCpuUsage()
  JSON.stringify(JSON.parse(reference))
  return Math.max(1, millisecondsOf(process.threadCpuUsage(before)) / usualReferenceMs)
}

type Measured<T> = { result: T; longestMs: number; tookMs: number }

async function measure<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const start = process.cpuUsage()
  let longestMs = 0
  let before = process.threadCpuUsage()
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, millisecondsOf(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
  }, 20)
  try {
    const result = await work()
    return { result, longestMs, tookMs: millisecondsOf(process.cpuUsage(start)) }
  } finally {
    clearInterval(watch)
  }
}

/**
 * Runs a piece of work that may not block other requests for longer than `maxBlockedMs` on a processor of usual speed, and repeats it
 * up to twice: on a processor that other work shares, the same code takes several times as long.
 * @returns its result; `tookMs` of all threads, in processor time
 * @throws AssertionError if it blocked for longer in every round
 */
export async function runUnblocking<T>(
  maxBlockedMs: number,
  work: () => Promise<T>,
): Promise<{ result: T; tookMs: number }> {
  const rounds: string[] = []
  while (rounds.length < maxRounds) {
    const slownessBefore = slowness()
    const { result, longestMs, tookMs } = await measure(work)
    const limitMs = maxBlockedMs * Math.max(slownessBefore, slowness())
    if (longestMs < limitMs) return { result, tookMs }
    rounds.push(`${Math.round(longestMs)} of ${Math.round(limitMs)} ms`)
  }
  throw new AssertionError({ message: `other requests were blocked for ${rounds.join(', ')}` })
}
