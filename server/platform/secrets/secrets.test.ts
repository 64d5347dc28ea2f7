// The encryption of the secrets in the database: what is stored, the key file, and the change of the key.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { testInstance } from '../../../test/support/test-instance.ts'
import { createWebhook } from '../../website/webhooks/webhook.sql.ts'
import { inTransaction, systemActor } from '../database/database.ts'
import { encryptSecretsJob } from '../instance/encrypt-secrets-job.ts'
import { SettingError } from '../settings/setting-error.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'
import { keyIdOf, newSecretKey, seal, unseal } from './sealing.ts'
import { secretColumns } from './secret-columns.ts'
import { openSecrets } from './secrets.ts'
import { countPlainSecrets, findLostSecrets, forgetSecrets, rotateTo } from './stored-secrets.ts'

const kontor = await testInstance()
const { db, secrets, settings } = kontor
const folder = mkdtempSync(join(tmpdir(), 'kontor-secrets-'))
after(async () => {
  await kontor.close()
  rmSync(folder, { recursive: true, force: true })
})
const office = await kontor.signIn()
const runJob = () => encryptSecretsJob.run(kontor, new AbortController().signal)

/** Every value of every table, as text; bytes in hexadecimal and as text. */
async function dumpAllTables(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
    kontor.owner,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select r::text as row from ${sql.raw(name)} r`.execute(
      kontor.owner,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  const { rows: seeds } = await sql<{ seed: Buffer }>`select seed from signing_secret`.execute(kontor.owner)
  return [...texts, ...seeds.map(({ seed }) => seed.toString('latin1'))].join('\n')
}

const totpOf = (secret: string) => new TOTP({ secret, period: 30, digits: 6, algorithm: 'SHA1' })

test('secrets that are set in the product are in no table of the database', async () => {
  const started = await office.call('POST', '/second-factor')
  const totpSecret: string = started.json[0].secret
  const created = await office.call('POST', '/webhooks', {
    clientId: 1,
    name: 'Shop',
    url: 'https://shop.example.org/hook',
    events: ['date.changed'],
  })
  assert.equal(created.status, 200, created.text)
  const webhook: { id: number; secret: string } = created.json[0]
  const second = (await office.call('POST', `/webhooks/${webhook.id}/secret`)).json[0].secret
  assert.equal((await office.call('POST', '/clients/1/signing-keys')).status, 200)
  const { rows } = await sql<{ id: number; seed: Buffer; publicKey: Buffer }>`
    select s.signing_key_id as id, s.seed, k.public_key as "publicKey" from signing_secret s join signing_key k on k.id = s.signing_key_id`.execute(
    db,
  )
  const seed = secrets.open('signingSeed', rows[0]!.id, rows[0]!.seed)
  assert.equal(seed.length, 32)
  const { secret: challenge } = await db
    .selectFrom('challenge_secret')
    .select('secret')
    .executeTakeFirstOrThrow()
  assert.match(challenge, /^[0-9a-f]{64}$/, 'made by the migration')
  assert.equal(await countPlainSecrets(db), 1)
  await runJob()
  assert.equal(await countPlainSecrets(db), 0)

  const dump = await dumpAllTables()
  assert.ok(dump.includes('https://shop.example.org/hook'), 'the dump has the rows')
  const bareKey = (text: string) => text.replace('whsec_', '')
  for (const secret of [totpSecret, bareKey(webhook.secret), bareKey(second), challenge])
    assert.equal(dump.includes(secret), false, secret.slice(0, 6))
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    assert.equal(dump.includes(seed.toString(form)), false, form)
  const key = readKeyFile(settings.secretKey, [process.getuid!()])![0]!
  for (const form of ['hex', 'base64', 'base64url'] as const)
    assert.equal(dump.includes(key.bytes.toString(form)), false, 'the key')

  // They still work.
  const confirmed = await office.call('POST', '/second-factor/confirm', {
    code: totpOf(totpSecret).generate({ timestamp: kontor.clock.now().getTime() }),
  })
  assert.equal(confirmed.status, 200, confirmed.text)
})

/** Columns whose name tells of a secret, with the reason why they are not encrypted. */
const otherColumns: Record<string, string> = {
  'webhook.secret_changed_at': 'a time',
  'app_user.password_hash': 'argon2id',
  'app_user.totp_confirmed': 'whether there is one',
  'app_user.totp_last_step': 'a number of codes',
  'website_key.hash': 'SHA-256 of random bytes',
}

test('every column of the schema that may hold a secret is encrypted, or listed with the reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '(secret|seed|totp|password|passphrase|private)' or c.relname ~ '_secret$' and a.attname = 'value')
    order by 1`.execute(db)
  const encrypted = Object.values(secretColumns).map(({ table, column }) => `${table}.${column}`)
  const found = rows.map(({ name }) => name)
  for (const name of encrypted) assert.ok(found.includes(name), `${name} does not exist`)
  assert.deepEqual(
    found.filter((name) => !encrypted.includes(name) && !(name in otherColumns)),
    [],
  )
})

