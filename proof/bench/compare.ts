// Measures two sides alternately under the same load, so that both are measured within the same minute.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult, LoadSide } from './load/load.ts'

/**
 * How a row is measured: `warm` seconds of warm-up, at most `settle` seconds of waiting for remaining work.
 * `together`: both sides at the same time, which tests that they work, but not how fast they are.
 */
export type MeasureOptions = {
  rounds: number
  seconds: number
  warm: number
  settle: number
  together: boolean
}

/** A row of the table before it is measured. */
export type Row = {
  row: number
  name: string
  /** Average size of a response. */
  bytes: number
  product: LoadSide
  ceiling: LoadSide
  /** Whether the sides would disturb each other at the same time. */
  alternating?: true
  /** The ratio to reach; left out: no target. */
  targetRatio?: number
  /** The response time to stay below, in ms at the 99th percentile. */
  targetP99Ms?: number
  /** Runs after the measurement. @returns notes @throws if a response was wrong */
  check?(): Promise<string | undefined>
}

/** A measured row: medians of all rounds; `spread`: the lowest and the highest ratio of a round. */
export type Result = Pick<Row, 'row' | 'name' | 'bytes' | 'targetRatio' | 'targetP99Ms'> & {
  product: LoadResult
  ceiling: LoadResult
  ratio: number
  spread: [number, number]
  remark: string | undefined
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const medianRates = (rates: readonly LoadResult[]): LoadResult => ({
  perSecond: median(rates.map((rate) => rate.perSecond)),
  p50: median(rates.map((rate) => rate.p50)),
  p90: median(rates.map((rate) => rate.p90)),
  p99: median(rates.map((rate) => rate.p99)),
  p999: median(rates.map((rate) => rate.p999)),
})

/** Measures service and ceiling alternately. */
export async function compare(row: Row, effort: MeasureOptions): Promise<Result> {
  const products: LoadResult[] = []
  const ceilings: LoadResult[] = []
  const measure = async (side: LoadSide, seconds: number, round: number) => {
    const rate = await side.load(seconds, round)
    await waitUntilIdle(side, effort.settle)
    return rate
  }
  if (effort.warm > 0) for (const side of [row.product, row.ceiling]) await measure(side, effort.warm, 0)
  for (let round = 1; round <= effort.rounds; round++) {
    const measureKontor = () => measure(row.product, effort.seconds, round)
    const measureCeiling = () => measure(row.ceiling, effort.seconds, round)
    const [product, ceiling] =
      effort.together && !row.alternating
        ? await Promise.all([measureKontor(), measureCeiling()])
        : [await measureKontor(), await measureCeiling()]
    products.push(product)
    ceilings.push(ceiling)
  }
  const remark = await row.check?.()
  const ratios = products.map((rate, round) => rate.perSecond / ceilings[round]!.perSecond)
  const [product, ceiling] = [medianRates(products), medianRates(ceilings)]
  return {
    row: row.row,
    name: row.name,
    bytes: row.bytes,
    ...(row.targetRatio === undefined ? {} : { targetRatio: row.targetRatio }),
    ...(row.targetP99Ms === undefined ? {} : { targetP99Ms: row.targetP99Ms }),
    product,
    ceiling,
    ratio: product.perSecond / ceiling.perSecond,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    remark,
  }
}

/** Waits until remaining work of the load is finished: until five responses in a row are fast. */
async function waitUntilIdle({ address }: LoadSide, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000
  for (let quick = 0; quick < 5 && Date.now() < until; ) {
    const startedAt = performance.now()
    await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(120_000) }).then((answer) =>
      answer.arrayBuffer(),
    )
    quick = performance.now() - startedAt < 20 ? quick + 1 : 0
    await sleep(20)
  }
}
