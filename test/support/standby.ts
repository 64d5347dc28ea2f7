import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from './data-folders.ts'
import { removeDataFolder } from './kontor-process.ts'
import { openTcpProxy, type TcpProxy } from './servers/tcp-proxy.ts'

/** A database server behind a proxy. */
export type ProxiedServer = { embedded: EmbeddedServer; proxy: TcpProxy }

async function startServer(folder: string): Promise<ProxiedServer> {
  const embedded = await startEmbedded(folder, { durable: false })
  const { host, port } = embedded.connection
  const proxy = await openTcpProxy(join(host, `.s.PGSQL.${port}`))
  return { embedded, proxy }
}

/** The URL of servers for a role. */
export const urlAs = (role: string, ...servers: ProxiedServer[]): string =>
  `postgres://${role}@${servers.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join()}/kontor`

/** A migrated server and its streaming standby. */
export async function startPrimaryAndStandby() {
  const folders = [await instanceFolder(), await instanceFolder()] as const
  const copy = join(folders[1], 'postgres')
  await cp(join(folders[0], 'postgres'), copy, { recursive: true })
  const primary = await startServer(folders[0])
  const { host, port, user } = primary.embedded.ownerConnection
  await writeFile(join(copy, 'standby.signal'), '')
  await writeFile(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  )
  const standby = await startServer(folders[1])
  return {
    primary,
    standby,
    filesFolder: join(folders[0], 'files'),
    async stop() {
      for (const { embedded, proxy } of [primary, standby]) {
        await proxy.close()
        await embedded.stop()
      }
      await Promise.all(folders.map(removeDataFolder))
    },
  }
}
