// The table of a run.
import type { Row } from './scenario.ts'

const columns: readonly [title: string, value: (row: Row) => string][] = [
  ['fault', ({ name }) => name],
  ['rounds', ({ rounds }) => String(rounds)],
  ['acknowledged', ({ acknowledged }) => String(acknowledged)],
  ['reads', ({ reads }) => String(reads)],
  ['lost', ({ lost }) => String(lost.length)],
  ['doubled', ({ doubled }) => String(doubled.length)],
  ['stale', ({ stale }) => String(stale.length)],
  ['wrong', ({ wrong }) => String(wrong.length)],
  ['repeated', ({ failures }) => String(failures)],
  ['outage', ({ outageMs }) => `${(outageMs / 1000).toFixed(1)} s`],
]

/** The rows as a table in Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, value]) => value(row))),
  ]
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  const lines = cells.map((line) =>
    line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    ),
  )
  const rule = widths.map(
    (width, column) => `${'-'.repeat(column === 0 ? width : width - 1)}${column === 0 ? '' : ':'}`,
  )
  return [lines[0]!, rule, ...lines.slice(1)].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

const examples = 5

/** What must not happen, with examples. */
export const faultsOf = ({ name, lost, doubled, stale, wrong, exceeded }: Row): string[] => [
  ...Object.entries({ lost, doubled, stale, wrong }).flatMap(([kind, found]) =>
    found.slice(0, examples).map((text) => `${name}: ${kind}: ${text}`),
  ),
  ...(exceeded ? [`${name}: ${exceeded}`] : []),
]
