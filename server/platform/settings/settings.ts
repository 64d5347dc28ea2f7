import type { BlockList } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { parseDatabaseUrl } from '../database/database-address.ts'
import type { PasswordSource } from '../database/database-password.ts'
import type { LinkMonths } from '../ground/link-end.ts'
import {
  type ArchiveEncryption,
  type BackupSettings,
  type BackupsToKeep,
  parseArchiveEncryption,
  parseBackup,
} from './backup-settings.ts'
import { defaultCountry } from './instance-country.ts'
import { type MailSettings, parseMailSettings } from './mail-settings.ts'
import { type MailboxSettings, parseMailbox } from './mailbox-settings.ts'
import { type Bucket, parseBucket, parseSecretKey, type SecretKeyPlace } from './place-settings.ts'
import { readSecretFile, type SettingDefinition } from './setting-definition.ts'
import { SettingError } from './setting-error.ts'
import { settingTable } from './setting-table.ts'
import { parseCommand, parseDiskRest, parseHosts, parseMemory, parseProxies } from './setting-values.ts'
import { parseUpgradeBackup } from './upgrade-settings.ts'

export type { ArchiveEncryption, BackupSettings, BackupsToKeep, Bucket, MailSettings, SecretKeyPlace }

/** The validated settings from the environment. Paths are absolute, sizes in bytes. */
export type Settings = {
  port: number
  host: string
  /** The Unix socket that the service listens on instead of a port; left out: none. */
  socket: string | undefined
  /** The mode of its file. */
  socketMode: number
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
  /** The file of the keys that encrypt the secrets in the database. */
  secretKey: SecretKeyPlace
  /** The folder of the files; with a bucket, that of incoming files alone. */
  filesFolder: string
  /** The bucket of the files; left out: they are in the folder. */
  filesBucket: Bucket | undefined
  /** How mail is sent; left out: mail stays in the outbox. */
  mail: MailSettings | undefined
  /** The mailbox that is read; left out: none. */
  mailbox: MailboxSettings | undefined
  /** The secret of a service that reports bounces; '': none may. */
  bounceToken: string
  /** Free space of a disk below which Kontor warns. */
  diskWarning: { share: number; bytes: number }
  /** Days after which entries of the change log are deleted; 0: never. */
  changeLogDays: number
  /** The same for records from which the amounts of invoices follow; 0: never. */
  changeLogAccountingDays: number
  /** Days after which imports of contacts that have ended are deleted, with the rows of their tables; 0: never. */
  importDays: number
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
  /** Of addresses that name no country, ISO 3166-1 alpha-2. Set in the back office. */
  country: string
  /** For how long links of visitors hold. */
  linkMonths: LinkMonths
  maxAttachmentBytes: number
  /** Bytes of the attachments of a task, of those that a user uploads within 24 hours, and of all; 0: no limit. */
  attachmentQuotas: Record<'task' | 'user' | 'all', number>
  /** The command that scans uploaded files, with its arguments; left out: none. */
  scanCommand: readonly [string, ...string[]] | undefined
  maxBodyBytes: number
  databaseConnections: number
  /** The folder or bucket in which the embedded database archives its log; left out: none. */
  archive: string | Bucket | undefined
  /** Where backups are made by schedule; left out: nowhere. */
  backup: BackupSettings | undefined
  /** How backups are encrypted; left out: they are not. */
  backupEncryption: ArchiveEncryption | undefined
  /** The cache of the embedded database; left out: by the memory of the machine. */
  databaseMemory: { share: number; bytes: number } | undefined
  /** The folder of the copies of the embedded database from before its migrations; left out: none are made. */
  upgradeBackup: string | undefined
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
  /** The readers of GET /metrics: nobody, clients on this machine, everybody. */
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
  const absolutePath = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path))
  const given = ({ name, isSecret }: SettingDefinition): string | undefined => {
    const file = (isSecret && env[`${name}_FILE`]) || undefined
    if (file === undefined) return env[name]
    if (env[name]) throw new SettingError(`${name} and ${name}_FILE exclude each other`)
    return readSecretFile(`${name}_FILE`, absolutePath(file))
  }
  const value = (name: string): string => {
    const definition = definitions.get(name)!
    const raw = given(definition) ?? definition.defaultValue
    const message = definition.check(raw)
    // The value may contain a secret (KONTOR_DATABASE_URL), so the message does not repeat it.
    if (message) throw new SettingError(`${name} ${message}`)
    return raw
  }
  const passwordSource = (name: string): PasswordSource | undefined => {
    const [file, command] = [value(`${name}_FILE`), parseCommand(value(`${name}_COMMAND`))]
    if (file !== '' && command) throw new SettingError(`${name}_FILE and ${name}_COMMAND exclude each other`)
    if (file !== '') readSecretFile(`${name}_FILE`, absolutePath(file))
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
    socket: value('KONTOR_SOCKET') || undefined,
    socketMode: Number.parseInt(value('KONTOR_SOCKET_MODE'), 8),
    publicUrl: value('KONTOR_URL').replace(/\/$/, ''),
    otherHosts: parseHosts(value('KONTOR_HOSTS')),
    hstsSeconds: Number(value('KONTOR_HSTS')),
    trustedProxies: parseProxies(value('KONTOR_TRUST_PROXY')) ?? undefined,
    demo: false,
    user: value('KONTOR_USER'),
    mail: parseMailSettings(value, passwordSource('KONTOR_SMTP_PASSWORD')),
    mailbox: parseMailbox(value, passwordSource('KONTOR_IMAP_PASSWORD')),
    bounceToken: value('KONTOR_BOUNCE_TOKEN'),
    dataFolder,
    secretKey: parseSecretKey(value, dataFolder, absolutePath),
    filesFolder:
      filesBucket || env['KONTOR_FILES'] === undefined
        ? resolve(dataFolder, 'files')
        : absolutePath(value('KONTOR_FILES')),
    filesBucket,
    diskWarning: parseDiskRest(value('KONTOR_DISK_WARNING'))!,
    changeLogDays: Number(value('KONTOR_CHANGE_LOG_DAYS')),
    changeLogAccountingDays: Number(value('KONTOR_CHANGE_LOG_ACCOUNTING_DAYS')),
    importDays: Number(value('KONTOR_IMPORT_DAYS')),
    databaseUrl: value('KONTOR_DATABASE_URL') || undefined,
    databaseDirectUrl: value('KONTOR_DATABASE_DIRECT_URL') || undefined,
    databaseReplicaUrl: value('KONTOR_DATABASE_REPLICA_URL') || undefined,
    databaseOwnerUrl: value('KONTOR_DATABASE_OWNER_URL') || undefined,
    databasePasswords: {
      application: passwordSource('KONTOR_DATABASE_PASSWORD'),
      owner: passwordSource('KONTOR_DATABASE_OWNER_PASSWORD'),
    },
    timeZone: value('KONTOR_TIME_ZONE'),
    country: defaultCountry,
    linkMonths: {
      date: Number(value('KONTOR_LINK_MONTHS')),
      use: Number(value('KONTOR_COMPANY_LINK_MONTHS')),
    },
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
    backup: parseBackup(parseBucket('KONTOR_BACKUP', value, env), value, absolutePath),
    backupEncryption: parseArchiveEncryption(value),
    databaseMemory: parseMemory(value('KONTOR_DATABASE_MEMORY')) ?? undefined,
    upgradeBackup: parseUpgradeBackup(value, dataFolder, absolutePath),
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
