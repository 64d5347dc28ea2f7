// Throughput by size of the catalogue: for a query whose response stays the same, and for the whole catalogue.
import { getBody, prefix } from '../../support/kontor.ts'
import { medianRates } from '../compare.ts'
import { eventsPath } from '../instance/catalogue.ts'
import { type LoadedInstance, openLoadedInstance } from '../instance/loaded-instance.ts'
import { loadOn } from '../load/load.ts'

/** One point of the plot. */
export type ThroughputPoint = { dates: number; query: string; perSecond: number }

const catalogueSizes = [0.1, 1, 5, 10]

async function measureThroughput(loaded: LoadedInstance, seconds: number): Promise<ThroughputPoint[]> {
  const { service, instance, targets, catalogue } = loaded
  const { token } = instance
  const points: ThroughputPoint[] = []
  // Without next_dates of its trainers, which are fewer in a smaller catalogue.
  const date = `${prefix}/events?dateId=${targets.bookedDate}&allDateTrainers=true&prices=true`
  for (const [what, path] of [['one date', date] as const, ['all', eventsPath()] as const]) {
    await getBody(service, path, token)
    const side = loadOn({ ...service, token, requests: { paths: [path] } })
    const rates = [await side.load(seconds, 0), await side.load(seconds, 1), await side.load(seconds, 2)]
    points.push({ dates: catalogue.dates, query: what, perSecond: medianRates(rates).perSecond })
  }
  return points
}

/** @param logProgress receives progress messages */
export async function throughputBySize(
  dataSet: string | undefined,
  quick: boolean,
  logProgress: (text: string) => void,
): Promise<ThroughputPoint[]> {
  const points: ThroughputPoint[] = []
  const amount = { dataSet, contacts: 0, inCategory: 0, staffData: false }
  for (const times of catalogueSizes) {
    logProgress(`${times} times the catalogue`)
    await using loaded = await openLoadedInstance({ ...amount, times })
    points.push(...(await measureThroughput(loaded, quick ? 1 : 4)))
  }
  return points
}
