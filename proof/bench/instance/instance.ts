// An instance in a temporary folder, with a token and the benchmark's own connection to its embedded database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../../server/platform/postgres/embedded-postgres.ts'
import { availableMemory, memorySettings } from '../../../server/platform/postgres/server-memory.ts'
import { runKontor, type Service, startServe } from '../../support/kontor.ts'

/** A measured instance. Disposing of it stops its database and removes its folder. */
export type Instance = AsyncDisposable & {
  data: string
  token: string
  connection: EmbeddedServer['connection']
  client: pg.Client
  /** Runs `kontor serve` on it. */
  serve(): Promise<Service>
}

/** Creates a folder that is removed on disposal. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { path, [Symbol.asyncDispose]: remove }
}

/** Creates an instance. Its database server keeps running while services start and stop. */
export async function openInstance(): Promise<Instance> {
  await using stack = new AsyncDisposableStack()
  const { path: data } = stack.use(await openFolder())
  const first = await startServe(data)
  await first.stop()
  const embedded = await startEmbedded(data, { settings: memorySettings(undefined, availableMemory()) })
  stack.defer(() => embedded.stop())
  // Seeding turns triggers off.
  const { ownerConnection: connection } = embedded
  const client = new pg.Client(connection)
  await client.connect()
  stack.defer(() => client.end().catch(() => {}))
  const token = await runKontor(data, 'token', 'create', '--user', 'admin@localhost', '--label', 'bench')
  const serveInstance = async () => {
    const service = await startServe(data)
    own.defer(() => service.stop())
    return service
  }
  const own = stack.move()
  return {
    data,
    token,
    connection,
    client,
    serve: serveInstance,
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}
