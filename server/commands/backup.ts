import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { BackupError, backup } from '../exchange/backup.ts'
import { ImportError } from '../exchange/records/import-error.ts'
import { InstanceNotEmpty, restore } from '../exchange/restore.ts'
import { UsageError, withInstance } from './command.ts'
import { inMegabytes, megabyte, withProgressBar } from './progress-bar.ts'
import { recordExport } from './record-export.ts'
import { restoreToTime } from './restore-to-time.ts'

/** `kontor backup FILE` */
export const backupCommand = new Command('backup')
  .description('write the whole instance and its stored files into one archive (tar), with checksums')
  .argument('<file>', 'the archive; an existing file is replaced')
  .action(async (file: string) => {
    if ((await stat(file).catch(() => undefined))?.isFile() === false)
      throw new UsageError(`${file} is not a regular file`)
    await reportErrors('no archive was written', async () => {
      const { files, bytes } = await withProgressBar((update) =>
        withInstance(
          async (instance) => {
            await recordExport(instance, 'kontor backup')
            return backup(instance, file, inMegabytes(update('MB')))
          },
          { files: 'used' },
        ),
      )
      console.error(`backed up: the data set and ${files} files, ${(bytes / megabyte).toFixed(1)} MB`)
    })
  })

/** `kontor restore FILE` */
export const restoreCommand = new Command('restore')
  .description(
    'read an archive of kontor backup into an empty instance: all of it or nothing. With --to-time, restore the embedded database from its archive instead',
  )
  .argument('[file]', 'the archive of kontor backup')
  .option('--to-time <time>', 'restore the state of a time, such as 2026-11-23T10:00:00+01:00, or the latest')
  .option('--archive <place>', 'with --to-time: the archive; default: KONTOR_ARCHIVE')
  .action(async (file: string | undefined, { toTime, archive }: { toTime?: string; archive?: string }) => {
    if (toTime !== undefined && file !== undefined)
      throw new UsageError('--to-time excludes an archive of kontor backup')
    if (toTime !== undefined) return restoreToTime(toTime, archive)
    if (archive !== undefined) throw new UsageError('--archive requires --to-time')
    if (file === undefined) throw new UsageError('restore requires an archive of kontor backup, or --to-time')
    if (!(await stat(file).catch(() => undefined))?.isFile()) throw new UsageError(`there is no file ${file}`)
    await reportErrors('nothing was restored', async () => {
      const { counts, files } = await withProgressBar((update) =>
        // The application may not write the change log as it was.
        withInstance(
          (instance) =>
            restore(instance, file, { onRead: inMegabytes(update('MB')), onImport: update('records') }),
          { asOwner: true, files: 'used' },
        ),
      )
      const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
      console.error(`restored: ${records} records and ${files} files`)
    })
  })

/** Exits with code 1 and the errors of the archive or the stored files. */
async function reportErrors(outcome: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof InstanceNotEmpty) throw new UsageError(error.message)
    if (error instanceof ImportError)
      for (const { pointer, message } of error.errors) console.error(`data-set.json ${pointer}: ${message}`)
    else if (error instanceof BackupError) console.error(`kontor: ${error.message}`)
    else throw error
    console.error(`kontor: ${outcome}`)
    process.exitCode = 1
  }
}
