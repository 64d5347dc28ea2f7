// A full disk, and files that are gone.
import { spawnSync } from 'node:child_process'
import { mkdir, open, rename, rm } from 'node:fs/promises'
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

const diskFull: Scenario = {
  name: 'disk',
  rounds: 30,
  missing: () => (process.getuid?.() === 0 ? undefined : 'only root can mount a small disk'),
  async run(run) {
    const data = join(run.folder, 'disk')
    await mkdir(data)
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', data])
    if (mount.status !== 0) throw new Error(`no disk can be mounted: ${mount.stderr}`)
    try {
      const filler = join(data, 'filler')
      const row = await onInstance(
        `disk full for ${faultMs / 1000} s`,
        run,
        async () => {
          await fill(filler)
          await wait(faultMs)
          await rm(filler)
        },
        { data: join(data, 'data') },
      )
      return [row]
    } finally {
      spawnSync('umount', ['--lazy', data])
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
