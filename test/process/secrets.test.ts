// The key of the secrets as the operator meets it: at the start, in its rotation, and in a backup that does not have it.
import assert from 'node:assert/strict'
import { chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { readKeyFile } from '../../server/platform/secrets/key-file.ts'
import { keyIdOf, unseal } from '../../server/platform/secrets/sealing.ts'
import type { SecretKind } from '../../server/platform/secrets/secret-columns.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  dataFolder,
  queryDatabase,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
} from '../support/kontor-process.ts'

const timeout = 600_000
const totpSeed = 'KRSXG5CTMVRXEZLU'
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const folder = await mkdtemp(join(tmpdir(), 'kontor-secrets-'))
const folders: string[] = []
const newFolder = async () => {
  const data = await dataFolder()
  folders.push(data)
  return data
}
let data: string
let service: RunningService
before(async () => {
  data = await instanceFolder()
  folders.push(data)
  service = await serve(data)
  // As the version before stored them.
  await queryDatabase(data, 'update app_user set totp_secret = $1, totp_confirmed = true', [totpSeed])
  await queryDatabase(
    data,
    `insert into webhook (id, client_id, name, url, events) values (1, (select min(id) from client), 'Shop', 'https://shop.example.org', '{date.changed}')`,
  )
  await queryDatabase(data, 'insert into webhook_secret (webhook_id, secret) values (1, $1)', [webhookSecret])
})
after(async () => {
  await stop(service)
  for (const one of folders) await removeDataFolder(one)
  await rm(folder, { recursive: true, force: true })
})

const keyFile = (of = data) => join(of, 'secret-key')
const keysIn = (file: string) => readKeyFile({ file, isNamed: false }, undefined) ?? []
const kontor = (args: string[], env = {}) => run(args, { KONTOR_DATA: data, ...env })

type Row = { kind: SecretKind; record: string; stored: string }
const rows = (of = data) =>
  queryDatabase<Row>(
    of,
    `select 'totpSeed' as kind, id::text as record, totp_secret as stored from app_user where totp_secret <> ''
     union all select 'webhookSecret', webhook_id::text, secret from webhook_secret
     union all select 'challengeSecret', is_only::text, secret from challenge_secret`,
  )

/** The secrets of an instance, decrypted by the keys of a file. */
async function opened(of = data, file = keyFile(of)): Promise<Map<string, string>> {
  const keys = keysIn(file)
  return new Map(
    (await rows(of)).map(({ kind, record, stored }) => {
      const key = keys.find(({ id }) => id === keyIdOf(stored))
      assert.ok(key, `${kind} ${record}: ${stored.slice(0, 24)}`)
      return [kind, unseal(key, kind, record, stored).toString()]
    }),
  )
}

test('kontor secrets rotate encrypts everything by another key beside the service, and loses nothing when it is killed', {
  timeout,
}, async () => {
  assert.equal((await stat(keyFile())).mode & 0o777, 0o600)
  const first = await kontor(['secrets', 'rotate'])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stderr, /^3 secrets are encrypted by the key [0-9a-f]{16}\n/)
  const secrets = await opened()
  assert.equal(secrets.get('totpSeed'), totpSeed)
  assert.equal(secrets.get('webhookSecret'), webhookSecret)
  const [key] = keysIn(keyFile())
  for (const ms of [500, 900, 1200, 1500, 2000]) {
    const killed = start(['secrets', 'rotate'], { KONTOR_DATA: data })
    await Promise.race([wait(ms), killed.ended])
    killed.child.kill('SIGKILL')
    await killed.ended
    assert.deepEqual(await opened(), secrets, `killed after ${ms} ms`)
  }
  const last = await kontor(['secrets', 'rotate'])
  assert.equal(last.code, 0, last.stderr)
  assert.deepEqual(await opened(), secrets)
  const keys = keysIn(keyFile())
  assert.equal(keys.length, 1, 'the former keys are gone')
  assert.notEqual(keys[0]!.id, key!.id)
  // The service, which was not restarted, goes on to the key.
  const challenge = await fetch(`${service.url}/readyz`)
  assert.equal(challenge.status, 200)
  const doctor = await kontor(['doctor'])
  assert.match(doctor.stdout, new RegExp(`^ok +secrets +encrypted by the key ${keys[0]!.id} of `, 'm'))
  const nothing = await kontor(['secrets', 'forget', '--yes'])
  assert.equal(nothing.stderr, 'nothing is lost: the key file decrypts all secrets\n')
})

test('a key that was prepared for the other services of the instance is the one that the rotation goes on to', {
  timeout,
}, async () => {
  const before = keysIn(keyFile())
  const prepared = await kontor(['secrets', 'rotate', '--prepare'])
  assert.equal(prepared.code, 0, prepared.stderr)
  const keys = keysIn(keyFile())
  assert.deepEqual([keys.length, keys[0]!.id], [2, before[0]!.id])
  const again = await kontor(['secrets', 'rotate', '--prepare'])
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(keysIn(keyFile()), keys, 'the same one')
  const rotated = await kontor(['secrets', 'rotate'])
  assert.ok(rotated.stderr.includes(`by the key ${keys[1]!.id}`), rotated.stderr)
  assert.deepEqual(keysIn(keyFile()), keys.slice(1))
})

