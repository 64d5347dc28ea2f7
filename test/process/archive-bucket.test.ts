// The archive of the embedded database in a bucket, with faults of the store.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { openArchive } from '../../server/platform/files/open-archive.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { timeout, until } from '../support/archived-instance.ts'
import { run, serve, stop } from '../support/kontor-process.ts'
import { type S3Server, startCeph, withoutCeph } from '../support/servers/ceph.ts'
import { openS3Proxy, type S3Proxy } from '../support/servers/s3-proxy.ts'
import { testArchive } from './archive-tests.ts'

suite('an archive in a bucket', { skip: withoutCeph }, () => {
  let server: S3Server
  let proxy: S3Proxy
  const baseUpload = /^PUT .*\/base\//

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
        if (isOurs && lines.at(-1)!.split('\0')[1]?.endsWith('segment.ts')) program = pid
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
