// The costs of test files: measured in the processes that run them, kept for the order of the next run.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Of a test file, in seconds. */
export type Cost = { file: string; processor: number; wall: number }

const ticksPerSecond = 100

/** The times of a process in /proc, with its children that have ended; 0 where there is no /proc. */
function fromProc(pid: number | 'self', fields: readonly number[]): number {
  if (process.platform !== 'linux') return 0
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const values = rest.split(' ')
  return fields.reduce((sum, field) => sum + Number(values[field]), 0) / ticksPerSecond
}

/** The processor time of this process and, on Linux, of its children that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + fromProc('self', [13, 14])
}

/** The processor time of a server and of its children that have ended. */
export const processorSecondsOf = (pid: number): number => fromProc(pid, [11, 12, 13, 14])

const fileIn = (folder: string) => join(folder, 'costs.jsonl')

/** Measures from now on. @returns writes the cost of a file into the folder of a run */
export function startCost(folder: string): (file: string) => void {
  const before = { processor: processorSeconds(), wall: performance.now() }
  return (file) => {
    const cost: Cost = {
      file,
      processor: processorSeconds() - before.processor,
      wall: (performance.now() - before.wall) / 1000,
    }
    appendFileSync(fileIn(folder), `${JSON.stringify(cost)}\n`)
  }
}

/** The costs of a run, the most expensive file first. */
export function readCosts(folder: string): Cost[] {
  return readLines(fileIn(folder)).toSorted((a, b) => b.processor - a.processor)
}

function readLines(path: string): Cost[] {
  try {
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/** Costs of the last run of each file, by file. */
export const readKept = (path: string): Map<string, Cost> =>
  new Map(readLines(path).map((cost) => [cost.file, cost]))

/** Keeps the costs of a run beside those of files that did not run. */
export function keep(path: string, costs: readonly Cost[]): void {
  const kept = readKept(path)
  for (const cost of costs) kept.set(cost.file, cost)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, [...kept.values()].map((cost) => `${JSON.stringify(cost)}\n`).join(''))
}