test('a backup has neither plaintext nor the key: restore asks for it, or lists what is lost', {
  timeout,
}, async () => {
  const identity = await generateX25519Identity()
  const identityFile = join(folder, 'identity.txt')
  await writeFile(identityFile, `# created by age-keygen\n${identity}\n`, { mode: 0o600 })
  const plain = join(folder, 'plain.tar')
  const encrypted = join(folder, 'backup.tar.gz.age')
  const key = keysIn(keyFile())[0]!
  const secrets = await opened()
  assert.equal((await kontor(['backup', plain])).code, 0)
  const bytes = await readFile(plain)
  for (const secret of [
    totpSeed,
    webhookSecret,
    ...(['base64', 'hex', 'latin1'] as const).map((form) => key.bytes.toString(form)),
  ])
    assert.equal(bytes.includes(Buffer.from(secret, 'latin1')), false)
  const made = await kontor(['backup', encrypted, '--recipient', await identityToRecipient(identity)])
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stderr, /, verified\n$/)
  const piped = await kontor(['backup', '-', '--recipient', await identityToRecipient(identity)])
  assert.ok(piped.stdout.startsWith('age-encryption.org/v1\n'))
  for (const [args, message] of [
    [['backup', plain, '--recipient', 'age1abc'], /--recipient must be a public key of age/],
    [['backup', plain, '--identity-file', identityFile], /--identity-file decrypts/],
  ] as const) {
    const refused = await kontor([...args])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, message)
  }
  assert.equal((await kontor(['backup', '--verify', encrypted, '--identity-file', identityFile])).code, 0)
  const locked = await kontor(['backup', '--verify', encrypted])
  assert.equal(locked.code, 1)
  assert.match(
    locked.stderr,
    /the archive is encrypted: name the file of the private key \(--identity-file\)/,
  )

  const target = await newFolder()
  const env = { KONTOR_DATA: target }
  const restoring = ['restore', encrypted, '--identity-file', identityFile]
  const refused = await run(restoring, env)
  assert.equal(refused.code, 2, refused.stderr)
  assert.match(
    refused.stderr,
    new RegExp(
      `the archive does not have the key ${key.id} of its secrets.*--secret-key-file.*second factors.*--without-secrets`,
      's',
    ),
  )
  const restored = await run([...restoring, '--secret-key-file', keyFile()], env)
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal((await stat(keyFile(target))).mode & 0o777, 0o600)
  const second = await serve(target)
  // A job encrypts what the archive does not have: the challenges of visitors.
  while ((await rows(target)).some(({ stored }) => keyIdOf(stored) === undefined)) await wait(100)
  const found = await opened(target)
  assert.equal(found.get('totpSeed'), secrets.get('totpSeed'))
  assert.equal(found.get('webhookSecret'), secrets.get('webhookSecret'))
  await stop(second)

  const without = await newFolder()
  const reduced = await run([...restoring, '--without-secrets'], { KONTOR_DATA: without })
  assert.equal(reduced.code, 0, reduced.stderr)
  assert.match(
    reduced.stderr,
    /restored without these secrets:\nsecond factors: admin@localhost\n {2}these users sign in by their password alone/,
  )
  assert.match(reduced.stderr, /secrets of webhooks: Shop\n {2}these webhooks are switched off/)
  const third = await serve(without)
  const [user] = await queryDatabase(without, 'select totp_secret, totp_confirmed from app_user')
  assert.deepEqual(user, { totp_secret: '', totp_confirmed: false })
  await stop(third)
})

test('a service with another key, without one or with an open key file does not start, and says why', {
  timeout,
}, async () => {
  await stop(service)
  const kept = join(folder, 'kept-key')
  await copyFile(keyFile(), kept)
  const refusal = async () => {
    const { code, stderr } = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
    assert.equal(code, 2, stderr)
    return stderr.trim().split('\n').at(-1)!
  }
  await chmod(keyFile(), 0o644)
  assert.match(
    await refusal(),
    /secret-key has the mode 0644, so that others can read or change it: chmod 0600$/,
  )
  await writeFile(keyFile(), `${Buffer.alloc(32, 1).toString('base64')}\n`)
  await chmod(keyFile(), 0o600)
  assert.match(
    await refusal(),
    /are encrypted by the key [0-9a-f]{16}, which .*secret-key does not have: copy the key file/,
  )
  const doctor = await kontor(['doctor'])
  assert.match(
    doctor.stdout,
    /^failed +secrets +KONTOR_SECRET_KEY_FILE: the secrets in the database are encrypted by/m,
  )
  await rm(keyFile())
  assert.match(
    await refusal(),
    /but there is no key file .*secret-key: copy the key file of this instance there/,
  )
  // Nothing has made another one.
  await assert.rejects(stat(keyFile()), { code: 'ENOENT' })
  const listed = await kontor(['secrets', 'forget'])
  assert.equal(listed.code, 2)
  assert.match(listed.stdout, /second factors: admin@localhost/)
  assert.match(listed.stderr, /nothing was removed/)
  service = await serve(data, { KONTOR_SECRET_KEY_FILE: kept })
  assert.equal((await opened(data, kept)).get('totpSeed'), totpSeed)
})
