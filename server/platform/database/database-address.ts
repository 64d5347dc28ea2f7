import { accessSync, constants } from 'node:fs'
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
const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)([^#]*)$/i
const hostPattern = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i

/** `list`: the part of a URL that names servers. */
type UrlParts = { prefix: string; list: string; path: string; parameters: URLSearchParams }

function partsOf(url: string): UrlParts {
  const [, prefix = '', list = '', path = '', query = ''] = urlPattern.exec(url) ?? []
  return { prefix, list, path, parameters: new URLSearchParams(query) }
}

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full']
const tlsModeList = 'disable, require, verify-ca or verify-full'
/** libpq's name for the authorities that the system trusts; Node's name for them is no file. */
const systemAuthorities = 'system'

/** The error of the parameters for TLS, which have the names and meanings of libpq's. */
function checkTls(parameters: URLSearchParams): string | undefined {
  const mode = parameters.get('sslmode')
  const given = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.has(name))
  if (mode === null) return given.length > 0 ? `${given[0]} requires sslmode: ${tlsModeList}` : undefined
  if (!tlsModes.includes(mode)) return `sslmode must be ${tlsModeList}`
  if (mode === 'verify-ca' && !given.includes('sslrootcert'))
    return 'sslmode=verify-ca requires sslrootcert, the certificate of the authority'
  if (given.includes('sslcert') !== given.includes('sslkey')) return 'sslcert and sslkey require each other'
  for (const name of given) {
    const path = parameters.get(name)!
    if (name === 'sslrootcert' && path === systemAuthorities) continue
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      return `${name}: ${path} cannot be read (${(error as { code?: string }).code})`
    }
  }
  return undefined
}

/** The parameters of a URL as pg reads them. */
function toDriverParameters(given: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(given)
  // Otherwise pg takes every mode for verify-full.
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true')
  if (parameters.get('sslrootcert') === systemAuthorities) parameters.delete('sslrootcert')
  return parameters
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
 * The error of the URL of a database. The message does not repeat the URL, which may contain a password.
 * @returns undefined if it is valid, or empty
 */
export function checkDatabaseUrl(url: string): string | undefined {
  if (url === '') return undefined
  if (!/^postgres(ql)?:\/\//i.test(url)) return 'must begin with postgres:// or postgresql://'
  const { list, parameters } = partsOf(url)
  if (list.includes(',') && !parseHosts(list)) return 'must list servers as host:port, separated by commas'
  const wanted = parameters.get('target_session_attrs')
  if (wanted !== null && !['any', 'primary', 'read-write'].includes(wanted))
    return 'target_session_attrs must be any, primary or read-write: Kontor writes'
  return checkTls(parameters)
}

/**
 * The address in a URL that `checkDatabaseUrl` has accepted. Of several servers Kontor uses the one that takes writes.
 * @param passwordSource left out: the password, if any, is in the URL
 */
export function parseDatabaseUrl(url: string, passwordSource?: PasswordSource): DatabaseAddress {
  const { prefix, list, path, parameters } = partsOf(url)
  const wanted = parameters.get('target_session_attrs')
  const hosts = list.includes(',') ? parseHosts(list)! : []
  const connectionString =
    hosts.length > 0 || parameters.has('sslmode')
      ? `${prefix}${list.split(',')[0]}${path}?${toDriverParameters(parameters)}`
      : url
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
