import { lchown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Numeric ids of an account of the system. */
export type Account = { uid: number; gid: number }

/** The account without rights of its own. */
export const nobody: Account = { uid: 65534, gid: 65534 }

/** The rights that an account needs on a path, as in a file mode: read 4, write 2, enter or execute 1. */
type Rights = number

/**
 * The first folder on the way to one of the paths that the account may not enter, or the path itself if the account lacks the rights
 * on it.
 * @param paths that exist, absolute and without links
 */
export async function firstInaccessible(
  paths: readonly string[],
  account: Account,
  rights: Rights = 0o1,
): Promise<string | undefined> {
  for (const path of paths) {
    const folders: string[] = []
    for (let folder = dirname(path); folders[0] !== folder; folder = dirname(folder)) folders.unshift(folder)
    for (const folder of folders) if (!(await isAllowed(folder, account, 0o1))) return folder
    if (!(await isAllowed(path, account, rights))) return path
  }
  return undefined
}

async function isAllowed(path: string, account: Account, rights: Rights): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & rights) === rights
}

/** Gives a file or folder to an account. A share that does not take root for root leaves it as it is. */
export async function changeOwner(path: string, { uid, gid }: Account): Promise<void> {
  await lchown(path, uid, gid).catch((error) => {
    if (error.code !== 'EPERM') throw error
  })
}

/** Gives a file or folder that root has just created to the owner of its folder: the service may run under that account. */
export async function inheritOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(dirname(path))
  if (owner.uid !== 0) await changeOwner(path, owner)
}
