// Installs tools/generators, which has a lock file of its own, when it is needed first: most of those who run Kontor never change it.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const generatorsFolder = join(import.meta.dirname, 'generators')

const installed = (path: string) => join(generatorsFolder, 'node_modules', path)

/** The scripts that check types, and the format. */
export const compiler = installed('typescript-7/bin/tsc')
export const formatter = installed('@biomejs/biome/bin/biome')

/** Whether they are installed. */
export function hasGenerators(): boolean {
  const { dependencies } = JSON.parse(readFileSync(join(generatorsFolder, 'package.json'), 'utf8'))
  return Object.keys(dependencies).every((name) => existsSync(installed(name)))
}

/** Exits if they cannot be installed. */
export async function installGenerators(): Promise<void> {
  if (hasGenerators()) return
  await promisify(execFile)('npm', ['ci', '--prefix', generatorsFolder]).catch(({ stderr }) => {
    console.error(`the generators cannot be installed (npm ci --prefix tools/generators):\n${stderr}`)
    process.exit(1)
  })
}

if (import.meta.main) await installGenerators()