test('a secret is valid for its record and its column alone', () => {
  const key = newSecretKey()
  const stored = seal(key, 'totpSeed', 7, 'JBSWY3DPEHPK3PXP')
  assert.equal(unseal(key, 'totpSeed', 7, stored).toString(), 'JBSWY3DPEHPK3PXP')
  assert.throws(() => unseal(key, 'totpSeed', 8, stored), /was changed, or belongs to another record/)
  assert.throws(() => unseal(key, 'webhookSecret', 7, stored), /cannot be decrypted/)
  const last = stored.at(-3) === 'A' ? 'B' : 'A'
  assert.throws(() => unseal(key, 'totpSeed', 7, `${stored.slice(0, -3)}${last}${stored.slice(-2)}`))
  assert.throws(() => unseal(key, 'totpSeed', 7, stored.slice(0, 30)), /cannot be decrypted/)
  assert.notEqual(seal(key, 'totpSeed', 7, 'A'), seal(key, 'totpSeed', 7, 'A'))
})

test('a seed moved to another user signs nobody in', async () => {
  const { id } = await kontor.addUser()
  await sql`update app_user set totp_confirmed = true, totp_secret = (select totp_secret from app_user where id = ${office.userId})
    where id = ${id}`.execute(kontor.owner)
  const { totp_secret } = await db
    .selectFrom('app_user')
    .select('totp_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.throws(() => secrets.open('totpSeed', id, totp_secret), /belongs to another record/)
  await sql`update app_user set totp_confirmed = false, totp_secret = '' where id = ${id}`.execute(
    kontor.owner,
  )
})

test('the first start makes a key file of 0600; another mode or owner is refused', () => {
  const { file } = settings.secretKey
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const own = process.getuid!()
  const place = { file: join(folder, 'modes'), isNamed: false }
  assert.equal(readKeyFile(place, [own]), undefined)
  writeKeyFile(place, [newSecretKey()])
  assert.equal(readKeyFile(place, [own])!.length, 1)
  for (const [mode, isNamed] of [
    [0o640, false],
    [0o644, true],
    [0o620, true],
    [0o604, false],
  ] as const) {
    chmodSync(place.file, mode)
    assert.throws(() => readKeyFile({ ...place, isNamed }, [own]), {
      message: new RegExp(`key file ${place.file} has the mode 0${mode.toString(8)}, so that others`),
    })
  }
  // As a mounted secret is.
  chmodSync(place.file, 0o440)
  assert.equal(readKeyFile({ ...place, isNamed: true }, [own])!.length, 1)
  assert.throws(() => readKeyFile({ ...place, isNamed: true }, [own + 1]), /belongs to the uid/)
  chmodSync(place.file, 0o600)
  writeFileSync(place.file, 'too short\n')
  assert.throws(() => readKeyFile(place, [own]), /must have a key of 32 bytes/)
})

test('a service says at its start that its key is not that of the database', async () => {
  const missing = openSecrets(db, { file: join(folder, 'missing'), isNamed: false })
  await assert.rejects(missing.claim(), (error: Error) => {
    assert.ok(error instanceof SettingError)
    assert.match(error.message, /encrypted by the key [0-9a-f]{16}, but there is no key file .*missing/)
    return true
  })
  const place = { file: join(folder, 'other'), isNamed: true }
  writeKeyFile(place, [newSecretKey()])
  await assert.rejects(
    openSecrets(db, place).claim(),
    /encrypted by the key [0-9a-f]{16}, which .*other does not have/,
  )
})

test('two services that start on an empty database agree on one key', async () => {
  const empty = await testInstance()
  try {
    const places = ['a', 'b', 'c'].map((name) => ({ file: join(folder, `start-${name}`), isNamed: false }))
    const results = await Promise.allSettled(places.map((place) => openSecrets(empty.db, place).claim()))
    const started = results.filter(({ status }) => status === 'fulfilled')
    assert.equal(started.length, 1)
    for (const result of results)
      if (result.status === 'rejected') assert.match(result.reason.message, /there is no key file/)
  } finally {
    await empty.close()
  }
})

test('secrets of the version before are read, and encrypted once, by however many processes', async () => {
  const user = await kontor.addUser()
  await db.updateTable('app_user').set({ totp_secret: 'KRSXG5A' }).where('id', '=', user.id).execute()
  const key = await db.selectFrom('signing_key').select('id').executeTakeFirstOrThrow()
  const plainSeed = Buffer.alloc(32, 9)
  await db
    .updateTable('signing_secret')
    .set({ seed: plainSeed })
    .where('signing_key_id', '=', key.id)
    .execute()
  assert.equal(secrets.open('totpSeed', user.id, 'KRSXG5A').toString(), 'KRSXG5A')
  const logged = async () => (await sql`select from change_log`.execute(db)).rows.length
  const before = await logged()
  const others = [1, 2, 3].map(() => ({ ...kontor, secrets: openSecrets(db, settings.secretKey) }))
  await Promise.all(others.map((one) => encryptSecretsJob.run(one, new AbortController().signal)))
  assert.equal(await countPlainSecrets(db), 0)
  assert.equal(await logged(), before, 'the change log tells of no change')
  const { totp_secret } = await db
    .selectFrom('app_user')
    .select('totp_secret')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  assert.notEqual(keyIdOf(totp_secret), undefined)
  assert.equal(secrets.open('totpSeed', user.id, totp_secret).toString(), 'KRSXG5A')
  const { seed } = await db.selectFrom('signing_secret').select('seed').executeTakeFirstOrThrow()
  assert.deepEqual(secrets.open('signingSeed', key.id, seed), plainSeed)
})

test('while a service of the version before runs, its secrets stay as it reads them', async () => {
  const user = await kontor.addUser()
  await db.updateTable('app_user').set({ totp_secret: 'ORUGK' }).where('id', '=', user.id).execute()
  const { default: pg } = await import('pg')
  const former = new pg.Client({
    ...kontor.connection,
    application_name: 'kontor barrier serve 0.0.1 1 1 other',
  })
  await former.connect()
  await runJob()
  assert.equal(await countPlainSecrets(db), 1)
  await former.end()
  while ((await countPlainSecrets(db)) > 0) await runJob()
})

test('a running service follows a rotation by its key file, and writes no secret by the former key', async () => {
  const former = readKeyFile(settings.secretKey, [process.getuid!()])!
  const next = newSecretKey()
  const service = openSecrets(db, settings.secretKey)
  await service.claim()
  // A secret that is being written while the rotation begins.
  const user = await kontor.addUser()
  let goOn = () => {}
  const paused = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let hasSealed = () => {}
  const sealed = new Promise<void>((resolve) => {
    hasSealed = resolve
  })
  const writing = inTransaction(db, systemActor, async (tx) => {
    const totp_secret = await service.seal(tx, 'totpSeed', user.id, 'MFRGG')
    await tx.updateTable('app_user').set({ totp_secret }).where('id', '=', user.id).execute()
    hasSealed()
    await paused
  })
  await sealed
  writeKeyFile(settings.secretKey, [...former, next])
  const command = openSecrets(db, settings.secretKey)
  const rotation = inTransaction(db, systemActor, (tx) => rotateTo(tx, command, next))
  await new Promise((resolve) => setTimeout(resolve, 200))
  goOn()
  await writing
  const { count, missingKeys } = await rotation
  assert.ok(count >= 4)
  assert.equal(missingKeys.size, 0)
  writeKeyFile(settings.secretKey, [next])
  const { rows } = await sql<{ stored: string }>`
    select totp_secret as stored from app_user where totp_secret <> '' union all select secret from webhook_secret
    union all select secret from challenge_secret union all select encode(seed, 'escape') from signing_secret`.execute(
    db,
  )
  assert.ok(rows.length >= 5)
  for (const { stored } of rows) assert.equal(keyIdOf(stored), next.id)
  const { totp_secret } = await db
    .selectFrom('app_user')
    .select('totp_secret')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  assert.equal(service.open('totpSeed', user.id, totp_secret).toString(), 'MFRGG')
  const { secret } = await inTransaction(db, systemActor, (tx) =>
    createWebhook(
      tx,
      service,
      { clientId: 1, name: '', url: 'https://x.example', events: ['date.changed'], isActive: true },
      undefined,
    ),
  )
  assert.match(secret, /^whsec_/)
  const newest = await db
    .selectFrom('webhook_secret')
    .select('secret')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  assert.equal(keyIdOf(newest.secret), next.id)
})

test('without their key, secrets are listed and forgotten, and nothing else changes', async () => {
  const place = { file: join(folder, 'after-loss'), isNamed: false }
  writeKeyFile(place, [newSecretKey()])
  const others = openSecrets(db, place)
  const { count: users } = await db
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', office.userId)
    .executeTakeFirstOrThrow()
  const lost = await findLostSecrets(db, others)
  assert.deepEqual(
    lost.map(({ kind }) => kind),
    Object.keys(secretColumns),
  )
  assert.ok(lost[0]!.owners.includes(email))
  assert.ok(lost[2]!.owners.includes('Shop'))
  await inTransaction(db, systemActor, (tx) => forgetSecrets(tx, lost))
  assert.deepEqual(await findLostSecrets(db, others), [])
  await others.claim()
  const user = await db
    .selectFrom('app_user')
    .select(['totp_secret', 'totp_confirmed'])
    .where('id', '=', office.userId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(user, { totp_secret: '', totp_confirmed: false })
  const { rows: webhooks } = await sql<{ isActive: boolean; secret: string }>`
    select w.is_active as "isActive", s.secret from webhook w join webhook_secret s on s.webhook_id = w.id`.execute(
    db,
  )
  for (const { isActive, secret } of webhooks) {
    assert.equal(isActive, false)
    assert.match(secret, /^whsec_[\w+/]{43}=$/)
  }
  await encryptSecretsJob.run({ ...kontor, secrets: others }, new AbortController().signal)
  assert.equal(await countPlainSecrets(db), 0)
  const { count } = await db
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, users)
  assert.equal(
    readFileSync(place.file, 'utf8')
      .split('\n')
      .filter((line) => !/^(#|$)/.test(line)).length,
    1,
  )
})
