// An instance on the embedded database, its service, and clients of it.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '../../../test/support/free-port.ts'
import { withClient } from '../../support/with-client.ts'
import { addPlaces, emptyLedger, type Ledger } from '../clients/records.ts'
import { writers } from '../clients/traffic.ts'
import { observe, type Row, type Run, type System } from '../scenario.ts'
import { createToken, type Place, type Service, startService } from './service.ts'

export type Instance = { data: string; service: Service }

type InstanceOptions = {
  data?: string
  args?: readonly string[]
  /** Starts a second service that clients use. */
  beside?: (data: string) => Promise<Service>
}

/** Runs clients of a new instance while a fault happens a number of times. */
export async function onInstance(
  name: string,
  run: Run,
  fault: (instance: Instance, round: number) => Promise<unknown>,
  { data = join(run.folder, 'data'), args = [], beside }: InstanceOptions = {},
): Promise<Row> {
  await using stack = new AsyncDisposableStack()
  await mkdir(data)
  const [port] = await freePorts(1)
  const service = await startService({ data, args, port: port!, log: run.log })
  stack.defer(() => service.stop())
  const urls = [service.url]
  if (beside) {
    const second = await beside(data)
    stack.defer(() => second.stop())
    urls.push(second.url)
  }
  const system = await prepareSystem({ data }, urls)
  // Not without await: the service would be stopped before.
  return await observe(name, run.rounds, system, (round) => fault({ data, service }, round))
}

/** The parts of an instance with an embedded database and a folder of files that clients use. */
export async function systemOn(place: Place, urls: readonly string[], ledger: Ledger): Promise<System> {
  const { data } = place
  return {
    urls,
    token: await createToken(place),
    ledger,
    asOwner: (work) => withClient({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' }, work),
    readFile: (path) => readFile(join(data, 'files', path)).catch(() => undefined),
  }
}

/** The same of a new instance, with the events that clients change. */
export async function prepareSystem(place: Place, urls: readonly string[]): Promise<System> {
  const system = await systemOn(place, urls, emptyLedger())
  await system.asOwner((owner) => addPlaces(owner, writers))
  return system
}
