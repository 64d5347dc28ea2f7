// Encrypted archives: who can read them, what is refused, how much memory they take, and that age reads and writes the same.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { needs } from '../../test/support/programs.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { ArchiveError } from '../platform/files/archive.ts'
import { type ArchiveUnlock, decrypted, openCipher } from '../platform/files/archive-encryption.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { verifyArchive } from './verify.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-age-'))
const kontor = await testInstance()
after(async () => {
  await kontor.close()
  await rm(folder, { recursive: true, force: true })
})
await sql`insert into contact (contact_type, last_name, last_name_key) values ('person', 'Sommerfeld', 'sommerfeld')`.execute(
  kontor.db,
)
const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const other = await generateX25519Identity()
const passphrase = 'sieben rote Fahrräder'

const decrypt = (content: Buffer, unlock?: ArchiveUnlock) =>
  buffer(decrypted(Readable.from([content], { objectMode: false }), unlock))
const verify = (content: Buffer, unlock?: ArchiveUnlock) =>
  verifyArchive(Readable.from([content], { objectMode: false }), undefined, unlock)

async function archive(name: string, encryption: Parameters<typeof openCipher>[0]) {
  const file = join(folder, name)
  const cipher = await openCipher(encryption)
  await backup(kontor, file, { cipher })
  return { file, cipher, content: await readFile(file) }
}

test('an archive for a public key is read by its private key, and verified by its writer without one', async () => {
  const { file, content, cipher } = await archive('key.tar.gz.age', { recipients: [recipient] })
  assert.ok(content.toString('latin1').startsWith('age-encryption.org/v1\n'))
  const plain = await decrypt(content, { identities: [identity] })
  assert.deepEqual([plain[0], plain[1]], [0x1f, 0x8b], 'compressed before it is encrypted')
  const found = await verifyArchive(createReadStream(file), undefined, cipher.unlock)
  assert.ok(found.records > 0)
  assert.deepEqual(await verify(content, { identities: [other, identity] }), found)
  await assert.rejects(verify(content), (error: Error) => {
    assert.ok(error instanceof ArchiveError)
    assert.match(error.message, /^the archive is encrypted: name the file of the private key/)
    return true
  })
  await assert.rejects(verify(content, { identities: [other] }), /for other keys, or by another passphrase$/)
})

test('an archive with a passphrase is read by it alone', async () => {
  const { content } = await archive('phrase.tar.age', { passphrase })
  assert.ok((await verify(content, { passphrase })).records > 0)
  await assert.rejects(verify(content, { passphrase: `${passphrase}!` }), {
    message: 'the archive is encrypted for other keys, or by another passphrase',
  })
  assert.equal(content.includes('Sommerfeld'), false)
  assert.equal(content.includes('backup.json'), false)
})

test('a damaged or cut encrypted archive is refused, and nothing is restored', async () => {
  const { content } = await archive('whole.tar.age', { recipients: [recipient] })
  const unlock = { identities: [identity] }
  const chunk = 64 * 1024 + 16
  assert.ok(content.length > 2 * chunk, String(content.length))
  const head = content.indexOf('\n--- ') + 60
  for (const end of [10, head - 40, head, head + 10, head + chunk, head + 2 * chunk, content.length - 1])
    await assert.rejects(
      verify(content.subarray(0, end), unlock),
      (error: Error) => {
        assert.ok(error instanceof ArchiveError, error.stack)
        return true
      },
      `cut at ${end}`,
    )
  for (const at of [head + 20, head + chunk + 5, content.length - 5]) {
    const damaged = Buffer.from(content)
    damaged[at]! ^= 1
    await assert.rejects(verify(damaged, unlock), /the encrypted archive was changed, or its end is missing/)
  }
  const empty = await testInstance()
  try {
    await empty.owner.deleteFrom('token').execute()
    await empty.owner.deleteFrom('user_client').execute()
    await empty.owner.deleteFrom('app_user').execute()
    await empty.owner.deleteFrom('client').execute()
    const damaged = Buffer.from(content)
    damaged[content.length - 5]! ^= 1
    const open = (
      _: readonly string[],
      work: (one: { db: typeof empty.owner; files: typeof empty.files }) => Promise<unknown>,
    ) => work({ db: empty.owner, files: empty.files }) as never
    await assert.rejects(
      restore(open, Readable.from([damaged], { objectMode: false }), { unlock }),
      ArchiveError,
    )
    assert.equal((await empty.db.selectFrom('contact').selectAll().execute()).length, 0)
    assert.ok((await restore(open, Readable.from([content], { objectMode: false }), { unlock })).tables > 0)
    const { last_name } = await empty.db.selectFrom('contact').select('last_name').executeTakeFirstOrThrow()
    assert.equal(last_name, 'Sommerfeld')
  } finally {
    await empty.close()
  }
})

test('encryption and decryption hold only a part of an archive in memory', async () => {
  const cipher = await openCipher({ recipients: [recipient] })
  const block = randomBytes(64 * 1024)
  let given = 0
  const source = async function* () {
    for (let index = 0; index < 1600; index++) {
      given += block.length
      yield block
    }
  }
  const encrypted = await cipher.encrypt(Readable.from(source(), { objectMode: false }))
  let taken = 0
  let most = 0
  for await (const part of decrypted(encrypted, { identities: [identity] })) {
    taken += part.length
    most = Math.max(most, given - taken)
  }
  assert.equal(taken, 1600 * block.length)
  assert.ok(most < 8 * 2 ** 20, `${most} bytes were on the way`)
})

test('a source that fails is not taken for a damaged archive', async () => {
  const { content } = await archive('failing.tar.age', { recipients: [recipient] })
  const fails = async function* () {
    yield content.subarray(0, 80_000)
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  }
  await assert.rejects(
    verifyArchive(Readable.from(fails(), { objectMode: false }), undefined, { identities: [identity] }),
    { code: 'EIO' },
  )
})

test('age decrypts what Kontor encrypts, and Kontor what age encrypts', {
  skip: needs('age', 'age-keygen'),
}, async () => {
  const keyFile = join(folder, 'key.txt')
  const made = spawnSync('age-keygen', ['-o', keyFile], { encoding: 'utf8' })
  assert.equal(made.status, 0, made.stderr)
  const text = await readFile(keyFile, 'utf8')
  const publicKey = /public key: (age1\w+)/.exec(text)![1]!
  const privateKey = /AGE-SECRET-KEY-1\w+/.exec(text)![0]
  const { file, content } = await archive('ours.tar.age', { recipients: [recipient, publicKey] })
  const plain = spawnSync('age', ['-d', '-i', keyFile, file], { maxBuffer: 1e9 })
  assert.equal(plain.status, 0, plain.stderr.toString())
  assert.deepEqual(plain.stdout, await decrypt(content, { identities: [identity] }))

  const again = spawnSync('age', ['-r', publicKey, '-r', recipient], { input: plain.stdout, maxBuffer: 1e9 })
  assert.equal(again.status, 0, again.stderr.toString())
  await writeFile(join(folder, 'theirs.tar.age'), again.stdout)
  assert.ok((await verify(again.stdout, { identities: [privateKey] })).records > 0)
  assert.ok((await verify(again.stdout, { identities: [identity] })).records > 0)
})
