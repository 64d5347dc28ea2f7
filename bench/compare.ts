// Two targets under the same load in turn: what is compared was measured within the same minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Rate, runLoad, type Target } from './load.ts'

/** How a row is measured. */
export type Effort = { rounds: number; seconds: number; connections: number }

/** A row of the table: medians of all rounds; `spread` holds the lowest and the highest ratio of a round. */
export type Row = {
  name: string
  bytes: number
  product: Rate
  ceiling: Rate
  ratio: number
  spread: [number, number]
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const medianRate = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map((rate) => rate.perSecond)),
  median: median(rates.map((rate) => rate.median)),
})

/** Measures product and ceiling in turn, after one short round each that does not count. */
export async function compare(
  name: string,
  bytes: number,
  product: Target,
  ceiling: Target,
  effort: Effort,
): Promise<Row> {
  const products: Rate[] = []
  const ceilings: Rate[] = []
  const measure = async (target: Target, seconds: number) => {
    const rate = await runLoad(target, effort.connections, seconds)
    await settle(target)
    return rate
  }
  const warm = Math.min(effort.seconds, 3)
  await measure(product, warm)
  await measure(ceiling, warm)
  for (let round = 0; round < effort.rounds; round++) {
    products.push(await measure(product, effort.seconds))
    ceilings.push(await measure(ceiling, effort.seconds))
  }
  const ratios = products.map((rate, round) => rate.perSecond / ceilings[round]!.perSecond)
  const [first, second] = [medianRate(products), medianRate(ceilings)]
  return {
    name,
    bytes,
    product: first,
    ceiling: second,
    ratio: first.perSecond / second.perSecond,
    spread: [Math.min(...ratios), Math.max(...ratios)],
  }
}

/** Waits, two minutes at most, until the work that the load left behind is done: until five answers in a row come at once. */
async function settle({ address }: Target): Promise<void> {
  const until = Date.now() + 120_000
  for (let quick = 0; quick < 5 && Date.now() < until; ) {
    const asked = performance.now()
    await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(120_000) }).then((answer) =>
      answer.arrayBuffer(),
    )
    quick = performance.now() - asked < 20 ? quick + 1 : 0
    await sleep(20)
  }
}
