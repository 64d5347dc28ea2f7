// The archive of the embedded database: base backups, restore to a time, and what goes wrong.
import assert from 'node:assert/strict'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  dataFolder,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
} from '../support/kontor-process.ts'

const timeout = 240_000
let data: string
let archive: string
let service: RunningService
/** Times of the database: before the base backup, between the two contacts, after both. */
let times: Record<'early' | 'between' | 'late', string>
const folders: string[] = []

const env = () => ({ KONTOR_DATA: data, KONTOR_ARCHIVE: archive })

async function newFolder(): Promise<string> {
  const folder = await dataFolder()
  folders.push(folder)
  return folder
}

async function query<T extends pg.QueryResultRow>(text: string, folder = data): Promise<T[]> {
  const client = new pg.Client({ host: join(folder, 'postgres'), user: 'kontor', database: 'kontor' })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const addContact = (name: string) =>
  query(
    `insert into contact (contact_type, last_name, last_name_key) values ('person', '${name}', lower('${name}'))`,
  )

async function now(): Promise<string> {
  const [row] = await query<{ now: Date }>('select clock_timestamp() as now')
  await wait(50)
  return row!.now.toISOString()
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isDone()); await wait(5))
    assert.ok(Date.now() < deadline, 'did not happen within a minute')
}

/** Ends the current segment of the log and waits until it is archived. */
async function archiveLog(): Promise<void> {
  await query(`select pg_logical_emit_message(true, 'test', 'content of the segment')`)
  const [row] = await query<{ name: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as name')
  await query('select pg_switch_wal()')
  await until(async () => (await readdir(join(archive, 'wal'))).includes(`${row!.name}.gz`))
}

const baseBackups = async () => (await readdir(join(archive, 'base'))).toSorted()

const restoreTo = async (time: string, folder: string, ...more: string[]) =>
  run(['restore', '--to-time', time, '--archive', archive, ...more], { KONTOR_DATA: folder })

/** The contacts in a data folder that no process uses. */
async function contactsIn(folder: string): Promise<string[]> {
  const { stdout, stderr } = await run(['export'], { KONTOR_DATA: folder })
  assert.notEqual(stdout, '', stderr)
  return (JSON.parse(stdout).contacts as { lastName: string }[]).map(({ lastName }) => lastName).toSorted()
}

before(
  async () => {
    data = await newFolder()
    const parent = await mkdtemp(join(tmpdir(), 'kontor-archive-'))
    // The database of root runs under another account.
    await chmod(parent, 0o755)
    archive = join(parent, `a 'b" $c %p`)
    service = await serve(data, { KONTOR_ARCHIVE: archive })
    const early = await now()
    const { code, stderr } = await run(['base-backup'], env())
    assert.equal(code, 0, stderr)
    await addContact('Anna')
    await query(`with added as (insert into task (client_id, kind, subject)
      select min(id), 'todo', 'Unterlagen' from client returning id)
    insert into attachment (task_id, filename, size, sha256) select id, 'scan.pdf', 1, '' from added`)
    const between = await now()
    await addContact('Berta')
    const late = await now()
    await archiveLog()
    times = { early, between, late }
  },
  { timeout },
)

after(async () => {
  if (service) await stop(service)
  for (const folder of folders) await removeDataFolder(folder)
  if (archive) await rm(join(archive, '..'), { recursive: true, force: true })
})

test('a restore to a time has what was written before, and not what was written after', {
  timeout,
}, async () => {
  const folder = await newFolder()
  const { code, stderr } = await restoreTo(times.between, folder)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /restored: base backup \S+ and the log until /)
  assert.match(
    stderr,
    /1 of 1 stored files are missing in \S+files; copy them from a backup:\n {2}crm\/\d+\/scan\.pdf\n/,
  )
  assert.deepEqual(await contactsIn(folder), ['Anna'])
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('postgres.new')),
    [],
  )
  const again = await restoreTo(times.between, folder)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /postgres exists: use another KONTOR_DATA/)

  // The restored instance works, but not with the archive of the former one.
  await cp(join(data, 'files'), join(folder, 'files'), { recursive: true })
  const restored = await serve(folder, { KONTOR_ARCHIVE: archive })
  try {
    const doctor = async () =>
      (await run(['doctor'], { KONTOR_DATA: folder, KONTOR_ARCHIVE: archive })).stdout
    await query(`select pg_logical_emit_message(true, 'test', 'content'), pg_switch_wal()`, folder)
    await until(async () => /error +archive +segment 00000002\S+ of the log could not/.test(await doctor()))
    assert.match(
      await readFile(join(folder, 'postgres.log'), 'utf8'),
      /log of another database: use a new folder/,
    )
  } finally {
    await stop(restored)
  }
})

test('a restore to the latest time, and to one with another zone', { timeout }, async () => {
  const all = await newFolder()
  assert.equal((await restoreTo('latest', all)).code, 0)
  assert.deepEqual(await contactsIn(all), ['Anna', 'Berta'])
  const late = await newFolder()
  const inZone = new Date(Date.parse(times.late) + 3_600_000).toISOString().replace('Z', '+01:00')
  const { code, stderr } = await restoreTo(inZone, late)
  assert.equal(code, 0, stderr)
  assert.deepEqual(await contactsIn(late), ['Anna', 'Berta'])
})

