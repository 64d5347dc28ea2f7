import { createReadStream, rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { exportDataSet } from '../exchange/export.ts'
import { importDataSet, previewImport } from '../exchange/import.ts'
import type { Preview } from '../exchange/preview.ts'
import { abbreviate, ImportError } from '../exchange/records/import-error.ts'
import type { ImportMode } from '../exchange/records/section.ts'
import type { Db } from '../platform/database/database.ts'
import { syncFolder } from '../platform/files/sync-folder.ts'
import { UsageError, withInstance } from './command.ts'
import { withProgressBar } from './progress-bar.ts'
import { recordExport } from './record-export.ts'

type ImportFlags = { merge?: true; replace?: true; dryRun?: true }

/** `kontor import FILE` */
export const importCommand = new Command('import')
  .description(
    'read a data set in JSON, in one transaction: all of it or nothing. Records are added, or changed by their id. A record that ' +
      'exists and leaves out a field that has a value is an error, unless --merge or --replace decides',
  )
  .argument('<file>', 'the data set; - for standard input')
  .addOption(
    new Option(
      '--merge',
      'change only the given fields of a record; a given list replaces the stored list',
    ).conflicts('replace'),
  )
  .option('--replace', 'empty the fields that a record leaves out')
  .option('--dry-run', 'tell which records are new, changed and unchanged, and change nothing')
  .action(async (file: string, flags: ImportFlags) => {
    const found = file === '-' ? undefined : await stat(file).catch(() => undefined)
    if (file !== '-' && (!found || found.isDirectory())) throw new UsageError(`there is no file ${file}`)
    const mode = flags.merge ? 'merge' : flags.replace ? 'replace' : 'complete'
    const source = file === '-' ? process.stdin : createReadStream(file)
    let overlapCount = 0
    const onOverlaps = (count: number) => {
      overlapCount = count
    }
    const run = <T>(work: (db: Db, options: RunOptions) => Promise<T>) =>
      withProgressBar((update) =>
        withInstance(({ db }) => work(db, { mode, progress: update('records'), onOverlaps })),
      )
    try {
      if (flags.dryRun) printPreview(await run((db, options) => previewImport(db, source, options)))
      else printCounts((await run((db, options) => importDataSet(db, source, options))).counts)
      if (overlapCount > 0)
        console.error(
          `${overlapCount} dates begin while one of their trainers or rooms is taken by another date`,
        )
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      for (const { pointer, message } of error.errors) console.error(`${pointer || '/'}: ${message}`)
      console.error(`kontor: ${error.total} ${error.total === 1 ? 'error' : 'errors'}; nothing was imported`)
      process.exitCode = 1
    }
  })

type RunOptions = {
  mode: ImportMode
  progress: (done: number, total: number) => void
  onOverlaps: (count: number) => void
}

function printCounts(counts: Readonly<Record<string, number>>): void {
  const sections = Object.entries(counts).map(([section, count]) => `${count} ${section}`)
  console.error(`imported: ${sections.join(', ') || 'nothing'}`)
}

function printPreview(preview: Preview): void {
  for (const [section, { new: added, changed, unchanged, changes }] of Object.entries(preview)) {
    console.log(`${section}: ${added} new, ${changed} changed, ${unchanged} unchanged`)
    for (const { key, fields, count } of changes) {
      for (const { field, before, after } of fields)
        console.log(`  ${key}${field}: ${abbreviate(before)} → ${abbreviate(after)}`)
      if (count > fields.length) console.log(`  ${key}: and ${count - fields.length} more fields`)
    }
    if (changed > changes.length) console.log(`  and ${changed - changes.length} more changed records`)
  }
  console.error('dry run; nothing was imported')
}

/** `kontor export [FILE]` */
export const exportCommand = new Command('export')
  .description('write the data set, from one consistent snapshot; kontor backup writes everything')
  .argument('[file]', 'the file to write; default or -: standard output')
  .action(async (file = '-') => {
    const isRegularFile = file !== '-' && ((await stat(file).catch(() => undefined))?.isFile() ?? true)
    await withInstance(async (instance) => {
      await recordExport(instance, 'kontor export')
      const { db } = instance
      if (file === '-') await exportDataSet(db, process.stdout)
      else if (isRegularFile) await writeExportAtomically(db, file)
      else await writeExport(db, file, false)
    })
  })

async function writeExport(db: Db, file: string, flush: boolean): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  const out = handle.createWriteStream({ flush })
  const ended = finished(out)
  ended.catch(() => {}) // an earlier failure is reported by the export
  await exportDataSet(db, out)
  out.end()
  await ended
}

/** Writes to a temporary file and renames it, so that an incomplete data set never has the final name. */
async function writeExportAtomically(db: Db, file: string): Promise<void> {
  const partial = `${file}.partial-${process.pid}`
  const remove = () => rmSync(partial, { force: true })
  process.once('exit', remove)
  await writeExport(db, partial, true)
  await rename(partial, file)
  await syncFolder(dirname(file))
}
