// Starts the demo as a service from a data folder that was loaded before.
import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dataFolder, type RunningService, start, stop, waitUntilServing } from './kontor-process.ts'

/** The folder that the test files of one run share (tools/test.ts); undefined for a single file. */
const shared = process.env['KONTOR_TEST_RUN']

const demoOn = (data: string): Promise<RunningService> =>
  waitUntilServing(start(['demo'], { KONTOR_DATA: data, KONTOR_PORT: '0' }))

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Loads the demo once for all test files. @returns its data folder, on which no server runs */
async function loadedDemo(run: string): Promise<string> {
  const loaded = join(run, 'demo')
  const loading = join(run, 'demo-loading')
  for (; !(await exists(loaded)); await wait(50)) {
    const isFirst = await mkdir(loading).then(
      () => true,
      () => false,
    )
    if (!isFirst) continue
    try {
      await stop(await demoOn(loading))
      await rename(loading, loaded)
    } finally {
      await rm(loading, { recursive: true, force: true })
    }
  }
  return loaded
}

/** Starts the demo on a data folder of its own. */
export async function serveDemo(): Promise<RunningService & { data: string }> {
  const data = await dataFolder()
  if (shared) await promisify(execFile)('cp', ['-a', `${await loadedDemo(shared)}/.`, data])
  return { ...(await demoOn(data)), data }
}
