// Row 11: the public interface without finished responses, one request after another: other filters each time, and after changes.
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import type { Fact } from '../report.ts'
import { getWebsite, type Website, websitePaths } from './website.ts'

/** Ids that no category has: a filter with one finds the same, but no finished response. */
const firstUnknownId = 1_000_000_000

const milliseconds = (value: number) => value.toFixed(value < 10 ? 1 : 0)

function spreadOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const p95 = sorted[Math.floor(sorted.length * 0.95)]!
  return `median ${milliseconds(median(times))}, p95 ${milliseconds(p95)}, max. ${milliseconds(sorted.at(-1)!)}`
}

export async function measureUncached(
  { instance: { client }, targets, catalogue }: LoadedInstance,
  website: Website,
  quick: boolean,
): Promise<Fact> {
  const { dates, facets } = await websitePaths(website)
  let id = firstUnknownId
  const uncached = (path: string) => path.replace(/category=\d+/, (filter) => `${filter},${id++}`)
  const measure = async (paths: readonly string[], count: number, before: () => Promise<unknown>) => {
    const times: number[] = []
    for (let at = 0; at < count; at++) {
      await before()
      const path = uncached(paths[at % paths.length]!)
      const started = performance.now()
      await getWebsite(website, path)
      times.push(performance.now() - started)
    }
    return spreadOf(times)
  }
  const count = quick ? 10 : 300
  const nothing = async () => {}
  const change = () =>
    client.query(`update event_date set subtitle = subtitle || '.' where id = $1`, [targets.date])
  const sample = dates.map((path) => `${path}&q=seminr`)
  const parts = [
    `dates ${await measure(dates, count, nothing)}`,
    `facets ${await measure(facets, count, nothing)}`,
    `dates with a misspelt word ${await measure(sample, count, nothing)}`,
    `dates after a change of the catalogue ${await measure(dates, quick ? 3 : 30, change)}`,
  ]
  return [
    `website, no finished response, ${catalogue.dates.toLocaleString('en')} dates`,
    `in ms: ${parts.join('; ')}`,
  ]
}
