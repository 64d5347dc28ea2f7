import type { BlockList } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { parseDatabaseUrl } from '../database/database-address.ts'
import type { PasswordSource } from '../database/database-password.ts'
import { settingTable } from './setting-table.ts'
import {
  bucketPattern,
  mailFromPattern,
  parseCommand,
  parseDiskRest,
  parseHosts,
  parseMemory,
  parseProxies,
} from './setting-values.ts'
import { type MailboxSettings, parseMailbox } from './settings/mailbox-settings.ts'
import { SettingError } from './settings/setting-error.ts'

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
  /** The account, a name or uid, that a service started as root goes on under; '': none is named. */
  user: string
  dataFolder: string
  /** The folder of the files; with a bucket, that of incoming files alone. */
  filesFolder: string
  /** The bucket of the files; left out: they are in the folder. */
  filesBucket: Bucket | undefined
  /** How mail is sent; left out: mail stays in the outbox. */
  mail: MailSettings | undefined
  /** The mailbox that is read; left out: none. */
  mailbox: MailboxSettings | undefined
  /** What a service that tells bounces must send; '': none may. */
  bounceToken: string
  /** Free space of a disk below which Kontor warns. */
  diskWarning: { share: number; bytes: number }
  /** Days after which entries of the change log are deleted; 0: never. */
  changeLogDays: number
  /** Left out: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** The same database without the connection pooler that `databaseUrl` leads to; left out: it leads to none in transaction mode. */
  databaseDirectUrl: string | undefined
  /** A standby of the database, for reads of the back office; left out: none. */
  databaseReplicaUrl: string | undefined
  /** The same database as the owner of the tables; left out: that is the role of `databaseUrl`. */
  databaseOwnerUrl: string | undefined
  /** Where the passwords of the two URLs come from; left out: they contain it, or need none. */
  databasePasswords: Record<'application' | 'owner', PasswordSource | undefined>
  timeZone: string
  maxAttachmentBytes: number
  /** Bytes of the attachments of a task, of those that a user uploads within 24 hours, and of all; 0: no limit. */
  attachmentQuotas: Record<'task' | 'user' | 'all', number>
  /** The command that scans uploaded files, with its arguments; left out: none. */
  scanCommand: readonly [string, ...string[]] | undefined
  maxBodyBytes: number
  databaseConnections: number
  /** The folder or bucket in which the embedded database archives its log; left out: none. */
  archive: string | Bucket | undefined
  /** The cache of the embedded database; left out: by the memory of the machine. */
  databaseMemory: { share: number; bytes: number } | undefined
  /** How long the service waits for the database at its start. */
  databaseWaitMs: number
  /** Memory for the catalogue's caches. */
  catalogueCacheBytes: number
  /** The Cache-Control header of GET /events. */
  cacheControl: string
  /** The Cache-Control header of the public interface. */
  websiteCacheControl: string
  /** Private networks that webhooks may reach; left out: none. */
  webhookNetworks: BlockList | undefined
  /** Who may read GET /metrics: nobody, clients on this machine, everybody. */
  metricsAccess: 'off' | 'local' | 'all'
  /** Requests that each process accepts per minute; newsletter: sign-ups per hour for a mail address; 0: no limit. */
  rates: Record<
    'token' | 'catalogue' | 'website' | 'websiteWrite' | 'session' | 'address' | 'newsletter',
    number
  >
  /** Responses stored for Idempotency-Key: of a token or user, and of all; 0: no limit. */
  idempotencyKeys: Record<'owner' | 'all', number>
  /** Open connections of a process; 0: no limit. */
  connections: Record<'all' | 'address', number>
  logLevel: string
  /** How long the service goes on after SIGTERM while it reports that it is not ready. */
  stopDelayMs: number
}

/** A bucket of S3. `name`: its URL; `prefix`: '' or ending with a slash; `encryption`: AES256, or the id of a KMS key. */
export type Bucket = {
  name: string
  bucket: string
  prefix: string
  /** Left out: that of AWS. */
  endpoint: string | undefined
  region: string
  /** The bucket is in the path of URLs, not in the host. */
  pathStyle: boolean
  encryption: string | undefined
}

