// The plots of docs/benchmarks.md.
import { drawChart, unique } from './chart.ts'
import type { Result } from './compare.ts'
import type { LoadResult } from './load/load.ts'
import type { ThroughputPoint } from './rows/throughput-by-size.ts'

const measuredOn = () => `Measured ${new Date().toISOString().slice(0, 10)}, 64 connections`
const percentiles: [string, keyof LoadResult][] = [
  ['50 %', 'p50'],
  ['90 %', 'p90'],
  ['99 %', 'p99'],
  ['99.9 %', 'p999'],
]

/** Latency of rows 2 and 6 and of their ceilings. */
export const drawLatency = (results: readonly Result[]): Promise<void> =>
  drawChart('latency', {
    title: 'Response time at full load',
    subtitle: measuredOn(),
    x: { title: 'share of responses', type: 'point', values: percentiles.map(([name]) => name) },
    y: { title: 'milliseconds' },
    points: results
      .filter(({ row, targetRatio }) => (row === 2 || row === 6) && targetRatio !== undefined)
      .flatMap(({ name, product, ceiling }) =>
        percentiles.flatMap(([x, key]) => [
          { x, y: product[key], kind: name, side: 'Kontor' },
          { x, y: ceiling[key], kind: name, side: 'ceiling' },
        ]),
      ),
  })

/** Responses per second by the number of dates. */
export const drawThroughput = (points: readonly ThroughputPoint[]): Promise<void> =>
  drawChart('throughput', {
    title: 'Responses per second by catalogue size',
    subtitle: measuredOn(),
    x: {
      title: 'dates in the catalogue',
      type: 'log',
      values: unique(points.map((point) => point.dates)),
    },
    y: { title: 'responses per second' },
    points: points.map(({ dates, query, perSecond }) => ({
      x: dates,
      y: perSecond,
      kind: `GET /events, ${query}`,
      side: 'Kontor',
    })),
  })
