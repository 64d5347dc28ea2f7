// An encrypted archive of the embedded database: mixed with older parts in plaintext, by public key and by passphrase.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { openArchive } from '../../server/platform/files/open-archive.ts'
import { inheritOwner } from '../../server/platform/ground/account.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { openArchived, timeout, until } from '../support/archived-instance.ts'
import { run, serve, start, stop } from '../support/kontor-process.ts'
import { needs } from '../support/programs.ts'
import { startCeph, withoutCeph } from '../support/servers/ceph.ts'

const segmentProgram = join(import.meta.dirname, '../../server/platform/cluster/archive/segment.ts')
const passphrase = 'sieben rote Fahrräder'
const ageMark = 'age-encryption.org/v1\n'

type Opened = {
  url: string
  env: Record<string, string>
  archive: Awaited<ReturnType<typeof openArchive>>
  write(name: string, content: Buffer): Promise<unknown>
  close(): Promise<void>
}

const unused = {
  stallBaseBackup: () => () => {},
  isMakingBaseBackup: async () => false,
  takeAway: async () => {},
  bringBack: async () => {},
}

async function openFolder(): Promise<Opened> {
  const parent = await mkdtemp(join(tmpdir(), 'kontor-archive-'))
  // The database of root runs under another account.
  await chmod(parent, 0o755)
  const url = join(parent, `a 'b" $c %p`)
  return {
    url,
    env: {},
    archive: await openArchive(url),
    async write(name, content) {
      await writeFile(join(url, name), content)
      await inheritOwner(join(url, name))
    },
    close: () => rm(parent, { recursive: true, force: true }),
  }
}

async function openBucket(): Promise<Opened> {
  const server = await startCeph()
  Object.assign(process.env, server.credentials)
  const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'kontor' }))
  client.destroy()
  const url = 's3://kontor/archive'
  const env = { KONTOR_FILES_ENDPOINT: server.endpoint }
  const archive = await openArchive(readSettings({ ...env, KONTOR_ARCHIVE: url }).archive!)
  return {
    url,
    env: { ...server.credentials, ...env },
    archive,
    write: (name, content) =>
      archive.write(
        name,
        (async function* () {
          yield content
        })() as never,
      ),
    async close() {
      archive.close()
      await server.stop()
    },
  }
}

