import type pg from 'pg'
import { type PasswordSource, readPassword } from './database-password.ts'

/** A server of an address. */
export type Host = { host: string; port: number }

/** Where a database is: its servers, of which one is the primary, and how to connect. */
export type DatabaseAddress = {
  /** Without it the servers are those of `config`. */
  hosts: readonly Host[]
  /** Everything but the host, and the first host. */
  config: pg.ClientConfig
  /** Left out: the password is part of `config`, or none is needed. */
  password?: () => Promise<string>
  /** Whether a server that takes no writes is of no use. */
  mustWrite: boolean
}

const defaultPort = 5432
const urlPattern = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)([^#]*)$/i
const hostPattern = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i

/** The part of a URL that names servers, and the value of `target_session_attrs`; null: it has none. */
function partsOf(url: string): { list: string; wanted: string | null } {
  const [, list = '', rest = ''] = urlPattern.exec(url) ?? []
  return { list, wanted: new URLSearchParams(rest.replace(/^[^?]*/, '')).get('target_session_attrs') }
}

/** The servers that a URL lists, separated by commas, as libpq's do. @returns undefined if one is invalid */
function parseHosts(list: string): Host[] | undefined {
  const hosts: Host[] = []
  for (const one of list.split(',')) {
    const [, host = '', port = String(defaultPort)] = hostPattern.exec(one) ?? []
    if (host === '' || Number(port) < 1 || Number(port) > 65_535) return undefined
    hosts.push({ host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) })
  }
  return hosts
}

/**
 * What is wrong with the URL of a database. The message does not repeat the URL, which may contain a password.
 * @returns undefined if it is valid, or empty
 */
export function checkDatabaseUrl(url: string): string | undefined {
  if (url === '') return undefined
  if (!/^postgres(ql)?:\/\//i.test(url)) return 'must begin with postgres:// or postgresql://'
  const { list, wanted } = partsOf(url)
  if (list.includes(',') && !parseHosts(list)) return 'must list servers as host:port, separated by commas'
  if (wanted !== null && !['any', 'primary', 'read-write'].includes(wanted))
    return 'target_session_attrs must be any, primary or read-write: Kontor writes'
  return undefined
}

/**
 * The address in a URL that `checkDatabaseUrl` has accepted. Of several servers Kontor uses the one that takes writes.
 * @param passwordSource left out: the password, if any, is in the URL
 */
export function parseDatabaseUrl(url: string, passwordSource?: PasswordSource): DatabaseAddress {
  const { list, wanted } = partsOf(url)
  const hosts = list.includes(',') ? parseHosts(list)! : []
  const connectionString = hosts.length > 0 ? url.replace(list, list.split(',')[0]!) : url
  return {
    hosts,
    config: { connectionString },
    ...(passwordSource ? { password: () => readPassword(passwordSource) } : {}),
    mustWrite: wanted === 'read-write' || (wanted === null && hosts.length > 1),
  }
}

/** The address of a database on one server. */
export const toAddress = (config: pg.ClientConfig): DatabaseAddress => ({
  hosts: [],
  config,
  mustWrite: false,
})
