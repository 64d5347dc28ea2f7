// Two sides under the same load in turn: what is compared was measured within the same minute.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult, LoadSide } from './load/load.ts'

/**
 * How a row is measured: `warm` seconds before that do not count, `settle` seconds to wait for the end of what is left at most.
 * `together`: both sides at the same time, which tells whether they work but not how fast they are.
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
  /** Of one answer, on average. */
  bytes: number
  product: LoadSide
  ceiling: LoadSide
  /** Whether one side would disturb the other at the same time. */
  inTurn?: true
  /** The ratio to reach; left out: it is only said. */
  wanted?: number
  /** Runs after the measurement: throws where an answer was wrong. @returns what there is to say */
  check?(): Promise<string | undefined>
}

/** A measured row: medians of all rounds; `spread` holds the lowest and the highest ratio of a round. */
export type Result = Pick<Row, 'row' | 'name' | 'bytes' | 'wanted'> & {
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

/** Measures product and ceiling in turn. */
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
      effort.together && !row.inTurn
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
    ...(row.wanted === undefined ? {} : { wanted: row.wanted }),
    product,
    ceiling,
    ratio: product.perSecond / ceiling.perSecond,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    remark,
  }
}

/** Waits until the work that the load left behind is done: until five answers in a row come at once. */
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
