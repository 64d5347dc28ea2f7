// Connection poolers such as PgBouncer. In transaction mode, each transaction of a connection may run in another session of the
// server, so that settings, prepared statements and notifications of a session are lost or meet others.
import { randomUUID } from 'node:crypto'
import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { LinkedClient, type ServerLink } from '../database/server-link.ts'
import { serviceLimits, sessionValues } from '../database/time-limits.ts'

/** Runs work with two connections, of which the second is opened after the first has been used. */
async function withTwoConnections<T>(
  link: ServerLink,
  viaPooler: boolean,
  first: (client: LinkedClient) => Promise<unknown>,
  second: (client: LinkedClient) => Promise<T>,
): Promise<T> {
  const clients: LinkedClient[] = []
  const open = async () => {
    const client = new LinkedClient({
      link,
      limits: serviceLimits,
      viaPooler,
      application_name: 'kontor start',
    })
    clients.push(client)
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    await first(await open())
    return await second(await open())
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** @throws if a connection of the link does not keep its session on the server */
export async function assertOwnSessions(link: ServerLink): Promise<void> {
  const mark = randomUUID()
  const { rows } = await withTwoConnections(
    link,
    false,
    (client) => client.query(`select set_config('kontor.start', $1, false)`, [mark]),
    (client) => client.query(`select current_setting('kontor.start', true) as mark`),
  )
  if (rows[0].mark === mark)
    throw new Error(
      'this is a connection pooler in transaction mode; name the server itself in KONTOR_DATABASE_DIRECT_URL',
    )
}

/** PostgreSQL's codes of a prepared statement that another connection has prepared, or not. */
const preparedElsewhere = new Set(['42P05', '26000'])

/** @throws if the pooler does not tell the prepared statements of its connections apart */
export async function assertPreparedStatements(link: ServerLink): Promise<void> {
  const name = 'kontor start'
  try {
    await withTwoConnections(
      link,
      true,
      (client) => client.query({ name, text: 'select 1' }),
      (client) => client.query({ name, text: 'select 2' }),
    )
  } catch (error) {
    if (!(error instanceof DatabaseError) || !preparedElsewhere.has(error.code ?? '')) throw error
    throw new Error(
      'the connection pooler does not support prepared statements; PgBouncer does from 1.21 on, with max_prepared_statements',
    )
  }
}

/** Makes the settings of the service's connections the role's own for this database: the sessions of a pooler begin with them. */
export async function setRoleDefaults(link: ServerLink): Promise<void> {
  const client = new LinkedClient({ link, limits: serviceLimits, application_name: 'kontor start' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ database: string; values: string[] }>(
      `select current_database() as database, coalesce((
         select setconfig from pg_db_role_setting
         where setrole = current_user::regrole
           and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as values`,
    )
    const { database, values } = rows[0]!
    for (const [name, value] of Object.entries(sessionValues(serviceLimits)))
      if (!values.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase()))
        await client.query(
          `alter role current_user in database ${escapeIdentifier(database)} set ${name} = ${escapeLiteral(value)}`,
        )
  } finally {
    await client.end()
  }
}
