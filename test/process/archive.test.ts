// The archive of the embedded database, in a folder and in a bucket: base backups, restore to a time, and what goes wrong.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { type Archive, openArchive } from '../../server/platform/postgres/archive.ts'
import { inheritOwner } from '../../server/platform/runtime/account.ts'
import { readSettings } from '../../server/platform/runtime/settings.ts'
import { type S3Server, startCeph, withoutCeph } from '../support/ceph.ts'
import { dataFolder, removeDataFolder, run, serve, start, stop } from '../support/kontor-process.ts'
import { openS3Proxy, type S3Proxy } from '../support/s3-proxy.ts'

const timeout = 240_000

/** Where an archive is, and how it goes away. */
type Place = {
  url: string
  /** The settings of the store. */
  env: Record<string, string>
  /** Reaches the archive while it is away. */
  archive: Archive
  write(name: string, content: Buffer): Promise<unknown>
  /** Slows the next base backup down, so that it can be killed. @returns an end */
  stallBaseBackup(): () => void
  isMakingBaseBackup(): Promise<boolean>
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  close(): Promise<void>
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await isDone()); await wait(5))
    assert.ok(Date.now() < deadline, 'did not happen within two minutes')
}

/** An instance whose database is archived from its first start on. */
async function openArchived(place: Place) {
  const folders: string[] = []
  const newFolder = async (): Promise<string> => {
    const folder = await dataFolder()
    folders.push(folder)
    return folder
  }
  const { archive } = place
  const data = await newFolder()
  const env = { ...place.env, KONTOR_DATA: data, KONTOR_ARCHIVE: place.url }
  const service = await serve(data, env)

  async function query<T extends pg.QueryResultRow>(statement: string, folder = data): Promise<T[]> {
    const client = new pg.Client({ host: join(folder, 'postgres'), user: 'kontor', database: 'kontor' })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const listBase = async () => [
    ...new Set((await Array.fromAsync(archive.list('base/'))).map((name) => name.split('/')[1]!)),
  ]
  return {
    env,
    data,
    service,
    newFolder,
    query,
    listBase,
    addContact: (name: string) =>
      query(
        `insert into contact (contact_type, last_name, last_name_key) values ('person', '${name}', lower('${name}'))`,
      ),
    async now(): Promise<string> {
      const [row] = await query<{ now: Date }>('select clock_timestamp() as now')
      await wait(50)
      return row!.now.toISOString()
    },
    /** Ends the current segment of the log and waits until it is archived. */
    async archiveLog(): Promise<void> {
      await query(`select pg_logical_emit_message(true, 'test', 'content of the segment')`)
      const [row] = await query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
      )
      await query('select pg_switch_wal()')
      await until(async () => (await Array.fromAsync(archive.list('wal/'))).includes(`wal/${row!.name}.gz`))
      const isWaiting = `select from pg_ls_archive_statusdir() where name = '${row!.name}.ready'`
      await until(async () => (await query(isWaiting)).length === 0)
    },
    listSegments: async () =>
      (await Array.fromAsync(archive.list('wal/'))).filter((name) => /^wal\/[0-9A-F]{24}\.gz$/.test(name)),
    completeBackups: async () =>
      (await Array.fromAsync(archive.list('base/'))).filter((name) => name.endsWith('/backup.json')),
    restoreTo: (time: string, folder: string, ...more: string[]) =>
      run(['restore', '--to-time', time, '--archive', place.url, ...more], {
        ...place.env,
        KONTOR_DATA: folder,
      }),
    /** The contacts in a data folder that no process uses. */
    async contactsIn(folder: string): Promise<string[]> {
      const { stdout, stderr } = await run(['export'], { KONTOR_DATA: folder })
      assert.notEqual(stdout, '', stderr)
      return (JSON.parse(stdout).contacts as { lastName: string }[])
        .map(({ lastName }) => lastName)
        .toSorted()
    },
    async close(): Promise<void> {
      await stop(service)
      for (const folder of folders) await removeDataFolder(folder)
    },
  }
}

