// Started as root, a service goes on under another account, if this account can read the code and write the data.
import { spawnSync } from 'node:child_process'
import { lchown, lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { storeEntries } from '../files/files-mark.ts'
import { type Account, firstInaccessible } from './account.ts'
import { SettingError, type Settings } from './settings.ts'

const installation = join(import.meta.dirname, '../../..')
/** What Kontor creates in the data folder. */
const dataEntry = /^(files|postgres(\.log|-lib|\.new-.*)?)$/

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
  const { filesFolder, dataFolder, databaseUrl } = settings
  const to = { account, fromOthers: settings.user !== '' }
  await handOver(filesFolder, to, (name) => storeEntries.includes(name))
  if (!databaseUrl) await handOver(dataFolder, to, (name) => dataEntry.test(name))
  const folders = [filesFolder, ...(databaseUrl ? [] : [dataFolder])]
  const code = [join(installation, 'server/main.ts'), fileURLToPath(import.meta.resolve('fastify'))]
  const inaccessible =
    (await firstInaccessible(await realPaths(folders), account, 0o7)) ??
    (await firstInaccessible(await realPaths([installation, process.execPath]), account, 0o5)) ??
    (await firstInaccessible(await realPaths(code), account, 0o4))
  if (inaccessible === undefined) return true
  log.warn(
    { uid: account.uid, path: inaccessible },
    `stays root: the account that the service should run under (uid ${account.uid}) has no access to ${inaccessible}. ` +
      'Give it access, install Kontor and keep its data elsewhere, or run Kontor as an ordinary user',
  )
  return false
}

const realPaths = (paths: readonly string[]) => Promise.all(paths.map((path) => realpath(path)))

/** `fromOthers`: KONTOR_USER names the account, which gets the entries of a former one, too. */
type HandOver = { account: Account; fromOthers: boolean }

/** Gives away the entries that Kontor knows, and the folder itself unless it has others. */
async function handOver(folder: string, to: HandOver, isKnown: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder)
  try {
    for (const name of names.filter(isKnown)) await giveTree(join(folder, name), to)
    if (names.every(isKnown)) await give(folder, to)
  } catch (error) {
    // A share that does not take root for root: access is verified next.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** The top last: an interrupted change of owner is continued by the next start. */
async function giveTree(top: string, to: HandOver): Promise<void> {
  if (!(await isDue(top, to))) return
  const entries = (await lstat(top)).isDirectory() ? await readdir(top, { recursive: true }) : []
  for (const entry of [...entries, '']) await give(join(top, entry), to)
}

async function give(path: string, to: HandOver): Promise<void> {
  if (await isDue(path, to)) await lchown(path, to.account.uid, to.account.gid)
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
