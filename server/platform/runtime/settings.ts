import type { BlockList } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { checkSmtpUrl, checkTimeZone, parseProxies } from './setting-values.ts'

/** The validated settings from the environment. Paths are absolute, sizes in bytes. */
export type Settings = {
  port: number
  host: string
  /** The public URL for links, without a trailing slash; '': the address that the service listens on. */
  publicUrl: string
  /** Further names under which the instance is reached. */
  otherHosts: readonly string[]
  /** `max-age` of Strict-Transport-Security; 0: none. */
  hstsSeconds: number
  /** Reverse proxies that are believed about the client; left out: none. */
  trustedProxies: BlockList | undefined
  /** The demo, whose password is public. */
  demo: boolean
  dataFolder: string
  filesFolder: string
  /** How mail is sent; left out: mail stays in the outbox. */
  mail: MailSettings | undefined
  /** Left out: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  timeZone: string
  maxAttachmentBytes: number
  maxBodyBytes: number
  databaseConnections: number
  /** Memory for the catalogue's caches. */
  catalogueCacheBytes: number
  /** The Cache-Control header of GET /events. */
  cacheControl: string
  /** Who may read GET /metrics: nobody, clients on this machine, everybody. */
  metricsAccess: 'off' | 'local' | 'all'
  /** Requests that each process accepts per minute; newsletter: sign-ups per hour for a mail address; 0: no limit. */
  rates: Record<'token' | 'catalogue' | 'session' | 'address' | 'newsletter', number>
  /** Open connections of a process; 0: no limit. */
  connections: Record<'all' | 'address', number>
  logLevel: string
  /** How long the service goes on after SIGTERM while it reports that it is not ready. */
  stopDelayMs: number
}

/** Mail server and sender. The URL of the server may contain a password: it is never logged. */
export type MailSettings = { server: URL; from: { name: string; address: string } }

/** An invalid setting: one line for the operator. */
export class SettingError extends Error {}

type SettingDefinition = {
  name: string
  help: string
  defaultValue: string
  check: (value: string) => string | undefined
}

