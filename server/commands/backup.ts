import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { BackupError } from '../backup/archive-format.ts'
import type { WrittenArchive } from '../backup/archive-writer.ts'
import { backup, type PassOptions, passBackup } from '../backup/backup.ts'
import { assertKnownSchema } from '../backup/read-contents.ts'
import { completeRestore, InstanceNotEmpty, type OpenEmpty, restore } from '../backup/restore.ts'
import { makeScheduledBackup } from '../backup/scheduled-backup.ts'
import { verifyArchive } from '../backup/verify.ts'
import { SchemaTooNew } from '../platform/database/migrate.ts'
import { ArchiveError } from '../platform/files/archive.ts'
import { type ArchiveCipher, type ArchiveUnlock, openCipher } from '../platform/files/archive-encryption.ts'
import { withArchive } from '../platform/files/open-archive.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { endBackupRun, withBackupRun } from '../platform/runtime/backups/backup-record.ts'
import { type ArchiveEncryption, readSettings } from '../platform/settings/settings.ts'
import {
  type ArchiveKeyOptions,
  encryptionOf,
  identityOption,
  passphraseOption,
  recipientOption,
  unlockOf,
} from './archive-keys.ts'
import { UsageError, withInstance } from './command.ts'
import { inMegabytes, megabyte, withProgressBar } from './progress-bar.ts'
import { recordExport } from './record-export.ts'
import { restoreToTime } from './restore-to-time.ts'
import { adoptKey, forgetWithoutKey, type RestoredKeyOptions } from './restored-secrets.ts'

type BackupOptions = ArchiveKeyOptions & { verify?: true; scheduled?: true }

/** `kontor backup FILE` */
export const backupCommand = new Command('backup')
  .description(
    'write all tables and stored files into one archive (tar), with checksums, and read it back; or verify an archive',
  )
  .argument(
    '[file]',
    'the archive, compressed if it ends in .gz or .gz.age; an existing file is replaced; -: standard output',
  )
  .option(
    '--verify',
    'read an archive in full and compare its checksums, without an instance; -: standard input',
  )
  .option(...recipientOption)
  .option(...passphraseOption)
  .option(...identityOption)
  .addOption(new Option('--scheduled').hideHelp())
  .action(async (file: string | undefined, { verify, scheduled, ...keys }: BackupOptions) => {
    if (scheduled) return backUpBySchedule()
    if (file === undefined) throw new UsageError('backup requires a file, or - for standard output')
    if (verify) {
      const unlock = unlockOf(keys, readSettings(process.env))
      return reportErrors('the archive is not valid', () => verifyFile(file, unlock))
    }
    if (file !== '-' && (await stat(file).catch(() => undefined))?.isFile() === false)
      throw new UsageError(`${file} is not a regular file`)
    const encryption = encryptionOf(keys, readSettings(process.env))
    await reportErrors('no archive was written', () => backUp(file, encryption))
  })

async function backUp(file: string, encryption: ArchiveEncryption | undefined): Promise<void> {
  const cipher = encryption && (await openCipher(encryption))
  const { files, bytes } = await withProgressBar((update) =>
    withInstance(
      async (instance) => {
        await recordExport(instance, 'kontor backup')
        const progress = inMegabytes(update('MB'))
        const options = { progress, cipher }
        return recorded(instance, file, cipher, () =>
          file === '-' ? writeToOutput(instance, options) : backup(instance, resolve(file), options),
        )
      },
      { files: 'used' },
    ),
  )
  const state =
    file === '-' ? 'not verified: verify what was received with kontor backup --verify' : 'verified'
  console.error(`backed up: all tables and ${files} files, ${(bytes / megabyte).toFixed(1)} MB, ${state}`)
}

async function writeToOutput(
  instance: Instance,
  options: Pick<PassOptions, 'progress' | 'cipher'>,
): Promise<WrittenArchive> {
  const write = (content: Readable) =>
    pipeline(content, process.stdout).catch((error) => {
      throw error.code === 'EPIPE'
        ? new BackupError('standard output was closed before the archive was complete', { cause: error })
        : error
    })
  return passBackup(instance, write, { compressed: false, ...options })
}

/** Makes a backup, reads it back, and records both. A database that cannot be written can still be saved. */
async function recorded(
  { db, log }: Instance,
  file: string,
  cipher: ArchiveCipher | undefined,
  make: () => Promise<WrittenArchive>,
): Promise<WrittenArchive> {
  const isFile = file !== '-'
  const makeVerified = async () => {
    const written = await make()
    if (!isFile) return { written, bytes: written.bytes, files: written.files, records: 0 }
    const { size: bytes } = await stat(file)
    const found = await verifyArchive(createReadStream(file), undefined, cipher?.unlock)
    return { written, bytes, ...found }
  }
  const place = isFile ? dirname(resolve(file)) : file
  let hasStarted = false
  try {
    const written = await withBackupRun(
      db,
      { cause: 'command', place, name: isFile ? basename(file) : file },
      async (run) => {
        hasStarted = true
        const end = (result: Parameters<typeof endBackupRun>[2]) =>
          endBackupRun(db, run, result).catch((error) =>
            log.warn({ err: error }, 'the backup was not recorded'),
          )
        try {
          const { written, ...found } = await makeVerified()
          await end({ ...found, isVerified: isFile, error: '' })
          return written
        } catch (error) {
          const { message } = error as Error
          await end({ bytes: 0, files: 0, records: 0, isVerified: false, error: message })
          throw error
        }
      },
    )
    return written!
  } catch (error) {
    if (hasStarted) throw error
    log.warn({ err: error }, 'the backup is not recorded')
    return (await makeVerified()).written
  }
}

