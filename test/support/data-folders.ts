// Data folders that are prepared once for all test files of a run, and copied.
import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dataFolder, type RunningService, serve, start, stop, waitUntilServing } from './kontor-process.ts'

/** The folder that the test files of one run share (tools/test.ts); undefined for a single file. */
const shared = process.env['KONTOR_TEST_RUN']

const demoOn = (data: string, settings: Record<string, string> = {}): Promise<RunningService> =>
  waitUntilServing(start(['demo'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...settings }))

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Prepares a data folder once for all test files. @returns the folder, on which no server runs */
async function preparedFolder(
  run: string,
  name: string,
  startOn: (data: string) => Promise<RunningService>,
): Promise<string> {
  const prepared = join(run, name)
  const preparing = join(run, `${name}-preparing`)
  for (; !(await exists(prepared)); await wait(50)) {
    const isFirst = await mkdir(preparing).then(
      () => true,
      () => false,
    )
    if (!isFirst) continue
    try {
      // Another process may have finished since the first look.
      if (await exists(prepared)) return prepared
      await stop(await startOn(preparing))
      await rename(preparing, prepared)
    } finally {
      await rm(preparing, { recursive: true, force: true })
    }
  }
  return prepared
}

/** A new data folder with a copy of a prepared one; of a single file, an empty one. */
async function copyOf(name: string, startOn: (data: string) => Promise<RunningService>): Promise<string> {
  const data = await dataFolder()
  if (shared)
    await promisify(execFile)('cp', ['-a', `${await preparedFolder(shared, name, startOn)}/.`, data])
  return data
}

/** A data folder of an instance that has been started and stopped once; of a single test file, an empty folder. */
export const instanceFolder = (): Promise<string> => copyOf('instance', serve)

/** Starts the demo on a data folder of its own. */
export async function serveDemo(
  settings: Record<string, string> = {},
): Promise<RunningService & { data: string }> {
  const data = await copyOf('demo', demoOn)
  return { ...(await demoOn(data, settings)), data }
}
