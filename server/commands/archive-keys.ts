// The options of the commands that encrypt and decrypt archives.
import type { ArchiveUnlock } from '../platform/files/archive-encryption.ts'
import { checkPassphrase, checkRecipient } from '../platform/settings/backup-settings.ts'
import { readSecretFile } from '../platform/settings/setting-definition.ts'
import type { ArchiveEncryption, Settings } from '../platform/settings/settings.ts'
import { UsageError } from './command.ts'

export const recipientOption = [
  '--recipient <key...>',
  'encrypt for public keys of age (age1…); default: KONTOR_BACKUP_RECIPIENTS',
] as const
export const passphraseOption = [
  '--passphrase-file <file>',
  'file with the passphrase that encrypts or decrypts; default: KONTOR_BACKUP_PASSPHRASE',
] as const
export const identityOption = [
  '--identity-file <file>',
  'file with the private key of age (AGE-SECRET-KEY-1…) that decrypts',
] as const

export type ArchiveKeyOptions = { recipient?: string[]; passphraseFile?: string; identityFile?: string }

function readPassphrase(file: string): string {
  const passphrase = readSecretFile('--passphrase-file', file)
  if (passphrase === '') throw new UsageError(`--passphrase-file: ${file} is empty`)
  return passphrase
}

/** How an archive is to be encrypted; undefined: not at all. @throws UsageError, SettingError */
export function encryptionOf(
  { recipient, passphraseFile, identityFile }: ArchiveKeyOptions,
  { backupEncryption }: Pick<Settings, 'backupEncryption'>,
): ArchiveEncryption | undefined {
  if (identityFile !== undefined)
    throw new UsageError('--identity-file decrypts: it is for --verify and kontor restore')
  if (recipient && passphraseFile !== undefined)
    throw new UsageError('--recipient and --passphrase-file exclude each other')
  for (const key of recipient ?? []) {
    const fault = checkRecipient(key)
    if (fault) throw new UsageError(`--recipient ${fault}`)
  }
  if (recipient) return { recipients: recipient }
  if (passphraseFile === undefined) return backupEncryption
  const passphrase = readPassphrase(passphraseFile)
  const fault = checkPassphrase(passphrase)
  if (fault) throw new UsageError(`--passphrase-file: the passphrase ${fault}`)
  return { passphrase }
}

/** The keys that decrypt an archive. @throws UsageError, SettingError */
export function unlockOf(
  { recipient, passphraseFile, identityFile }: ArchiveKeyOptions,
  { backupEncryption }: Pick<Settings, 'backupEncryption'>,
): ArchiveUnlock {
  if (recipient) throw new UsageError('--recipient encrypts; an archive is decrypted by --identity-file')
  const ofSettings =
    backupEncryption && 'passphrase' in backupEncryption ? backupEncryption.passphrase : undefined
  return {
    identities: identityFile === undefined ? [] : readIdentities(identityFile),
    passphrase: passphraseFile === undefined ? ofSettings : readPassphrase(passphraseFile),
  }
}

/** The private keys of a file as age-keygen writes it. */
function readIdentities(file: string): string[] {
  const keys = readSecretFile('--identity-file', file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0 || keys.some((key) => !/^AGE-SECRET-KEY-(1|PQ-1)[0-9A-Z]+$/.test(key)))
    throw new UsageError(
      `--identity-file: ${file} must have private keys of age, as age-keygen writes them (AGE-SECRET-KEY-1…)`,
    )
  return keys
}
