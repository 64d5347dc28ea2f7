// Files in a bucket of an S3 server: the service, its commands, and failures of the store.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import pg from 'pg'
import { makeScheduledBackup } from '../../server/backup/scheduled-backup.ts'
import { openBucket } from '../../server/platform/files/bucket.ts'
import { withBackupRun } from '../../server/platform/runtime/backups/backup-record.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { type S3Server, startCeph, withoutCeph } from '../support/servers/ceph.ts'
import { openS3Proxy, type S3Proxy } from '../support/servers/s3-proxy.ts'
import { testInstance } from '../support/test-instance.ts'

suite('files in a bucket', { skip: withoutCeph, timeout: 900_000 }, () => {
  let server: S3Server
  let proxy: S3Proxy
  let env: Record<string, string>

  before(async () => {
    server = await startCeph()
    proxy = await openS3Proxy(server.port)
    env = { ...server.credentials, KONTOR_FILES_ENDPOINT: proxy.endpoint }
    Object.assign(process.env, server.credentials)
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'kontor' }))
    client.destroy()
  })
  after(async () => {
    await proxy.close()
    await server.stop()
  })

  beforeEach(() => {
    proxy.faults.length = 0
  })

  const bucketOf = (prefix: string) =>
    readSettings({ KONTOR_FILES: `s3://kontor/${prefix}`, KONTOR_FILES_ENDPOINT: server.endpoint })
      .filesBucket!

  async function keysOf(prefix: string): Promise<string[]> {
    const bucket = openBucket(bucketOf(prefix))
    const keys: string[] = []
    for await (const { key } of bucket.list('')) keys.push(key)
    bucket.close()
    return keys
  }
  const kindsOf = async (prefix: string) =>
    (await keysOf(prefix)).map((key) => key.replace(/(\/|^sha256\/).*/, '$1')).sort()

  /** An instance that has moved from its folder to a bucket. */
  async function movedInstance(prefix: string): Promise<string> {
    const data = await instanceFolder()
    const moved = await run(['files', 'copy', join(data, 'files'), `s3://kontor/${prefix}`], {
      ...env,
      KONTOR_DATA: data,
    })
    assert.equal(moved.code, 0, moved.stderr)
    return data
  }

  async function newTask(service: RunningService, token: string): Promise<number> {
    const { json } = await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })
    return json[0].id
  }
  const upload = (service: RunningService, token: string, task: number, name: string, content: Buffer) =>
    call(service.url, token, 'POST', `/attachment/crm/${task}/${name}`, content)
  const readyStatus = async ({ url }: RunningService) => (await fetch(`${url}/readyz`)).status

  const metricsOf = async ({ url }: RunningService) => (await fetch(`${url}/metrics`)).text()

  test('a backup by schedule in a bucket is verified, can be restored from there, and removes the parts of one that was killed', async (t) => {
    const place = bucketOf('backups')
    const backup = { place, times: ['01:30'] as const, keep: { days: 1, weeks: 0, months: 0 } }
    const kontor = await testInstance({ settings: { backup } })
    const data = await dataFolder()
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    t.after(async () => {
      client.destroy()
      await kontor.close()
      await removeDataFolder(data)
    })
    const [{ id }] = (await kontor.call('POST', '/todo/import', { body: { subject: 'x' } })).json
    // Does not compress, so that the archive is sent in parts.
    const payload = randomBytes(34 * 2 ** 20)
    const stored = await kontor.call('POST', `/attachment/crm/${id}/plan.bin`, {
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.equal(stored.status, 200, stored.text)
    const left = 'kontor-2026-01-01T00-00-00Z.tar.gz'
    await withBackupRun(kontor.db, { cause: 'schedule', place: place.name, name: left }, async () => {})
    const Bucket = 'kontor'
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `backups/${left}` }))
    const first = await makeScheduledBackup(kontor)
    if (first.state !== 'done') assert.fail(JSON.stringify(first))
    assert.ok(first.bytes > payload.length)
    assert.equal(
      (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'backups/' }))).Uploads?.length ??
        0,
      0,
    )
    assert.deepEqual(await keysOf('backups'), [first.name])
    const url = `s3://kontor/backups/${first.name}`
    const restored = await run(['restore', url], { ...env, KONTOR_DATA: data })
    assert.equal(restored.code, 0, restored.stderr)
    assert.ok((await readFile(join(data, `files/crm/${id}/plan.bin`))).equals(payload))
    const missing = await run(['backup', '--verify', 's3://kontor/backups/none'], env)
    assert.deepEqual(
      [missing.code, missing.stderr],
      [2, 'kontor: there is no object s3://kontor/backups/none\n'],
    )
  })

  test('uploads, downloads and previews of the back office', async (t) => {
    const kontor = await testInstance({ settings: { filesBucket: bucketOf('office') } })
    t.after(() => kontor.close())
    const office = await kontor.signIn()
    const [{ id }] = (await kontor.call('POST', '/todo/import', { body: { subject: 'x' } })).json
    const text = `Grüße ${'x'.repeat(200_000)}`
    const uploaded = await office.upload(`/tasks/${id}/attachments/upload/brief.txt`, Buffer.from(text))
    assert.equal(uploaded.status, 200)
    const [{ id: attachment, size }] = uploaded.json
    assert.equal(size, Buffer.byteLength(text))
    const download = await office.call('GET', `/attachments/${attachment}/content`)
    assert.equal(download.text, text)
    assert.match(String(download.headers['content-disposition']), /^attachment; filename="brief.txt"/)
    const preview = await office.call('GET', `/attachments/${attachment}/preview`)
    assert.ok(text.startsWith(preview.text.replace(/…$/, '')) && preview.text.length > 1000)
    const stranger = await kontor.signIn({ clientIds: [], rights: ['task:access'] })
    assert.equal((await stranger.call('GET', `/attachments/${attachment}/content`)).status, 404)

    const file = await office.upload('/files/upload/plan.pdf?accessRight=', Buffer.from('%PDF'))
    assert.equal(file.status, 200)
    const content = await office.call('GET', `/files/${file.json[0].id}/content?inline=true`)
    assert.deepEqual([content.text, content.headers['content-type']], ['%PDF', 'application/pdf'])
    assert.deepEqual(await kindsOf('office'), ['.kontor-files', 'sha256/', 'sha256/'])

    // Beyond a quota, and a table that is only read, nothing stays.
    kontor.settings.attachmentQuotas.task = 10
    const rejected = await office.upload(`/tasks/${id}/attachments/upload/b.txt`, Buffer.from('too much'))
    assert.equal(rejected.status, 413)
    assert.equal((await office.upload('/imports/upload/a.csv', Buffer.from('Name\nAda\n'))).status, 200)
    assert.deepEqual(await kindsOf('office'), ['.kontor-files', 'sha256/', 'sha256/'])
    assert.deepEqual(await readdir(join(kontor.settings.filesFolder, '.incoming')), [])

    // The same content in two rows is one object.
    kontor.settings.attachmentQuotas.task = 0
    const payload = Buffer.from(text)
    const header = { 'content-type': 'application/octet-stream', 'idempotency-key': 'one' }
    for (const path of [`/attachment/crm/${id}/kopie.txt`, `/attachment/crm/${id}/kopie.txt`])
      assert.equal((await kontor.call('POST', path, { payload, headers: header })).status, 200)
    assert.deepEqual(await kindsOf('office'), ['.kontor-files', 'sha256/', 'sha256/'])
  })

  test('a process that cleans up and one that stores the same file do not miss each other', async (t) => {
    const kontor = await testInstance({ settings: { filesBucket: bucketOf('races') } })
    t.after(() => kontor.close())
    const office = await kontor.signIn()
    const [{ id }] = (await kontor.call('POST', '/todo/import', { body: { subject: 'x' } })).json
    const bucket = openBucket(bucketOf('races'))
    t.after(() => bucket.close())
    const dead = spawnSync('true').pid
    const statuses: number[] = []
    for (let round = 0; round < 40; round++) {
      const content = Buffer.from(`Runde ${round}`)
      const hex = createHash('sha256').update(content).digest('hex')
      await bucket.putText(`sha256/${hex}`, String(content))
      await bucket.putText(`.incoming/${hostname()}~${dead}~${round}~${hex}`, 'x')
      const cleaning = kontor.files.removeLeftovers()
      await wait((round % 20) * 4)
      const answer = await office.upload(`/tasks/${id}/attachments/upload/${round}.txt`, content)
      await cleaning
      statuses.push(answer.status)
      assert.ok([200, 503].includes(answer.status), answer.text)
      if (answer.status === 503) continue
      const download = await office.call('GET', `/attachments/${answer.json[0].id}/content`)
      assert.deepEqual([download.status, download.text], [200, String(content)])
    }
    assert.ok(statuses.includes(200))
    const rows = await kontor.db.selectFrom('attachment').select('sha256').execute()
    const expected = rows.map(({ sha256 }) => `sha256/${sha256.toString('hex')}`)
    assert.deepEqual((await keysOf('races')).filter((key) => key !== '.kontor-files').sort(), expected.sort())
    t.diagnostic(`${statuses.filter((status) => status === 503).length} of ${statuses.length} were 503`)
  })

  test('a download that ends early is cut off, not complete', async (t) => {
    const kontor = await testInstance({
      settings: { filesBucket: { ...bucketOf('cut'), endpoint: proxy.endpoint } },
    })
    t.after(() => kontor.close())
    const office = await kontor.signIn()
    const [{ id }] = (await kontor.call('POST', '/todo/import', { body: { subject: 'x' } })).json
    const path = `/tasks/${id}/attachments/upload/a.bin`
    const { json } = await office.upload(path, randomBytes(2_000_000))
    const address = await kontor.app.listen({ port: 0, host: '127.0.0.1' })
    const get = () =>
      fetch(`${address}/office/api/attachments/${json[0].id}/content`, { headers: { cookie: office.cookie } })
    assert.equal((await (await get()).arrayBuffer()).byteLength, 2_000_000)
    proxy.faults.push({ to: /^GET .*sha256/, does: 'ends a download early', limit: 1 })
    await assert.rejects(async () => (await get()).arrayBuffer())
    proxy.faults.splice(0, 9, { to: /^GET .*sha256/, does: 'answers SlowDown' })
    const away = await get()
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '10'])
    proxy.faults.length = 0
    assert.equal((await get()).status, 200)
  })

  test('wrong settings are one line and an exit code', async (t) => {
    const data = await instanceFolder()
    t.after(() => removeDataFolder(data))
    const cases: [Record<string, string>, number, RegExp][] = [
      [{ KONTOR_FILES: 's3://Kontor' }, 2, /^kontor: KONTOR_FILES must be a folder or s3:\/\/bucket\/prefix/],
      [
        { KONTOR_FILES: 's3://nowhere/a' },
        2,
        /^kontor: KONTOR_FILES: s3:\/\/nowhere\/a: the bucket does not exist/,
      ],
      [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, 2, /the secret access key is wrong/],
      [{ KONTOR_FILES_ENDPOINT: 'http://127.0.0.1:9' }, 1, /the store cannot be reached \(ECONNREFUSED\)/],
      [{ KONTOR_FILES_ENDPOINT: 'store.example' }, 2, /KONTOR_FILES_ENDPOINT must be http/],
    ]
    for (const [wrong, code, message] of cases) {
      const settings = {
        ...env,
        KONTOR_FILES: 's3://kontor/wrong',
        KONTOR_DATA: data,
        KONTOR_PORT: '0',
        ...wrong,
      }
      const refused = await run(['serve'], settings)
      assert.match(refused.stderr, message)
      assert.deepEqual(
        [refused.code, refused.stderr.split('\n').length, refused.stdout.includes('secret')],
        [code, 2, false],
      )
    }
  })

  test('a service, its commands, and a store that is away', async (t) => {
    const [data, other, folder] = [await movedInstance('service'), await dataFolder(), await dataFolder()]
    t.after(() => Promise.all([data, other, folder].map(removeDataFolder)))
    const settings = { ...env, KONTOR_FILES: 's3://kontor/service' }
    const command = (...args: string[]) => run(args, { ...settings, KONTOR_DATA: data })
    let service = await serve(data, settings)
    t.after(() => service.child.kill('SIGKILL'))
    const token = await adminToken(data, settings)
    const task = await newTask(service, token)
    const large = randomBytes(17 * 2 ** 20)
    assert.equal((await upload(service, token, task, 'a.bin', large)).status, 200)
    proxy.faults.push({ to: /^PUT/, does: 'answers SlowDown', limit: 2 })
    assert.equal((await upload(service, token, task, 'b.txt', Buffer.from('b'))).status, 200)
    assert.equal(await readyStatus(service), 200)
    assert.match((await command('doctor')).stdout, /^ok +files +s3:\/\/kontor\/service can be written$/m)

    const showsReady = async () => /^kontor_check\{check="files"\} 1$/m.test(await metricsOf(service))
    await waitUntil(showsReady, 'the metric says that the store answers')
    const measured = await metricsOf(service)
    // Each attempt is counted.
    assert.match(measured, /^kontor_files_requests_total\{operation="PutObject",status="503"\} 2$/m)
    for (const operation of ['PutObject', 'UploadPart', 'HeadObject', 'GetObject', 'DeleteObject'])
      assert.match(
        measured,
        new RegExp(`^kontor_files_requests_total\\{operation="${operation}",status="20."\\} [1-9]`, 'm'),
      )
    assert.match(measured, /^kontor_files_request_duration_seconds_count\{operation="PutObject"\} [1-9]/m)

    proxy.faults.push({ to: /./, does: 'never answers' })
    const begin = performance.now()
    const refused = await upload(service, token, task, 'c.txt', Buffer.from('c'))
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '10'])
    assert.ok(performance.now() - begin < 15_000)
    assert.equal(await readyStatus(service), 503)
    const away = await metricsOf(service)
    assert.match(away, /^kontor_check\{check="files"\} 0$/m)
    assert.match(away, /^kontor_files_requests_total\{operation="(Get|Put)Object",status="none"\} [1-9]/m)
    assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
    const doctor = await command('doctor')
    assert.equal(doctor.code, 1)
    assert.match(doctor.stdout, /^failed +files +s3:\/\/kontor\/service: the store cannot be reached/m)
    assert.equal((await command('user', 'list')).code, 0)
    proxy.faults.length = 0
    assert.equal((await upload(service, token, task, 'c.txt', Buffer.from('c'))).status, 200)
    await waitUntil(async () => (await readyStatus(service)) === 200, 'the service is ready')
    await waitUntil(showsReady, 'the metric says so')
    assert.deepEqual(await kindsOf('service'), ['.kontor-files', 'sha256/', 'sha256/', 'sha256/'])

    // Backup, and restore into a folder and another bucket.
    const archive = join(folder, 'a.tar')
    const saved = await command('backup', archive)
    assert.deepEqual([saved.code, /and 3 files/.test(saved.stderr)], [0, true])
    const restored = { KONTOR_DATA: other, ...env, KONTOR_FILES: 's3://kontor/restored' }
    const { code, stderr } = await run(['restore', archive], restored)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await kindsOf('restored'), ['.kontor-files', 'sha256/', 'sha256/', 'sha256/'])
    const again = join(folder, 'b.tar')
    assert.equal((await run(['backup', again], restored)).code, 0)
    assert.ok((await readFile(archive)).equals(await readFile(again)))

    // To a folder, while the service runs; later files after its stop.
    const files = join(data, 'copy')
    const first = await command('files', 'copy', 's3://kontor/service', files)
    assert.deepEqual(
      [first.code, first.stderr],
      [0, 'copied: 3 files, 17.8 MB; 0 were there already, 0 are missing, 0 are damaged\n'],
    )
    assert.equal((await upload(service, token, task, 'd.txt', Buffer.from('d'))).status, 200)
    assert.equal(await stop(service), 0)
    const second = await command('files', 'copy', 's3://kontor/service', files)
    assert.match(second.stderr, /^copied: 1 files, .*; 3 were there already/)
    assert.ok((await readFile(join(files, `crm/${task}/a.bin`))).equals(large))
    service = await serve(data, { KONTOR_FILES: files })
    assert.equal((await upload(service, token, task, 'e.txt', Buffer.from('e'))).status, 200)
    assert.equal(await stop(service), 0)

    // And back: a missing and a damaged file are reported, and the copy is no place to start on.
    await writeFile(join(files, `crm/${task}/b.txt`), 'x')
    await rm(join(files, `crm/${task}/d.txt`))
    const back = await command('files', 'copy', files, 's3://kontor/back')
    assert.equal(back.code, 1)
    assert.match(back.stderr, /d\.txt: is missing\n.*b\.txt: was changed .*\ncopied: 3 files/)
    const early = await run(['serve'], {
      ...env,
      KONTOR_DATA: data,
      KONTOR_PORT: '0',
      KONTOR_FILES: 's3://kontor/back',
    })
    assert.equal(early.code, 2)
    assert.match(early.stderr, /kontor files copy to s3:\/\/kontor\/back has not ended/)
    await writeFile(join(files, `crm/${task}/b.txt`), 'b')
    assert.equal((await command('files', 'copy', files, 's3://kontor/back')).code, 1)
    const accepted = await command('files', 'copy', '--allow-missing', files, 's3://kontor/back')
    assert.deepEqual([accepted.code, /4 were there already, 1 are missing/.test(accepted.stderr)], [0, true])
    service = await serve(data, { ...env, KONTOR_FILES: 's3://kontor/back' })
    assert.equal(await readyStatus(service), 200)
    assert.equal(await stop(service), 0)
    for (const [from, to, message] of [
      [files, files, /another place/],
      [join(data, 'nothing'), files, /there is no folder/],
      ['s3://kontor/restored', files, /is not the place of this instance/],
      [files, 's3://kontor/restored', /is the place of another instance/],
    ] as const) {
      const wrong = await command('files', 'copy', from, to)
      assert.deepEqual([wrong.code, message.test(wrong.stderr)], [2, true], wrong.stderr)
    }
  })

  test('kill -9 between upload and commit leaves nothing, and takes nothing that is stored', async (t) => {
    const data = await movedInstance('killed')
    t.after(() => removeDataFolder(data))
    const settings = { ...env, KONTOR_FILES: 's3://kontor/killed' }
    let service = await serve(data, settings)
    t.after(() => service.child.kill('SIGKILL'))
    const token = await adminToken(data, settings)
    const task = await newTask(service, token)
    assert.equal((await upload(service, token, task, 'kept.txt', Buffer.from('kept'))).status, 200)
    const database = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
    await database.connect()
    await database.query('begin; lock table attachment in exclusive mode')
    const lost = ['lost', 'kept'].map((text) =>
      upload(service, token, task, `${text}-2.txt`, Buffer.from(text)).catch(() => undefined),
    )
    await waitUntil(async () => {
      const kinds = await kindsOf('killed')
      return (
        kinds.filter((kind) => kind === '.incoming/').length === 2 &&
        kinds.includes('sha256/') &&
        kinds.filter((kind) => kind === 'sha256/').length === 2
      )
    }, 'both are uploaded')
    service.child.kill('SIGKILL')
    await Promise.all([...lost, service.ended])
    await database.query('rollback')
    await database.end()
    service = await serve(data, settings)
    assert.deepEqual(await kindsOf('killed'), ['.kontor-files', 'sha256/'])
    const copy = join(data, 'copy')
    assert.equal(
      (await run(['files', 'copy', 's3://kontor/killed', copy], { ...settings, KONTOR_DATA: data })).code,
      0,
    )
    assert.equal(await readFile(join(copy, `crm/${task}/kept.txt`), 'utf8'), 'kept')
    assert.equal(await stop(service), 0)
  })

  test('kontor restore that is killed can be repeated', async (t) => {
    const [data, other] = [await instanceFolder(), await dataFolder()]
    t.after(() => Promise.all([data, other].map(removeDataFolder)))
    const service = await serve(data)
    t.after(() => service.child.kill('SIGKILL'))
    const token = await adminToken(data)
    const task = await newTask(service, token)
    for (let n = 0; n < 20; n++) await upload(service, token, task, `${n}.txt`, Buffer.from(`file ${n}`))
    assert.equal(await stop(service), 0)
    const archive = join(data, 'a.tar')
    assert.equal((await run(['backup', archive], { KONTOR_DATA: data })).code, 0)
    const settings = { ...env, KONTOR_DATA: other, KONTOR_FILES: 's3://kontor/repeated' }
    const killed = start(['restore', archive], settings)
    await waitUntil(
      async () => (await kindsOf('repeated')).filter((kind) => kind === 'sha256/').length > 3,
      'files are there',
      60_000,
    )
    killed.child.kill('SIGKILL')
    await killed.ended
    const { code, stderr } = await run(['restore', archive], settings)
    assert.equal(code, 0, stderr)
    assert.equal((await keysOf('repeated')).length, 21)
  })
})
