// A full disk, and files that are gone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onInstance } from '../machines/instance.ts'
import type { Scenario } from '../scenario.ts'

const faultMs = 5000
const diskSize = '600m'

/** Takes all space that is left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let size = 1024 * 1024; size >= 512; size /= 2)
      // A file system takes part of a block.
      for (let written = size; written === size; )
        written = await file.write(Buffer.alloc(size)).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        )
  } finally {
    await file.close()
  }
}

/** Mounts a small disk in memory. @returns the function that removes it @throws Error if that is not permitted */
function mountDisk(folder: string): () => void {
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`no disk can be mounted: ${error?.message ?? stderr.trim()}`)
  const remove = () => {
    process.off('exit', remove)
    spawnSync('umount', ['--lazy', folder])
  }
  process.once('exit', remove)
  return remove
}

const diskFull: Scenario = {
  name: 'disk',
  rounds: 30,
  missing() {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-disk-'))
    try {
      mountDisk(folder)()
      return undefined
    } catch (error) {
      return (error as Error).message
    } finally {
      rmdirSync(folder)
    }
  },
  async run(run) {
    const disk = join(run.folder, 'disk')
    await mkdir(disk)
    const unmount = mountDisk(disk)
    try {
      const filler = join(disk, 'filler')
      const row = await onInstance(
        `disk full for ${faultMs / 1000} s`,
        run,
        async () => {
          await fill(filler)
          await wait(faultMs)
          await rm(filler)
        },
        { data: join(disk, 'data') },
      )
      return [row]
    } finally {
      unmount()
    }
  },
}

const filesGone: Scenario = {
  name: 'files',
  rounds: 30,
  run: async (run) => [
    await onInstance(`folder of the files gone for ${faultMs / 1000} s`, run, async ({ data }) => {
      const folder = join(data, 'files')
      await rename(folder, `${folder}-gone`)
      await wait(faultMs)
      await rename(`${folder}-gone`, folder)
    }),
  ],
}

export const storage: readonly Scenario[] = [diskFull, filesGone]
