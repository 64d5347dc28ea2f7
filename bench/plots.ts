// The plots of docs/benchmarks.md.
import { distinct, draw } from './chart.ts'
import type { Result } from './compare.ts'
import type { Rate } from './load/load.ts'
import type { Point } from './rows/sizes.ts'

const day = () => `Measured ${new Date().toISOString().slice(0, 10)}, 64 connections`
const percentiles: [string, keyof Rate][] = [
  ['50 %', 'p50'],
  ['90 %', 'p90'],
  ['99 %', 'p99'],
  ['99.9 %', 'p999'],
]

/** Latency of rows 2 and 6 beside their ceilings. */
export const drawLatency = (results: readonly Result[]): Promise<void> =>
  draw('latency', {
    title: 'Time to an answer at full load',
    subtitle: day(),
    x: { title: 'share of the answers', type: 'point', values: percentiles.map(([name]) => name) },
    y: { title: 'milliseconds at most' },
    points: results
      .filter(({ row, wanted }) => (row === 2 || row === 6) && wanted !== undefined)
      .flatMap(({ name, product, ceiling }) =>
        percentiles.flatMap(([x, key]) => [
          { x, y: product[key], kind: name, side: 'Kontor' },
          { x, y: ceiling[key], kind: name, side: 'its ceiling' },
        ]),
      ),
  })

/** Answers a second by the number of dates. */
export const drawThroughput = (points: readonly Point[]): Promise<void> =>
  draw('throughput', {
    title: 'Answers a second by the size of the catalogue',
    subtitle: day(),
    x: {
      title: 'dates in the catalogue',
      type: 'log',
      values: distinct(points.map((point) => point.dates)),
    },
    y: { title: 'answers a second' },
    points: points.map(({ dates, what, perSecond }) => ({
      x: dates,
      y: perSecond,
      kind: `GET /events, ${what}`,
      side: 'Kontor',
    })),
  })
