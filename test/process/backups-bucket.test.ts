// Encrypted backups by schedule in a bucket: made, verified, kept, restored, and what faults of the store leave.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import type { Archive } from '../../server/platform/files/archive.ts'
import { openArchive } from '../../server/platform/files/open-archive.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  dataFolder,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { childrenOf, killHard } from '../support/processes.ts'
import { type S3Server, startCeph, withoutCeph } from '../support/servers/ceph.ts'
import { openS3Proxy, type S3Proxy } from '../support/servers/s3-proxy.ts'

const timeout = 240_000
const place = 's3://kontor/backups'
const upload = /^(PUT|POST) .*\/backups\/kontor-/

suite('encrypted backups in a bucket', { timeout, skip: withoutCeph }, () => {
  let server: S3Server
  let proxy: S3Proxy
  let archive: Archive
  let data: string
  let secrets: string
  let service: RunningService
  let env: Record<string, string>
  const folders: string[] = []

  const query = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const goodRuns = () => query<{ name: string }>('select name from backup_run where is_verified order by id')
  const archives = () => Array.fromAsync(archive.list(''))
  const keyFile = (name: string) => ['--identity-file', join(secrets, name)]
  /** Lets the next backup be due at once. */
  const ageRuns = async () => {
    await query(
      `update backup_run set started_at = started_at - interval '3 days', ended_at = ended_at - interval '3 days'`,
    )
    await query(`select graphile_worker.add_job('back-up', job_key => 'back-up')`)
  }

  before(async () => {
    server = await startCeph()
    proxy = await openS3Proxy(server.port)
    Object.assign(process.env, server.credentials)
    const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'kontor' }))
    client.destroy()
    const direct = readSettings({ KONTOR_BACKUP: place, KONTOR_FILES_ENDPOINT: server.endpoint })
    archive = await openArchive(direct.backup!.place)
    secrets = await mkdtemp(join(tmpdir(), 'kontor-backup-keys-'))
    const identity = await generateX25519Identity()
    await writeFile(join(secrets, 'right'), identity)
    await writeFile(join(secrets, 'wrong'), await generateX25519Identity())
    data = await instanceFolder()
    env = {
      ...server.credentials,
      KONTOR_FILES_ENDPOINT: proxy.endpoint,
      KONTOR_BACKUP: place,
      KONTOR_BACKUP_KEEP: '1d,0w,0m',
      KONTOR_BACKUP_RECIPIENTS: await identityToRecipient(identity),
    }
    service = await serve(data, env)
    await waitUntil(async () => (await goodRuns()).length === 1)
  })
  after(async () => {
    if (service) await stop(service)
    for (const folder of [data, ...folders]) if (folder) await removeDataFolder(folder)
    await rm(secrets, { recursive: true, force: true })
    archive?.close()
    await proxy?.close()
    await server?.stop()
  })

  test('the first one is encrypted, verified by its key, and restored from the bucket', async () => {
    const [name, ...others] = await archives()
    assert.deepEqual(others, [])
    assert.match(name!, /^kontor-\S+Z\.tar\.gz\.age$/)
    assert.deepEqual(await goodRuns(), [{ name }])
    const content = await buffer((await archive.read(name!))!)
    assert.ok(content.toString('latin1').startsWith('age-encryption.org/v1\n'))
    const object = `${place}/${name}`
    const verified = await run(['backup', '--verify', object, ...keyFile('right')], env)
    assert.deepEqual(
      [verified.code, /^verified: \d+ records/.test(verified.stderr)],
      [0, true],
      verified.stderr,
    )
    const folder = await dataFolder()
    folders.push(folder)
    for (const [key, message] of [
      [[], /the archive is encrypted: name the file of the private key/],
      [keyFile('wrong'), /the archive is encrypted for other keys/],
    ] as const) {
      const unverified = await run(['backup', '--verify', object, ...key], env)
      assert.deepEqual([unverified.code, message.test(unverified.stderr)], [1, true], unverified.stderr)
      const refused = await run(['restore', object, ...key], { ...env, KONTOR_DATA: folder })
      assert.deepEqual([refused.code, message.test(refused.stderr)], [1, true], refused.stderr)
    }
    const { KONTOR_BACKUP: _, ...store } = env
    const restored = await run(
      ['restore', object, ...keyFile('right'), '--secret-key-file', join(data, 'secret-key')],
      { ...store, KONTOR_DATA: folder },
    )
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /restored: \d+ tables/)
    const exported = await run(['export'], { KONTOR_DATA: folder })
    assert.equal(exported.stdout, (await run(['export'], { KONTOR_DATA: data })).stdout)
  })

  test('a newer one removes the old one, without the private key', async () => {
    const [old] = await archives()
    await ageRuns()
    await waitUntil(async () => !(await archives()).includes(old!))
    assert.equal((await archives()).length, 1)
  })

  test('a backup that the store damages is none, and the one before stays', async () => {
    const [good] = await archives()
    for (const does of ['receives other bytes', 'returns other bytes'] as const) {
      proxy.faults.push({ to: does === 'returns other bytes' ? /^GET .*\/kontor-/ : upload, does })
      await ageRuns()
      await waitUntil(
        async () =>
          (await query('select from backup_run where not is_verified and ended_at is not null')).length > 0,
      )
      assert.deepEqual(await archives(), [good], does)
      proxy.faults.length = 0
      await query('delete from backup_run where not is_verified')
    }
  })

  test('a backup that is killed while it is sent leaves nothing, and is made again', async () => {
    const [good] = await archives()
    proxy.seen.length = 0
    proxy.faults.push({ to: upload, does: 'never answers' })
    await ageRuns()
    await waitUntil(async () => proxy.seen.some((line) => upload.test(line)))
    const [child] = childrenOf(service.pid, '--scheduled')
    assert.ok(child, 'the process of the backup')
    killHard(service.pid)
    await service.ended
    proxy.faults.length = 0
    assert.deepEqual(await archives(), [good])
    service = await serve(data, env)
    await waitUntil(async () => {
      const names = await archives()
      return names.length === 1 && names[0] !== good
    })
    const [name] = await archives()
    const verified = await run(['backup', '--verify', `${place}/${name}`, ...keyFile('right')], env)
    assert.equal(verified.code, 0, verified.stderr)
  })
})
