// Encryption of one secret: AES-256-GCM. The stored text names its key; table, column and record are authenticated with it, so that
// nobody who writes to the database can move a secret to another record.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type SecretKind, secretColumns } from './secret-columns.ts'

/** A key with its id, which follows from it. */
export type SecretKey = { id: string; bytes: Buffer }

export const keyLength = 32
const ivLength = 12
const tagLength = 16
const sealedPattern = /^enc1\.([0-9a-f]{16})\.([\w-]+)$/

/** The beginning of every encrypted secret. */
export const sealedPrefix = 'enc1.'

/** A key of its bytes. */
export const toSecretKey = (bytes: Buffer): SecretKey => ({
  id: createHash('sha256').update('kontor secret key').update(bytes).digest('hex').slice(0, 16),
  bytes,
})

export const newSecretKey = (): SecretKey => toSecretKey(randomBytes(keyLength))

const contextOf = (kind: SecretKind, record: string | number): Buffer => {
  const { table, column } = secretColumns[kind]
  return Buffer.from(`${table}\n${column}\n${record}`)
}

/** Encrypts a secret for one record. */
export function seal(
  key: SecretKey,
  kind: SecretKind,
  record: string | number,
  plain: string | Buffer,
): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: tagLength })
  cipher.setAAD(contextOf(kind, record))
  const content = Buffer.concat([cipher.update(plain), cipher.final()])
  return `${sealedPrefix}${key.id}.${Buffer.concat([iv, content, cipher.getAuthTag()]).toString('base64url')}`
}

/** The id of the key of a stored secret; undefined: it is not encrypted. */
export const keyIdOf = (stored: string | Buffer): string | undefined =>
  sealedPattern.exec(stored.toString('latin1'))?.[1]

/**
 * Decrypts a secret of a record.
 * @throws Error if it was changed, or is of another record
 */
export function unseal(
  key: SecretKey,
  kind: SecretKind,
  record: string | number,
  stored: string | Buffer,
): Buffer {
  const bytes = Buffer.from(sealedPattern.exec(stored.toString('latin1'))![2]!, 'base64url')
  const { table, column } = secretColumns[kind]
  const damaged = `${table}.${column} of ${record} was changed, or belongs to another record: it cannot be decrypted`
  if (bytes.length < ivLength + tagLength) throw new Error(damaged)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(contextOf(kind, record))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()])
  } catch (error) {
    throw new Error(damaged, { cause: error })
  }
}
