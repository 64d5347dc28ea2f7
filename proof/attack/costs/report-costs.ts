// The costs of the requests, in a table.
import { formatTable } from '../../support/table.ts'
import type { Report } from '../report.ts'
import type { TargetCost } from './costs.ts'

const shown = 6

/** Reports the targets with the highest costs of each kind. */
export function reportCosts(costs: readonly TargetCost[], report: Report): void {
  const requests = costs.reduce((sum, one) => sum + one.requests, 0)
  report.line(
    `${requests.toLocaleString('en')} requests, one by one, of ${costs.length} targets; the highest costs:`,
  )
  const kinds = ['heldMs', 'rows', 'mails'] as const
  const highest = kinds.flatMap((kind) =>
    costs
      .filter((one) => one[kind] > 0)
      .toSorted((one, other) => other[kind] - one[kind])
      .slice(0, shown),
  )
  const rows = [...new Set(highest)].map((one) => [
    one.target,
    String(one.requests),
    one.heldMs.toFixed(1),
    String(one.accepted),
    String(one.rows),
    String(one.mails),
  ])
  const head = [
    'target',
    'requests',
    'ms of the main thread',
    'accepted of strangers',
    'rows of one',
    'mails of one',
  ]
  for (const line of formatTable([head, ...rows], (column) => column === 0).split('\n')) report.line(line)
}
