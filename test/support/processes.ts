// Processes of this machine (Linux).
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const read = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The processes whose working directory is a folder or below it, such as those of a database server. */
export const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(() => readlinkSync(`/proc/${name}/cwd`))?.startsWith(folder))
    .map(Number)

/** The child processes of a process that have this argument. */
export const childrenOf = (pid: number, argument: string): number[] =>
  (read(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? '')
    .split(' ')
    .filter((child) =>
      read(() => readFileSync(`/proc/${child}/cmdline`, 'utf8'))?.includes(`\0${argument}\0`),
    )
    .map(Number)

/** The workers of a service. */
export const workersOf = (pid: number): number[] => childrenOf(pid, 'worker')

/** Ends a process at once. One that is gone is no error. */
export const killHard = (pid: number | undefined): void => {
  if (pid !== undefined) read(() => process.kill(pid, 'SIGKILL'))
}
