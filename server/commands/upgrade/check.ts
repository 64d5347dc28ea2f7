// kontor upgrade --check: previews an upgrade without changing anything.
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '../../platform/database/database.ts'
import { parseDatabaseUrl, toAddress } from '../../platform/database/database-address.ts'
import { findOwnRole, MissingRights } from '../../platform/database/grants.ts'
import { assertSupportedServer, waitForServer } from '../../platform/database/prepare-database.ts'
import { openServerLink } from '../../platform/database/server-link.ts'
import { commandLimits } from '../../platform/database/time-limits.ts'
import type { Account } from '../../platform/ground/account.ts'
import { versionText } from '../../platform/ground/version.ts'
import { embeddedSettings, startEmbeddedServer } from '../../platform/instance/open-instance.ts'
import { exists } from '../../platform/postgres/binaries.ts'
import { spaceForCopy } from '../../platform/postgres/copy-cluster.ts'
import { existingFolder } from '../../platform/postgres/upgrade-backup.ts'
import { namedAccount } from '../../platform/runtime/give-up-root.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { openCommandLog } from '../log.ts'
import { planUpgrade, type UpgradePlan } from './plan.ts'
import { type CheckResult, reportCheck } from './report.ts'
import { tryAndRollBack, tryOnCopy } from './trial.ts'

/**
 * @param wanted whether the upgrade is tried; left out: on a copy of an embedded database
 * @returns whether the upgrade would succeed
 */
export async function checkUpgrade(
  settings: Settings,
  wanted: boolean | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (settings.databaseUrl) return reportCheck(await checkExternal(settings, wanted ?? false))
  if (!(await exists(join(settings.dataFolder, 'postgres', 'PG_VERSION')))) {
    console.log(
      `Kontor ${versionText()}; there is no database in ${settings.dataFolder} yet: the first start makes it.`,
    )
    return true
  }
  return reportCheck(await checkEmbedded(settings, wanted ?? true, signal))
}

async function checkExternal(settings: Settings, wanted: boolean): Promise<CheckResult> {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databasePasswords } = settings
  const address = databaseOwnerUrl
    ? parseDatabaseUrl(databaseOwnerUrl, databasePasswords.owner)
    : parseDatabaseUrl((databaseDirectUrl ?? databaseUrl)!, databasePasswords.application)
  const setting = databaseOwnerUrl ? 'KONTOR_DATABASE_OWNER_URL' : 'KONTOR_DATABASE_URL'
  const { openPrimaryLink } = await import('../../platform/cluster/external-database.ts')
  const pool = openPool(openPrimaryLink(address), 1, commandLimits)
  try {
    const log = openCommandLog('warn')
    await waitForServer(() => assertSupportedServer(pool), log, setting, 0)
    const plan = await planUpgrade(pool)
    const { role, isOwner } = await findOwnRole(pool)
    if (plan.pending.length > 0 && !isOwner)
      throw new MissingRights(
        `the role ${role} may not migrate: set KONTOR_DATABASE_OWNER_URL, the URL of the tables' owner`,
      )
    const isTried = wanted && plan.schema > 0 && plan.pending.length > 0
    return {
      plan,
      trial: isTried ? await tryAndRollBack(pool, plan) : undefined,
      untried: '--trial runs the migrations and rolls them back; requests wait for their locks meanwhile',
      copy: undefined,
    }
  } finally {
    await pool.end()
  }
}

async function checkEmbedded(settings: Settings, wanted: boolean, signal: AbortSignal): Promise<CheckResult> {
  const data = join(await realpath(settings.dataFolder), 'postgres')
  const place = settings.upgradeBackup
  const folder = await existingFolder(place ?? settings.dataFolder)
  const copy = { place, space: await spaceForCopy(data, folder) }
  if (wanted && copy.space.isEnough) {
    const account = await accountOf(data, settings)
    const found = await tryOnCopy(data, folder, account, embeddedSettings(settings), signal)
    return { ...found, untried: '', copy }
  }
  const untried = wanted
    ? `there is no room for a copy in ${folder}`
    : '--no-trial; without it, a copy is upgraded'
  return { plan: await planEmbedded(settings), trial: undefined, untried, copy }
}

/** As root: the account of the database. */
async function accountOf(data: string, settings: Settings): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(data)
  return namedAccount(settings) ?? (uid === 0 ? undefined : { uid, gid })
}

async function planEmbedded(settings: Settings): Promise<UpgradePlan> {
  const server = await startEmbeddedServer(settings, openCommandLog('warn'), false, undefined)
  const pool = openPool(openServerLink(toAddress(server.ownerConnection)), 1, commandLimits)
  try {
    return await planUpgrade(pool)
  } finally {
    await pool.end()
    await server.stop()
  }
}
