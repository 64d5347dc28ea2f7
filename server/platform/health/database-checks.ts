// Checks of the database servers. What only a cluster or an archive needs is loaded where there is one.
import { sql } from 'kysely'
import { type DatabaseAddress, parseDatabaseUrl } from '../database/database-address.ts'
import { assertPrivileges, findOwnRole } from '../database/grants.ts'
import { assertCurrentSchema, SchemaTooOld } from '../database/migrate.ts'
import { assertSupportedServer, reasonOf } from '../database/prepare-database.ts'
import { NotReady } from '../ground/errors.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

const minuteMs = 60_000

export const databaseCheck: Check = {
  name: 'database',
  provides: 'database',
  looksAt: 'the database answers, and takes writes',
  failure: 'not ready',
  runs: 'everywhere',
  help: 'Start the database, or look why it does not answer; a standby must be promoted. The log has the error.',
  alert: {
    severity: 'critical',
    after: '1m',
    summary: 'Kontor on {{ $labels.instance }} cannot use its database.',
  },
  async run({ database, databaseState, service, settings }) {
    if (databaseState === 'missing')
      return [ok(`there is none yet: the first start creates it in ${settings.dataFolder}`)]
    if (databaseState === 'stopped') return [ok('it does not run, as no process of Kontor does')]
    if (databaseState instanceof Error) return [failed(databaseState.message, databaseState)]
    if (await database!.isReadOnly())
      return [failed('the database is read-only', new NotReady('the database is read-only', '25006'))]
    await service?.ensureCurrent()
    return [ok('it answers, and takes writes')]
  },
}

export const schemaCheck: Check = {
  name: 'schema',
  looksAt:
    'PostgreSQL has a supported version, the schema is that of this Kontor, and the role has its rights',
  failure: 'not ready',
  runs: 'everywhere',
  needs: 'database',
  validMs: minuteMs,
  help: 'Start the version of Kontor that belongs to the database; a start migrates an older one.',
  alert: {
    severity: 'critical',
    after: '5m',
    summary: 'The schema of the database of {{ $labels.instance }} is not that of its Kontor.',
  },
  async run({ database, service, settings }) {
    const { pool, hasTables } = database!
    await assertSupportedServer(pool)
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const server = `PostgreSQL ${rows[0]!.version}`
    if (!hasTables) return [ok(`${server}, the database is empty: the first start creates the tables`)]
    const tooOld = await assertCurrentSchema(pool).catch((error: Error) => error)
    if (tooOld instanceof SchemaTooOld && !service) return [warning(`${server}, ${tooOld.message}`)]
    if (tooOld) throw tooOld
    const { isOwner } = await findOwnRole(pool)
    // A start with the owner's URL grants what is missing.
    if (!isOwner && !(settings.databaseOwnerUrl || !settings.databaseUrl)) await assertPrivileges(pool)
    return [ok(`${server}, schema up to date`)]
  },
}

async function checkServers(address: DatabaseAddress, about: string): Promise<CheckResult[]> {
  const { readServerState } = await import('../cluster/find-server.ts')
  const hosts = address.hosts.length > 0 ? address.hosts : [undefined]
  const primaries = new Set<string>()
  const findings = await Promise.all(
    hosts.map(async (host) => {
      const name = `${about}${host ? `${host.host}:${host.port}` : 'the server'}`
      try {
        const { isStandby, isReadOnly, timeline, system, startedAt } = await readServerState(address, host)
        if (!isStandby) primaries.add(`${system} ${startedAt}`)
        const role = isStandby ? 'a standby' : `a primary, timeline ${Number.parseInt(timeline, 16)}`
        if (!isStandby && timeline === '')
          return warning(`${name}: a primary that does not tell its timeline: a former one is not rejected`)
        return isReadOnly && !isStandby
          ? warning(`${name}: ${role}, but read-only: see default_transaction_read_only`)
          : ok(`${name}: ${role}`)
      } catch (thrown) {
        return warning(`${name} cannot be reached: ${reasonOf(thrown as Error)}`)
      }
    }),
  )
  if (primaries.size === 0) findings.push(failed(`${about}no server takes writes: start or promote one`))
  if (primaries.size > 1)
    findings.push(
      failed(`${about}more than one server is a primary: stop the former one, whose writes are lost`),
    )
  return findings
}

