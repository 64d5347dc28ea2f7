// The report of a run: the table of the rows and the list of facts, printed and written into docs/benchmarks.md.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/processes.ts'
import { formatTable } from '../support/table.ts'
import type { Result } from './compare.ts'
import { generator } from './load/load.ts'

export type Fact = [name: string, value: string]

const number = (value: number): string =>
  value > 0 && value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en').replaceAll(',', ' ')
const ratio = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const head = ['', 'work', 'bytes', 'Kontor /s', 'p50 ms', 'p99 ms', 'ceiling /s', 'p50 ms', 'p99 ms'].concat(
  'ratio',
  'rounds',
  'target',
)

/** Whether a row misses a target: that of its ratio, or that of its response time. */
export const missesTarget = ({ ratio, targetRatio, targetP99Ms, product }: Result): boolean =>
  (targetRatio !== undefined && ratio < targetRatio) ||
  (targetP99Ms !== undefined && product.p99 >= targetP99Ms)

function targetCell(result: Result, judge: boolean): string {
  const { targetRatio, targetP99Ms } = result
  const targets = [targetRatio ?? [], targetP99Ms === undefined ? [] : `p99 ${targetP99Ms} ms`].flat()
  return `${targets.join(', ')}${judge && missesTarget(result) ? ' **MISSED**' : ''}`
}

/** @param judge whether to mark the rows that miss their target */
export function formatResults(results: readonly Result[], judge: boolean): string {
  const cells = results.map((result) => [
    String(result.row),
    result.name,
    number(result.bytes),
    ...[result.product, result.ceiling].flatMap(({ perSecond, p50, p99 }) =>
      [perSecond, p50, p99].map(number),
    ),
    ratio(result.ratio),
    result.spread.map(ratio).join(' – '),
    targetCell(result, judge),
  ])
  return formatTable([head, ...cells], (column) => column === 1)
}

export const formatFacts = (facts: readonly Fact[]): string =>
  facts.map(([name, value]) => `- ${name}: ${value}`).join('\n')

/** The date, the machine and the versions. */
export const environmentFacts = (postgres: string): Fact[] => [
  ['date', new Date().toISOString().slice(0, 10)],
  [
    'machine',
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
  ],
  ['versions', `Node ${process.versions.node}, PostgreSQL ${postgres} (embedded), ${generator}`],
]

const figuresBegin = '<!-- figures: written by npm run bench -->'
const figuresEnd = '<!-- end of the figures -->'

/** Writes a report between the two markers of docs/benchmarks.md. */
export async function writeFigures(report: string): Promise<void> {
  const path = join(root, 'docs/benchmarks.md')
  const text = await readFile(path, 'utf8')
  const [before, rest] = text.split(figuresBegin)
  const after = rest?.split(figuresEnd)[1]
  if (after === undefined) throw new Error(`${path} has no markers for the figures`)
  await writeFile(path, `${before}${figuresBegin}\n\n${report}\n\n${figuresEnd}${after}`)
}