/** Mail server and sender. The URL of the server may contain a password: it is never logged. */
export type MailSettings = {
  server: URL
  from: { name: string; address: string }
  /** How many mails all processes may send in a minute; 0: no limit. */
  perMinute: number
}

/** @throws SettingError if a setting for mail is missing */
function parseMailSettings(value: (name: string) => string): MailSettings | undefined {
  const server = value('KONTOR_SMTP_URL')
  const [, name = '', addressInBrackets, addressOnly] = mailFromPattern.exec(value('KONTOR_MAIL_FROM')) ?? []
  const address = addressInBrackets ?? addressOnly
  if (server === '') return undefined
  if (address === undefined) throw new SettingError('KONTOR_MAIL_FROM is required with KONTOR_SMTP_URL')
  if (value('KONTOR_URL') === '')
    throw new SettingError('KONTOR_URL is required with KONTOR_SMTP_URL: links in mail begin with it')
  return {
    server: new URL(server),
    from: { name: name.trim(), address },
    perMinute: Number(value('KONTOR_MAIL_RATE')),
  }
}

/**
 * @param setting that may name a bucket
 * @returns undefined: it names a folder, or nothing
 */
function parseBucket(
  setting: 'KONTOR_FILES' | 'KONTOR_ARCHIVE',
  value: (name: string) => string,
  env: Record<string, string | undefined>,
): Bucket | undefined {
  const name = value(setting).replace(/\/+$/, '')
  const [, bucket, prefix] = bucketPattern.exec(name) ?? []
  const endpoint = value('KONTOR_FILES_ENDPOINT') || undefined
  const pathStyle = value('KONTOR_FILES_PATH_STYLE') || (endpoint ? 'on' : 'off')
  const region = value('KONTOR_FILES_REGION') || env['AWS_REGION'] || 'us-east-1'
  const encryption = value('KONTOR_FILES_ENCRYPTION') || undefined
  if (bucket === undefined) return undefined
  return {
    name,
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    endpoint,
    region,
    pathStyle: pathStyle === 'on',
    encryption,
  }
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
  const passwordSource = (name: string): PasswordSource | undefined => {
    const [file, command] = [value(`${name}_FILE`), parseCommand(value(`${name}_COMMAND`))]
    if (file !== '' && command) throw new SettingError(`${name}_FILE and ${name}_COMMAND exclude each other`)
    return file !== '' ? { file: absolutePath(file) } : command && { command }
  }
  const dataFolder = absolutePath(value('KONTOR_DATA'))
  const filesBucket = parseBucket('KONTOR_FILES', value, env)
  const megabyte = 1024 * 1024
  for (const name of [
    'KONTOR_DATABASE_OWNER_URL',
    'KONTOR_DATABASE_DIRECT_URL',
    'KONTOR_DATABASE_REPLICA_URL',
  ])
    if (value(name) !== '' && value('KONTOR_DATABASE_URL') === '')
      throw new SettingError(`${name} requires KONTOR_DATABASE_URL`)
  if (
    value('KONTOR_DATABASE_DIRECT_URL') !== '' &&
    parseDatabaseUrl(value('KONTOR_DATABASE_URL')).hosts.length > 0
  )
    throw new SettingError('KONTOR_DATABASE_URL must name one pooler if KONTOR_DATABASE_DIRECT_URL is set')
  if (value('KONTOR_ARCHIVE') !== '' && value('KONTOR_DATABASE_URL') !== '')
    throw new SettingError('KONTOR_ARCHIVE is for the embedded database, and excludes KONTOR_DATABASE_URL')
  return {
    port: Number(value('KONTOR_PORT')),
    host: value('KONTOR_HOST'),
    publicUrl: value('KONTOR_URL').replace(/\/$/, ''),
    otherHosts: parseHosts(value('KONTOR_HOSTS')),
    hstsSeconds: Number(value('KONTOR_HSTS')),
    trustedProxies: parseProxies(value('KONTOR_TRUST_PROXY')) ?? undefined,
    demo: false,
    user: value('KONTOR_USER'),
    mail: parseMailSettings(value),
    mailbox: parseMailbox(value, passwordSource('KONTOR_IMAP_PASSWORD')),
    bounceToken: value('KONTOR_BOUNCE_TOKEN'),
    dataFolder,
    filesFolder:
      filesBucket || env['KONTOR_FILES'] === undefined
        ? resolve(dataFolder, 'files')
        : absolutePath(value('KONTOR_FILES')),
    filesBucket,
    diskWarning: parseDiskRest(value('KONTOR_DISK_WARNING'))!,
    changeLogDays: Number(value('KONTOR_CHANGE_LOG_DAYS')),
    databaseUrl: value('KONTOR_DATABASE_URL') || undefined,
    databaseDirectUrl: value('KONTOR_DATABASE_DIRECT_URL') || undefined,
    databaseReplicaUrl: value('KONTOR_DATABASE_REPLICA_URL') || undefined,
    databaseOwnerUrl: value('KONTOR_DATABASE_OWNER_URL') || undefined,
    databasePasswords: {
      application: passwordSource('KONTOR_DATABASE_PASSWORD'),
      owner: passwordSource('KONTOR_DATABASE_OWNER_PASSWORD'),
    },
    timeZone: value('KONTOR_TIME_ZONE'),
    maxAttachmentBytes: Number(value('KONTOR_ATTACHMENT_MB')) * megabyte,
    attachmentQuotas: {
      task: Number(value('KONTOR_ATTACHMENTS_TASK_MB')) * megabyte,
      user: Number(value('KONTOR_ATTACHMENTS_USER_MB')) * megabyte,
      all: Number(value('KONTOR_ATTACHMENTS_MB')) * megabyte,
    },
    scanCommand: parseCommand(value('KONTOR_SCAN')),
    maxBodyBytes: 16 * megabyte,
    databaseConnections: Number(value('KONTOR_DATABASE_CONNECTIONS')),
    archive:
      parseBucket('KONTOR_ARCHIVE', value, env) ??
      (value('KONTOR_ARCHIVE') === '' ? undefined : absolutePath(value('KONTOR_ARCHIVE'))),
    databaseMemory: parseMemory(value('KONTOR_DATABASE_MEMORY')) ?? undefined,
    databaseWaitMs: Number(value('KONTOR_DATABASE_WAIT')) * 1000,
    catalogueCacheBytes: Number(value('KONTOR_CATALOGUE_MB')) * megabyte,
    cacheControl: value('KONTOR_CACHE_CONTROL'),
    websiteCacheControl: value('KONTOR_WEBSITE_CACHE_CONTROL'),
    webhookNetworks: parseProxies(value('KONTOR_WEBHOOK_NETWORKS')) ?? undefined,
    metricsAccess: value('KONTOR_METRICS') as Settings['metricsAccess'],
    rates: {
      token: Number(value('KONTOR_RATE_TOKEN')),
      catalogue: Number(value('KONTOR_RATE_CATALOGUE')),
      website: Number(value('KONTOR_RATE_WEBSITE')),
      websiteWrite: Number(value('KONTOR_RATE_WEBSITE_WRITE')),
      session: Number(value('KONTOR_RATE_SESSION')),
      address: Number(value('KONTOR_RATE_ADDRESS')),
      newsletter: Number(value('KONTOR_RATE_NEWSLETTER')),
    },
    idempotencyKeys: {
      owner: Number(value('KONTOR_IDEMPOTENCY_KEYS')),
      all: Number(value('KONTOR_IDEMPOTENCY_KEYS_ALL')),
    },
    connections: {
      all: Number(value('KONTOR_CONNECTIONS')),
      address: Number(value('KONTOR_CONNECTIONS_ADDRESS')),
    },
    logLevel: value('KONTOR_LOG_LEVEL'),
    stopDelayMs: Number(value('KONTOR_STOP_DELAY')) * 1000,
  }
}
