// Writes generated/: the OpenAPI documents, the types of the tables, and the hashes of common passwords; and the types of the client. `--check` only compares, and fails on a difference.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument, publicOpenApiDocument } from '../server/app.ts'
import { openPool } from '../server/platform/database/database.ts'
import { toAddress } from '../server/platform/database/database-address.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { openServerLink } from '../server/platform/database/server-link.ts'
import { startEmbedded } from '../server/platform/postgres/embedded-postgres.ts'
import { commonPasswordKeys } from './common-passwords.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Generates the types of the tables from a migrated database. */
async function tableTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-generate-'))
  const server = await startEmbedded(folder, { durable: false })
  try {
    const pool = openPool(openServerLink(toAddress(server.ownerConnection)), 1)
    await migrate(pool)
    await pool.end()
    const { host, port, user, database } = server.ownerConnection
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const out = join(folder, 'database.types.ts')
    const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
    await run(process.execPath, [
      codegen,
      '--dialect=postgres',
      `--url=${url}`,
      '--date-parser=string',
      '--exclude-pattern={*.migration,graphile_worker.*}',
      `--out-file=${out}`,
    ])
    return await readFile(out, 'utf8')
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Types of the operations and schemas of an OpenAPI document, for `clients/typescript`. */
async function clientTypes(document: object): Promise<string> {
  const types = await openapiTS(structuredClone(document) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  })
  return `// Made by \`npm run generate\` of the OpenAPI document.\n${astToString(types)}`
}

const files = {
  'generated/openapi.json': Buffer.from(`${JSON.stringify(openApiDocument(), null, 2)}\n`),
  'generated/openapi-website.json': Buffer.from(`${JSON.stringify(publicOpenApiDocument(), null, 2)}\n`),
  'generated/database.types.ts': Buffer.from(await tableTypes()),
  'generated/common-passwords.bin': commonPasswordKeys(),
  'clients/typescript/src/website-api.ts': Buffer.from(await clientTypes(publicOpenApiDocument())),
  'clients/typescript/src/rest-api.ts': Buffer.from(await clientTypes(openApiDocument())),
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
