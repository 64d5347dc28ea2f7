import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '../command.ts'

/** The error of a port, by the system's code. */
const portProblems: Record<string, (settings: Settings) => string> = {
  EADDRINUSE: ({ port, host }) => `KONTOR_PORT: port ${port} of ${host} is in use`,
  EACCES: ({ port, host }) => `KONTOR_PORT: this account may not open port ${port} of ${host}`,
  EADDRNOTAVAIL: ({ host }) => `KONTOR_HOST: ${host} is no address of this machine`,
  ENOTFOUND: ({ host }) => `KONTOR_HOST: ${host} is not known`,
}

/** A service cannot listen. */
export function portError(error: unknown, settings: Settings): unknown {
  const problem = portProblems[(error as { code?: string }).code ?? '']
  return problem ? new StartError(problem(settings)) : error
}
