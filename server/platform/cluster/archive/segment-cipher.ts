// Encrypted segments of the log: gzip, then age. The header tells the digest of the content, in a stanza that readers of age ignore:
// a machine that only has the public key can thus tell a segment that it archives again from one of another database.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { decrypted, readHeader } from '../../files/archive-encryption.ts'

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Compresses a segment, and encrypts it if there are public keys. */
export async function packSegment(content: Buffer, recipients: readonly string[]): Promise<Buffer> {
  const packed = await promisify(gzip)(content)
  if (recipients.length === 0) return packed
  const { Encrypter, Stanza } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const digest = new Stanza(['kontor/sha256', digestOf(content)], new Uint8Array())
  encrypter.addRecipient({ wrapFileKey: () => [digest] })
  return Buffer.from(await encrypter.encrypt(packed))
}

/** The content of an archived segment. @throws ArchiveError, or an Error if it is damaged */
export const unpackSegment = async (archived: Readable, identities: readonly string[]): Promise<Buffer> =>
  promisify(gunzip)(await buffer(decrypted(archived, { identities })))

/** Whether an archived segment has this content; `unverified`: it is damaged, or says so of what it has encrypted. */
export async function compareSegment(
  archived: Readable,
  content: Buffer,
  isEncrypted: boolean,
): Promise<'same' | 'other' | 'unverified'> {
  if (!isEncrypted) {
    const found = await unpackSegment(archived, []).catch(() => undefined)
    return found ? (found.equals(content) ? 'same' : 'other') : 'unverified'
  }
  const header = await readHeader(archived)
  if (header === undefined) return 'unverified'
  return header.includes(`\n-> kontor/sha256 ${digestOf(content)}\n`) ? 'unverified' : 'other'
}
