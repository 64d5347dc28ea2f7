// Writes generated/, the alerts of the checks and the page of the rights: the OpenAPI documents, the types of the tables, and the hashes of common passwords; then the types of the client. `--check` only compares, and fails on a difference.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { healthChecks } from '../server/checks.ts'
import { openApiDocument, publicOpenApiDocument } from '../server/openapi-documents.ts'
import { openPool } from '../server/platform/database/database.ts'
import { toAddress } from '../server/platform/database/database-address.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { openServerLink } from '../server/platform/database/server-link.ts'
import { withCheckAlerts } from '../server/platform/health/check-alerts.ts'
import { startEmbedded } from '../server/platform/postgres/embedded-postgres.ts'
import { makeClientTypes } from './client-types.ts'
import { generatorsFolder, installGenerators } from './install-generators.ts'
import { rightsPage } from './rights-page.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
await installGenerators()
const { commonPasswordKeys } = await import('./common-passwords.ts')

/** The type of the values that the check of a domain lists. */
async function typeOfDomain(pool: Pool, domain: string, name: string): Promise<string> {
  const { rows } = await pool.query<{ rule: string }>(
    'select pg_get_constraintdef(oid) as rule from pg_constraint where contypid = $1::regtype',
    [domain],
  )
  const values = rows.flatMap(({ rule }) => [...rule.matchAll(/'(\w+)'::text/g)].map(([, value]) => value!))
  return `\nexport type ${name} = ${values.map((value) => `"${value}"`).join(' | ')};\n`
}

/** Generates the types of the tables from a migrated database. */
async function tableTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-generate-'))
  const server = await startEmbedded(folder, { durable: false })
  try {
    const pool = openPool(openServerLink(toAddress(server.ownerConnection)), 1)
    await migrate(pool)
    const cause = await typeOfDomain(pool, 'message_cause', 'MessageCause')
    await pool.end()
    const { host, port, user, database } = server.ownerConnection
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const out = join(folder, 'database.types.ts')
    const codegen = join(generatorsFolder, 'node_modules/kysely-codegen/dist/cli/bin.js')
    await run(process.execPath, [
      codegen,
      '--dialect=postgres',
      `--url=${url}`,
      '--date-parser=string',
      '--exclude-pattern={*.migration,graphile_worker.*}',
      `--out-file=${out}`,
    ])
    return `${await readFile(out, 'utf8')}${cause}`
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const rules = 'deploy/monitoring/kontor.rules.yml'
const files = {
  [rules]: Buffer.from(withCheckAlerts(await readFile(join(root, rules), 'utf8'), healthChecks)),
  'docs/rights.md': Buffer.from(rightsPage()),
  'generated/openapi.json': Buffer.from(`${JSON.stringify(openApiDocument(), null, 2)}\n`),
  'generated/openapi-website.json': Buffer.from(`${JSON.stringify(publicOpenApiDocument(), null, 2)}\n`),
  'generated/database.types.ts': Buffer.from(await tableTypes()),
  'generated/common-passwords.bin': commonPasswordKeys(),
}
const isCheck = process.argv.includes('--check')
for (const [name, content] of Object.entries(files)) {
  const path = join(root, name)
  if (!isCheck) await writeFile(path, content)
  else if (!content.equals(await readFile(path).catch(() => Buffer.alloc(0)))) {
    console.error(`${name} is out of date: npm run generate`)
    process.exitCode = 1
  }
}
if (!isCheck) await makeClientTypes()
