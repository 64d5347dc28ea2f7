import { Command } from 'commander'
import { inTransaction } from '../platform/database/database.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { writeKeyFile } from '../platform/secrets/key-file.ts'
import { newSecretKey, type SecretKey } from '../platform/secrets/sealing.ts'
import { secretColumns } from '../platform/secrets/secret-columns.ts'
import { loadKeyId } from '../platform/secrets/secrets.ts'
import {
  findLostSecrets,
  forgetSecrets,
  type LostSecrets,
  loadUsedKeyIds,
  rotateTo,
} from '../platform/secrets/stored-secrets.ts'
import { UsageError, withInstance } from './command.ts'

/** `kontor secrets …` */
export const secretsCommand = new Command('secrets').description(
  'the key that encrypts the secrets in the database: change it, or forget the secrets if it is lost',
)

secretsCommand
  .command('rotate')
  .description(
    'encrypt all secrets by a new key, beside the running service; an interrupted rotation goes on when it is run again',
  )
  .option(
    '--prepare',
    'only add the new key to the key file, to be copied to the other services of the instance before the rotation',
  )
  .action(async ({ prepare }: { prepare?: true }) => {
    await withInstance(async (instance) => {
      await instance.secrets.claim()
      const next = await prepareKey(instance)
      if (prepare) return console.error(`the key ${next.id} is in ${instance.settings.secretKey.file}`)
      await rotate(instance, next)
    })
  })

/** The newest key of the file if it is not in use yet, otherwise a new one, which is added. */
async function prepareKey({ db, secrets, settings: { secretKey } }: Instance): Promise<SecretKey> {
  const keys = secrets.readKeys()
  const newest = keys.at(-1)!
  if (newest.id !== (await loadKeyId(db))) return newest
  const next = newSecretKey()
  try {
    writeKeyFile(secretKey, [...keys, next])
  } catch (error) {
    throw new UsageError(
      `KONTOR_SECRET_KEY_FILE: ${secretKey.file} cannot be written (${(error as { code?: string }).code}). Add a line with a new key where the file comes from (openssl rand -base64 32), and run the command again`,
    )
  }
  return next
}

async function rotate({ db, secrets, settings: { secretKey } }: Instance, next: SecretKey): Promise<void> {
  const { count, missingKeys } = await inTransaction(db, { userId: null, via: 'kontor secrets' }, (tx) =>
    rotateTo(tx, secrets, next),
  )
  console.error(`${count} secrets are encrypted by the key ${next.id}`)
  for (const id of missingKeys)
    console.error(`secrets of the key ${id} stay as they are: ${secretKey.file} does not have it`)
  const used = await loadUsedKeyIds(db)
  const keys = secrets.readKeys()
  const needed = keys.filter(({ id }) => id === next.id || used.has(id))
  if (needed.length === keys.length) return
  try {
    writeKeyFile(secretKey, needed)
    console.error(`${secretKey.file} has no former key any more: keep a copy of it apart from the backups`)
  } catch (error) {
    console.error(
      `${secretKey.file} cannot be written (${(error as { code?: string }).code}): remove its lines but the last one where the file comes from`,
    )
  }
}

/** The secrets that are lost with a key, for the operator. */
export const describeLost = (lost: readonly LostSecrets[]): string =>
  lost
    .map(({ kind, owners }) => {
      const { name, loss } = secretColumns[kind]
      return `${name}: ${owners.join(', ')}\n  ${loss}`
    })
    .join('\n')

secretsCommand
  .command('forget')
  .description(
    'list the secrets that the key file does not decrypt; with --yes, remove them, so that the service starts with another key',
  )
  .option('--yes', 'remove them')
  .action(async ({ yes }: { yes?: true }) => {
    await withInstance(async ({ db, secrets }) => {
      const lost = await findLostSecrets(db, secrets)
      const id = await loadKeyId(db)
      if (lost.length === 0 && (id === undefined || secrets.hasKey(id)))
        return console.error('nothing is lost: the key file decrypts all secrets')
      if (lost.length > 0) console.log(describeLost(lost))
      if (!yes) throw new UsageError('nothing was removed: kontor secrets forget --yes does it')
      await inTransaction(db, { userId: null, via: 'kontor secrets' }, (tx) => forgetSecrets(tx, lost))
      console.error('removed; restart the services of the instance')
    })
  })
