import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { type CopyResult, copyFiles, measureFiles } from '../platform/files/copy-files.ts'
import type { Files } from '../platform/files/files.ts'
import { copyingMark, loadMark } from '../platform/files/files-mark.ts'
import { openFiles } from '../platform/files/open-files.ts'
import { removeUnlessStoredIn } from '../platform/files/stored-rows.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { UsageError, withInstance } from './command.ts'
import { inMegabytes, megabyte, withProgressBar } from './progress-bar.ts'

const openPlace = ({ db }: Instance, place: string): Promise<Files> =>
  openFiles(readSettings({ ...process.env, KONTOR_FILES: place }), {
    removeUnlessStored: removeUnlessStoredIn(db),
  })

/** Until everything is there, the mark keeps the service from starting on the copy. @returns ends the copy */
async function markCopy(mark: string | undefined, from: Files, to: Files): Promise<() => Promise<void>> {
  if (mark === undefined || (await from.readMark()) !== mark)
    throw new UsageError(`${from.name} is not the place of this instance’s files`)
  const found = await to.readMark()
  if (found !== undefined && found !== mark && found !== copyingMark(mark))
    throw new UsageError(`${to.name} is the place of another instance’s files`)
  if (found === undefined && !(await to.isEmpty())) throw new UsageError(`${to.name} contains other files`)
  if (found === undefined) await to.writeMark(copyingMark(mark))
  return async () => {
    if (found !== mark) await to.writeMark(mark)
  }
}

function report({ copied, present, bytes, missing, damaged }: CopyResult): void {
  for (const place of missing) console.error(`${place}: is missing`)
  for (const place of damaged) console.error(`${place}: was changed (its size or checksum differs)`)
  console.error(
    `copied: ${copied} files, ${(bytes / megabyte).toFixed(1)} MB; ${present} were there already, ` +
      `${missing.length} are missing, ${damaged.length} are damaged`,
  )
}

const copyCommand = new Command('copy')
  .description('copy the stored files to another folder or bucket, and verify them; can be repeated')
  .argument('<from>', 'where the files are: a folder, or s3://bucket/prefix')
  .argument('<to>', 'where they are copied to; KONTOR_FILES_ENDPOINT, … apply to buckets')
  .option('--allow-missing', 'files that are missing already are no failure')
  .action(async (from: string, to: string, { allowMissing = false }: { allowMissing?: boolean }) => {
    const settings = [from, to].map((place) => readSettings({ ...process.env, KONTOR_FILES: place }))
    const [source, target] = settings.map(({ filesBucket, filesFolder }) => filesBucket?.name ?? filesFolder)
    if (source === target) throw new UsageError('the files are copied to another place')
    if (!settings[0]!.filesBucket && !existsSync(source!))
      throw new UsageError(`there is no folder ${source}`)
    const result = await withProgressBar((update) =>
      withInstance(async (instance) => {
        const { db } = instance
        const stores = { from: await openPlace(instance, from), to: await openPlace(instance, to) }
        try {
          const endCopy = await markCopy(await loadMark(db), stores.from, stores.to)
          await stores.to.probe()
          const { bytes: total } = await measureFiles(db)
          const show = inMegabytes(update('MB'))
          let done = 0
          const result = await copyFiles(db, stores, (bytes) => {
            done += bytes
            show(done, total)
          })
          const isComplete = result.damaged.length === 0 && (result.missing.length === 0 || allowMissing)
          if (isComplete) await endCopy()
          else process.exitCode = 1
          return result
        } finally {
          stores.from.close()
          stores.to.close()
        }
      }),
    )
    report(result)
  })

/** `kontor files` */
export const filesCommand = new Command('files').description('stored files').addCommand(copyCommand)
