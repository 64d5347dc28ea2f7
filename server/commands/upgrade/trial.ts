// A trial of an upgrade: on a copy of the embedded database, or in a transaction that is rolled back.
import { randomInt } from 'node:crypto'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '../../platform/database/database.ts'
import { toAddress } from '../../platform/database/database-address.ts'
import { migrate, runMigrations } from '../../platform/database/migrate.ts'
import { openServerLink } from '../../platform/database/server-link.ts'
import { commandLimits } from '../../platform/database/time-limits.ts'
import { type Account, changeOwner } from '../../platform/ground/account.ts'
import { isAlive } from '../../platform/ground/process.ts'
import { OWNER } from '../../platform/postgres/cluster.ts'
import { copyRunningCluster, copyStoppedCluster } from '../../platform/postgres/copy-cluster.ts'
import { startEmbedded } from '../../platform/postgres/embedded-postgres.ts'
import { findPostmaster } from '../../platform/postgres/postmaster.ts'
import { planUpgrade, type UpgradePlan } from './plan.ts'

/** Times in milliseconds; `migrations`: of each by its name. */
export type Trial = { copyMs: number; totalMs: number; migrations: ReadonlyMap<string, number> }

const trialPattern = /^\.upgrade-trial-(\d+)-/

/** Removes what killed processes have left, with the servers on it. */
async function removeTrials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = trialPattern.exec(name)?.[1]
    if (owner === undefined || (Number(owner) !== process.pid && isAlive(Number(owner)))) continue
    await removeTrial(join(folder, name))
  }
}

async function removeTrial(folder: string): Promise<void> {
  const postmaster = await findPostmaster(join(folder, 'postgres')).catch(() => undefined)
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

/** The account of the embedded database, and how to copy it: beside a running server, or without one. */
async function copyTo(data: string, target: string, account: Account | undefined): Promise<void> {
  const postmaster = await findPostmaster(data)
  if (!postmaster) return copyStoppedCluster(data, target, account)
  const { socket: host, port } = postmaster
  await copyRunningCluster({ host, port, user: OWNER }, data, target, account)
}

/**
 * Upgrades a copy of the embedded database, and removes it.
 * @param folder in which the copy is made
 * @param settings of its server
 * @param signal ends the trial
 */
export async function tryOnCopy(
  data: string,
  folder: string,
  account: Account | undefined,
  settings: Record<string, string>,
  signal: AbortSignal,
): Promise<{ plan: UpgradePlan; trial: Trial }> {
  const home = await realpath(folder)
  await removeTrials(home)
  const place = join(home, `.upgrade-trial-${process.pid}-${randomInt(1e9)}`)
  // Statements that run then fail.
  signal.addEventListener('abort', () => void removeTrial(place))
  try {
    await mkdir(place, { mode: 0o700 })
    if (account) await changeOwner(place, account)
    const startedAt = performance.now()
    await copyTo(data, join(place, 'postgres'), account)
    const copyMs = performance.now() - startedAt
    const server = await startEmbedded(place, { account, settings, exclusive: true })
    const pool = openPool(openServerLink(toAddress(server.ownerConnection)), 1, commandLimits)
    try {
      const plan = await planUpgrade(pool)
      const migrations = new Map<string, number>()
      const beganAt = performance.now()
      await migrate(pool, server.connection.user, undefined, {
        isAtomic: true,
        ran: (name, ms) => migrations.set(name, ms),
      })
      return { plan, trial: { copyMs, totalMs: performance.now() - beganAt, migrations } }
    } finally {
      await pool.end()
      await server.stop()
    }
  } finally {
    await removeTrial(place)
  }
}

/** Runs the migrations on the database itself, with all locks that they take, and rolls them back. */
export async function tryAndRollBack(pool: pg.Pool, { pending }: UpgradePlan): Promise<Trial> {
  const client = await pool.connect()
  const migrations = new Map<string, number>()
  const beganAt = performance.now()
  try {
    await client.query('begin')
    await client.query(
      'alter table migration add column if not exists checksum text, add column if not exists is_rolling boolean',
    )
    await runMigrations(client, pending, (name, ms) => migrations.set(name, ms))
    return { copyMs: 0, totalMs: performance.now() - beganAt, migrations }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
