import { hostname } from 'node:os'
import { kontorVersion } from './version.ts'
/** Whether a process with this id runs on this machine, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** How the names begin of the connections by which processes tell about themselves. */
export const processPrefix = 'kontor barrier'

/** The name of the connection by which others see this process. PostgreSQL keeps 63 bytes of it. */
export function processName(): string {
  const command = process.argv[2] ?? ''
  const since = Math.round(Date.now() / 1000 - process.uptime())
  const words = [/^[a-z-]+$/.test(command) ? command : 'kontor', kontorVersion().version, process.pid, since]
  return `${processPrefix} ${words.join(' ')} ${hostname()}`.slice(0, 63)
}