/** Started by the service, which gets the outcome by a message and whose end ends it. */
async function backUpBySchedule(): Promise<void> {
  if (!process.send) throw new UsageError('--scheduled is for the service')
  process.on('disconnect', () => process.exit(1))
  // Requests come first.
  setPriority(19)
  const outcome = await withInstance(makeScheduledBackup, { files: 'used', migrate: false })
  process.send(outcome, () => process.exit(outcome.state === 'failed' ? 1 : 0))
}

async function verifyFile(file: string, unlock: ArchiveUnlock): Promise<void> {
  const { files, records } = await withSource(file, (source) =>
    verifyArchive(source, assertKnownSchema, unlock),
  )
  console.error(`verified: ${records} records and ${files} files`)
}

/** The content of an archive: a file, an object of a bucket, or standard input. */
async function withSource<T>(file: string, work: (source: Readable) => Promise<T>): Promise<T> {
  if (file === '-') return work(process.stdin)
  if (!/^s3:/.test(file)) {
    await assertFile(file)
    return work(createReadStream(file))
  }
  const bucket = readSettings({ ...process.env, KONTOR_BACKUP: dirname(file) }).backup!.place
  return withArchive(bucket, async (archive) => {
    const content = await archive.read(basename(file))
    if (!content) throw new UsageError(`there is no object ${file}`)
    return work(content)
  })
}

async function assertFile(file: string): Promise<void> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`there is no file ${file}`)
}

type RestoreOptions = ArchiveKeyOptions & RestoredKeyOptions & { toTime?: string; archive?: string }

/** `kontor restore FILE` */
export const restoreCommand = new Command('restore')
  .description(
    'read an archive of kontor backup into an empty instance: all of it or nothing. With --to-time, restore the embedded database from its archive instead',
  )
  .argument('[file]', 'the archive of kontor backup, or s3://bucket/prefix/name; -: standard input')
  .option('--to-time <time>', 'restore the state of a time, such as 2026-11-23T10:00:00+01:00, or the latest')
  .option('--archive <place>', 'with --to-time: the archive; default: KONTOR_ARCHIVE')
  .option(...identityOption)
  .option(...passphraseOption)
  .option(
    '--secret-key-file <file>',
    'key file of the archived instance, whose key is added to that of this one; default: KONTOR_SECRET_KEY_FILE',
  )
  .option(
    '--without-secrets',
    'restore without the key: second factors, signing keys and secrets of webhooks are lost, and listed',
  )
  .action(async (file: string | undefined, options: RestoreOptions) => {
    const { toTime, archive } = options
    if (toTime !== undefined && file !== undefined)
      throw new UsageError('--to-time excludes an archive of kontor backup')
    if (toTime !== undefined) return restoreToTime(toTime, archive, options)
    if (archive !== undefined) throw new UsageError('--archive requires --to-time')
    if (file === undefined) throw new UsageError('restore requires an archive of kontor backup, or --to-time')
    const settings = readSettings(process.env)
    const isFile = file !== '-' && !/^s3:/.test(file)
    if (isFile) await assertFile(file)
    await reportErrors('nothing was restored', async () => {
      const { tables, files } = await withProgressBar((update) => {
        const how = {
          unlock: unlockOf(options, settings),
          onSecretKey: (id: string | undefined) => adoptKey(id, settings, options),
          onRead: inMegabytes(update('MB')),
          onLoad: inMegabytes(update('MB')),
        }
        return isFile
          ? restore(openEmpty, file, how)
          : withSource(file, (source) => restore(openEmpty, source, how))
      })
      const complete = async (instance: Instance) => {
        await completeRestore(instance.db)
        if (options.withoutSecrets) await forgetWithoutKey(instance)
      }
      // Migrates to the schema of this version.
      await withInstance(complete, { asOwner: true })
      console.error(`restored: ${tables} tables and ${files} files`)
    })
  })

/** Only the owner may drop and add constraints. A store does not wait while the instance is opened. */
const openEmpty: OpenEmpty = (migrations, work) =>
  withInstance(work, { asOwner: true, files: 'used', migrations })

/** Exits with code 1 and the errors of the archive or the stored files. */
async function reportErrors(outcome: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof InstanceNotEmpty || error instanceof SchemaTooNew)
      throw new UsageError(error.message)
    if (!(error instanceof ArchiveError)) throw error
    console.error(`kontor: ${error.message}`)
    console.error(`kontor: ${outcome}`)
    process.exitCode = 1
  }
}
