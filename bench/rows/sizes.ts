// Throughput against the size of the catalogue: a query whose answer stays the same, and the whole.

import { medianRate } from '../compare.ts'
import { eventsPath } from '../instance/catalogue.ts'
import { get, prefix } from '../instance/kontor.ts'
import { type Loaded, load } from '../instance/loaded.ts'
import { under } from '../load/load.ts'

/** One point of the plot. */
export type Point = { dates: number; what: string; perSecond: number }

const timesMeasured = [0.1, 1, 5, 10]

async function measure(loaded: Loaded, seconds: number): Promise<Point[]> {
  const { service, instance, choice, catalogue } = loaded
  const { token } = instance
  const points: Point[] = []
  // Without the next dates of its trainers, which are fewer in a smaller catalogue.
  const date = `${prefix}/events?dateId=${choice.bookedDate}&allDateTrainers=true&prices=true`
  for (const [what, path] of [['one date', date] as const, ['all', eventsPath()] as const]) {
    await get(service, path, token)
    const side = under({ ...service, token, requests: { paths: [path] } })
    const rates = [await side.load(seconds, 0), await side.load(seconds, 1), await side.load(seconds, 2)]
    points.push({ dates: catalogue.dates, what, perSecond: medianRate(rates).perSecond })
  }
  return points
}

/** @param say is told of the progress */
export async function throughputBySize(
  dataSet: string | undefined,
  quick: boolean,
  say: (text: string) => void,
): Promise<Point[]> {
  const points: Point[] = []
  const amount = { dataSet, contacts: 0, inCategory: 0, work: false }
  for (const times of timesMeasured) {
    say(`${times} times the catalogue`)
    await using loaded = await load({ ...amount, times })
    points.push(...(await measure(loaded, quick ? 1 : 4)))
  }
  return points
}
