// The secrets of an instance: they are encrypted by the key that the database names (secret_key), and decrypted by any key of the file.
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { type Db, inTransaction, type Reader, systemActor, type Tx } from '../database/database.ts'
import type { Account } from '../ground/account.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { SecretKeyPlace } from '../settings/settings.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'
import { keyIdOf, newSecretKey, type SecretKey, seal, unseal } from './sealing.ts'
import type { SecretKind } from './secret-columns.ts'

export type Secrets = {
  /**
   * Creates the key of a new instance; afterwards, verifies that the file has the key of the database.
   * @returns whether it was created
   * @throws SettingError
   */
  claim(): Promise<boolean>
  /** Encrypts a secret of a record. A rotation waits for the transaction, and the other way round. @throws SettingError */
  seal(tx: Tx, kind: SecretKind, record: string | number, plain: string | Buffer): Promise<string>
  /**
   * Decrypts a secret of a record. One that is not encrypted yet is returned as it is: of a version before, or of a data set.
   * @throws SettingError without its key, Error if it was changed
   */
  open(kind: SecretKind, record: string | number, stored: string | Buffer): Buffer
  /** Whether the file has a key, or had it since the start. */
  hasKey(id: string): boolean
  /** The keys of the file, the newest one last. @throws SettingError */
  readKeys(): readonly SecretKey[]
}

/** The id of the key that encrypts; undefined: no service has started yet. */
export const loadKeyId = async (reader: Reader): Promise<string | undefined> =>
  (await reader.selectFrom('secret_key').select('id').executeTakeFirst())?.id

/** The error of a key that is missing, with the ways out. */
export const missingKey = ({ file }: SecretKeyPlace, id: string, exists: boolean): SettingError =>
  new SettingError(
    `KONTOR_SECRET_KEY_FILE: the secrets in the database are encrypted by the key ${id}, ${
      exists ? `which ${file} does not have` : `but there is no key file ${file}`
    }: copy the key file of this instance there. If it is lost, kontor secrets forget lists and removes the secrets`,
  )

/**
 * @param owners the accounts that the key file may belong to
 * @param place of the key file
 */
export function openSecrets(
  db: Db,
  place: SecretKeyPlace,
  owners: readonly number[] = ownAccounts(),
): Secrets {
  const keys = new Map<string, SecretKey>()
  const read = (): readonly SecretKey[] | undefined => {
    const found = readKeyFile(place, owners)
    // One that a rotation has removed from the file may still be in a row that was read before.
    for (const key of found ?? []) keys.set(key.id, key)
    return found
  }
  const keyOf = (id: string): SecretKey => {
    const exists = keys.has(id) || read() !== undefined
    const key = keys.get(id)
    if (!key) throw missingKey(place, id, exists)
    return key
  }
  /** Two services that start on an empty database at the same time agree on one key. */
  const claimFirst = async (tx: Tx): Promise<{ id: string; isNew: boolean }> => {
    await sql`lock table secret_key in share row exclusive mode`.execute(tx)
    const id = await loadKeyId(tx)
    if (id !== undefined) return { id, isNew: false }
    const found = read()
    if (!found && place.isNamed)
      throw new SettingError(
        `KONTOR_SECRET_KEY_FILE: there is no file ${place.file}. Make one: (umask 077; openssl rand -base64 32 > ${place.file})`,
      )
    const key = found?.at(-1) ?? newSecretKey()
    if (!found) writeKeyFile(place, [key])
    keys.set(key.id, key)
    await tx.insertInto('secret_key').values({ id: key.id }).execute()
    return { id: key.id, isNew: !found }
  }

  return {
    async claim() {
      // Nothing to write, and no lock to wait for, at every start but the first.
      const id = await loadKeyId(db)
      const claimed =
        id === undefined ? await inTransaction(db, systemActor, claimFirst) : { id, isNew: false }
      keyOf(claimed.id)
      return claimed.isNew
    },

    async seal(tx, kind, record, plain) {
      const { rows } = await sql<{ id: string }>`select id from secret_key for share`.execute(tx)
      const id = rows[0]?.id ?? (await claimFirst(tx)).id
      return seal(keyOf(id), kind, record, plain)
    },

    open(kind, record, stored) {
      const id = keyIdOf(stored)
      return id === undefined ? Buffer.from(stored) : unseal(keyOf(id), kind, record, stored)
    },

    hasKey(id) {
      if (!keys.has(id)) read()
      return keys.has(id)
    },

    readKeys: () => read() ?? [],
  }
}

/** The accounts that may own the key file: that of this process and root. */
export const ownAccounts = (): number[] => [process.getuid?.() ?? 0, 0]

/**
 * The accounts that may own a key file that a service opens.
 * @param account under which a service of root goes on. It gets the key file of the data folder from a former one, as all that Kontor
 *   has made in this folder, which only root can change.
 */
export function keyOwners({ file, isNamed }: SecretKeyPlace, account: Account | undefined): number[] {
  const former =
    process.getuid?.() === 0 && !isNamed ? statSync(file, { throwIfNoEntry: false })?.uid : undefined
  return [...ownAccounts(), ...(account ? [account.uid] : []), ...(former === undefined ? [] : [former])]
}