export const serversCheck: Check = {
  name: 'servers',
  looksAt: 'each listed database server: reachable, primary or standby, exactly one primary',
  failure: 'error',
  runs: 'everywhere',
  validMs: minuteMs,
  help: 'Stop a former primary at once: what is written to it is lost. Start or promote a server if none takes writes.',
  alert: {
    severity: 'critical',
    after: '1m',
    summary: 'Of the database servers of {{ $labels.instance }}, none or more than one is a primary.',
  },
  async run({ settings, service }) {
    const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databasePasswords } = settings
    const directUrl = databaseDirectUrl ?? databaseUrl
    if (!directUrl) return []
    const address = parseDatabaseUrl(directUrl, databasePasswords.application)
    // Of a single server, the check `database` tells.
    if (service) return address.hosts.length > 1 ? checkServers(address, '') : []
    return [
      ...(await checkServers(address, '')),
      ...(databaseOwnerUrl
        ? await checkServers(parseDatabaseUrl(databaseOwnerUrl, databasePasswords.owner), 'owner: ')
        : []),
    ]
  },
}

export const replicaCheck: Check = {
  name: 'replica',
  looksAt: 'the replica of KONTOR_DATABASE_REPLICA_URL is a standby that can be used',
  failure: 'warning',
  runs: 'everywhere',
  validMs: minuteMs,
  help: 'It lags, is away or was promoted: look at its replication.',
  alert: {
    severity: 'warning',
    after: '10m',
    onWarning: true,
    summary: 'The replica of {{ $labels.instance }} cannot be used.',
  },
  async run({ settings }) {
    const { databaseReplicaUrl, databasePasswords } = settings
    if (!databaseReplicaUrl) return []
    const { readServerState } = await import('../cluster/find-server.ts')
    const { isStandby } = await readServerState(
      parseDatabaseUrl(databaseReplicaUrl, databasePasswords.application),
    )
    return [
      isStandby ? ok('a standby') : warning('a primary: KONTOR_DATABASE_REPLICA_URL must lead to a standby'),
    ]
  },
}

const maxClockDifferenceMs = 2000

export const clockCheck: Check = {
  name: 'clock',
  looksAt: 'the clock of this machine agrees with that of the database',
  failure: 'warning',
  runs: 'everywhere',
  needs: 'database',
  validMs: minuteMs,
  help: 'Synchronise the clocks of both machines (NTP).',
  alert: {
    severity: 'warning',
    after: '10m',
    onWarning: true,
    summary: 'The clocks of {{ $labels.instance }} and of its database differ.',
  },
  async run({ database }) {
    const before = Date.now()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database!.db)
    const after = Date.now()
    const now = rows[0]!.now.getTime()
    const differenceMs = Math.max(before - now, now - after, 0)
    return [
      differenceMs > maxClockDifferenceMs
        ? warning(
            `that of the database differs by ${Math.round(differenceMs / 1000)} s: synchronise both machines (NTP)`,
          )
        : ok('that of the database agrees'),
    ]
  },
}

const maxBackupAgeDays = 8

export const archiveCheck: Check = {
  name: 'archive',
  looksAt: 'the log of the embedded database and base backups arrive in KONTOR_ARCHIVE',
  failure: 'error',
  runs: 'everywhere',
  needs: 'database',
  validMs: minuteMs,
  help: 'postgres.log has the error; until the archive works, the log fills the disk of the database.',
  alert: {
    severity: 'critical',
    after: '10m',
    summary: 'The database of {{ $labels.instance }} cannot archive its log, which fills its disk.',
  },
  async run({ settings: { archive }, database }) {
    if (archive === undefined) return []
    const { listArchivedBackups, readArchiveState } = await import('../cluster/archive/archive-state.ts')
    const { isFailing, lastArchivedAt, lastFailedSegment } = await readArchiveState(database!.pool)
    const log = isFailing
      ? failed(
          `segment ${lastFailedSegment} of the log could not be archived, see postgres.log; until then, the log piles up in the data folder`,
        )
      : lastArchivedAt > 0
        ? ok(`the last segment of the log arrived at ${new Date(lastArchivedAt * 1000).toISOString()}`)
        : warning('no segment of the log has arrived since the database was created')
    return [log, checkBaseBackups(await listArchivedBackups(archive))]
  },
}

function checkBaseBackups(backups: readonly { endedAt: Date }[] | Error): CheckResult {
  if (backups instanceof Error) return failed(backups.message, backups)
  const last = backups.at(-1)
  if (!last) return warning('there is no base backup: run kontor base-backup')
  const days = (Date.now() - last.endedAt.getTime()) / 86_400_000
  const text = `the last base backup is of ${last.endedAt.toISOString()}`
  return days > maxBackupAgeDays ? warning(`${text}: run kontor base-backup`) : ok(text)
}
