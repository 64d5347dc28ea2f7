import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { freePorts } from '../free-port.ts'
import { dataFolder, removeDataFolder, waitUntil } from '../kontor-process.ts'
import { needs } from '../programs.ts'

const program = process.env['KONTOR_TEST_PGBOUNCER'] ?? 'pgbouncer'
const [, version = ''] = /(\d+\.\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '') ?? []

/** Why the tests of PgBouncer are skipped; false: they are not. */
export const withoutPgBouncer = needs(program)
/** Whether the PgBouncer of this machine keeps prepared statements in transaction mode. */
export const keepsPreparedStatements = Number(version.split('.')[1]) >= 21

const nobody = 65_534

const tlsSettings = (folder: string) => `client_tls_sslmode = verify-ca
client_tls_cert_file = ${join(folder, 'server.crt')}
client_tls_key_file = ${join(folder, 'server.key')}
client_tls_ca_file = ${join(folder, 'ca.crt')}
`

/**
 * PgBouncer before a server, for the roles kontor (owner-password) and kontor_app (app-password).
 * @param tls the folder of server.crt, server.key and ca.crt: connections must use TLS, and have a certificate of the authority
 */
export async function startPgBouncer(
  server: pg.ClientConfig,
  mode: 'session' | 'transaction',
  tls?: string,
): Promise<{ urlAs(user: string): string; stop(): Promise<void> }> {
  const folder = await dataFolder()
  const [port = 0] = await freePorts(1)
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, '"kontor" "owner-password"\n"kontor_app" "app-password"\n')
  await writeFile(
    settings,
    `[databases]
kontor = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
${keepsPreparedStatements ? 'max_prepared_statements = 200\n' : ''}${tls ? tlsSettings(tls) : ''}`,
  )
  const isRoot = process.getuid?.() === 0
  await chmod(folder, 0o755)
  if (isRoot) for (const file of [settings, users]) await chown(file, nobody, nobody)
  const pooler = spawn(program, [settings], {
    stdio: 'ignore',
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  })
  const urlAs = (user: string) => `postgres://${user}@127.0.0.1:${port}/kontor`
  await waitUntil(
    () =>
      new Promise<boolean>((accept) => {
        const socket = connect(port, '127.0.0.1', () => accept(true)).on('error', () => accept(false))
        socket.on('connect', () => socket.destroy())
      }),
    'PgBouncer answers',
    30_000,
  )
  return {
    urlAs,
    async stop() {
      pooler.kill('SIGKILL')
      await removeDataFolder(folder)
    },
  }
}
