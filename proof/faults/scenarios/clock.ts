// Two services on one database, one of which has a clock that jumps.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePorts } from '../../../test/support/free-port.ts'
import { onInstance } from '../machines/instance.ts'
import { startService } from '../machines/service.ts'
import type { Scenario } from '../scenario.ts'

const jumpingClock = pathToFileURL(join(import.meta.dirname, '../machines/jumping-clock.js')).href
const faultMs = 3000

export const clock: Scenario = {
  name: 'clock',
  rounds: 60,
  run: async (run) => [
    await onInstance('clock of one of two services jumps', run, () => wait(faultMs), {
      async beside(data) {
        const other = join(run.folder, 'other')
        await mkdir(other)
        const [port] = await freePorts(1)
        return startService({
          data: other,
          settings: {
            KONTOR_DATABASE_URL: `postgres://kontor@localhost/kontor?host=${encodeURIComponent(join(data, 'postgres'))}`,
            KONTOR_FILES: join(data, 'files'),
            KONTOR_SECRET_KEY_FILE: join(data, 'secret-key'),
            NODE_OPTIONS: `--import=${jumpingClock}`,
          },
          port: port!,
          log: run.log,
        })
      },
    }),
  ],
}
