// Released data folders are upgraded by `kontor serve` and `kontor upgrade`, and their copies go back to the version before.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { openPool } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { kontorVersion } from '../../server/platform/ground/version.ts'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { embeddedUpgrade } from '../../server/platform/postgres/upgrade-backup.ts'
import {
  dataFolder,
  processesIn,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
} from '../support/kontor-process.ts'
import { linkTo } from '../support/servers/connections.ts'
import { migrationsFolder, readReleased } from '../upgrades/released-database.ts'
import { releasedFolder, releasedMigrations, withDatabase } from '../upgrades/released-folder.ts'

const timeout = 300_000
const version = '0.2.0'
const released = await readReleased(version)
const migrations = Object.keys(released.migrations)
const [{ mark: fileMark }] = released.tables['files_folder'] as [{ mark: string }]
const { schema } = kontorVersion()
/** As 0.2.0 has left it; each test copies it. */
let original: string
const folders: string[] = []
before(async () => {
  original = await releasedFolder(version)
  folders.push(original)
})
after(() => Promise.all(folders.map(removeDataFolder)))

async function oldFolder(): Promise<string> {
  const data = await dataFolder()
  folders.push(data)
  await promisify(execFile)('cp', ['-a', `${original}/.`, data])
  return data
}

const countMigrations = (data: string): Promise<number> =>
  withDatabase(
    data,
    async (owner) =>
      (await owner.query<{ n: number }>('select count(*)::int as n from migration')).rows[0]!.n,
  )
