import { constants } from 'node:os'
import { Command } from 'commander'
import { archiveRecipients } from '../platform/cluster/archive/archive-key.ts'
import { removeOldBackups, takeBaseBackup } from '../platform/cluster/archive/base-backup.ts'
import { ArchiveError } from '../platform/files/archive.ts'
import { FilesUnavailable } from '../platform/files/files-unavailable.ts'
import { withArchive } from '../platform/files/open-archive.ts'
import { startEmbeddedServer } from '../platform/instance/open-instance.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { UsageError } from './command.ts'
import { openCommandLog } from './log.ts'
import { stopOnSignal } from './signals.ts'

/** Parses the number of base backups to keep. @throws UsageError */
function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep must be a whole number from 1 to 9999')
  return Number(text)
}

/** `kontor base-backup` */
export const baseBackupCommand = new Command('base-backup')
  .description(
    'copy the embedded database into KONTOR_ARCHIVE, from which kontor restore --to-time restores any later state; then remove old copies',
  )
  .option('--keep <number>', 'number of base backups to keep, with the log since the oldest of them', '7')
  .action(async (options: { keep: string }) => {
    const keep = parseKeep(options.keep)
    const settings = readSettings(process.env)
    const { archive: place } = settings
    if (place === undefined) throw new UsageError('base-backup requires KONTOR_ARCHIVE')
    const log = openCommandLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel)
    const starting = startEmbeddedServer(settings, log, false, undefined)
    const guard = stopOnSignal(async (signal) => {
      await (await starting).stop()
      return 128 + constants.signals[signal]
    })
    const server = await guard(starting)
    try {
      const recipients = await archiveRecipients(place, settings.backupEncryption, settings.dataFolder)
      const { name } = await guard(takeBaseBackup(server.ownerConnection, server.data, place, recipients))
      const removed = await withArchive(place, (archive) => removeOldBackups(archive, keep))
      console.error(`base backup ${name}${removed > 0 ? `; removed ${removed} old ones` : ''}`)
    } catch (error) {
      if (!(error instanceof ArchiveError || error instanceof FilesUnavailable)) throw error
      console.error(`kontor: ${error.message}`)
      process.exitCode = 1
    } finally {
      await server.stop()
    }
  })
