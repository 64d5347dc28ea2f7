// Started as root, a service goes on under another account, if this account can read the code and write the data.
// Started as root, a service gives root up after it has bound the port; workers are started without it. Until then, the later
// account gets the folders. Code that runs later must not need root, and nothing outside the installation and the folders of
// the instance.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, lstat, lutimes, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { storeEntries } from '../files/files-mark.ts'
import { ignoreMissing } from '../files/incoming-files.ts'
import { type Account, changeOwner, firstInaccessible } from '../ground/account.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { Settings } from '../settings/settings.ts'

const installation = join(import.meta.dirname, '../../..')
/** The names that Kontor creates in the data folder. */
const dataEntry = /^(files|upgrades|secret-key(\.new-\d+)?|postgres(\.log|-lib|\.new-.*)?)$/

/** The names that Kontor creates in the folder of the backups. */
const backupEntry = /^\.?kontor-[\dTZ-]+\.tar\.gz(\.age)?(\.tmp)?$/

/**
 * The account that KONTOR_USER names.
 * @returns undefined if it names none, or this process is not root
 * @throws SettingError
 */
export function namedAccount({ user }: Settings): Account | undefined {
  if (user === '' || process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number | undefined => {
    const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  }
  // A number need not have a name.
  const uid = idOf('-u') ?? (/^\d+$/.test(user) ? Number(user) : undefined)
  if (uid === undefined) throw new SettingError(`KONTOR_USER: there is no account ${user}`)
  if (uid === 0) throw new SettingError('KONTOR_USER must be another account than root')
  return { uid, gid: idOf('-g') ?? uid }
}

/**
 * Gives what root has created in the folders of an instance to the account, and verifies that the account can use them and read the
 * code, part of which is loaded later.
 * @returns whether it can; otherwise the log says what is missing
 */
export async function prepareAccount(account: Account, settings: Settings, log: Logger): Promise<boolean> {
  const { filesFolder, dataFolder, databaseUrl, backup, secretKey } = settings
  const to = { account, fromOthers: settings.user !== '' }
  if (await handOver(filesFolder, to, (name) => storeEntries.includes(name))) await chownPath(filesFolder, to)
  if (typeof backup?.place === 'string') await prepareBackupFolder(backup.place, to)
  // The data folder stays root's, so that nobody else can exchange what root's commands open there.
  if (usesDataFolder(settings) && (await handOver(dataFolder, to, (name) => dataEntry.test(name))))
    await allowTraversal(dataFolder)
  // With an external database, the folder may be somebody else's.
  if (!secretKey.isNamed) await chownPath(secretKey.file, to)
  const database = databaseUrl ? [] : [join(dataFolder, 'postgres')]
  const databaseLog = databaseUrl ? [] : [join(dataFolder, 'postgres.log')].filter((path) => existsSync(path))
  const code = [join(installation, 'server/main.ts'), fileURLToPath(import.meta.resolve('fastify'))]
  const required: [string[], number][] = [
    [[filesFolder, ...database], 0o7],
    [databaseLog, 0o6],
    [[installation, process.execPath], 0o5],
    [[...code, secretKey.file], 0o4],
  ]
  for (const [paths, rights] of required) {
    const path = await firstInaccessible(await realPaths(paths), account, rights)
    if (path === undefined) continue
    log.warn(
      { uid: account.uid, path },
      `stays root: the account that the service should run under (uid ${account.uid}) has no access to ${path}. ` +
        'Install Kontor and keep its data in folders that it may enter, or run Kontor as an ordinary user',
    )
    return false
  }
  // The folder may be read-only.
  await shareCompiledModules(account).catch(() => {})
  return true
}

/**
 * Lets the account read what Node has compiled for root: workers would compile it all again. Node writes these files for their owner
 * alone, in a folder whose name ends with the owner's id, and only when a process ends: then this one is root no more.
 */
async function shareCompiledModules({ uid }: Account): Promise<void> {
  flushCompileCache()
  const folder = getCompileCacheDir()
  if (!folder?.endsWith('-0')) return
  const { uid: owner, mtimeMs } = await stat(folder)
  const link = folder.replace(/-0$/, `-${uid}`)
  const linked = await lstat(link).catch(ignoreMissing)
  if (owner !== 0 || (linked && linked.mtimeMs > mtimeMs)) return
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644).catch(ignoreMissing)
  if (!linked) return symlink(basename(folder), link)
  const now = new Date()
  await lutimes(link, now, now)
}

/** With an external database, the folder of the files may be elsewhere, and the data folder belong to somebody else. */
const usesDataFolder = ({ databaseUrl, dataFolder, filesFolder }: Settings): boolean =>
  !databaseUrl || dirname(filesFolder) === dataFolder

/** Creates it if it is missing. If it cannot be used, the first backup reports that. */
async function prepareBackupFolder(folder: string, to: HandOver): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(() => {})
  const hasNoOthers = await handOver(folder, to, (name) => backupEntry.test(name)).catch(() => false)
  if (hasNoOthers) await chownPath(folder, to)
}

const realPaths = (paths: readonly string[]) => Promise.all(paths.map((path) => realpath(path)))

/** `fromOthers`: KONTOR_USER names the account, which gets the entries of a former one, too. */
type HandOver = { account: Account; fromOthers: boolean }

/** Gives away the entries that Kontor knows. @returns whether the folder has no others */
async function handOver(folder: string, to: HandOver, isKnown: (name: string) => boolean): Promise<boolean> {
  const names = await readdir(folder)
  for (const name of names.filter(isKnown)) await chownTree(join(folder, name), to)
  return names.every(isKnown)
}

/** Lets every account enter a folder of root, without seeing what is in it. */
async function allowTraversal(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid === 0) await chmod(folder, (mode & 0o777) | 0o011)
}

/**
 * The top last: an interrupted change of owner is continued by the next start. Another process that uses the folder may remove
 * entries meanwhile.
 */
export async function chownTree(top: string, to: HandOver): Promise<void> {
  if (!(await isDue(top, to))) return
  const entries = (await lstat(top)).isDirectory() ? await readdir(top, { recursive: true }) : []
  for (const entry of [...entries, '']) await chownPath(join(top, entry), to).catch(ignoreMissing)
}

async function chownPath(path: string, to: HandOver): Promise<void> {
  if (await isDue(path, to)) await changeOwner(path, to.account)
}

async function isDue(path: string, { account, fromOthers }: HandOver): Promise<boolean> {
  const { uid } = await lstat(path)
  return uid !== account.uid && (uid === 0 || fromOthers)
}

/** Goes on under the account, for good, without supplementary groups. */
export function giveUpRoot({ uid, gid }: Account, log: Logger): void {
  process.setgroups!([])
  process.setgid!(gid)
  process.setuid!(uid)
  log.info({ uid, gid }, `gave up root: runs as uid ${uid}`)
}
