// The requirements of a service beside its database, verified before a database is made.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { missingOfficeFile } from '../../platform/pages/built-office.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '../command.ts'
import { claimSocketPath, inheritedSocket } from './listen-socket.ts'
import { portError } from './port-error.ts'

/** Workers of a service that was killed may have the port for a moment. */
const portWaitMs = 2000
const pauseMs = 100

/** @throws StartError */
export async function assertCanServe(settings: Settings): Promise<void> {
  const missing = await missingOfficeFile()
  if (missing !== undefined)
    throw new StartError(
      `the back office is not built (${missing} is missing): run npm ci && npm run build in the installation`,
    )
  await claimSocketPath(settings)
  if (settings.socket === undefined && inheritedSocket(process.pid) === undefined)
    await assertPortFree(settings)
}

async function assertPortFree(settings: Settings): Promise<void> {
  const { port, host } = settings
  for (const until = performance.now() + portWaitMs; ; await wait(pauseMs)) {
    const server = createServer()
    try {
      await once(server.listen({ port, host }), 'listening')
      await new Promise((done) => server.close(done))
      return
    } catch (error) {
      const isTaken = (error as { code?: string }).code === 'EADDRINUSE'
      if (!isTaken || performance.now() > until) throw portError(error, settings)
    }
  }
}
