// An instance in a temporary folder, with a token, and a connection of our own to its embedded database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { runKontor, type Service, startServe } from './kontor.ts'

/** What a measurement works on; whoever disposes of it stops its database and removes its folder. */
export type Instance = AsyncDisposable & {
  data: string
  token: string
  connection: EmbeddedServer['connection']
  client: pg.Client
  /** `kontor serve` on it. */
  serve(): Promise<Service>
}

/** A folder that is removed afterwards. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { path, [Symbol.asyncDispose]: remove }
}

/** A new instance. The database server runs on while services come and go. */
export async function openInstance(): Promise<Instance> {
  await using stack = new AsyncDisposableStack()
  const { path: data } = stack.use(await openFolder())
  const first = await startServe(data)
  await first.stop()
  const embedded = await startEmbedded(data)
  stack.defer(() => embedded.stop())
  const { connection } = embedded
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
