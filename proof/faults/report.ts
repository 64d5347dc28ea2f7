// The table of a run.
import { formatTable } from '../support/table.ts'
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
export const formatRows = (rows: readonly Row[]): string =>
  formatTable(
    [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => value(row)))],
    (column) => column === 0,
  )

const examples = 5

/** Forbidden events, with examples. */
export const faultsOf = ({ name, lost, doubled, stale, wrong, exceeded }: Row): string[] => [
  ...Object.entries({ lost, doubled, stale, wrong }).flatMap(([kind, found]) =>
    found.slice(0, examples).map((text) => `${name}: ${kind}: ${text}`),
  ),
  ...(exceeded ? [`${name}: ${exceeded}`] : []),
]
