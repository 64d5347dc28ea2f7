// The alerts of the checks for Prometheus. `npm run generate` writes them into deploy/monitoring/kontor.rules.yml.
import type { Check } from './check.ts'

/** The line of the file from which on it is generated. */
const marker = '  # Made by `npm run generate` of the list of checks (server/checks.ts): do not edit below.\n'

const alertName = (name: string): string =>
  `KontorCheck${name
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}`

function rule({ name, help, alert }: Check): string {
  if (!alert) return ''
  const { severity, after, onWarning, summary } = alert
  const series = (metric: string) => `${metric}{job="kontor",check="${name}"}`
  const failing = `${series('kontor_check')} == 0`
  return `
      - alert: ${alertName(name)}
        expr: ${onWarning ? `${failing} or ${series('kontor_check_warning')} == 1` : failing}
        for: ${after}
        labels: { severity: ${severity} }
        annotations:
          summary: ${JSON.stringify(summary)}
          action: ${JSON.stringify(`${help} kontor doctor says what it has found.`)}
`
}

/** The file of rules with an alert for each check that has one. @throws if the file lacks the marker */
export function withCheckAlerts(rules: string, checks: readonly Check[]): string {
  const end = rules.indexOf(marker)
  if (end < 0) throw new Error('the rules have no line that says where the alerts of the checks begin')
  return `${rules.slice(0, end)}${marker}  - name: kontor-checks
    rules:${checks.map(rule).join('')}`
}
