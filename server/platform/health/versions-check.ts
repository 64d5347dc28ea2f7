// The check of the age of Node and PostgreSQL.
import { type Check, type CheckResult, ok, warning } from './check.ts'
import { ageInDays, type Program } from './release-days.ts'

const maxAgeDays = 180

/** The finding about a version at a time. */
export function versionFinding(program: Program, version: string, now: number): CheckResult {
  const age = ageInDays(program, version, now)
  if (age === undefined) return ok(`${program} ${version}, whose age Kontor does not know`)
  const text = `${program} ${version}, published ${age} days ago`
  return age > maxAgeDays ? warning(text) : ok(text)
}

export const versionsCheck: Check = {
  name: 'versions',
  looksAt: 'Node and PostgreSQL of Kontor were published within the last 180 days',
  failure: 'warning',
  runs: 'everywhere',
  help: 'Upgrade Kontor; "Security updates" in docs/operating.md says where news are read, and what to do at once.',
  alert: {
    severity: 'warning',
    after: '1d',
    onWarning: true,
    summary:
      'Kontor on {{ $labels.instance }} runs on a version of Node or PostgreSQL that is older than 180 days.',
  },
  async run({ database }) {
    const node = versionFinding('Node', process.versions.node, Date.now())
    if (!database) return [node]
    const { rows } = await database.pool.query<{ server_version: string }>('show server_version')
    // Distributions add their own number.
    return [node, versionFinding('PostgreSQL', rows[0]!.server_version.split(' ')[0]!, Date.now())]
  },
}
