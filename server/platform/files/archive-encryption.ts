// Encryption of archives in the format of age (age-encryption.org/v1), as a stream: whoever has `age` can read them without Kontor.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Identity } from 'age-encryption'
import type { ArchiveEncryption } from '../settings/settings.ts'
import { ArchiveError } from './archive.ts'

/** The keys that decrypt an archive: private keys (`AGE-SECRET-KEY-1…`), or keys of the process that has encrypted it, or a passphrase. */
export type ArchiveUnlock = { identities?: readonly (string | Identity)[]; passphrase?: string | undefined }

/** Encrypts one archive. */
export type ArchiveCipher = {
  encrypt(content: Readable): Promise<Readable>
  /** Decrypts it for the verification, also without a private key. */
  unlock: ArchiveUnlock
}

/** The name of an encrypted archive ends with it. */
export const encryptedSuffix = '.age'

const toNode = (stream: unknown): Readable => Readable.fromWeb(stream as ReadableStream)
const toWeb = (content: Readable) =>
  Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>

/** @throws ArchiveError for an invalid public key */
export async function openCipher(encryption: ArchiveEncryption): Promise<ArchiveCipher> {
  // Only encrypted archives need it.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  const encrypt = async (content: Readable) => toNode(await encrypter.encrypt(toWeb(content)))
  if ('passphrase' in encryption) {
    encrypter.setPassphrase(encryption.passphrase)
    return { encrypt, unlock: { passphrase: encryption.passphrase } }
  }
  for (const recipient of encryption.recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new ArchiveError(`${recipient} is not a public key of age: ${(error as Error).message}`)
    }
  // The key of the archive itself, which is in the memory of this process alone.
  let fileKey: Uint8Array | null = null
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key
      return []
    },
  })
  return { encrypt, unlock: { identities: [{ unwrapFileKey: () => fileKey }] } }
}

const mark = Buffer.from('age-encryption.org/v1\n')

/** Reads a source until its beginning has so many bytes, or it ends. */
async function readHead(source: AsyncIterable<Buffer>, isEnough: (head: Buffer) => boolean) {
  const iterator = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (!isEnough(head)) {
    const next = await iterator.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

const isMarked = (head: Buffer) => head.subarray(0, mark.length).equals(mark)

const maxHeaderBytes = 2 ** 20
const headerEnd = /\n--- [^\n]*\n/

/** The header of an encrypted file, which names its keys; undefined: the file is not encrypted, or has no whole header. */
export async function readHeader(source: Readable): Promise<string | undefined> {
  const { head } = await readHead(
    source,
    (read) =>
      read.length >= mark.length &&
      (!isMarked(read) || read.length > maxHeaderBytes || headerEnd.test(read.toString('latin1'))),
  )
  source.destroy()
  const text = head.toString('latin1')
  const end = headerEnd.exec(text)
  return isMarked(head) && end ? text.slice(0, end.index + end[0].length) : undefined
}

/** @throws ArchiveError without any key */
async function openDecrypter({ identities = [], passphrase }: ArchiveUnlock) {
  if (identities.length === 0 && passphrase === undefined)
    throw new ArchiveError(
      'the archive is encrypted: name the file of the private key (--identity-file) or of the passphrase (--passphrase-file)',
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  return decrypter
}

const toArchiveError = (error: Error): ArchiveError =>
  new ArchiveError(
    /no identity matched/.test(error.message)
      ? 'the archive is encrypted for other keys, or by another passphrase'
      : `the head of the encrypted archive is damaged: ${error.message}`,
    { cause: error },
  )

/** @throws ArchiveError unless the keys decrypt a file with this header */
export async function assertUnlocks(header: string, unlock: ArchiveUnlock): Promise<void> {
  const decrypter = await openDecrypter(unlock)
  await decrypter.decryptHeader(Buffer.from(header, 'latin1')).catch((error) => {
    throw toArchiveError(error)
  })
}

/**
 * Decrypts an archive if it is encrypted.
 * @throws ArchiveError if it is, and the keys do not fit; while it is read, if it was changed or has no end
 */
export async function* decrypted(
  source: AsyncIterable<Buffer>,
  unlock: ArchiveUnlock = {},
): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(source, (read) => read.length >= mark.length)
  const whole = async function* () {
    yield head
    yield* rest
  }
  if (!isMarked(head)) return yield* whole()
  const decrypter = await openDecrypter(unlock)
  const content = Readable.from(whole(), { objectMode: false })
  const opened = await decrypter.decrypt(toWeb(content)).catch((error) => {
    throw toArchiveError(error)
  })
  try {
    yield* toNode(opened)
  } catch (error) {
    // The source may have failed, such as a disk or a bucket.
    if ((error as { syscall?: string }).syscall !== undefined) throw error
    throw new ArchiveError(
      `the encrypted archive was changed, or its end is missing (${(error as Error).message})`,
      { cause: error },
    )
  }
}
