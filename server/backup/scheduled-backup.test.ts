// Backups by schedule: writing, recording, keeping and repeating.
import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import {
  endBackupRun,
  findNextBackup,
  interruptedError,
  readBackupState,
  readSchedule,
  withBackupRun,
} from '../platform/runtime/backups/backup-record.ts'
import { BackupError } from './archive-format.ts'
import { makeScheduledBackup } from './scheduled-backup.ts'
import { verifyArchive } from './verify.ts'

const place = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
const backup = { place, times: ['01:30'] as const, keep: { days: 2, weeks: 0, months: 0 } }
const kontor = await testInstance({ settings: { backup, timeZone: 'UTC' } })
after(async () => {
  await kontor.close()
  await rm(place, { recursive: true, force: true })
})
const { db, settings, clock } = kontor
const archives = () => readdir(place)

beforeEach(async () => {
  clock.set(new Date().toISOString())
  await sql`truncate backup_run`.execute(kontor.owner)
  for (const name of await archives()) await rm(join(place, name), { recursive: true })
})

const age = (days: number) =>
  sql`update backup_run set started_at = started_at - make_interval(days => ${days}::integer), ended_at = ended_at - make_interval(days => ${days}::integer)`.execute(
    db,
  )
const state = () => readBackupState(db, settings, clock.now())
const next = () => findNextBackup(db, settings, clock.now())

