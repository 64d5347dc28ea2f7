import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type S3Server, startCeph, withoutCeph } from '../../../test/support/servers/ceph.ts'
import { openS3Proxy, type S3Proxy } from '../../../test/support/servers/s3-proxy.ts'
import { forEachAtOnce } from '../ground/concurrency.ts'
import { readSettings } from '../settings/settings.ts'
import { openBucket } from './bucket.ts'
import { openBucketFiles } from './bucket-files.ts'
import type { ReceivedFile } from './files.ts'
import { FilesUnavailable } from './files-unavailable.ts'

const dead = spawnSync('true').pid
const path = 'crm/1/a.txt'
const hexOf = ({ sha256 }: { sha256: Buffer }) => sha256.toString('hex')

suite('a bucket', { skip: withoutCeph }, () => {
  let server: S3Server
  let proxy: S3Proxy
  let client: S3Client
  let folder: string
  const opened: { close(): void }[] = []

  before(async () => {
    server = await startCeph()
    proxy = await openS3Proxy(server.port)
    folder = await mkdtemp(join(tmpdir(), 'kontor-bucket-'))
    Object.assign(process.env, server.credentials)
    client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'kontor' }))
  })
  after(async () => {
    for (const one of opened) one.close()
    client.destroy()
    await proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** A store in a prefix of its own behind the proxy. `rows`: the checksums that rows name. */
  async function open(env: Record<string, string> = {}, rows: string[] = []) {
    const settings = readSettings({
      KONTOR_FILES: `s3://kontor/${randomUUID()}/files`,
      KONTOR_FILES_ENDPOINT: proxy.endpoint,
      ...env,
    }).filesBucket!
    const files = await openBucketFiles(settings, folder, {
      async removeUnlessStored(file, remove) {
        assert.ok('sha256' in file)
        if (!rows.includes(hexOf(file))) await remove()
      },
    })
    const bucket = openBucket(settings)
    opened.push(files, bucket)
    proxy.faults.length = 0
    proxy.seen.length = 0
    const keys = async (below = '') => {
      const found: string[] = []
      for await (const { key } of bucket.list(below)) found.push(key)
      return found
    }
    const receive = (content: Buffer | string) => files.receive(Readable.from([Buffer.from(content)]), 1e9)
    const storeFile = async (content: Buffer | string) => {
      const file = await receive(content)
      await files.stage(file)
      await files.store(file, path)
      return file
    }
    const readBack = async (file: ReceivedFile, maxBytes?: number) => {
      const found = await files.read({ ...file, path }, maxBytes)
      return found && (await buffer(found.content))
    }
    return { settings, files, bucket, keys, receive, storeFile, readBack, rows }
  }

  test('a file is staged, stored, completed and read', async () => {
    const { files, keys, receive, readBack } = await open()
    assert.equal(await files.isEmpty(), true)
    const file = await receive('Inhalt')
    await files.stage(file)
    const [marker, ...others] = await keys('.incoming/')
    assert.deepEqual(others, [])
    assert.ok(
      marker!.startsWith(`.incoming/${hostname()}~${process.pid}~`) && marker!.endsWith(`~${hexOf(file)}`),
    )
    await files.store(file, path)
    await files.complete(file)
    await files.complete(file)
    assert.deepEqual(await keys(), [`sha256/${hexOf(file)}`])
    assert.equal(String(await readBack(file)), 'Inhalt')
    assert.equal(String(await readBack(file, 3)), 'Inh')
    assert.equal(await files.isEmpty(), false)
    assert.deepEqual(await readdir(join(folder, '.incoming')), [])
    const unknown = { path, size: 6, sha256: createHash('sha256').update('other').digest() }
    assert.equal(await files.read(unknown), undefined)
    assert.equal(await files.holds(unknown), false)
    assert.equal(await files.holds({ ...file, size: 7 }), false)
  })

  test('a large file is sent in parts', async () => {
    const { files, storeFile, readBack } = await open()
    const content = randomBytes(40 * 2 ** 20)
    const file = await storeFile(content)
    assert.equal(proxy.seen.filter((line) => /^PUT .*partNumber=\d/.test(line)).length, 5)
    await files.complete(file)
    assert.ok(content.equals((await readBack(file))!))
  })

  test('files are encrypted by the store', async () => {
    const { files, settings, storeFile, readBack } = await open({ KONTOR_FILES_ENCRYPTION: 'office-key' })
    await files.probe()
    for (const content of [Buffer.from('geheim'), randomBytes(17 * 2 ** 20)]) {
      const file = await storeFile(content)
      assert.ok(content.equals((await readBack(file))!))
      const found = await client.send(
        new HeadObjectCommand({ Bucket: 'kontor', Key: `${settings.prefix}sha256/${hexOf(file)}` }),
      )
      assert.deepEqual([found.ServerSideEncryption, found.SSEKMSKeyId], ['aws:kms', 'office-key'])
    }
    // This version of Ceph ignores it.
    const { files: plain } = await open({ KONTOR_FILES_ENCRYPTION: 'AES256' })
    await assert.rejects(plain.probe(), /the store does not encrypt as KONTOR_FILES_ENCRYPTION says/)
  })

  test('a file that is there is not sent again, unless it is damaged', async () => {
    const { files, bucket, storeFile, readBack } = await open()
    const file = await storeFile('eins')
    await files.complete(file)
    proxy.seen.length = 0
    await files.complete(await storeFile('eins'))
    assert.deepEqual(
      proxy.seen.filter((line) => line.startsWith('PUT') && line.includes('/sha256/')),
      [],
    )
    await bucket.putText(`sha256/${hexOf(file)}`, 'EINS')
    assert.equal(await files.holds(file), false)
    await files.complete(await storeFile('eins'))
    assert.equal(String(await readBack(file)), 'eins')
  })

  test('a failed upload is removed, unless a row names it', async () => {
    const { files, keys, receive, storeFile, rows } = await open()
    const failed = await receive('gescheitert')
    await files.stage(failed)
    await files.discard(failed)
    await files.discard(await storeFile('gescheitert, zu spät'))
    const unused = await receive('wiederholt')
    await files.stage(unused)
    await files.complete(unused)
    assert.deepEqual(await keys(), [])
    const committed = await storeFile('gespeichert')
    rows.push(hexOf(committed))
    await files.discard(committed)
    assert.deepEqual(await keys(), [`sha256/${hexOf(committed)}`])
    const again = await receive('gespeichert')
    await files.stage(again)
    await files.discard(again)
    assert.deepEqual(await keys(), [`sha256/${hexOf(committed)}`])
  })

  test('a file that another process removed before it was stored is not stored', async () => {
    const { files, bucket, receive } = await open()
    const file = await receive('weg')
    await files.stage(file)
    await bucket.remove(`sha256/${hexOf(file)}`)
    await assert.rejects(files.store(file, path), FilesUnavailable)
    await files.discard(file)
  })

  test('removeLeftovers removes objects of dead processes, unless a row names them', async () => {
    const { files, bucket, keys, rows, settings, storeFile } = await open()
    const leave = async (text: string, process: number | string) => {
      const hex = createHash('sha256').update(text).digest('hex')
      await bucket.putText(`.incoming/${hostname()}~${process}~${randomUUID()}~${hex}`, '')
      await bucket.putText(`sha256/${hex}`, text)
      return hex
    }
    await leave('verloren', dead)
    const kept = await leave('gespeichert', dead)
    rows.push(kept)
    const running = await leave('läuft', process.ppid)
    const begun = createHash('sha256').update('begonnen').digest('hex')
    await bucket.putText(`.incoming/${hostname()}~${dead}~${randomUUID()}~${begun}`, '')
    await client.send(
      new CreateMultipartUploadCommand({ Bucket: 'kontor', Key: `${settings.prefix}sha256/${begun}` }),
    )
    await writeFile(join(folder, `.incoming/${hostname()}~${dead}~half`), 'x')
    await Promise.all([files.removeLeftovers(), files.removeLeftovers(), files.removeLeftovers()])
    assert.deepEqual((await keys('sha256/')).sort(), [`sha256/${kept}`, `sha256/${running}`].sort())
    assert.equal((await keys('.incoming/')).length, 1)
    assert.deepEqual(await readdir(join(folder, '.incoming')), [])
    const uploads = await client.send(
      new ListMultipartUploadsCommand({ Bucket: 'kontor', Prefix: settings.prefix }),
    )
    assert.deepEqual(uploads.Uploads ?? [], [])
    // Of this process, as far as others can see.
    await files.complete(await storeFile('danach'))
  })

  test('more leftovers than a page of the listing are found', async () => {
    const { files, bucket, keys } = await open()
    await forEachAtOnce(Array(1005).keys(), 20, () =>
      bucket.putText(`.incoming/${hostname()}~${dead}~${randomUUID()}`, 'x'),
    )
    await files.removeLeftovers()
    assert.deepEqual(await keys(), [])
  })

  test('the mark ties the bucket to an instance', async () => {
    const { files, bucket, receive } = await open()
    assert.equal(await files.readMark(), undefined)
    await files.verify()
    await files.writeMark('one')
    files.expectMark('one')
    await files.verify()
    await files.discard(await receive('a'))
    await bucket.putText('.kontor-files', 'two')
    await assert.rejects(files.verify(), /is not the place of this instance’s files.*another one/)
    await bucket.remove('.kontor-files')
    await assert.rejects(files.verify(), /is missing/)
    await bucket.putText('.kontor-files', '<html>')
    await assert.rejects(files.readMark(), /is not a mark of Kontor/)
  })

  test('bad settings are named', async () => {
    const cases: [Record<string, string>, RegExp, Record<string, string>?][] = [
      [
        { KONTOR_FILES: 's3://elsewhere/a' },
        /^s3:\/\/elsewhere\/a: the bucket does not exist \(NoSuchBucket\)$/,
      ],
      [{}, /the store does not know the access key/, { AWS_ACCESS_KEY_ID: 'unknown' }],
      [{}, /the secret access key is wrong/, { AWS_SECRET_ACCESS_KEY: 'wrong' }],
      [{}, /the credentials lack a right on the bucket/, server.strangersCredentials],
    ]
    for (const [env, expected, keys = {}] of cases) {
      Object.assign(process.env, keys)
      const { files } = await open(env)
      const isExpected = (error: Error) =>
        error instanceof FilesUnavailable && error.isSetting && expected.test(error.message)
      await assert.rejects(files.verify(), isExpected)
      await assert.rejects(files.probe(), isExpected)
      Object.assign(process.env, server.credentials)
    }
  })

  test('a store that is away, slow or never answers is reported in time', async () => {
    const { files, receive } = await open()
    const file = await receive('a')
    proxy.faults.push({ to: /./, does: 'never answers' })
    const start = performance.now()
    await assert.rejects(files.stage(file), /the store cannot be reached/)
    assert.ok(performance.now() - start < 12_000)
    proxy.faults.splice(0, 1, { to: /./, does: 'answers SlowDown' })
    await assert.rejects(files.stage(file), /status 503 \(SlowDown\)/)
    proxy.faults.splice(0, 1, { to: /./, does: 'answers SlowDown', limit: 2 })
    await files.stage(file)
    await files.discard(file)
    const page = createServer((request, response) => {
      response.statusCode = request.url!.includes('/found') ? 200 : 404
      response.end('<html>')
    }).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const { port } = page.address() as AddressInfo
    for (const place of ['found', 'unknown']) {
      const { files: website } = await open({
        KONTOR_FILES: `s3://kontor/${place}`,
        KONTOR_FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      })
      for (const work of [website.readMark, website.probe, website.isEmpty])
        await assert.rejects(work, FilesUnavailable)
    }
    page.closeAllConnections()
    page.close()
    const { files: nowhere } = await open({ KONTOR_FILES_ENDPOINT: 'http://127.0.0.1:9' })
    await assert.rejects(nowhere.verify(), /the store cannot be reached \(ECONNREFUSED\)/)
  })

  test('bytes that change on their way or in the store are noticed', async () => {
    const { files, receive, keys, storeFile, readBack } = await open()
    for (const size of [1000, 17 * 2 ** 20]) {
      const file = await receive(randomBytes(size))
      proxy.faults.splice(0, 9, {
        to: /^PUT .*sha256.*(x-id=PutObject|partNumber=2)/,
        does: 'receives other bytes',
      })
      await assert.rejects(files.stage(file), /XAmzContentSHA256Mismatch|SignatureDoesNotMatch|BadDigest/)
      proxy.faults.splice(0, 9, { to: /^GET .*sha256/, does: 'returns other bytes' })
      await assert.rejects(files.stage(file), /the store does not return what was sent/)
      proxy.faults.splice(0, 9, { to: /^HEAD .*sha256/, does: 'tells another checksum' })
      await assert.rejects(files.stage(file), /the store does not return what was sent/)
      proxy.faults.length = 0
      await files.discard(file)
    }
    assert.deepEqual(await keys(), [])
    proxy.faults.push({ to: /^HEAD .*sha256/, does: 'tells the checksum' })
    proxy.seen.length = 0
    const file = await storeFile('a')
    assert.deepEqual(
      proxy.seen.filter((line) => line.startsWith('GET') && line.includes('sha256/')),
      [],
    )
    proxy.faults.splice(0, 1, { to: /^GET .*sha256/, does: 'ends a download early' })
    const large = await storeFile('x'.repeat(100_000)).catch((error) => error)
    assert.ok(large instanceof FilesUnavailable)
    await assert.rejects(readBack(file), FilesUnavailable)
  })
})