/** The tests of both kinds of archives, which build on each other. */
function testArchive(kind: 'folder' | 'bucket', openPlace: () => Promise<Place>) {
  let place: Place
  let kontor: Awaited<ReturnType<typeof openArchived>>
  /** Times of the database: before the base backup, between the two contacts, after both. */
  let times: Record<'early' | 'between' | 'late', string>

  before(
    async () => {
      place = await openPlace()
      kontor = await openArchived(place)
      const early = await kontor.now()
      const { code, stderr } = await run(['base-backup'], kontor.env)
      assert.equal(code, 0, stderr)
      await kontor.addContact('Anna')
      await kontor.query(`with added as (insert into task (client_id, kind, subject)
        select min(id), 'todo', 'Unterlagen' from client returning id)
      insert into attachment (task_id, filename, size, sha256) select id, 'scan.pdf', 1, '' from added`)
      const between = await kontor.now()
      await kontor.addContact('Berta')
      const late = await kontor.now()
      await kontor.archiveLog()
      times = { early, between, late }
    },
    { timeout },
  )

  after(async () => {
    await kontor?.close()
    await place?.close()
  })

  test('a restore to a time has what was written before, and not what was written after', {
    timeout,
  }, async () => {
    const folder = await kontor.newFolder()
    const { code, stderr } = await kontor.restoreTo(times.between, folder)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /restored: base backup \S+ and the log until /)
    assert.match(
      stderr,
      /1 of 1 stored files are missing in \S+files; copy them from a backup:\n {2}crm\/\d+\/scan\.pdf\n/,
    )
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna'])
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('postgres.new')),
      [],
    )
    const again = await kontor.restoreTo(times.between, folder)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /postgres exists: use another KONTOR_DATA/)

    // The restored instance works, but not with the archive of the former one.
    await cp(join(kontor.data, 'files'), join(folder, 'files'), { recursive: true })
    const env = { ...kontor.env, KONTOR_DATA: folder }
    const restored = await serve(folder, env)
    try {
      const doctor = async () => (await run(['doctor'], env)).stdout
      await kontor.query(`select pg_logical_emit_message(true, 'test', 'content'), pg_switch_wal()`, folder)
      await until(async () => /error +archive +segment 00000002\S+ of the log could not/.test(await doctor()))
      assert.match(await readFile(join(folder, 'postgres.log'), 'utf8'), /log of another database: use a new/)
    } finally {
      await stop(restored)
    }
  })

  // The archive does not matter for these.
  if (kind === 'folder') {
    test('a restore to the latest time, and to one with another zone', { timeout }, async () => {
      const all = await kontor.newFolder()
      assert.equal((await kontor.restoreTo('latest', all)).code, 0)
      assert.deepEqual(await kontor.contactsIn(all), ['Anna', 'Berta'])
      const late = await kontor.newFolder()
      const inZone = new Date(Date.parse(times.late) + 3_600_000).toISOString().replace('Z', '+01:00')
      const { code, stderr } = await kontor.restoreTo(inZone, late)
      assert.equal(code, 0, stderr)
      assert.deepEqual(await kontor.contactsIn(late), ['Anna', 'Berta'])
    })

    test('times that cannot be restored are reported, and nothing is left', { timeout }, async () => {
      const folder = await kontor.newFolder()
      for (const [time, code, message] of [
        [times.early, 1, /is before the end of the first base backup \(/],
        ['2999-01-01T00:00:00Z', 1, /is in the future/],
        [await kontor.now(), 1, /the archive ends before .*--to-time latest restores all that it has/],
        ['yesterday', 2, /--to-time must be a time with its zone/],
        ['2026-11-23T10:00:00', 2, /--to-time must be a time with its zone/],
        ['2026-13-23T10:00:00Z', 2, /--to-time must be a time with its zone/],
      ] as const) {
        const result = await kontor.restoreTo(time, folder)
        assert.deepEqual(
          [result.code, message.test(result.stderr)],
          [code, true],
          `${time}: ${result.stderr}`,
        )
      }
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('postgres') && name !== 'postgres.log'),
        [],
      )
      const none = await run(['restore', '--to-time', 'latest'], { KONTOR_DATA: folder })
      assert.match(none.stderr, /--to-time requires KONTOR_ARCHIVE or --archive/)
      assert.match(
        (await kontor.restoreTo('latest', folder, 'x.tar')).stderr,
        /unknown|excess|too many|excludes/,
      )
      const without = await run(['base-backup'], { KONTOR_DATA: kontor.data })
      assert.match(without.stderr, /requires KONTOR_ARCHIVE/)
    })
  }

  test('a missing or damaged segment or copy of the data is not restored', {
    timeout,
  }, async () => {
    const { archive } = place
    await kontor.archiveLog()
    await kontor.addContact('Cäcilie')
    await kontor.archiveLog()
    const segment = (await kontor.listSegments()).at(-2)!
    const base = (await kontor.listBase()).at(-1)
    const folder = await kontor.newFolder()
    for (const [name, missing, damaged] of [
      [
        segment,
        new RegExp(`lacks the segment ${segment.slice(4, 28)}`),
        new RegExp(`segment ${segment.slice(4, 28)} of the log cannot be read`),
      ],
      [`base/${base}/data.tar.gz`, /base backup \S+ lacks its data/, /the base backup is damaged/],
    ] as const) {
      const content = await buffer((await archive.read(name))!)
      await archive.remove(name)
      const without = await kontor.restoreTo('latest', folder)
      assert.equal(without.code, 1)
      assert.match(without.stderr, missing)
      await place.write(name, content.subarray(0, content.length >> 1))
      const cut = await kontor.restoreTo('latest', folder)
      assert.equal(cut.code, 1)
      assert.match(cut.stderr, damaged)
      await place.write(name, content)
    }
    assert.deepEqual(await readdir(folder), ['postgres.log'])
    assert.equal((await kontor.restoreTo('latest', folder)).code, 0)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna', 'Berta', 'Cäcilie'])
  })

  test('after kill -9 neither a base backup nor a restore is taken for complete', { timeout }, async () => {
    const { listBase, completeBackups } = kontor
    const [complete, known] = [await completeBackups(), await listBase()]
    const goOn = place.stallBaseBackup()
    const making = start(['base-backup'], kontor.env)
    await until(place.isMakingBaseBackup)
    making.child.kill('SIGKILL')
    await making.ended
    goOn()
    const partial = (await listBase()).filter((name) => !known.includes(name))
    assert.deepEqual(await completeBackups(), complete)

    const folder = await kontor.newFolder()
    const restoring = start(['restore', '--to-time', times.between, '--archive', place.url], {
      ...place.env,
      KONTOR_DATA: folder,
    })
    await until(async () => (await readdir(folder)).some((name) => name.startsWith('postgres.new')))
    await wait(300)
    restoring.child.kill('SIGKILL')
    await restoring.ended
    assert.ok(!(await readdir(folder)).includes('postgres'))
    const { code, stderr } = await kontor.restoreTo(times.between, folder)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna'])

    const elsewhere = await run(['base-backup'], { ...kontor.env, KONTOR_ARCHIVE: `${place.url}/other` })
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.stderr, /runs without this KONTOR_ARCHIVE/)

    const next = await run(['base-backup', '--keep', '5'], kontor.env)
    assert.equal(next.code, 0, next.stderr)
    assert.ok((await listBase()).every((name) => !partial.includes(name)))
    assert.equal((await completeBackups()).length, complete.length + 1)
  })

  test('an archive that fails is reported, and the service goes on', { timeout }, async () => {
    const { service, query, addContact } = kontor
    const metric = async (name: string) => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    }
    assert.equal(await metric('kontor_archive_failing'), 0)
    assert.ok((await metric('kontor_archive_last_archived_timestamp_seconds')) > 1e9)
    await place.takeAway()
    try {
      await query('select pg_switch_wal()')
      await addContact('Dora')
      await query('select pg_switch_wal()')
      await until(async () => (await metric('kontor_archive_failing')) === 1)
      const { code, stdout } = await run(['doctor'], kontor.env)
      assert.equal(code, 1)
      assert.match(stdout, /error +archive +segment \S+ of the log could not be archived/)
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
      await addContact('Emil')
    } finally {
      await place.bringBack()
    }
    await kontor.archiveLog()
    assert.equal(await metric('kontor_archive_failing'), 0)
    assert.match(
      (await run(['doctor'], kontor.env)).stdout,
      /ok +archive +the last segment of the log arrived/,
    )
  })

  test('old base backups are removed with the log that only they need', { timeout }, async () => {
    const { code, stderr } = await run(['base-backup', '--keep', '1'], kontor.env)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^base backup (\S+); removed \d+ old ones\n$/)
    const [base, ...others] = await kontor.listBase()
    assert.deepEqual(others, [])
    const { startSegment } = JSON.parse(await text((await place.archive.read(`base/${base}/backup.json`))!))
    const segments = await kontor.listSegments()
    assert.ok(segments.length > 0 && segments.every((name) => name >= `wal/${startSegment}`), segments.join())
    await kontor.archiveLog()
    const folder = await kontor.newFolder()
    assert.equal((await kontor.restoreTo('latest', folder)).code, 0)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna', 'Berta', 'Cäcilie', 'Dora', 'Emil'])
    assert.equal((await run(['base-backup', '--keep', '0'], kontor.env)).code, 2)
  })

  return { kontor: () => kontor, place: () => place }
}

