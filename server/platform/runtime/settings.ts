import { isAbsolute, resolve } from 'node:path'

/** What an instance is told by its environment, checked. Paths are absolute, sizes in bytes. */
export type Settings = {
  port: number
  host: string
  /** Where people reach it, without a slash at its end, for links; '': where it listens. */
  url: string
  /** It is the demo, whose password everybody knows. */
  demo: boolean
  data: string
  files: string
  /** How mail goes out; left out: it waits. */
  mail: MailSettings | undefined
  /** Left out: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  timeZone: string
  attachmentBytes: number
  bodyBytes: number
  databaseConnections: number
  /** What the catalogue may take in memory. */
  catalogueBytes: number
  /** The Cache-Control header of GET /events. */
  cacheControl: string
  /** Who may read GET /metrics: nobody, clients on this machine, everybody. */
  metrics: 'off' | 'local' | 'all'
  logLevel: string
}

/** The server that mail is handed to, and whom it is from. The address of the server may hold a password: it is never told. */
export type MailSettings = { server: URL; from: { name: string; address: string } }

/** A setting that cannot be used: one line for the operator. */
export class SettingFault extends Error {}

type Entry = { name: string; help: string; fallback: string; check: (value: string) => string | undefined }

const wholeNumber = (from: number, to: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to
    ? undefined
    : `must be a whole number from ${from} to ${to}`

const text = (value: string) => (value.trim() === '' ? 'must not be empty' : undefined)

/** Every setting with what it means and what holds without it, as `kontor --help` lists them. */
export const settingTable: readonly Entry[] = [
  {
    name: 'KONTOR_PORT',
    help: 'port of the service; 0: any free one',
    fallback: '8080',
    check: wholeNumber(0, 65535),
  },
  { name: 'KONTOR_HOST', help: 'address that the service listens on', fallback: '127.0.0.1', check: text },
  {
    name: 'KONTOR_URL',
    help: 'address that people reach it at, for links, such as https://kontor.example; left out: where it listens',
    fallback: '',
    check: (value) =>
      value === '' || /^https?:\/\/[^\s/?#]+\/?$/.test(value)
        ? undefined
        : 'must be http:// or https:// and a host',
  },
  {
    name: 'KONTOR_DATA',
    help: 'folder of the embedded database and the files',
    fallback: './data',
    check: text,
  },
  { name: 'KONTOR_FILES', help: 'folder of the stored files', fallback: 'KONTOR_DATA/files', check: text },
  {
    name: 'KONTOR_DATABASE_URL',
    help: 'a PostgreSQL (15 or later) instead of the embedded one',
    fallback: '',
    check: (value) =>
      value === '' || /^postgres(ql)?:\/\//.test(value)
        ? undefined
        : 'must begin with postgres:// or postgresql://',
  },
  {
    name: 'KONTOR_TIME_ZONE',
    help: 'time zone in which "today" is told',
    fallback: 'Europe/Berlin',
    check: timeZone,
  },
  {
    name: 'KONTOR_ATTACHMENT_MB',
    help: 'largest attachment, in MiB',
    fallback: '100',
    check: wholeNumber(1, 10240),
  },
  {
    name: 'KONTOR_DATABASE_CONNECTIONS',
    help: 'connections to the database at most, for each process of the service',
    fallback: '10',
    check: wholeNumber(2, 500),
  },
  {
    name: 'KONTOR_CATALOGUE_MB',
    help: 'memory for answers of the catalogue, in MiB, for each process of the service',
    fallback: '256',
    check: wholeNumber(1, 65536),
  },
  {
    name: 'KONTOR_CACHE_CONTROL',
    help: 'Cache-Control header of GET /events; with a CDN for example "private, max-age=60"',
    fallback: 'private, no-cache',
    check: (value) => (/^[!-~]([ -~]*[!-~])?$/.test(value) ? undefined : 'must be a header value'),
  },
  {
    name: 'KONTOR_SMTP_URL',
    help: 'server that mail is handed to, such as smtp://user:password@mail.example:587 or smtps://…; left out: mail waits',
    fallback: '',
    check: smtpServer,
  },
  {
    name: 'KONTOR_MAIL_FROM',
    help: 'whom mail is from, such as Kontor <office@kontor.example>; needed with KONTOR_SMTP_URL',
    fallback: '',
    check: (value) =>
      value === '' || sender.test(value) ? undefined : 'must be an address or a name and <address>',
  },
  {
    name: 'KONTOR_METRICS',
    help: 'who may read GET /metrics: off, local (this machine) or all',
    fallback: 'local',
    check: (value) => (/^(off|local|all)$/.test(value) ? undefined : 'must be one of off, local, all'),
  },
  {
    name: 'KONTOR_LOG_LEVEL',
    help: 'fatal, error, warn, info, debug, trace or silent',
    fallback: 'info',
    check: (value) =>
      /^(fatal|error|warn|info|debug|trace|silent)$/.test(value)
        ? undefined
        : 'must be one of fatal, error, warn, info, debug, trace, silent',
  },
]

const sender = /^(?:([^<>"\p{Cc}]*)<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u

function smtpServer(value: string): string | undefined {
  if (value === '') return undefined
  const fault = 'must be smtp:// or smtps:// with a host, and a user with a password or none'
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(value)
    decodeURIComponent(username + password)
    const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === ''
    const isWhole = /^smtps?:$/.test(protocol) && hostname !== '' && (username === '') === (password === '')
    return isPlain && isWhole ? undefined : fault
  } catch {
    return fault
  }
}

/** @throws SettingFault where mail could be sent, but something is missing */
function mailSettings(value: (name: string) => string): MailSettings | undefined {
  const server = value('KONTOR_SMTP_URL')
  const [, name = '', named, bare] = sender.exec(value('KONTOR_MAIL_FROM')) ?? []
  const address = named ?? bare
  if (server === '') return undefined
  if (address === undefined) throw new SettingFault('KONTOR_MAIL_FROM must be set where KONTOR_SMTP_URL is')
  if (value('KONTOR_URL') === '')
    throw new SettingFault('KONTOR_URL must be set where KONTOR_SMTP_URL is: links in mails begin with it')
  return { server: new URL(server), from: { name: name.trim(), address } }
}

function timeZone(value: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return undefined
  } catch {
    return 'must be a time zone such as Europe/Berlin'
  }
}

/**
 * Reads the settings from an environment.
 * @throws SettingFault naming the first setting that cannot be used, or a name beginning with KONTOR_ that is none
 */
export function readSettings(env: Record<string, string | undefined>, cwd: string = process.cwd()): Settings {
  const known = new Map(settingTable.map((entry) => [entry.name, entry]))
  for (const name of Object.keys(env)) {
    if (name.startsWith('KONTOR_') && !name.startsWith('KONTOR_TEST_') && !known.has(name))
      throw new SettingFault(`${name} is not a setting of Kontor; see kontor --help`)
  }
  const value = (name: string): string => {
    const entry = known.get(name)!
    const given = env[name] ?? entry.fallback
    const fault = entry.check(given)
    // The value may be a secret (the database's address), so it is not repeated.
    if (fault) throw new SettingFault(`${name} ${fault}`)
    return given
  }
  const folder = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path))
  const data = folder(value('KONTOR_DATA'))
  const megabyte = 1024 * 1024
  return {
    port: Number(value('KONTOR_PORT')),
    host: value('KONTOR_HOST'),
    url: value('KONTOR_URL').replace(/\/$/, ''),
    demo: false,
    mail: mailSettings(value),
    data,
    files: env['KONTOR_FILES'] === undefined ? resolve(data, 'files') : folder(value('KONTOR_FILES')),
    databaseUrl: value('KONTOR_DATABASE_URL') || undefined,
    timeZone: value('KONTOR_TIME_ZONE'),
    attachmentBytes: Number(value('KONTOR_ATTACHMENT_MB')) * megabyte,
    bodyBytes: 16 * megabyte,
    databaseConnections: Number(value('KONTOR_DATABASE_CONNECTIONS')),
    catalogueBytes: Number(value('KONTOR_CATALOGUE_MB')) * megabyte,
    cacheControl: value('KONTOR_CACHE_CONTROL'),
    metrics: value('KONTOR_METRICS') as Settings['metrics'],
    logLevel: value('KONTOR_LOG_LEVEL'),
  }
}
