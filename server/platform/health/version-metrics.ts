import type pg from 'pg'
import { Gauge } from 'prom-client'
import { kontorVersion } from '../ground/version.ts'
import { registry } from '../http/metrics.ts'
import { ageInDays } from './release-days.ts'

/** Adds the metric that names the running Kontor and its database server. */
export async function measureVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  // Distributions add their own number.
  const postgres = rows[0]!.server_version.split(' ')[0]!
  const { version, commit, schema } = kontorVersion()
  new Gauge({
    name: 'kontor_build_info',
    help: '1 for the version, commit and schema of Kontor, with the versions of Node and of the database server',
    labelNames: ['version', 'commit', 'schema', 'node', 'postgres'],
    registers: [registry],
  }).set({ version, commit, schema: String(schema), node: process.versions.node, postgres }, 1)
  new Gauge({
    name: 'kontor_version_age_days',
    help: 'Days since the versions of Node and of the embedded database server were published',
    labelNames: ['program'],
    registers: [registry],
    collect() {
      const ages = {
        node: ageInDays('Node', process.versions.node, Date.now()),
        postgres: ageInDays('PostgreSQL', postgres, Date.now()),
      }
      for (const [program, age] of Object.entries(ages)) if (age !== undefined) this.set({ program }, age)
    },
  })
}
