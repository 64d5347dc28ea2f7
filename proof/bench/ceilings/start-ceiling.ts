// Starts the ceilings of ceiling.ts.
import { join } from 'node:path'
import { cleanEnvironment, type RunningProcess, start } from '../../support/processes.ts'
import type { CeilingName, CeilingOptions } from './options.ts'

/** A ceiling's process. */
export async function startCeiling<Name extends CeilingName>(
  name: Name,
  options: CeilingOptions[Name],
): Promise<RunningProcess & { address: string }> {
  const command = [process.execPath, join(import.meta.dirname, 'ceiling.ts'), name, JSON.stringify(options)]
  const child = await start(command, cleanEnvironment(), /ready at (http:\S+)/)
  return { ...child, address: child.ready[1]! }
}
