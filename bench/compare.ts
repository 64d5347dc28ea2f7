// Two sides under the same load in turn: what is compared was measured within the same minute.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rate, Side } from './load/load.ts'

/**
 * How a row is measured: `warm` seconds before that do not count, `settle` seconds to wait for the end of what is left at most.
 * `together`: both sides at the same time, which tells whether they work but not how fast they are.
 */
export type Effort = { rounds: number; seconds: number; warm: number; settle: number; together: boolean }

/** A row of the table before it is measured. */
export type Row = {
  row: number
  name: string
  /** Of one answer, on average. */
  bytes: number
  product: Side
  ceiling: Side
  /** Whether one side would disturb the other at the same time. */
  inTurn?: true
  /** The ratio to reach; left out: it is only said. */
  wanted?: number
  /** Runs after the measurement: throws where an answer was wrong. @returns what there is to say */
  check?(): Promise<string | undefined>
}

/** A measured row: medians of all rounds; `spread` holds the lowest and the highest ratio of a round. */
export type Result = Pick<Row, 'row' | 'name' | 'bytes' | 'wanted'> & {
  product: Rate
  ceiling: Rate
  ratio: number
  spread: [number, number]
  remark: string | undefined
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map((rate) => rate.perSecond)),
  p50: median(rates.map((rate) => rate.p50)),
  p90: median(rates.map((rate) => rate.p90)),
  p99: median(rates.map((rate) => rate.p99)),
  p999: median(rates.map((rate) => rate.p999)),
})

/** Measures product and ceiling in turn. */
export async function compare(row: Row, effort: Effort): Promise<Result> {
  const products: Rate[] = []
  const ceilings: Rate[] = []
  const measure = async (side: Side, seconds: number, round: number) => {
    const rate = await side.load(seconds, round)
    await settle(side, effort.settle)
    return rate
  }
  if (effort.warm > 0) for (const side of [row.product, row.ceiling]) await measure(side, effort.warm, 0)
  for (let round = 1; round <= effort.rounds; round++) {
    const one = () => measure(row.product, effort.seconds, round)
    const other = () => measure(row.ceiling, effort.seconds, round)
    const [product, ceiling] =
      effort.together && !row.inTurn ? await Promise.all([one(), other()]) : [await one(), await other()]
    products.push(product)
    ceilings.push(ceiling)
  }
  const remark = await row.check?.()
  const ratios = products.map((rate, round) => rate.perSecond / ceilings[round]!.perSecond)
  const [product, ceiling] = [medianRate(products), medianRate(ceilings)]
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
async function settle({ address }: Side, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000
  for (let quick = 0; quick < 5 && Date.now() < until; ) {
    const asked = performance.now()
    await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(120_000) }).then((answer) =>
      answer.arrayBuffer(),
    )
    quick = performance.now() - asked < 20 ? quick + 1 : 0
    await sleep(20)
  }
}
