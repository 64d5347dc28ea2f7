// Backups that the service makes by schedule.
import type { Bucket } from './place-settings.ts'
import type { SettingDefinition } from './setting-definition.ts'
import { SettingError } from './setting-error.ts'
import { checkOptionalPlace } from './setting-values.ts'

/** How many backups are kept: the newest one of each of the last days, weeks and months that have one. */
export type BackupsToKeep = { days: number; weeks: number; months: number }

/** Where, when and for how long backups are made by schedule. */
export type BackupSettings = {
  /** A folder or a bucket. */
  place: string | Bucket
  /** Times of day in the time zone of the instance, `HH:MM`, ascending. */
  times: readonly [string, ...string[]]
  /** Left out: all of them. */
  keep: BackupsToKeep | undefined
}

/** How archives are encrypted by age: for public keys, or by a passphrase. */
export type ArchiveEncryption = { recipients: readonly string[] } | { passphrase: string }

const minPassphraseLength = 12

/** @returns what is wrong with a passphrase */
export const checkPassphrase = (value: string): string | undefined =>
  value.length >= minPassphraseLength ? undefined : `must have at least ${minPassphraseLength} characters`

/** @returns what is wrong with a public key of age */
export const checkRecipient = (value: string): string | undefined =>
  /^age1(pq1|tag1|tagpq1)?[02-9ac-hj-np-z]{58,}$/.test(value)
    ? undefined
    : 'must be a public key of age, such as age1…'

const namesOf = (value: string): string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const timesPattern = /^([01]\d|2[0-3]):[0-5]\d(,([01]\d|2[0-3]):[0-5]\d){0,23}$/
const keepPattern = /^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/

/** @returns undefined: all are kept; null: the value is neither */
function parseKeep(value: string): BackupsToKeep | undefined | null {
  if (value === 'all') return undefined
  const [days = 0, weeks = 0, months = 0] = (keepPattern.exec(value) ?? []).slice(1).map(Number)
  return days + weeks + months > 0 ? { days, weeks, months } : null
}

export const backupSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_BACKUP',
    help: 'folder or bucket (s3://bucket/prefix) in which the service makes a verified backup every day; default: none',
    defaultValue: '',
    check: checkOptionalPlace,
  },
  {
    name: 'KONTOR_BACKUP_AT',
    help: 'times of day at which backups are made, in the time zone of the instance, separated by commas, such as 01:30,13:00',
    defaultValue: '01:30',
    check: (value) =>
      timesPattern.test(value) ? undefined : 'must be times from 00:00 to 23:59, separated by commas',
  },
  {
    name: 'KONTOR_BACKUP_KEEP',
    help: 'which backups are kept: the newest of each of the last days (d), weeks (w) and months (m) that have one; or all',
    defaultValue: '7d,4w,12m',
    check: (value) =>
      parseKeep(value) === null
        ? 'must be numbers of days, weeks and months such as 7d,4w,12m, or all'
        : undefined,
  },
  {
    name: 'KONTOR_BACKUP_RECIPIENTS',
    help: 'public keys of age for which backups and KONTOR_ARCHIVE are encrypted, separated by commas, such as age1…; default: none',
    defaultValue: '',
    check: (value) => namesOf(value).map(checkRecipient).find(Boolean),
  },
  {
    name: 'KONTOR_BACKUP_PASSPHRASE',
    help: 'passphrase by which they are encrypted instead, at least 12 characters; default: none',
    defaultValue: '',
    isSecret: true,
    check: (value) => (value === '' ? undefined : checkPassphrase(value)),
  },
]

/** @param bucket that KONTOR_BACKUP names; left out: it names a folder, or nothing */
export function parseBackup(
  bucket: Bucket | undefined,
  value: (name: string) => string,
  absolutePath: (path: string) => string,
): BackupSettings | undefined {
  const place = value('KONTOR_BACKUP')
  const [first, ...more] = value('KONTOR_BACKUP_AT').split(',').toSorted()
  const keep = parseKeep(value('KONTOR_BACKUP_KEEP')) ?? undefined
  return place === '' ? undefined : { place: bucket ?? absolutePath(place), times: [first!, ...more], keep }
}

/** @throws SettingError */
export function parseArchiveEncryption(value: (name: string) => string): ArchiveEncryption | undefined {
  const recipients = namesOf(value('KONTOR_BACKUP_RECIPIENTS'))
  const passphrase = value('KONTOR_BACKUP_PASSPHRASE')
  if (recipients.length > 0 && passphrase !== '')
    throw new SettingError('KONTOR_BACKUP_RECIPIENTS and KONTOR_BACKUP_PASSPHRASE exclude each other')
  return recipients.length > 0 ? { recipients } : passphrase === '' ? undefined : { passphrase }
}
