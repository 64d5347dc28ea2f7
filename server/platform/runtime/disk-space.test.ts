// Free disk space and the warnings about it.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readSettings } from '../settings/settings.ts'
import { type Disk, readDisks, watchDisks } from './disk-space.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-disks-'))
after(() => rm(folder, { recursive: true }))
for (const name of ['postgres', 'files']) await mkdir(join(folder, name))
const settings = readSettings({ KONTOR_DATA: folder })
const everything = { share: 0, bytes: 2 ** 60 }
const nothing = { share: 0, bytes: 0 }

test('folders of one disk are one entry; the disk of an external database is not known', async () => {
  const [disk, ...others] = await readDisks(settings)
  assert.deepEqual([disk!.contents, others], [['data', 'database', 'files'], []])
  assert.ok(disk!.freeBytes > 0 && disk!.freeBytes <= disk!.totalBytes)
  const external = await readDisks({ ...settings, databaseUrl: 'postgres://elsewhere/kontor' })
  assert.deepEqual(
    external.map(({ contents }) => contents),
    [['files']],
  )
  const isLow = async (diskWarning: typeof nothing) =>
    (await readDisks({ ...settings, diskWarning })).map((one) => one.isLow)
  assert.deepEqual(await isLow(nothing), [false])
  assert.deepEqual(await isLow(everything), [true])
  assert.deepEqual(await isLow({ share: 1.1, bytes: 0 }), [true])
  assert.deepEqual(await readDisks({ ...settings, dataFolder: '/nowhere', filesFolder: '/nowhere' }), [])
})

test('a line is logged when the space becomes low, and one when it is enough again', {
  timeout: 60_000,
}, async () => {
  const lines: string[] = []
  const log = {
    warn: (_: object, text: string) => lines.push(`warn: ${text}`),
    info: (_: object, text: string) => lines.push(`info: ${text}`),
  }
  const current = { ...settings, diskWarning: nothing }
  let disks: readonly Disk[] = []
  let checks = 0
  const watch = watchDisks(
    current,
    log as never,
    (found) => {
      disks = found
      checks++
    },
    1,
  )
  const afterChecks = async (diskWarning: typeof nothing) => {
    current.diskWarning = diskWarning
    for (const enough = checks + 5; checks < enough; ) await wait(1)
    return lines.splice(0)
  }
  try {
    assert.deepEqual(await afterChecks(nothing), [])
    assert.deepEqual(await afterChecks(everything), ['warn: disk space is low'])
    assert.deepEqual(await afterChecks(everything), [])
    assert.equal(disks[0]!.isLow, true)
    // Little more than the limit is free.
    const between = { share: 0, bytes: disks[0]!.freeBytes * 0.95 }
    assert.deepEqual(await afterChecks(between), [])
    assert.deepEqual(await afterChecks(nothing), ['info: disk space is no longer low'])
    assert.deepEqual(await afterChecks(everything), ['warn: disk space is low'])
  } finally {
    watch.stop()
  }
})

test('the setting is a percentage or a number of MiB or GiB', () => {
  const read = (value: string) => readSettings({ KONTOR_DISK_WARNING: value }).diskWarning
  assert.deepEqual(readSettings({}).diskWarning, { share: 0.1, bytes: 0 })
  assert.deepEqual(read('25%'), { share: 0.25, bytes: 0 })
  assert.deepEqual(read('512MiB'), { share: 0, bytes: 512 * 2 ** 20 })
  assert.deepEqual(read('5GiB'), { share: 0, bytes: 5 * 2 ** 30 })
  assert.deepEqual(read('0'), nothing)
  for (const wrong of ['', '5', '101%', '-1%', '5GB', '1.5GiB', 'x'])
    assert.throws(() => read(wrong), /^Error: KONTOR_DISK_WARNING must be a percentage/, wrong)
})