const checkInteger = (from: number, to: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to
    ? undefined
    : `must be a whole number from ${from} to ${to}`

const limitSetting = (name: string, help: string, defaultValue: number): SettingDefinition => ({
  name,
  help: `${help}, for each process of the service; 0: no limit`,
  defaultValue: String(defaultValue),
  check: checkInteger(0, 1_000_000_000),
})

const checkNotEmpty = (value: string) => (value.trim() === '' ? 'must not be empty' : undefined)

/** Every setting with its meaning and default, as `kontor --help` lists them. */
export const settingTable: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_PORT',
    help: 'port of the service; 0: any free one',
    defaultValue: '8080',
    check: checkInteger(0, 65535),
  },
  {
    name: 'KONTOR_HOST',
    help: 'address that the service listens on',
    defaultValue: '127.0.0.1',
    check: checkNotEmpty,
  },
  {
    name: 'KONTOR_URL',
    help: 'public URL for links, such as https://kontor.example; default: the address that the service listens on',
    defaultValue: '',
    check: (value) =>
      value === '' || /^https?:\/\/[^\s/?#]+\/?$/.test(value)
        ? undefined
        : 'must be http:// or https:// and a host',
  },
  {
    name: 'KONTOR_HOSTS',
    help: 'further host names of the service, separated by commas, such as kontor for programs in the same network; with KONTOR_URL, requests for other hosts are rejected',
    defaultValue: '',
    check: (value) =>
      /^[^\s,/]*( *, *[^\s,/]+)*$/.test(value) ? undefined : 'must be host names, separated by commas',
  },
  {
    name: 'KONTOR_HSTS',
    help: 'seconds for which browsers use only TLS for this host (Strict-Transport-Security, sent over TLS); 0: not sent',
    defaultValue: '31536000',
    check: checkInteger(0, 1_000_000_000),
  },
  {
    name: 'KONTOR_TRUST_PROXY',
    help: 'reverse proxies whose Forwarded or X-Forwarded-* tells the client: addresses, networks such as 10.0.0.0/8, and loopback, separated by commas; default: none',
    defaultValue: '',
    check: (value) =>
      parseProxies(value) === null
        ? 'must be addresses, networks or loopback, separated by commas'
        : undefined,
  },
  {
    name: 'KONTOR_DATA',
    help: 'folder of the embedded database and the files',
    defaultValue: './data',
    check: checkNotEmpty,
  },
  {
    name: 'KONTOR_FILES',
    help: 'folder of the stored files',
    defaultValue: 'KONTOR_DATA/files',
    check: checkNotEmpty,
  },
  {
    name: 'KONTOR_DATABASE_URL',
    help: 'URL of a PostgreSQL server (15 or later) to use instead of the embedded one',
    defaultValue: '',
    check: (value) =>
      value === '' || /^postgres(ql)?:\/\//.test(value)
        ? undefined
        : 'must begin with postgres:// or postgresql://',
  },
  {
    name: 'KONTOR_TIME_ZONE',
    help: 'time zone that decides which day "today" is',
    defaultValue: 'Europe/Berlin',
    check: checkTimeZone,
  },
  {
    name: 'KONTOR_ATTACHMENT_MB',
    help: 'maximum size of an attachment, in MiB',
    defaultValue: '100',
    check: checkInteger(1, 10240),
  },
  {
    name: 'KONTOR_DATABASE_CONNECTIONS',
    help: 'maximum number of database connections, for each process of the service',
    defaultValue: '10',
    check: checkInteger(2, 500),
  },
  {
    name: 'KONTOR_CATALOGUE_MB',
    help: 'memory for cached responses of the catalogue, in MiB, for each process of the service',
    defaultValue: '256',
    check: checkInteger(1, 65536),
  },
  {
    name: 'KONTOR_CACHE_CONTROL',
    help: 'Cache-Control header of GET /events; with a CDN for example "private, max-age=60"',
    defaultValue: 'private, no-cache',
    check: (value) => (/^[!-~]([ -~]*[!-~])?$/.test(value) ? undefined : 'must be a header value'),
  },
  {
    name: 'KONTOR_SMTP_URL',
    help: 'SMTP server, such as smtp://user:password@mail.example:587 or smtps://…; default: none, mail stays in the outbox',
    defaultValue: '',
    check: checkSmtpUrl,
  },
  {
    name: 'KONTOR_MAIL_FROM',
    help: 'sender of mail, such as Kontor <office@kontor.example>; required with KONTOR_SMTP_URL',
    defaultValue: '',
    check: (value) =>
      value === '' || mailFromPattern.test(value) ? undefined : 'must be an address or a name and <address>',
  },
  {
    name: 'KONTOR_METRICS',
    help: 'who may read GET /metrics: off, local (this machine) or all',
    defaultValue: 'local',
    check: (value) => (/^(off|local|all)$/.test(value) ? undefined : 'must be one of off, local, all'),
  },
  limitSetting('KONTOR_RATE_TOKEN', 'requests per minute of a token, except reads of the catalogue', 600_000),
  limitSetting('KONTOR_RATE_CATALOGUE', 'reads of the catalogue per minute of a token', 6_000_000),
  limitSetting('KONTOR_RATE_SESSION', 'requests per minute of a session of the back office', 6000),
  limitSetting('KONTOR_RATE_ADDRESS', 'requests per minute of an address without token or session', 6000),
  limitSetting('KONTOR_RATE_NEWSLETTER', 'newsletter sign-ups per hour for a mail address', 60),
  limitSetting('KONTOR_CONNECTIONS', 'open connections of all clients', 10_000),
  limitSetting('KONTOR_CONNECTIONS_ADDRESS', 'open connections of an address', 1000),
  {
    name: 'KONTOR_STOP_DELAY',
    help: 'seconds from SIGTERM until the port is closed, in which /readyz answers 503, so that a load balancer notices',
    defaultValue: '1',
    check: checkInteger(0, 300),
  },
  {
    name: 'KONTOR_LOG_LEVEL',
    help: 'fatal, error, warn, info, debug, trace or silent',
    defaultValue: 'info',
    check: (value) =>
      /^(fatal|error|warn|info|debug|trace|silent)$/.test(value)
        ? undefined
        : 'must be one of fatal, error, warn, info, debug, trace, silent',
  },
]