test('times that cannot be restored are reported, and nothing is left', { timeout }, async () => {
  const folder = await newFolder()
  for (const [time, code, message] of [
    [times.early, 1, /is before the end of the first base backup \(/],
    ['2999-01-01T00:00:00Z', 1, /is in the future/],
    [await now(), 1, /the archive ends before .*--to-time latest restores all that it has/],
    ['yesterday', 2, /--to-time must be a time with its zone/],
    ['2026-11-23T10:00:00', 2, /--to-time must be a time with its zone/],
    ['2026-13-23T10:00:00Z', 2, /--to-time must be a time with its zone/],
  ] as const) {
    const result = await restoreTo(time, folder)
    assert.deepEqual([result.code, message.test(result.stderr)], [code, true], `${time}: ${result.stderr}`)
  }
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('postgres') && name !== 'postgres.log'),
    [],
  )
  const none = await run(['restore', '--to-time', 'latest'], { KONTOR_DATA: folder })
  assert.match(none.stderr, /--to-time requires KONTOR_ARCHIVE or --archive/)
  assert.match((await restoreTo('latest', folder, 'x.tar')).stderr, /unknown|excess|too many|excludes/)
  assert.match((await run(['base-backup'], { KONTOR_DATA: data })).stderr, /requires KONTOR_ARCHIVE/)
})

test('a log with a missing or damaged segment is not replayed', { timeout }, async () => {
  const wal = join(archive, 'wal')
  await archiveLog()
  await addContact('Cäcilie')
  await archiveLog()
  const segments = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).toSorted()
  const removed = join(wal, segments.at(-2)!)
  const content = await readFile(removed)
  const folder = await newFolder()
  await rename(removed, join(archive, 'kept'))
  const missing = await restoreTo('latest', folder)
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, new RegExp(`lacks the segment ${segments.at(-2)!.slice(0, 24)}`))
  await writeFile(removed, content.subarray(0, content.length >> 1))
  const damaged = await restoreTo('latest', folder)
  assert.equal(damaged.code, 1, damaged.stderr)
  await rm(removed)
  await rename(join(archive, 'kept'), removed)
  assert.equal((await restoreTo('latest', folder)).code, 0)
  assert.deepEqual(await contactsIn(folder), ['Anna', 'Berta', 'Cäcilie'])
})

test('after kill -9 neither a base backup nor a restore is taken for complete', { timeout }, async () => {
  const complete = await baseBackups()
  const making = start(['base-backup'], env())
  await until(async () => (await baseBackups()).some((name) => name.startsWith('.partial')))
  making.child.kill('SIGKILL')
  await making.ended
  const [partial] = (await baseBackups()).filter((name) => !complete.includes(name))
  assert.ok(partial?.startsWith('.partial-'), String(partial))

  const folder = await newFolder()
  const restoring = start(['restore', '--to-time', times.between, '--archive', archive], {
    KONTOR_DATA: folder,
  })
  await until(async () => (await readdir(folder)).some((name) => name.startsWith('postgres.new')))
  await wait(300)
  restoring.child.kill('SIGKILL')
  await restoring.ended
  assert.ok(!(await readdir(folder)).includes('postgres'))
  const { code, stderr } = await restoreTo(times.between, folder)
  assert.equal(code, 0, stderr)
  assert.deepEqual(await contactsIn(folder), ['Anna'])

  const elsewhere = await run(['base-backup'], { ...env(), KONTOR_ARCHIVE: join(archive, 'other') })
  assert.equal(elsewhere.code, 1)
  assert.match(elsewhere.stderr, /runs without this KONTOR_ARCHIVE/)

  const next = await run(['base-backup', '--keep', '5'], env())
  assert.equal(next.code, 0, next.stderr)
  const found = await baseBackups()
  assert.ok(!found.includes(partial!))
  assert.equal(found.length, complete.length + 1)
})

test('an archive that fails is reported, and the service goes on', { timeout }, async () => {
  const wal = join(archive, 'wal')
  const metric = async (name: string) => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  assert.equal(await metric('kontor_archive_failing'), 0)
  assert.ok((await metric('kontor_archive_last_archived_timestamp_seconds')) > 1e9)
  await rename(wal, `${wal}-gone`)
  try {
    await query('select pg_switch_wal()')
    await addContact('Dora')
    await query('select pg_switch_wal()')
    await until(async () => (await metric('kontor_archive_failing')) === 1)
    const { code, stdout } = await run(['doctor'], env())
    assert.equal(code, 1)
    assert.deepEqual(
      (await readdir(archive)).toSorted(),
      ['base', 'wal-gone'],
      'a command does not hide the fault',
    )
    assert.match(stdout, /error +archive +segment \S+ of the log could not be archived/)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    await addContact('Emil')
  } finally {
    await rename(`${wal}-gone`, wal)
  }
  await archiveLog()
  assert.equal(await metric('kontor_archive_failing'), 0)
  assert.match((await run(['doctor'], env())).stdout, /ok +archive +the last segment of the log arrived/)
})

test('old base backups are removed with the log that only they need', { timeout }, async () => {
  const { code, stderr } = await run(['base-backup', '--keep', '1'], env())
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^base backup (\S+); removed \d+ old ones\n$/)
  const [base, ...others] = await baseBackups()
  assert.deepEqual(others, [])
  const { startSegment } = JSON.parse(await readFile(join(archive, 'base', base!, 'backup.json'), 'utf8'))
  const segments = (await readdir(join(archive, 'wal'))).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
  assert.ok(segments.length > 0 && segments.every((name) => name >= startSegment), segments.join())
  await archiveLog()
  const folder = await newFolder()
  assert.equal((await restoreTo('latest', folder)).code, 0)
  assert.deepEqual(await contactsIn(folder), ['Anna', 'Berta', 'Cäcilie', 'Dora', 'Emil'])
  assert.equal((await run(['base-backup', '--keep', '0'], env())).code, 2)
})
