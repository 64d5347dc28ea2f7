// The file of the keys: one key a line, in base64, the newest one last. Two during a rotation. Synchronous, because a key that a
// process does not know yet is looked for in the middle of a query's result.
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { SettingError } from '../settings/setting-error.ts'
import type { SecretKeyPlace } from '../settings/settings.ts'
import { keyLength, type SecretKey, toSecretKey } from './sealing.ts'

const settingOf = ({ isNamed }: SecretKeyPlace): string =>
  isNamed ? 'KONTOR_SECRET_KEY_FILE' : 'KONTOR_DATA'

/** The fault of the owner or the mode of a file, if there is one. A mounted secret belongs to root, and a group reads it. */
function faultOf(
  { isNamed }: SecretKeyPlace,
  { uid, mode }: { uid: number; mode: number },
  owners: readonly number[] | undefined,
): string | undefined {
  if (owners && !owners.includes(uid))
    return `belongs to the uid ${uid}, and must belong to the account of the service or to root`
  const forbidden = isNamed ? 0o037 : 0o077
  return (mode & forbidden) === 0
    ? undefined
    : `has the mode ${(mode & 0o777).toString(8).padStart(4, '0')}, so that others can read or change it: chmod 0600`
}

/**
 * Reads the keys.
 * @param owners the accounts that the file may belong to; undefined: root looks at the file of some service
 * @returns undefined: there is no file
 * @throws SettingError if it cannot be read, or others may read it
 */
export function readKeyFile(
  place: SecretKeyPlace,
  owners: readonly number[] | undefined,
): SecretKey[] | undefined {
  const setting = settingOf(place)
  let handle: number
  try {
    handle = openSync(place.file, constants.O_RDONLY)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new SettingError(`${setting}: the key file ${place.file} cannot be read (${code})`)
  }
  try {
    const found = fstatSync(handle)
    const fault = found.isFile() ? faultOf(place, found, owners) : 'is not a file'
    if (fault) throw new SettingError(`${setting}: the key file ${place.file} ${fault}`)
    return parseKeys(readFileSync(handle, 'utf8'), `${setting}: the key file ${place.file}`)
  } finally {
    closeSync(handle)
  }
}

function parseKeys(text: string, where: string): SecretKey[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const keys = lines.map((line) => Buffer.from(line, 'base64'))
  if (keys.length === 0 || keys.some(({ length }) => length !== keyLength))
    throw new SettingError(`${where} must have a key of 32 bytes in base64 on each line`)
  return keys.map(toSecretKey)
}

const head =
  '# The key of the secrets in the database of Kontor (docs/operating.md). Keep a copy apart from the backups.\n'

/** Replaces the file by one with these keys, of the same owner, or creates it. @throws the error of the file system */
export function writeKeyFile({ file }: SecretKeyPlace, keys: readonly SecretKey[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const before = statSync(file, { throwIfNoEntry: false })
  const partial = `${file}.new-${process.pid}`
  rmSync(partial, { force: true })
  const handle = openSync(partial, 'wx', 0o600)
  try {
    writeFileSync(handle, `${head}${keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')}`)
    // The service may run under another account.
    const { uid, gid } = before ?? statSync(dirname(file))
    if (process.getuid?.() === 0 && uid !== 0) fchownSync(handle, uid, gid)
    fsyncSync(handle)
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