const backupsOf = async (place: string): Promise<string[]> =>
  (await readdir(place).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted()

/** Empty after a crash, as a copy looks to the server. */
const unlogged = ['cache_invalidation']

/** The start of an older version, and its findings. */
async function assertIsReleased(data: string): Promise<void> {
  const known = await releasedMigrations(version)
  const server = await startEmbedded(data, { exclusive: true })
  const owner = openPool(linkTo(server.ownerConnection), 1)
  try {
    assert.deepEqual(await migrate(owner, server.connection.user, known), [])
    for (const [name, rows] of Object.entries(released.tables)) {
      if (unlogged.includes(name)) continue
      const found = await owner.query(`select to_jsonb(t) as row from ${name} t order by t::text`)
      assert.deepEqual(
        found.rows.map(({ row }) => row),
        rows,
        name,
      )
    }
  } finally {
    await owner.end()
    await server.stop()
    await rm(known, { recursive: true })
  }
}

describe('kontor upgrade --check', () => {
  test('makes nothing in a new folder', { timeout }, async () => {
    const parent = await dataFolder()
    folders.push(parent)
    const { code, stdout } = await run(['upgrade', '--check'], { KONTOR_DATA: join(parent, 'new') })
    assert.equal(code, 0)
    assert.match(stdout, /there is no database in .*new yet/)
    assert.deepEqual(await readdir(parent), [])
  })

  test('tells migrations, tables, time and copy, and changes nothing', { timeout }, async () => {
    const data = await oldFolder()
    const entries = await readdir(data)
    const { code, stdout, stderr } = await run(['upgrade', '--check'], { KONTOR_DATA: data })
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`schema ${schema}\\); the database has schema 13\\.`))
    assert.match(stdout, /^0016-attendance\.sql +yes +[\d.]+ s +Attendance by half day/m)
    assert.match(stdout, /^0015-orders\.sql +no +[\d.]+ s +Orders: /m)
    assert.match(stdout, /are not rolling: stop all services of the version before/)
    assert.match(stdout, /^They change \d+ tables: .*change_log \([\d.]+ MB/m)
    assert.match(
      stdout,
      /^Time: [\d.]+ s to copy the database and [\d.]+ s to migrate it, measured by upgrading a copy/m,
    )
    assert.match(
      stdout,
      /^The database is copied before, to .*\/upgrades: [\d.]+ MB; [\d.]+ GB are free there\.$/m,
    )
    assert.deepEqual(await readdir(data), entries)
    const quick = await run(['upgrade', '--check', '--no-trial'], { KONTOR_DATA: data })
    assert.equal(quick.code, 0)
    assert.match(quick.stdout, /^Time: not measured .* at 10 MB\/s/m)
    assert.deepEqual(await readdir(data), entries)
    await assertIsReleased(data)
  })

  test('works beside a process that uses the database, and the upgrade does not', { timeout }, async () => {
    const data = await oldFolder()
    const server = await startEmbedded(data, { exclusive: true })
    try {
      const { code, stdout, stderr } = await run(['upgrade', '--check'], { KONTOR_DATA: data })
      assert.equal(code, 0, stderr)
      assert.match(stdout, /measured by upgrading a copy/)
      const rejected = await run(['upgrade'], { KONTOR_DATA: data })
      assert.equal(rejected.code, 1)
      assert.match(rejected.stderr, /^kontor: Another Kontor \(process \d+\) already serves the folder/)
    } finally {
      await server.stop()
    }
    assert.equal(await countMigrations(data), migrations.length)
  })

  test('its end by a signal leaves nothing', { timeout }, async () => {
    const data = await oldFolder()
    const entries = await readdir(data)
    const check = start(['upgrade', '--check'], { KONTOR_DATA: data })
    while ((await readdir(data)).length === entries.length) await wait(5)
    check.child.kill('SIGTERM')
    assert.equal(await check.ended, 128 + 15)
    assert.deepEqual(await readdir(data), entries)
    assert.deepEqual(processesIn(data), [])
  })

  test('of an external database runs the migrations and rolls them back', { timeout }, async () => {
    const data = await oldFolder()
    const server = await startEmbedded(data)
    const { host } = server.ownerConnection
    const env = {
      KONTOR_DATA: await dataFolder(),
      KONTOR_DATABASE_URL: `postgres://kontor@localhost/kontor?host=${encodeURIComponent(host)}`,
    }
    folders.push(env.KONTOR_DATA)
    try {
      const quick = await run(['upgrade', '--check'], env)
      assert.equal(quick.code, 0, quick.stderr)
      assert.match(quick.stdout, /Time: not measured \(--trial runs the migrations and rolls them back/)
      const tried = await run(['upgrade', '--check', '--trial'], env)
      assert.equal(tried.code, 0, tried.stderr)
      assert.match(tried.stdout, /Time: [\d.]+ s to migrate it, measured on the database, in a transaction/)
      assert.match(tried.stdout, /Back the database up before/)
      assert.equal(await countMigrations(data), migrations.length)
      const upgraded = await run(['upgrade'], env)
      assert.deepEqual([upgraded.code, upgraded.stderr.includes('copied')], [0, false])
      assert.match(upgraded.stderr, new RegExp(`^migrated to .*, schema ${schema}: `, 'm'))
      assert.match((await run(['upgrade'], env)).stderr, /^nothing to migrate/m)
    } finally {
      await server.stop()
    }
  })
})

test('a start copies the database, migrates it, and the copy goes back to the version before', {
  timeout,
}, async () => {
  const data = await oldFolder()
  await mkdir(join(data, 'files'))
  await writeFile(join(data, 'files', '.kontor-files'), fileMark)
  const service = await serve(data)
  const health = await (await fetch(`${service.url}/healthz`)).json()
  assert.equal((health as { schema: number }).schema, schema)
  const [first, ...others] = service.stdout().split('\n')
  assert.match(JSON.parse(first!).msg, /^Kontor \d+\.\d+\.\d+ starts$/)
  assert.ok(others.some((line) => line.includes('copying the database before it is migrated')))
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const build = new RegExp(
    `^kontor_build_info\\{version="[\\d.]+",commit="\\w*",schema="${schema}",node="[\\d.]+",postgres="18\\.\\d+"\\} 1$`,
    'm',
  )
  assert.match(metrics, build)
  assert.equal(await stop(service), 0)

  const [name, ...rest] = await backupsOf(join(data, 'upgrades'))
  assert.deepEqual(rest, [])
  assert.match(name!, /^before-\d+\.\d+\.\d+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
  // As docs/operating.md says.
  await rename(join(data, 'postgres'), join(data, 'postgres.upgraded'))
  await cp(join(data, 'upgrades', name!, 'postgres'), join(data, 'postgres'), { recursive: true })
  await assertIsReleased(data)
  // The version before may go on for a while, and be upgraded again: the older copy of the same schema is replaced.
  const again = await run(['upgrade'], { KONTOR_DATA: data })
  assert.equal(again.code, 0, again.stderr)
  const backups = await backupsOf(join(data, 'upgrades'))
  assert.equal(backups.length, 1)
  assert.notEqual(backups[0], name)
})

test('the last two copies stay', { timeout }, async () => {
  const data = await oldFolder()
  const place = join(data, 'upgrades')
  const all = (await readdir(migrationsFolder)).toSorted()
  const log = pino({ level: 'silent' })
  const server = await startEmbedded(data)
  const owner = openPool(linkTo(server.ownerConnection), 1)
  const seen: string[] = []
  try {
    // Later versions, each with some migrations more.
    for (const count of [20, 30, all.length]) {
      const known = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
      folders.push(known)
      for (const name of all.slice(0, count)) await copyFile(join(migrationsFolder, name), join(known, name))
      const copied: string[] = []
      const steps = embeddedUpgrade(server, place, log, (folder) => copied.push(basename(folder)))
      await migrate(owner, server.connection.user, known, steps)
      assert.equal(copied.length, 1)
      seen.push(...copied)
      assert.deepEqual(await backupsOf(place), seen.slice(-2))
      // Names tell seconds.
      await wait(1100)
    }
    assert.deepEqual(
      await migrate(owner, server.connection.user, undefined, embeddedUpgrade(server, place, log)),
      [],
    )
    assert.deepEqual(await backupsOf(place), seen.slice(-2))
  } finally {
    await owner.end()
    await server.stop()
  }
})

test('without room for the copy nothing is migrated, and the message names the remedy', {
  timeout,
  skip:
    process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
      ? false
      : 'only root can mount a small disk',
}, async (t) => {
  const data = await oldFolder()
  const disk = await dataFolder()
  folders.push(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]).status !== 0)
    return t.skip('no file system can be mounted here')
  try {
    const env = { KONTOR_DATA: data, KONTOR_UPGRADE_BACKUP: join(disk, 'copies') }
    const check = await run(['upgrade', '--check'], env)
    assert.equal(check.code, 1)
    assert.match(check.stdout, /The upgrade to .* would fail: .* set KONTOR_UPGRADE_BACKUP=off/)
    for (const args of [['upgrade'], ['serve']]) {
      const { code, stderr } = await run(args, { ...env, KONTOR_PORT: '0' })
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^kontor: the database must be copied before it is migrated: .* needs [\d.]+ GB and has [\d.]+ GB free\. Make room, .*KONTOR_UPGRADE_BACKUP=off$/m,
      )
    }
    assert.equal(await countMigrations(data), migrations.length)
    const without = await run(['upgrade'], { ...env, KONTOR_UPGRADE_BACKUP: 'off' })
    assert.equal(without.code, 0, without.stderr)
    assert.deepEqual(await backupsOf(join(disk, 'copies')), [])
  } finally {
    spawnSync('umount', [disk])
  }
})

