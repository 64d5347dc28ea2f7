// The keys of an encrypted archive. Its parts are encrypted for public keys. A passphrase, which is slow, only encrypts the private
// key of the archive, which lies in the archive itself (`key.age`) in the form that `age -i` reads.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Archive, ArchiveError } from '../../files/archive.ts'
import { type ArchiveUnlock, decrypted, openCipher } from '../../files/archive-encryption.ts'
import { FilesUnavailable } from '../../files/files-unavailable.ts'
import { openFolderArchive } from '../../files/folder-archive.ts'
import { withArchive } from '../../files/open-archive.ts'
import type { ArchiveEncryption, Bucket } from '../../settings/settings.ts'

const keyFile = 'key.age'

/** In the data folder: the public key of the archive, for a start while its store is away. */
const knownKeyFile = 'archive-key.json'
type KnownKey = { archive: string; recipient: string }

/**
 * The public keys for which an archive is encrypted; none: it is not.
 * @throws ArchiveError if the archive has another passphrase; FilesUnavailable
 */
export async function archiveRecipients(
  place: string | Bucket,
  encryption: ArchiveEncryption | undefined,
  dataFolder: string,
): Promise<readonly string[]> {
  if (!encryption) return []
  if ('recipients' in encryption) return encryption.recipients
  const archive = typeof place === 'string' ? place : place.name
  try {
    const recipient = await withArchive(place, (opened) => openKey(opened, encryption))
    const known = `${JSON.stringify({ archive, recipient } satisfies KnownKey)}\n`
    await openFolderArchive(dataFolder).write(knownKeyFile, Readable.from([Buffer.from(known)]))
    return [recipient]
  } catch (error) {
    if (!(error instanceof FilesUnavailable) || error.isSetting) throw error
    const stored = await readFile(join(dataFolder, knownKeyFile), 'utf8').catch(() => '{}')
    const known = JSON.parse(stored) as Partial<KnownKey>
    if (known.archive !== archive || known.recipient === undefined) throw error
    return [known.recipient]
  }
}

/** The public key of the archive, whose private key is made with the first start. */
async function openKey(archive: Archive, encryption: { passphrase: string }): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const stored = await archive.read(keyFile)
  if (stored) return identityToRecipient(await decryptKey(stored, encryption.passphrase))
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const content = `# public key: ${recipient}\n${identity}\n`
  const { encrypt } = await openCipher(encryption)
  await archive.write(keyFile, await encrypt(Readable.from([Buffer.from(content)])))
  return recipient
}

async function decryptKey(stored: Readable, passphrase: string): Promise<string> {
  const content = await text(decrypted(stored, { passphrase }))
  const [identity] = /^AGE-SECRET-KEY-1\w+$/m.exec(content) ?? []
  if (identity === undefined) throw new ArchiveError(`${keyFile}: has no private key`)
  return identity
}

/** The private keys that decrypt an archive, with the one that the passphrase gives. @throws ArchiveError for another passphrase */
export async function archiveIdentities(
  archive: Archive,
  { identities = [], passphrase }: ArchiveUnlock,
): Promise<string[]> {
  const keys = identities.filter((key) => typeof key === 'string')
  const stored = passphrase === undefined ? undefined : await archive.read(keyFile)
  if (!stored) return keys
  try {
    return [...keys, await decryptKey(stored, passphrase!)]
  } catch (error) {
    // The passphrase of the settings may be that of other backups.
    if (keys.length > 0 && error instanceof ArchiveError) return keys
    throw error
  }
}
