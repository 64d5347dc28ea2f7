// The processes of Kontor that use a database. Each tells about itself in the name of a connection, which ends with the process.
import { hostname } from 'node:os'
import type pg from 'pg'
import { processPrefix as prefix } from '../ground/process.ts'

/** A process of Kontor, on any machine. */
export type KontorProcess = { command: string; version: string; pid: number; host: string; since: Date }

/** @returns undefined: it is the name of another connection */
function parseName(name: string): KontorProcess | undefined {
  const [, command, version, pid, since, host] =
    new RegExp(`^${prefix} (\\S+) (\\S+) (\\d+) (\\d+) (\\S*)`).exec(name) ?? []
  if (command === undefined) return undefined
  return { command, version: version!, pid: Number(pid), host: host!, since: new Date(Number(since) * 1000) }
}

/** The processes with a connection to the database, except this one. */
export async function findProcesses(pool: pg.Pool): Promise<KontorProcess[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like $1 order by backend_start`,
    [`${prefix} %`],
  )
  return rows
    .flatMap(({ name }) => parseName(name) ?? [])
    .filter(({ pid, host }) => pid !== process.pid || !hostname().startsWith(host))
}