test('a backup is verified, recorded and due again at its next time', async () => {
  const { last, next: following } = await readSchedule(db, backup.times, settings.timeZone, clock.now())
  assert.equal(following.getTime() - last.getTime(), 24 * 3_600_000)
  assert.deepEqual(await next(), last, 'the first one is due at once')
  const outcome = await makeScheduledBackup(kontor)
  assert.equal(outcome.state, 'done')
  const [name] = await archives()
  assert.match(name!, /^kontor-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
  const { size } = await stat(join(place, name!))
  const { lastGood, failure, isOverdue } = await state()
  assert.deepEqual(
    [
      lastGood?.cause,
      lastGood?.place,
      lastGood?.name,
      lastGood?.bytes,
      lastGood?.isVerified,
      failure,
      isOverdue,
    ],
    ['schedule', place, name, size, true, undefined, false],
  )
  const found = await verifyArchive(createReadStream(join(place, name!)))
  assert.deepEqual({ files: lastGood!.files, records: lastGood!.records }, found)
  assert.ok(found.records > 0)
  assert.ok(lastGood!.endedAt! >= lastGood!.startedAt)
  assert.deepEqual(await next(), following)
  await age(2)
  assert.deepEqual(await next(), last)
  assert.equal((await state()).isOverdue, true)
})

test('a failed backup leaves nothing, is told, repeated after a pause, and forgotten after a good one', async () => {
  await writeFile(join(place, 'file'), '')
  const broken = { ...kontor, settings: { ...settings, backup: { ...backup, place: join(place, 'file') } } }
  for (const pause of [5, 60, 300, 1800, 1800]) {
    const outcome = await makeScheduledBackup(broken)
    assert.equal(outcome.state, 'failed')
    const { failure, failureCount } = await state()
    assert.match(failure!.error, /ENOTDIR|EEXIST/)
    const due = await findNextBackup(db, broken.settings, clock.now())
    assert.equal(due!.getTime() - failure!.endedAt!.getTime(), pause * 1000, `after ${failureCount}`)
  }
  assert.deepEqual(await archives(), ['file'])
  assert.equal((await state()).isOverdue, false)
  await age(2)
  assert.equal((await state()).isOverdue, true, 'there was none since the first attempt')
  await rm(join(place, 'file'))
  assert.equal((await makeScheduledBackup(kontor)).state, 'done')
  const { failure, isOverdue } = await state()
  assert.deepEqual([failure, isOverdue], [undefined, false])
})

test('one backup by schedule at a time; one whose process was killed has failed, and its rest is removed', async () => {
  const name = 'kontor-2026-01-01T00-00-00Z.tar.gz'
  await withBackupRun(db, { cause: 'schedule', place, name }, async () => {
    assert.deepEqual(await makeScheduledBackup(kontor), { state: 'busy' })
    assert.equal(await next(), undefined)
    assert.equal((await state()).failure, undefined)
    // Where no schedule is, a command may run beside it.
    await withBackupRun(db, { cause: 'command', place: '/tmp', name: 'a.tar' }, async (run) => {
      await endBackupRun(db, run, { bytes: 1, files: 1, records: 1, isVerified: true, error: '' })
    })
    assert.equal((await state()).lastGood?.name, 'a.tar')
  })
  // It has no end, and nobody has its lock.
  await sql`delete from backup_run where cause = 'command'`.execute(db)
  const { failure } = await state()
  assert.equal(failure?.error, interruptedError)
  for (const left of [name, `.${name}.tmp`, 'other.tar.gz']) await writeFile(join(place, left), 'left')
  assert.equal((await makeScheduledBackup(kontor)).state, 'done')
  const names = await archives()
  assert.deepEqual([names.length, names.includes('other.tar.gz')], [2, true])
})

test('old backups are removed, but none that this instance has not made', async () => {
  const foreign = 'kontor-2020-01-01T00-00-00Z.tar.gz'
  await writeFile(join(place, foreign), 'of another instance')
  const made: string[] = []
  for (const days of [1, 1, 0]) {
    const outcome = await makeScheduledBackup(kontor)
    if (outcome.state !== 'done') assert.fail(outcome.state)
    // Each gets a name of its own, as on other days.
    const name = outcome.name.replace(/T.*Z/, `T00-00-0${made.length}Z`)
    await writeFile(join(place, name), await readFile(join(place, outcome.name)))
    await rm(join(place, outcome.name))
    await sql`update backup_run set name = ${name} where name = ${outcome.name}`.execute(db)
    made.push(name)
    await age(days)
  }
  const outcome = await makeScheduledBackup(kontor)
  if (outcome.state !== 'done') assert.fail(outcome.state)
  // The oldest one was removed after the one before.
  assert.equal(outcome.removed, 1)
  assert.deepEqual((await archives()).toSorted(), [foreign, made[1], outcome.name].toSorted())
})

test('a damaged archive is found, for every byte', async () => {
  const outcome = await makeScheduledBackup(kontor)
  if (outcome.state !== 'done') assert.fail(outcome.state)
  const file = join(place, outcome.name)
  const bytes = await readFile(file)
  const rejected = (what: string) =>
    assert.rejects(
      verifyArchive(createReadStream(file)),
      (error: Error) => error instanceof BackupError && !error.message.includes('\n'),
      what,
    )
  // The first ten bytes are the header of gzip: of them only the first three mean something here.
  for (const at of [0, 2, 20, bytes.length >> 1, bytes.length - 5, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at]! ^ 0x15
    await writeFile(file, changed)
    await rejected(`byte ${at}`)
  }
  await writeFile(file, bytes)
  await truncate(file, bytes.length - 8)
  await rejected('the end')
})

test('backups by schedule are encrypted where the settings name a public key, verified, and removed like others', async () => {
  const identity = await generateX25519Identity()
  const recipients = [await identityToRecipient(identity)]
  const encrypting = { ...kontor, settings: { ...settings, backupEncryption: { recipients } } }
  const outcome = await makeScheduledBackup(encrypting)
  assert.equal(outcome.state, 'done', JSON.stringify(outcome))
  const [name] = await archives()
  assert.match(name!, /^kontor-[\dTZ-]+\.tar\.gz\.age$/)
  const file = join(place, name!)
  assert.equal((await readFile(file)).subarray(0, 21).toString(), 'age-encryption.org/v1')
  const { lastGood } = await state()
  assert.equal(lastGood?.isVerified, true)
  const found = await verifyArchive(createReadStream(file), undefined, { identities: [identity] })
  assert.deepEqual({ files: lastGood!.files, records: lastGood!.records }, found)
  await assert.rejects(verifyArchive(createReadStream(file)), /the archive is encrypted/)
  for (const day of [1, 2, 3]) {
    await age(1)
    clock.set(new Date(Date.now() + day * 1000).toISOString())
    assert.equal((await makeScheduledBackup(encrypting)).state, 'done')
  }
  assert.deepEqual((await archives()).length, 2, 'those of two days are kept')
  const wrong = {
    ...kontor,
    settings: { ...settings, backupEncryption: { recipients: [`age1${'q'.repeat(58)}`] } },
  }
  clock.set(new Date(Date.now() + 60_000).toISOString())
  const failed = await makeScheduledBackup(wrong)
  assert.equal(failed.state, 'failed')
  assert.match((await state()).failure!.error, /is not a public key of age/)
  assert.equal((await archives()).length, 2)
})