test('kill -9 leaves the old schema or the new one, and no half copy', { timeout: 600_000 }, async () => {
  const data = await oldFolder()
  const place = join(data, 'upgrades')
  const seen = new Set<number>()
  const before = migrations.length
  const kill = async (isDue: () => Promise<boolean>) => {
    const upgrade = start(['upgrade'], { KONTOR_DATA: data })
    let over = false
    void upgrade.ended.then(() => (over = true))
    while (!over && !(await isDue())) await wait(5)
    upgrade.child.kill('SIGKILL')
    await upgrade.ended
    const count = await countMigrations(data)
    assert.ok(count === before || count > before + 30, `${count} migrations`)
    seen.add(count)
  }
  await kill(async () => (await readdir(place).catch(() => [])).some((name) => name.startsWith('.copying-')))
  assert.deepEqual(await backupsOf(place), [])
  for (const ms of [0, 150, 400]) {
    const known = new Set(await backupsOf(place))
    await kill(async () => {
      if (!(await backupsOf(place)).some((name) => !known.has(name))) return false
      await wait(ms)
      return true
    })
  }
  assert.ok(seen.has(before))
  const { code, stderr } = await run(['upgrade'], { KONTOR_DATA: data })
  assert.equal(code, 0, stderr)
  const backups = await backupsOf(place)
  assert.ok(backups.length > 0)
  assert.deepEqual((await readdir(place)).toSorted(), backups)
  for (const name of backups) {
    const restored = await dataFolder()
    folders.push(restored)
    await mkdir(restored, { recursive: true })
    await cp(join(place, name, 'postgres'), join(restored, 'postgres'), { recursive: true })
    await assertIsReleased(restored)
  }
})