/** Some of them are the same for each kind. */
function testEncrypted(kind: 'folder' | 'bucket', openPlace: () => Promise<Opened>) {
  let place: Opened
  let kontor: Awaited<ReturnType<typeof openArchived>>
  let service: Awaited<ReturnType<typeof serve>>
  let keys: Record<'right' | 'wrong' | 'passphrase', string>
  let identity: string
  let env: Record<string, string>
  let secrets: string
  /** Before the archive was encrypted, and after, but before the first encrypted base backup. */
  let times: Record<'plain' | 'mixed', string>

  const restart = async (more: Record<string, string>) => {
    await stop(service)
    env = { ...kontor.env, ...more }
    service = await serve(kontor.data, env)
  }
  const baseBackup = async () => {
    const { code, stderr } = await run(['base-backup'], env)
    assert.equal(code, 0, stderr)
  }
  const read = async (name: string) => buffer((await place.archive.read(name))!)
  const namesIn = (below: string) => Array.fromAsync(place.archive.list(below))
  const restored = async (time: string, ...options: string[]) => {
    const folder = await kontor.newFolder()
    const { code, stderr } = await kontor.restoreTo(time, folder, ...options)
    assert.equal(code, 0, stderr)
    return kontor.contactsIn(folder)
  }

  before(
    async () => {
      secrets = await mkdtemp(join(tmpdir(), 'kontor-archive-keys-'))
      identity = await generateX25519Identity()
      const files = { right: identity, wrong: await generateX25519Identity(), passphrase }
      keys = { right: '', wrong: '', passphrase: '' }
      for (const [name, content] of Object.entries(files)) {
        const file = join(secrets, name)
        await writeFile(file, `${content}\n`, { mode: 0o600 })
        keys[name as keyof typeof keys] = file
      }
      place = await openPlace()
      kontor = await openArchived({ ...unused, ...place })
      service = kontor.service
      env = kontor.env
      await kontor.addContact('Anna')
      await baseBackup()
      const plain = await kontor.now()
      await kontor.archiveLog()
      await restart({ KONTOR_BACKUP_RECIPIENTS: await identityToRecipient(identity) })
      await kontor.addContact('Berta')
      const mixed = await kontor.now()
      times = { plain, mixed }
      await kontor.archiveLog()
      await baseBackup()
      await kontor.addContact('Cäcilie')
      await kontor.archiveLog()
    },
    { timeout },
  )
  after(async () => {
    await kontor?.close()
    await stop(service)
    await place?.close()
    await rm(secrets, { recursive: true, force: true })
  })

  test('segments and base backups are encrypted from the setting on, and their header names no content', {
    timeout,
  }, async () => {
    const segments = await kontor.listSegments()
    const encrypted = segments.filter((name) => name.endsWith('.age'))
    assert.ok(encrypted.length > 1 && encrypted.length < segments.length, segments.join())
    const firstEncrypted = segments.indexOf(encrypted[0]!)
    assert.deepEqual(segments.slice(firstEncrypted), encrypted, 'none in plaintext afterwards')
    const data = (await namesIn('base/')).filter((name) => name.includes('/data.'))
    assert.deepEqual(
      data.map((name) => name.replace(/.*\//, '')),
      ['data.tar.gz', 'data.tar.gz.age'],
    )
    for (const name of [...encrypted, data[1]!])
      assert.ok(String((await read(name)).subarray(0, ageMark.length)) === ageMark, name)
    for (const name of await namesIn(''))
      assert.ok(!(await read(name)).includes(identity.slice(20)), `${name} has the private key`)
  })

  test('any moment is restored with the private key, also from a base backup in plaintext', {
    timeout,
  }, async () => {
    const key = ['--identity-file', keys.right]
    assert.deepEqual(await restored('latest', ...key), ['Anna', 'Berta', 'Cäcilie'])
    assert.deepEqual(await restored(times.mixed, ...key), ['Anna', 'Berta'])
    assert.deepEqual(await restored(times.plain, ...key), ['Anna'])
  })

  test('without the key, or with another one, nothing is restored', { timeout }, async () => {
    const folder = await kontor.newFolder()
    for (const [time, options, message] of [
      ['latest', [], /archive is encrypted: name the file of the private key/],
      [times.mixed, [], /archive is encrypted: name the file of the private key/],
      ['latest', ['--identity-file', keys.wrong], /encrypted for other keys, or by another passphrase/],
      [times.mixed, ['--identity-file', keys.wrong], /encrypted for other keys, or by another passphrase/],
      [
        'latest',
        ['--passphrase-file', keys.passphrase],
        /archive is encrypted: name the file of the private/,
      ],
    ] as const) {
      const { code, stderr } = await kontor.restoreTo(time, folder, ...options)
      assert.deepEqual([code, message.test(stderr)], [1, true], stderr)
      assert.match(stderr, /nothing was restored/)
    }
    assert.deepEqual(await readdir(folder), [])
  })

  if (kind === 'folder')
    test('an encrypted segment or base backup that is damaged or cut is not restored', {
      timeout,
    }, async () => {
      const folder = await kontor.newFolder()
      const key = ['--identity-file', keys.right]
      const data = (await namesIn('base/')).find((name) => name.endsWith('.age'))!
      const segment = (await kontor.listSegments()).at(-1)!
      for (const [name, message] of [
        [data, /the base backup is damaged/],
        [segment, /segment \w+ of the log cannot be read/],
      ] as const) {
        const content = await read(name)
        const damaged = Buffer.from(content)
        damaged[content.length - 40]! ^= 1
        for (const wrong of [damaged, content.subarray(0, content.length - 300)]) {
          await place.write(name, wrong)
          const { code, stderr } = await kontor.restoreTo('latest', folder, ...key)
          assert.deepEqual([code, message.test(stderr)], [1, true], stderr)
        }
        await place.write(name, content)
      }
      assert.deepEqual(await readdir(folder), ['postgres.log'])
    })

  test('the service needs no private key to find what is old or failing', { timeout }, async () => {
    const { code, stdout } = await run(['doctor'], env)
    assert.match(stdout, /ok +archive +the last segment of the log arrived/)
    assert.match(stdout, /ok +archive +the last base backup is of/, String(code))
    const other = await run(['base-backup'], { ...env, KONTOR_BACKUP_RECIPIENTS: '' })
    assert.equal(other.code, 1)
    assert.match(other.stderr, /or with other keys of encryption: restart the service/)
  })

  test('a segment that is archived again is accepted, and another one of its name is not', {
    timeout,
  }, async () => {
    const name = (await kontor.listSegments()).at(-1)!
    const segment = name.slice(4, 28)
    const folder = await mkdtemp(join(tmpdir(), 'kontor-segment-'))
    const path = join(folder, segment)
    const fetched = await runSegment(['fetch', place.url, segment, path], identity)
    assert.equal(fetched.code, 0, fetched.stderr)
    const content = await readFile(path)
    assert.equal(content.length, 16 * 2 ** 20)
    const recipient = await identityToRecipient(identity)
    const again = (...recipients: string[]) =>
      runSegment(['archive', place.url, segment, path, ...recipients])
    assert.equal((await again(recipient)).code, 0)
    // The setting was removed between both attempts.
    assert.equal((await again()).code, 0)
    assert.deepEqual(
      (await kontor.listSegments()).filter((one) => one.includes(segment)),
      [`wal/${segment}.gz`],
    )
    assert.ok(gunzipSync(await read(`wal/${segment}.gz`)).equals(content))
    await place.archive.remove(`wal/${segment}.gz`)
    assert.equal((await again(recipient)).code, 0)
    await writeFile(path, Buffer.concat([content.subarray(1), Buffer.from('x')]))
    for (const recipients of [[recipient], []]) {
      const { code, stderr } = await again(...recipients)
      assert.equal(code, 1)
      assert.match(stderr, /has another segment of this name/)
    }
    await rm(path)
    assert.equal((await runSegment(['fetch', place.url, segment, path], identity)).code, 0)
    // The account of the database has not written it.
    await place.write(name, await read(name))
    assert.ok((await readFile(path)).equals(content))
    const wrong = (await readFile(keys.wrong, 'utf8')).trim()
    assert.equal((await runSegment(['fetch', place.url, segment, path], wrong)).code, 200)
    await rm(folder, { recursive: true })
  })

  async function runSegment(args: string[], identities = '') {
    const { status: code, stderr } = spawnSync(process.execPath, [segmentProgram, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...place.env, KONTOR_ARCHIVE_IDENTITIES: identities },
    })
    return { code, stderr }
  }

  test('after kill -9 of the programs the archive is whole', { timeout }, async () => {
    const known = await kontor.completeBackups()
    const archiving = kontor.addContact('Dora').then(() => kontor.archiveLog())
    const killed = killProgram()
    await archiving
    const making = start(['base-backup'], env)
    const before = (await kontor.listBase()).length
    await Promise.race([until(async () => (await kontor.listBase()).length > before), making.ended])
    making.child.kill('SIGKILL')
    await making.ended
    assert.ok(await killed, 'a program was killed')
    const complete = await kontor.completeBackups()
    assert.ok(complete.length - known.length <= 1)
    assert.deepEqual(await restored('latest', '--identity-file', keys.right), [
      'Anna',
      'Berta',
      'Cäcilie',
      'Dora',
    ])
    await baseBackup()
  })

  /** Kills the program of the next segment. */
  async function killProgram(): Promise<boolean> {
    let killed = false
    await until(async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        const [, program, task, url] = line.split('\0')
        if (program !== segmentProgram || task !== 'archive' || url !== place.url) continue
        process.kill(Number(pid), 'SIGKILL')
        killed = true
      }
      return killed
    })
    return killed
  }

  if (kind === 'folder')
    test('age reads a segment without Kontor', {
      timeout,
      skip: needs('age'),
    }, async () => {
      const name = (await kontor.listSegments()).at(-1)!
      const { stdout, stderr, status } = spawnSync('age', ['-d', '-i', keys.right], {
        input: await read(name),
        maxBuffer: 1e9,
      })
      assert.equal(status, 0, stderr.toString())
      assert.equal(gunzipSync(stdout).length, 16 * 2 ** 20)
    })

  test('a passphrase encrypts the key of the archive; another passphrase is refused', {
    timeout,
  }, async () => {
    await restart({ KONTOR_BACKUP_RECIPIENTS: '', KONTOR_BACKUP_PASSPHRASE: passphrase })
    await kontor.addContact('Emil')
    await baseBackup()
    await kontor.archiveLog()
    assert.ok(String(await read('key.age')).startsWith(`${ageMark}-> scrypt `))
    const all = ['Anna', 'Berta', 'Cäcilie', 'Dora', 'Emil']
    assert.deepEqual(await restored('latest', '--passphrase-file', keys.passphrase), all)
    const folder = await kontor.newFolder()
    const wrong = await kontor.restoreTo('latest', folder, '--passphrase-file', keys.wrong)
    assert.deepEqual([wrong.code, /by another passphrase/.test(wrong.stderr)], [1, true], wrong.stderr)

    await stop(service)
    const refused = await run(['serve'], {
      ...env,
      KONTOR_PORT: '0',
      KONTOR_BACKUP_PASSPHRASE: `${passphrase}!`,
    })
    assert.equal(refused.code, 1, refused.stderr)
    assert.match(refused.stderr, /KONTOR_ARCHIVE: .*by another passphrase/)
    service = await serve(kontor.data, env)
    assert.equal(
      (
        await kontor.query<{ command: string }>(`select current_setting('archive_command') as command`)
      )[0]!.command.includes(passphrase),
      false,
    )
  })

  test('old base backups are removed with the log that only they need, plaintext too', {
    timeout,
  }, async () => {
    const { code, stderr } = await run(['base-backup', '--keep', '1'], env)
    assert.equal(code, 0, stderr)
    const [base, ...others] = await kontor.listBase()
    assert.deepEqual(others, [])
    const { startSegment } = JSON.parse(await text((await place.archive.read(`base/${base}/backup.json`))!))
    const segments = await kontor.listSegments()
    assert.ok(
      segments.length > 0 && segments.every((name) => name >= `wal/${startSegment}` && name.endsWith('.age')),
    )
    await kontor.archiveLog()
    assert.equal((await restored('latest', '--passphrase-file', keys.passphrase)).length, 5)
  })
}

suite('an encrypted archive in a folder', () => testEncrypted('folder', openFolder))
suite('an encrypted archive in a bucket', { skip: withoutCeph }, () => testEncrypted('bucket', openBucket))
