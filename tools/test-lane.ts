// A process of tools/test.ts that runs test files one after the other, each as a suite, until none is left: importing the server and
// compiling its hot code takes longer than most tests.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startCost } from './test-costs.ts'

const root = join(import.meta.dirname, '..')

/** Runs the next of these files that no other lane has taken, until all are taken, each in the environment of the first one. */
export async function runLane(files: readonly string[], folder: string): Promise<void> {
  const environment = process.env
  const values = { ...environment }
  for (const [index, file] of files.entries())
    if (isFirst(join(folder, `taken-${index}`))) {
      await run(file, folder)
      // An object in its place does not reach the process: a time zone set in it, for instance, is ignored.
      process.env = environment
      for (const name of Object.keys(environment)) if (!(name in values)) delete environment[name]
      Object.assign(environment, values)
    }
}

function isFirst(name: string): boolean {
  try {
    mkdirSync(name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A file is loaded when the tests of the one before have ended: most files open an instance while they are loaded. */
async function run(file: string, folder: string): Promise<void> {
  const record = startCost(folder)
  await new Promise<void>((ended) => {
    suite(file, async () => {
      // The first hook: it also runs if one of the file fails.
      after(() => ended())
      try {
        await import(pathToFileURL(join(root, file)).href)
      } catch (error) {
        ended()
        throw error
      }
    })
  })
  record(file)
}
