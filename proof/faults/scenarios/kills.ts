// kill -9 of the service, of its workers, and of its database.
import { join } from 'node:path'
import { killHard, processesIn, workersOf } from '../../../test/support/processes.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { onInstance } from '../machines/instance.ts'
import type { Scenario } from '../scenario.ts'

const service: Scenario = {
  name: 'service',
  rounds: 60,
  run: async (run) => [
    await onInstance('kill -9 of the service', run, async ({ service }) => killHard(service.pid())),
  ],
}

const worker: Scenario = {
  name: 'worker',
  rounds: 60,
  run: async (run) => [
    await onInstance(
      'kill -9 of a worker',
      run,
      async ({ service }, round) => {
        const workers = () => workersOf(service.pid()!)
        await waitUntil(() => workers().length === 2, 'both workers run')
        killHard(workers()[round % 2])
      },
      { args: ['--workers', '2'] },
    ),
  ],
}

const database: Scenario = {
  name: 'database',
  rounds: 60,
  run: async (run) => [
    await onInstance('kill -9 of the database server', run, async ({ data }, round) => {
      const processes = processesIn(join(data, 'postgres'))
      // All of them, or one that serves a connection: the server then ends the others and recovers.
      for (const pid of round % 2 === 0 ? processes : processes.slice(-1)) killHard(pid)
    }),
  ],
}

export const kills: readonly Scenario[] = [service, worker, database]