suite('in a folder', () => {
  const folder = testArchive('folder', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'kontor-archive-'))
    // The database of root runs under another account.
    await chmod(parent, 0o755)
    const url = join(parent, `a 'b" $c %p`)
    const wal = join(url, 'wal')
    return {
      url,
      env: {},
      archive: await openArchive(url),
      async write(name, content) {
        await writeFile(join(url, name), content)
        await inheritOwner(join(url, name))
      },
      stallBaseBackup: () => () => {},
      isMakingBaseBackup: async () =>
        (await readdir(join(url, 'base'), { recursive: true })).some((name) => name.endsWith('.tmp')),
      takeAway: () => rename(wal, `${wal}-gone`),
      async bringBack() {
        assert.deepEqual((await readdir(url)).toSorted(), ['base', 'wal-gone'], 'no command hides the fault')
        await rename(`${wal}-gone`, wal)
      },
      close: () => rm(parent, { recursive: true, force: true }),
    }
  })

  test('a base backup of Kontor 0.2.0 is restored', { timeout }, async () => {
    const { listBase, newFolder, restoreTo, contactsIn } = folder.kontor()
    const base = join(folder.place().url, 'base', (await listBase())[0]!)
    const { content, ...former } = JSON.parse(await readFile(join(base, 'backup.json'), 'utf8'))
    const data = join(base, 'data')
    await mkdir(data)
    assert.equal(spawnSync('tar', ['-xzf', `${data}.tar.gz`, '-C', data]).status, 0)
    await writeFile(join(data, 'backup_label'), content.label)
    await rm(`${data}.tar.gz`)
    await writeFile(join(base, 'backup.json'), JSON.stringify(former))
    const restored = await newFolder()
    const { code, stderr } = await restoreTo('latest', restored)
    assert.equal(code, 0, stderr)
    assert.equal((await contactsIn(restored)).length, 5)
  })
})

