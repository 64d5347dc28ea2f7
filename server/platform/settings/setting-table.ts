import { checkDatabaseUrl } from '../database/database-address.ts'
import { backupSettings } from './backup-settings.ts'
import { listenSettings } from './listen-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { mailboxSettings } from './mailbox-settings.ts'
import { placeSettings } from './place-settings.ts'
import {
  checkInteger,
  checkNotEmpty,
  limitSetting,
  passwordSettings,
  processLimit,
  type SettingDefinition,
  withSecretFile,
} from './setting-definition.ts'
import { checkTimeZone, parseDiskRest, parseMemory, parseProxies } from './setting-values.ts'
import { upgradeSettings } from './upgrade-settings.ts'

const checkDays = (value: string) => (value === '0' ? undefined : checkInteger(30, 36_500)(value))

const checkHeaderValue = (value: string) =>
  /^[!-~]([ -~]*[!-~])?$/.test(value) ? undefined : 'must be a header value'

const settings: readonly SettingDefinition[] = [
  ...listenSettings,
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
    name: 'KONTOR_USER',
    help: 'account, name or uid, that the service and the embedded database run under if Kontor is started as root; default: the owner of an existing database, otherwise 65534',
    defaultValue: '',
    check: (value) =>
      /^([a-z_][a-z0-9_.-]*|\d{1,9})?$/i.test(value)
        ? undefined
        : 'must be the name or the uid of an account',
  },
  {
    name: 'KONTOR_DATA',
    help: 'folder of the embedded database and the files',
    defaultValue: './data',
    check: checkNotEmpty,
  },
  ...placeSettings,
  ...backupSettings,
  {
    name: 'KONTOR_DATABASE_URL',
    help: 'URL of a PostgreSQL server (15 or later) to use instead of the embedded one; of several servers, such as postgres://user@a:5432,b:5432/kontor, the primary is used',
    defaultValue: '',
    isSecret: true,
    check: checkDatabaseUrl,
  },
  {
    name: 'KONTOR_DATABASE_DIRECT_URL',
    help: 'URL of the same database for the same role without a connection pooler, if KONTOR_DATABASE_URL leads to one in transaction mode',
    defaultValue: '',
    isSecret: true,
    check: checkDatabaseUrl,
  },
  {
    name: 'KONTOR_DATABASE_REPLICA_URL',
    help: 'URL of a standby of the database for the same role, for reads of the back office; default: none',
    defaultValue: '',
    isSecret: true,
    check: checkDatabaseUrl,
  },
  {
    name: 'KONTOR_DATABASE_OWNER_URL',
    help: 'URL of the same database for the role that owns the tables, with which migrations run; default: KONTOR_DATABASE_URL',
    defaultValue: '',
    isSecret: true,
    check: checkDatabaseUrl,
  },
  ...passwordSettings('KONTOR_DATABASE_PASSWORD', 'KONTOR_DATABASE_URL'),
  ...passwordSettings('KONTOR_DATABASE_OWNER_PASSWORD', 'KONTOR_DATABASE_OWNER_URL'),
  {
    name: 'KONTOR_TIME_ZONE',
    help: 'time zone that decides which day "today" is',
    defaultValue: 'Europe/Berlin',
    check: checkTimeZone,
  },
  {
    name: 'KONTOR_LINK_MONTHS',
    help: 'months after the end of a date in which links of visitors to their bookings and seats hold',
    defaultValue: '6',
    check: checkInteger(1, 120),
  },
  {
    name: 'KONTOR_COMPANY_LINK_MONTHS',
    help: 'months after its last use in which a link of a company holds',
    defaultValue: '12',
    check: checkInteger(1, 120),
  },
  {
    name: 'KONTOR_ATTACHMENT_MB',
    help: 'maximum size of an attachment, in MiB',
    defaultValue: '100',
    check: checkInteger(1, 10240),
  },
  limitSetting('KONTOR_ATTACHMENTS_TASK_MB', 'MiB of all attachments of a task', 2000),
  limitSetting(
    'KONTOR_ATTACHMENTS_USER_MB',
    'MiB of attachments that a user uploads within 24 hours',
    10_000,
  ),
  limitSetting('KONTOR_ATTACHMENTS_MB', 'MiB of all attachments', 0),
  {
    name: 'KONTOR_SCAN',
    help: 'command that scans each uploaded file, such as "clamdscan --fdpass": it gets the path, and exits with 0 for a file to accept, with 1 for one to reject; default: none',
    defaultValue: '',
    check: () => undefined,
  },
  {
    name: 'KONTOR_DISK_WARNING',
    help: 'free disk space below which log, metrics and back office warn, such as 10% or 5GiB; 0: never',
    defaultValue: '10%',
    check: (value) => (parseDiskRest(value) ? undefined : 'must be a percentage, or a number of MiB or GiB'),
  },
  {
    name: 'KONTOR_CHANGE_LOG_DAYS',
    help: 'days after which entries of the change log are deleted, at least 30; 0: never',
    defaultValue: '730',
    check: checkDays,
  },
  {
    name: 'KONTOR_CHANGE_LOG_ACCOUNTING_DAYS',
    help: 'the same for bookings, orders, invoice confirmations, withdrawals, vouchers, articles and clients; 0: never',
    defaultValue: '4018',
    check: checkDays,
  },
  {
    name: 'KONTOR_IMPORT_DAYS',
    help: 'days after which imports of contacts are deleted with the rows of their tables, at least 30; 0: never',
    defaultValue: '365',
    check: checkDays,
  },
  {
    name: 'KONTOR_DATABASE_WAIT',
    help: 'seconds that the service waits at its start for a database that is not there yet',
    defaultValue: '30',
    check: checkInteger(0, 3600),
  },
  {
    name: 'KONTOR_DATABASE_CONNECTIONS',
    help: 'maximum number of database connections, for each process of the service',
    defaultValue: '10',
    check: checkInteger(2, 500),
  },
  {
    name: 'KONTOR_DATABASE_MEMORY',
    help: 'cache of the embedded database (shared_buffers): a part of the memory of the machine or of its cgroup, such as 25%, or a size such as 2GiB, at most three quarters; default: 25%, at most 4 GiB',
    defaultValue: '',
    check: (value) =>
      value === '' || parseMemory(value)
        ? undefined
        : 'must be a percentage from 1% to 75%, or at least 16 MiB, such as 25%, 512MiB or 2GiB',
  },
  ...upgradeSettings,
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
    check: checkHeaderValue,
  },
  {
    name: 'KONTOR_WEBSITE_CACHE_CONTROL',
    help: 'Cache-Control header of the public interface; with a CDN for example "public, max-age=60"',
    defaultValue: 'public, max-age=0, must-revalidate',
    check: checkHeaderValue,
  },
  {
    name: 'KONTOR_WEBHOOK_NETWORKS',
    help: 'private networks that webhooks may call: addresses, networks such as 10.0.0.0/8, and loopback, separated by commas; default: none, only public addresses',
    defaultValue: '',
    check: (value) =>
      parseProxies(value) === null
        ? 'must be addresses, networks or loopback, separated by commas'
        : undefined,
  },
  ...mailSettings,
  ...mailboxSettings,
  {
    name: 'KONTOR_METRICS',
    help: 'who may read GET /metrics: off, local (this machine) or all',
    defaultValue: 'local',
    check: (value) => (/^(off|local|all)$/.test(value) ? undefined : 'must be one of off, local, all'),
  },
  processLimit('KONTOR_RATE_TOKEN', 'requests per minute of a token, except reads of the catalogue', 600_000),
  processLimit('KONTOR_RATE_CATALOGUE', 'reads of the catalogue per minute of a token', 6_000_000),
  processLimit(
    'KONTOR_RATE_WEBSITE',
    'reads of the public interface per minute of a website’s key and an address',
    600,
  ),
  processLimit(
    'KONTOR_RATE_WEBSITE_WRITE',
    'writes of the public interface per minute of a website’s key and an address',
    20,
  ),
  processLimit('KONTOR_RATE_SESSION', 'requests per minute of a session of the back office', 6000),
  processLimit('KONTOR_RATE_ADDRESS', 'requests per minute of an address without token or session', 6000),
  processLimit('KONTOR_RATE_NEWSLETTER', 'newsletter sign-ups per hour for a mail address', 60),
  limitSetting(
    'KONTOR_IDEMPOTENCY_KEYS',
    'responses stored for Idempotency-Key, of a token or user',
    500_000,
  ),
  limitSetting('KONTOR_IDEMPOTENCY_KEYS_ALL', 'responses stored for Idempotency-Key', 2_000_000),
  processLimit('KONTOR_CONNECTIONS', 'open connections of all clients', 10_000),
  processLimit('KONTOR_CONNECTIONS_ADDRESS', 'open connections of an address', 1000),
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

/** Every setting with its meaning and default, as `kontor --help` lists them. */
export const settingTable: readonly SettingDefinition[] = settings.flatMap(withSecretFile)
