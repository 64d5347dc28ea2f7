// Installs tools/generators, which has a lock file of its own, when it is needed first: most of those who run Kontor never generate anything.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const generatorsFolder = join(import.meta.dirname, 'generators')

/** Whether they are installed. */
export const hasGenerators = (): boolean => existsSync(join(generatorsFolder, 'node_modules'))

/** Exits if they cannot be installed. */
export async function installGenerators(): Promise<void> {
  if (hasGenerators()) return
  await promisify(execFile)('npm', ['ci', '--prefix', generatorsFolder]).catch(({ stderr }) => {
    console.error(`the generators cannot be installed (npm ci --prefix tools/generators):\n${stderr}`)
    process.exit(1)
  })
}