suite('in a bucket', { skip: withoutCeph }, () => {
  let server: S3Server
  let proxy: S3Proxy
  const baseUpload = /^PUT .*\/base\//
  const former = { ...process.env }

  const bucket = testArchive('bucket', async () => {
    server = await startCeph()
    proxy = await openS3Proxy(server.port)
    Object.assign(process.env, server.credentials)
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'kontor' }))
    client.destroy()
    const url = 's3://kontor/archive'
    const direct = readSettings({ KONTOR_ARCHIVE: url, KONTOR_FILES_ENDPOINT: server.endpoint })
    const archive = await openArchive(direct.archive!)
    return {
      url,
      env: { ...server.credentials, KONTOR_FILES_ENDPOINT: proxy.endpoint },
      archive,
      write: (name, content) => archive.write(name, Readable.from([content])),
      stallBaseBackup() {
        proxy.seen.length = 0
        proxy.faults.push({ to: baseUpload, does: 'never answers' })
        return () => {
          proxy.faults.length = 0
        }
      },
      isMakingBaseBackup: async () => proxy.seen.some((line) => baseUpload.test(line)),
      async takeAway() {
        proxy.faults.push({ to: /./, does: 'answers SlowDown' })
      },
      async bringBack() {
        proxy.faults.length = 0
      },
      async close() {
        archive.close()
        await proxy.close()
        await server.stop()
        process.env = former
      },
    }
  })

  test('a segment that the store damages is not archived, and sent again', { timeout }, async () => {
    const { archiveLog, listSegments, data } = bucket.kontor()
    proxy.faults.push({ to: /^PUT .*\/wal\//, does: 'receives other bytes', limit: 1 })
    proxy.faults.push({ to: /^HEAD .*\/wal\//, does: 'tells another checksum', limit: 1 })
    await archiveLog()
    const log = await readFile(join(data, 'postgres.log'), 'utf8')
    assert.match(log, /segment \w+ of the log: \S+ the store answers with status 400/)
    assert.match(log, /segment \w+ of the log: \S+ the store does not return what was sent/)
    const archived = await buffer((await bucket.place().archive.read((await listSegments()).at(-1)!))!)
    assert.equal(gunzipSync(archived).length, 16 * 2 ** 20)
  })

  test('a segment replaces a damaged one of its name, but no other one', { timeout }, async () => {
    const { archiveLog, query, data } = bucket.kontor()
    const { archive, write } = bucket.place()
    const nameOfNext = async () => {
      const [row] = await query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
      )
      return `wal/${row!.name}.gz`
    }
    const next = await nameOfNext()
    await write(next, gzipSync('damaged').subarray(0, 15))
    await archiveLog()
    assert.equal(gunzipSync(await buffer((await archive.read(next))!)).length, 16 * 2 ** 20)

    const other = await nameOfNext()
    await write(other, gzipSync('of another database'))
    await query(`select pg_logical_emit_message(true, 'test', 'content'), pg_switch_wal()`)
    await until(async () =>
      (await readFile(join(data, 'postgres.log'), 'utf8')).includes('has another segment of this name'),
    )
    assert.equal(String(gunzipSync(await buffer((await archive.read(other))!))), 'of another database')
    await archive.remove(other)
    await archiveLog()
  })

  test('a segment whose program is killed arrives, and credentials are in no command line and no log', {
    timeout,
  }, async () => {
    const { data, archiveLog } = bucket.kontor()
    const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const lines: string[] = []
    let program: string | undefined
    proxy.faults.push({ to: /^PUT .*\/wal\//, does: 'never answers', limit: 1 })
    const archived = archiveLog()
    await until(async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        lines.push(await read(pid, 'cmdline'))
        const isOurs = (await read(pid, 'environ')).includes(proxy.endpoint)
        if (isOurs && lines.at(-1)!.split('\0')[1]?.endsWith('bucket-segment.ts')) program = pid
      }
      return program !== undefined && proxy.faults[0]!.limit === 0
    })
    process.kill(Number(program), 'SIGKILL')
    await archived
    const secret = server.credentials.AWS_SECRET_ACCESS_KEY
    assert.ok(lines.every((line) => !line.includes(secret)))
    const log = await readFile(join(data, 'postgres.log'), 'utf8')
    assert.match(log, /archive command was terminated by signal 9/)
    assert.ok(!log.includes(secret))
  })

  test('a base backup removes the parts of one that was killed', { timeout }, async () => {
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    const [Bucket, Key] = ['kontor', 'archive/base/2026-11-23T10-00-00-000Z/data.tar.gz']
    const countUploads = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    assert.equal(await countUploads(), 1)
    const { code, stderr } = await run(['base-backup'], bucket.kontor().env)
    assert.equal(code, 0, stderr)
    assert.equal(await countUploads(), 0)
    client.destroy()
  })

  test('a stop does not try again and again while the store is away, and the next start archives the rest', {
    timeout,
  }, async () => {
    const { data, env, service, query, archiveLog } = bucket.kontor()
    await bucket.place().takeAway()
    await query(`select pg_logical_emit_message(true, 'test', 'content')`)
    assert.equal(await stop(service), 0)
    const log = (await readFile(join(data, 'postgres.log'), 'utf8')).split('received fast shutdown request')
    // One may have begun before the stop.
    const codes = Array.from(
      log.at(-1)!.matchAll(/archive command failed with exit code (\d+)/g),
      ([, code]) => code,
    )
    assert.ok(codes.length <= 2 && codes.includes('200') && !codes.includes('1'), codes.join())
    assert.match(log.at(-1)!, /database system is shut down/)
    await bucket.place().bringBack()
    const next = await serve(data, env)
    await archiveLog()
    assert.equal(await stop(next), 0)
  })

  test('wrong settings of the bucket are one line at the start', { timeout }, async () => {
    const data = await bucket.kontor().newFolder()
    const env = { ...bucket.kontor().env, KONTOR_DATA: data, KONTOR_PORT: '0' }
    for (const [wrong, code, message] of [
      [{ KONTOR_ARCHIVE: 's3://Kontor' }, 2, /^kontor: KONTOR_ARCHIVE must be a folder or s3:/],
      [{ KONTOR_ARCHIVE: 's3://nowhere/a' }, 1, /^kontor: KONTOR_ARCHIVE: \S+: the bucket does not exist/],
      [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, 1, /^kontor: KONTOR_ARCHIVE: \S+: the secret access key is wrong/],
    ] as const) {
      const refused = await run(['serve'], { ...env, ...wrong })
      assert.match(refused.stderr.split('\n').findLast((line) => line !== '') ?? '', message)
      assert.equal(refused.code, code)
    }
  })
})
