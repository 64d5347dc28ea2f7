// A database server behind a network that stalls, refuses, cuts and delays.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '../../../server/platform/postgres/embedded-postgres.ts'
import { freePorts } from '../../../test/support/free-port.ts'
import { openTcpProxy, type TcpProxy } from '../../../test/support/servers/tcp-proxy.ts'
import { prepareSystem } from '../machines/instance.ts'
import { startService } from '../machines/service.ts'
import { observe, type Row, type Scenario } from '../scenario.ts'

const during = async (proxy: TcpProxy, ms: number) => {
  await wait(ms)
  proxy.restore()
}

const faults: readonly { name: string; happen(proxy: TcpProxy): Promise<void> }[] = [
  {
    name: 'database silent for 8 s',
    happen(proxy) {
      proxy.stall()
      return during(proxy, 8000)
    },
  },
  {
    name: 'database refuses connections for 3 s',
    happen(proxy) {
      proxy.refuse()
      return during(proxy, 3000)
    },
  },
  { name: 'connections cut', happen: async (proxy) => proxy.cut() },
  { name: 'connections half-closed', happen: async (proxy) => proxy.halfClose() },
  {
    name: 'every packet 300 ms late for 5 s',
    happen(proxy) {
      proxy.delay(300)
      return during(proxy, 5000)
    },
  },
]

export const network: Scenario = {
  name: 'network',
  rounds: 20,
  async run(run) {
    await using stack = new AsyncDisposableStack()
    const data = join(run.folder, 'network')
    await mkdir(data)
    const embedded = await startEmbedded(data)
    stack.defer(() => embedded.stop())
    const { host, port, user } = embedded.connection
    const proxy = await openTcpProxy(join(host, `.s.PGSQL.${port}`))
    stack.defer(() => proxy.close())
    const urlAs = (role: string) => `postgres://${role}@127.0.0.1:${proxy.port}/kontor`
    const place = {
      data,
      settings: {
        KONTOR_DATABASE_URL: urlAs(user),
        KONTOR_DATABASE_OWNER_URL: urlAs(embedded.ownerConnection.user),
      },
    }
    const [servicePort] = await freePorts(1)
    const service = await startService({ ...place, port: servicePort!, log: run.log })
    stack.defer(() => service.stop())
    const system = await prepareSystem(place, [service.url])
    const rows: Row[] = []
    for (const { name, happen } of faults)
      rows.push(await observe(name, run.rounds, system, () => happen(proxy)))
    return rows
  },
}
