import { Command } from 'commander'
import { sql } from 'kysely'
import type pg from 'pg'
import { checkMailbox, mailboxName } from '../inbox/mailbox/imap.ts'
import { checkMailServer } from '../mail/transport.ts'
import { type DatabaseAddress, parseDatabaseUrl } from '../platform/database/database-address.ts'
import { reasonOf } from '../platform/database/prepare-database.ts'
import { askServer } from '../platform/database/server-state.ts'
import { serviceLimits } from '../platform/database/time-limits.ts'
import { loadMark } from '../platform/files/files-mark.ts'
import { withArchive } from '../platform/postgres/archive.ts'
import { listBaseBackups } from '../platform/postgres/base-backup.ts'
import { readArchiveState } from '../platform/postgres/wal-archive.ts'
import { readDisks } from '../platform/runtime/disk-space.ts'
import type { Instance } from '../platform/runtime/instance.ts'
import { openInstance } from '../platform/runtime/open-instance.ts'
import { type Bucket, readSettings, type Settings } from '../platform/runtime/settings.ts'
import { printTable } from './command.ts'
import { openCommandLog } from './log.ts'

/** What was found; `error`: the service cannot do all of its work. */
type Finding = { state: 'ok' | 'warning' | 'error'; about: string; text: string }

const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text })
const warning = (about: string, text: string): Finding => ({ state: 'warning', about, text })
const error = (about: string, text: string): Finding => ({ state: 'error', about, text })

async function checkServers(about: string, address: DatabaseAddress): Promise<Finding[]> {
  const hosts = address.hosts.length > 0 ? address.hosts : [undefined]
  let primaries = 0
  const findings = await Promise.all(
    hosts.map(async (host) => {
      const name = host ? `${host.host}:${host.port}` : 'the server'
      try {
        const { isStandby, isReadOnly, timeline } = await askServer(address, host)
        if (!isStandby) primaries++
        const role = isStandby ? 'a standby' : `a primary, timeline ${Number.parseInt(timeline, 16)}`
        if (!isStandby && timeline === '')
          return warning(
            about,
            `${name}: a primary that does not tell its timeline: a former one is not rejected`,
          )
        return isReadOnly && !isStandby
          ? warning(about, `${name}: ${role}, but read-only: see default_transaction_read_only`)
          : ok(about, `${name}: ${role}`)
      } catch (thrown) {
        return warning(about, `${name} cannot be reached: ${reasonOf(thrown as Error)}`)
      }
    }),
  )
  if (primaries === 0) findings.push(error(about, 'no server takes writes: start or promote one'))
  if (primaries > 1)
    findings.push(
      error(about, 'more than one server is a primary: stop the former one, whose writes are lost'),
    )
  return findings
}

async function checkReplica(address: DatabaseAddress): Promise<Finding> {
  try {
    const { isStandby } = await askServer(address)
    return isStandby
      ? ok('replica', 'a standby')
      : warning('replica', 'a primary: KONTOR_DATABASE_REPLICA_URL must lead to a standby')
  } catch (thrown) {
    return warning('replica', `cannot be reached: ${reasonOf(thrown as Error)}`)
  }
}

const maxClockDifferenceMs = 2000

async function checkClock({ db }: Instance): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const after = Date.now()
  const database = rows[0]!.now.getTime()
  const differenceMs = Math.max(before - database, database - after, 0)
  return differenceMs > maxClockDifferenceMs
    ? warning(
        'clock',
        `that of the database differs by ${Math.round(differenceMs / 1000)} s: synchronise both machines (NTP)`,
      )
    : ok('clock', 'that of the database agrees')
}

async function checkFiles({ db, files }: Instance): Promise<Finding> {
  const mark = await loadMark(db)
  try {
    if (mark !== undefined) files.expectMark(mark)
    await files.verify()
    await files.probe()
    return ok(
      'files',
      `${files.name} can be written${mark === undefined ? '; the service takes it at its first start' : ''}`,
    )
  } catch (thrown) {
    return error('files', (thrown as Error).message)
  }
}

async function checkDisks(settings: Settings): Promise<Finding[]> {
  const disks = await readDisks(settings)
  return disks.map(({ contents, freeBytes, isLow }) => {
    const text = `${contents.join(', ')}: ${(freeBytes / 2 ** 30).toFixed(1)} GiB free`
    return isLow ? warning('disk', `${text}, less than KONTOR_DISK_WARNING`) : ok('disk', text)
  })
}

