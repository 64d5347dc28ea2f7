// The key of the secrets in an archive, which the archive does not have.
import { inTransaction } from '../platform/database/database.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { readKeyFile, writeKeyFile } from '../platform/secrets/key-file.ts'
import { secretColumns } from '../platform/secrets/secret-columns.ts'
import { ownAccounts } from '../platform/secrets/secrets.ts'
import { findLostSecrets, forgetSecrets } from '../platform/secrets/stored-secrets.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { UsageError } from './command.ts'
import { describeLost } from './secrets.ts'

export type RestoredKeyOptions = { secretKeyFile?: string; withoutSecrets?: true }

const owners = () => (process.getuid?.() === 0 ? undefined : ownAccounts())

/**
 * Puts the key of an archive into the key file of the instance.
 * @param id of the key; undefined: the archive has no encrypted secrets
 * @throws UsageError, SettingError if the key is not there; then nothing is to be restored
 */
export function adoptKey(
  id: string | undefined,
  { secretKey }: Pick<Settings, 'secretKey'>,
  { secretKeyFile, withoutSecrets }: RestoredKeyOptions,
): void {
  if (id === undefined) return
  const own = readKeyFile(secretKey, owners()) ?? []
  if (own.some((key) => key.id === id)) return
  const given = secretKeyFile === undefined ? undefined : readGiven(secretKeyFile)
  const key = given?.find((one) => one.id === id)
  if (!key) {
    if (withoutSecrets) return
    const names = Object.values(secretColumns).map(({ name }) => name)
    throw new UsageError(
      `the archive does not have the key ${id} of its secrets, ${given ? `and neither has ${secretKeyFile}` : `and ${secretKey.file} is not it`}: name the key file of the archived instance with --secret-key-file. ` +
        `Without it these are lost: ${names.join(', ')}. --without-secrets restores the rest, and lists whom it concerns`,
    )
  }
  try {
    writeKeyFile(secretKey, [...own, ...given!.filter((one) => one.id !== id), key])
  } catch (error) {
    throw new UsageError(
      `KONTOR_SECRET_KEY_FILE: ${secretKey.file} cannot be written (${(error as { code?: string }).code}): it must have the key ${id} of the archive`,
    )
  }
}

function readGiven(file: string) {
  const keys = readKeyFile({ file, isNamed: true }, owners())
  if (!keys) throw new UsageError(`--secret-key-file: there is no file ${file}`)
  return keys
}

/** Forgets the secrets of a restored instance whose key is not there, and says whom that concerns. */
export async function forgetWithoutKey({ db, secrets }: Instance): Promise<void> {
  const lost = await findLostSecrets(db, secrets)
  if (lost.length === 0) return
  await inTransaction(db, { userId: null, via: 'kontor restore' }, (tx) => forgetSecrets(tx, lost))
  console.error(`restored without these secrets:\n${describeLost(lost)}`)
}