const mailFromPattern = /^(?:([^<>"\p{Cc}]*)<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u

/** @throws SettingError if a setting for mail is missing */
function parseMailSettings(value: (name: string) => string): MailSettings | undefined {
  const server = value('KONTOR_SMTP_URL')
  const [, name = '', addressInBrackets, addressOnly] = mailFromPattern.exec(value('KONTOR_MAIL_FROM')) ?? []
  const address = addressInBrackets ?? addressOnly
  if (server === '') return undefined
  if (address === undefined) throw new SettingError('KONTOR_MAIL_FROM is required with KONTOR_SMTP_URL')
  if (value('KONTOR_URL') === '')
    throw new SettingError('KONTOR_URL is required with KONTOR_SMTP_URL: links in mail begin with it')
  return { server: new URL(server), from: { name: name.trim(), address } }
}

/**
 * Reads the settings from an environment.
 * @throws SettingError naming the first invalid setting, or an unknown name that begins with KONTOR_
 */
export function readSettings(env: Record<string, string | undefined>, cwd: string = process.cwd()): Settings {
  const definitions = new Map(settingTable.map((entry) => [entry.name, entry]))
  for (const name of Object.keys(env)) {
    if (name.startsWith('KONTOR_') && !name.startsWith('KONTOR_TEST_') && !definitions.has(name))
      throw new SettingError(`${name} is not a setting of Kontor; see kontor --help`)
  }
  const value = (name: string): string => {
    const definition = definitions.get(name)!
    const raw = env[name] ?? definition.defaultValue
    const message = definition.check(raw)
    // The value may contain a secret (KONTOR_DATABASE_URL), so the message does not repeat it.
    if (message) throw new SettingError(`${name} ${message}`)
    return raw
  }
  const absolutePath = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path))
  const dataFolder = absolutePath(value('KONTOR_DATA'))
  const megabyte = 1024 * 1024
  return {
    port: Number(value('KONTOR_PORT')),
    host: value('KONTOR_HOST'),
    publicUrl: value('KONTOR_URL').replace(/\/$/, ''),
    otherHosts: value('KONTOR_HOSTS')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    hstsSeconds: Number(value('KONTOR_HSTS')),
    trustedProxies: parseProxies(value('KONTOR_TRUST_PROXY')) ?? undefined,
    demo: false,
    mail: parseMailSettings(value),
    dataFolder,
    filesFolder:
      env['KONTOR_FILES'] === undefined ? resolve(dataFolder, 'files') : absolutePath(value('KONTOR_FILES')),
    databaseUrl: value('KONTOR_DATABASE_URL') || undefined,
    timeZone: value('KONTOR_TIME_ZONE'),
    maxAttachmentBytes: Number(value('KONTOR_ATTACHMENT_MB')) * megabyte,
    maxBodyBytes: 16 * megabyte,
    databaseConnections: Number(value('KONTOR_DATABASE_CONNECTIONS')),
    catalogueCacheBytes: Number(value('KONTOR_CATALOGUE_MB')) * megabyte,
    cacheControl: value('KONTOR_CACHE_CONTROL'),
    metricsAccess: value('KONTOR_METRICS') as Settings['metricsAccess'],
    rates: {
      token: Number(value('KONTOR_RATE_TOKEN')),
      catalogue: Number(value('KONTOR_RATE_CATALOGUE')),
      session: Number(value('KONTOR_RATE_SESSION')),
      address: Number(value('KONTOR_RATE_ADDRESS')),
      newsletter: Number(value('KONTOR_RATE_NEWSLETTER')),
    },
    connections: {
      all: Number(value('KONTOR_CONNECTIONS')),
      address: Number(value('KONTOR_CONNECTIONS_ADDRESS')),
    },
    logLevel: value('KONTOR_LOG_LEVEL'),
    stopDelayMs: Number(value('KONTOR_STOP_DELAY')) * 1000,
  }
}
