import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { exportDataSet } from '../exchange/export.ts'
import { ImportFault, importDataSet } from '../exchange/import.ts'
import { UsageFault, withInstance } from './command.ts'

/** Shows progress on a terminal, on standard error; elsewhere nothing. */
function progressBar(): { update(done: number, total: number): void; stop(): void } {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new SingleBar({
    format: '{bar} {percentage} %  {value} of {total} records',
    stream: process.stderr,
    clearOnComplete: true,
  })
  let running = false
  return {
    update(done, total) {
      if (running) bar.setTotal(total)
      else bar.start(total, 0)
      running = true
      bar.update(done)
    },
    stop() {
      if (running) bar.stop()
    },
  }
}

/** `kontor import FILE` */
export const importCommand = new Command('import')
  .description('read a data set in JSON, in one transaction: all of it or nothing')
  .argument('<file>', 'the data set; - for standard input')
  .action(async (file: string) => {
    if (file !== '-' && !(await stat(file).catch(() => undefined))?.isFile())
      throw new UsageFault(`there is no file ${file}`)
    const bar = progressBar()
    try {
      const source = file === '-' ? process.stdin : createReadStream(file)
      const { counts } = await withInstance(({ db }) => importDataSet(db, source, { progress: bar.update }))
      bar.stop()
      console.error(
        `imported: ${
          Object.entries(counts)
            .map(([section, count]) => `${count} ${section}`)
            .join(', ') || 'nothing'
        }`,
      )
    } catch (error) {
      bar.stop()
      if (!(error instanceof ImportFault)) throw error
      for (const { pointer, message } of error.faults) console.error(`${pointer || '/'}: ${message}`)
      throw new UsageFault(`${error.message}; nothing was imported`)
    }
  })

/** `kontor export [FILE]` */
export const exportCommand = new Command('export')
  .description('write the whole instance as a data set, from one consistent snapshot')
  .argument('[file]', 'where to; left out or -: standard output')
  .action(async (file = '-') => {
    await withInstance(async ({ db }) => {
      if (file === '-') return exportDataSet(db, process.stdout)
      // A data set that broke off must not look like one.
      const partial = `${file}.partial`
      try {
        await exportDataSet(db, createWriteStream(partial, { mode: 0o600, flush: true }))
        await rename(partial, file)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    })
  })