const maxBackupAgeDays = 8

async function checkArchive(pool: pg.Pool, place: string | Bucket): Promise<Finding[]> {
  const { isFailing, lastArchivedAt, lastFailedSegment } = await readArchiveState(pool)
  const log = isFailing
    ? error(
        'archive',
        `segment ${lastFailedSegment} of the log could not be archived, see postgres.log; until then, the log piles up in the data folder`,
      )
    : lastArchivedAt > 0
      ? ok(
          'archive',
          `the last segment of the log arrived at ${new Date(lastArchivedAt * 1000).toISOString()}`,
        )
      : warning('archive', 'no segment of the log has arrived since the database was created')
  return [log, await checkBaseBackups(place)]
}

async function checkBaseBackups(place: string | Bucket): Promise<Finding> {
  const backups = await withArchive(place, listBaseBackups).catch((thrown: Error) => thrown)
  if (backups instanceof Error) return error('archive', backups.message)
  const last = backups.at(-1)
  if (!last) return warning('archive', 'there is no base backup: run kontor base-backup')
  const days = (Date.now() - last.endedAt.getTime()) / 86_400_000
  const text = `the last base backup is of ${last.endedAt.toISOString()}`
  return days > maxBackupAgeDays ? warning('archive', `${text}: run kontor base-backup`) : ok('archive', text)
}

async function checkMail({ db, settings: { mail } }: Instance): Promise<Finding[]> {
  const { rows } = await sql<{ waiting: number; hours: number }>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)) / 3600, 0)::float8 as hours
    from outbox_mail where sent_at is null and failed_at is null and called_back_at is null`.execute(db)
  const { waiting, hours } = rows[0]!
  const queue =
    hours > 1
      ? [warning('mail', `${waiting} wait in the outbox, the oldest for ${Math.floor(hours)} hours`)]
      : []
  if (!mail)
    return [...queue, warning('mail', 'no server is set (KONTOR_SMTP_URL): mail stays in the outbox')]
  const fault = await checkMailServer(mail)
  return [
    ...queue,
    fault
      ? error('mail', `${mail.server.host}: ${fault}`)
      : ok('mail', `${mail.server.host} accepts the connection`),
  ]
}

async function checkIncomingMail({ mailbox }: Settings): Promise<Finding[]> {
  if (!mailbox) return []
  const fault = await checkMailbox(mailbox)
  return [fault ? error('mailbox', fault) : ok('mailbox', `${mailboxName(mailbox)} can be read`)]
}

async function checkInstance(settings: Settings): Promise<Finding[]> {
  const log = openCommandLog('silent')
  const opened = await openInstance(settings, log, {
    exclusive: false,
    migrate: false,
    limits: serviceLimits,
    files: 'unused',
  }).catch((thrown: Error) => thrown)
  if (opened instanceof Error) return [error('database', opened.message)]
  const { instance, pool, close } = opened
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(instance.db)
    return [
      ok('database', `PostgreSQL ${rows[0]!.version}, schema up to date`),
      await checkClock(instance),
      await checkFiles(instance),
      ...(await checkDisks(settings)),
      ...(settings.archive === undefined ? [] : await checkArchive(pool, settings.archive)),
      ...(await checkMail(instance)),
      ...(await checkIncomingMail(settings)),
    ]
  } finally {
    await close()
  }
}

/** `kontor doctor` */
export const doctorCommand = new Command('doctor')
  .description(
    'check settings, database servers, files, clock, mail server and mailbox; exit code 1 if something fails',
  )
  .action(async () => {
    const settings = readSettings(process.env)
    const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReplicaUrl, databasePasswords } =
      settings
    const findings = [ok('settings', 'valid')]
    const directUrl = databaseDirectUrl ?? databaseUrl
    if (directUrl)
      findings.push(
        ...(await checkServers('database', parseDatabaseUrl(directUrl, databasePasswords.application))),
      )
    if (databaseOwnerUrl)
      findings.push(
        ...(await checkServers('owner', parseDatabaseUrl(databaseOwnerUrl, databasePasswords.owner))),
      )
    if (databaseReplicaUrl)
      findings.push(await checkReplica(parseDatabaseUrl(databaseReplicaUrl, databasePasswords.application)))
    findings.push(...(await checkInstance(settings)))
    printTable([
      ['state', 'about', 'found'],
      ...findings.map(({ state, about, text }) => [state, about, text]),
    ])
    if (findings.some(({ state }) => state === 'error')) process.exitCode = 1
  })
