// The versions of Kontor, its schema and its server, for reports of faults.
import { sql } from 'kysely'
import Type from 'typebox'
import { Count, record } from '../platform/ground/schema.ts'
import { kontorVersion, migrationNumber } from '../platform/ground/version.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'

const getVersion = officeEndpoint({
  method: 'GET',
  path: '/version',
  right: 'admin',
  response: Type.Array(
    record({
      version: Type.String(),
      /** '': not known. */
      commit: Type.String(),
      /** When the release was made; '': not known. */
      date: Type.String(),
      /** The number of the newest migration that this Kontor knows. */
      schema: Count,
      /** The number of the newest one that the database has: higher if a newer Kontor has migrated it. */
      appliedSchema: Count,
      node: Type.String(),
      postgres: Type.String(),
    }),
  ),
  handle: async ({ db }) => {
    const { rows } = await sql<{ newest: string; postgres: string }>`
      select max(name) as newest, current_setting('server_version') as postgres from migration`.execute(db)
    const { newest, postgres } = rows[0]!
    return [
      {
        ...kontorVersion(),
        appliedSchema: migrationNumber(newest),
        node: process.versions.node,
        postgres: postgres.split(' ')[0]!,
      },
    ]
  },
})

export const versionOffice = [getVersion]
