// Whether a service stood still or kept memory.
import type { Report } from './report.ts'
import type { Pause } from './service/heartbeat.ts'
import type { Observations, Stall } from './service/watcher.ts'

const maxStallMs = 250
const maxGrowthMb = 200
/** Garbage comes and goes: the least of these seconds counts. */
const settledSeconds = 5

type Observed = Observations & {
  /** The requests of the attacker during a stall, by its beginning. */
  during: ReadonlyMap<number, string[]>
  /** The end of the warm-up, as Date.now(). */
  warmAt: number
}

const one = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** For how long a processor stood still during a stall: the longest of its pauses. */
const pausedMs = ({ at, ms }: Stall, pauses: readonly Pause[]): number =>
  Math.max(0, ...pauses.map(({ from, to }) => Math.min(to, at + ms) - Math.max(from, at)))

/**
 * A busy machine makes answers late as well: a stall is the service's own if its main thread ran for too long, or did nothing for
 * too long although there was a processor for everybody, no processor stood still (those of a virtual machine do), and no page of
 * its memory had to be read from the disk. Where the system does not tell, every stall is its own.
 */
function ownMsOf(stall: Stall, pauses: readonly Pause[]): number {
  const { ms, busyMs, waitingMs, pressedMs, readPages } = stall
  if (waitingMs < 0) return ms
  if (pressedMs > ms / 2 || readPages > 0) return busyMs
  return Math.max(busyMs, ms - busyMs - waitingMs - pausedMs(stall, pauses))
}

export function judge(name: string, observed: Observed, report: Report): void {
  const { answers, p50, p99, p999, worst, stalls, pauses, errors, during } = observed
  report.line(
    `${name}: /healthz ${answers} times, median ${one(p50)} ms, p99 ${one(p99)}, p99.9 ${one(p999)}, worst ${one(worst)}`,
  )
  const own = stalls.filter((stall) => ownMsOf(stall, pauses) > maxStallMs)
  const longest = Math.max(0, ...stalls.map(({ busyMs }) => busyMs))
  report.line(
    `${name}: ${stalls.length} answers took more than ${maxStallMs} ms, ${own.length} of them because of the service; the longest work of its main thread in one was ${one(longest)} ms`,
  )
  for (const { at, ms, busyMs, waitingMs, states } of own)
    report.find({
      fault: `${name}: /healthz took ${one(ms)} ms, of which the main thread ran ${one(busyMs)} ms and waited for a processor ${one(waitingMs)} ms; in samples: ${states.join(', ')}`,
      example: (during.get(at) ?? []).slice(0, 30).join('\n'),
    })
  if (errors.length > 0)
    report.find({
      fault: `${name}: /healthz failed ${errors.length} times`,
      example: errors.slice(0, 5).join('\n'),
    })
  judgeMemory(name, observed, report)
}

function judgeMemory(name: string, { memory, warmAt }: Observed, report: Report): void {
  const warm = memory.findIndex(({ at }) => at > warmAt)
  for (const who of ['service', 'database'] as const) {
    const values = memory.map((sample) => sample[who])
    const atEnd = Math.min(...values.slice(-settledSeconds))
    const peak = Math.max(...values)
    if (warm < 0) {
      report.line(`${name}: memory of the ${who} ${one(atEnd)} MiB, peak ${one(peak)}; all was warm-up`)
      continue
    }
    const base = Math.min(...values.slice(warm, warm + settledSeconds))
    report.line(
      `${name}: memory of the ${who} ${one(base)} MiB after the warm-up, ${one(atEnd)} at the end, peak ${one(peak)}`,
    )
    // Heavy work needs much memory for some time, in processes that are limited; growth is the part that stays.
    if (atEnd - base > maxGrowthMb)
      report.find({
        fault: `${name}: the memory of the ${who} grew from ${one(base)} to ${one(atEnd)} MiB`,
        example: `each second: ${values.map((value) => value.toFixed(0)).join(' ')}`,
      })
  }
}
