// Connections of tests. A test that opens one to a server of its own loads this file, and not the databases of test instances: it is the
// same on every server (tools/suites.ts).
import { toAddress } from '../../../server/platform/database/database-address.ts'
import { openServerLink } from '../../../server/platform/database/server-link.ts'

export type SocketConnection = { host: string; port: number; user: string; database: string }
export type Connection = SocketConnection | { connectionString: string }

/** Connections of a test that lead to one database. */
export const linkTo = (connection: Connection) => openServerLink(toAddress(connection))

/** The same connection to another database of its server. */
export const toDatabase = (connection: Connection, database: string): Connection =>
  'connectionString' in connection
    ? { connectionString: Object.assign(new URL(connection.connectionString), { pathname: database }).href }
    : { ...connection, database }
