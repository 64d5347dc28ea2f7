// After a crash every acknowledged write exists once, and no other write exists partially.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  postmaster,
  type RunningService,
  removeDataFolder,
  serve,
  stop,
} from '../support/kontor-process.ts'

const rounds = 10
const writers = 8

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sampleSize = 30

type AcknowledgedWrites = { contacts: Map<string, number>; files: Map<string, string> }

/** Writes until the service has exited; failed writes are not counted. */
async function writeUntilCrash(
  service: RunningService,
  token: string,
  taskId: number,
  name: string,
  acknowledged: AcknowledgedWrites,
): Promise<{ key: string; body: object } | undefined> {
  let last: { key: string; body: object } | undefined
  try {
    for (let index = 0; ; index++) {
      const email = `${name}-${index}@crash.example`
      const body = { lastName: `Writer ${name}`, email, city: 'Dresden', phone: { number: '4711' } }
      last = { key: `${name}-${index}`, body }
      const created = await call(service.url, token, 'POST', '/contacts', body, {
        'idempotency-key': last.key,
      })
      if (created.status !== 200) throw new Error(`contact: ${created.status}`)
      acknowledged.contacts.set(email, created.json[0].id)
      last = undefined
      const bytes = randomBytes(1000 + ((index * 37_000) % 300_000))
      const stored = await call(service.url, token, 'POST', `/attachment/crm/${taskId}/${name}.bin`, bytes)
      if (stored.status !== 200) throw new Error(`attachment: ${stored.status}`)
      acknowledged.files.set(stored.json[0].path, sha256(bytes))
    }
  } catch {
    return last
  }
}

/** The attachments in the database and the files in the store. */
async function assertDataComplete(data: string, acknowledged: AcknowledgedWrites): Promise<void> {
  const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
  await client.connect()
  try {
    const { rows: files } = await client.query<{ path: string; sha: string; size: string }>(
      `select 'crm/' || task_id || '/' || filename as path, encode(sha256, 'hex') as sha, size from attachment`,
    )
    const entries = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true })
    const onDisk = entries
      .filter((entry) => entry.isFile() && entry.name !== '.kontor-files')
      .map((entry) => join(entry.parentPath, entry.name).slice(join(data, 'files').length + 1))
    assert.deepEqual(onDisk.sort(), files.map(({ path }) => path).sort(), 'a file for each row, no other')
    for (const { path, sha, size } of files) {
      const bytes = await readFile(join(data, 'files', path))
      assert.equal(bytes.length, Number(size))
      assert.equal(sha256(bytes), sha, path)
    }
    const stored = new Map(files.map(({ path, sha }) => [path, sha]))
    for (const [path, sha] of acknowledged.files) assert.equal(stored.get(path), sha, `${path} is there`)

    const { rows: contacts } = await client.query<{ id: number; email: string }>(
      `select c.id, e.email from contact c
        join email_address e on e.contact_id = c.id
        join address a on a.contact_id = c.id
        join phone p on p.contact_id = c.id`,
    )
    const { rows: all } = await client.query('select id from contact')
    assert.equal(contacts.length, all.length, 'a contact has its address, its phone and its e-mail address')
    const ids = new Map(contacts.map(({ id, email }) => [email, id]))
    assert.equal(ids.size, contacts.length, 'no e-mail address twice')
    for (const [email, id] of acknowledged.contacts) assert.equal(ids.get(email), id, `${email} is there`)
  } finally {
    await client.end()
  }
}

async function assertReadable(
  service: RunningService,
  token: string,
  acknowledged: AcknowledgedWrites,
): Promise<void> {
  const all = [...acknowledged.contacts]
  for (const [email, id] of all.slice(-sampleSize)) {
    const { json } = await call(service.url, token, 'GET', `/contacts/search/email/${email}`)
    assert.deepEqual(
      json.map((one: { id: number; email: string }) => [one.id, one.email]),
      [[id, email]],
    )
    assert.equal(json[0].defaultAddress[0].city, 'Dresden')
  }
}

test(`kill -9 during ${writers} writers, ${rounds} times`, { timeout: 600_000 }, async (t) => {
  const data = await instanceFolder()
  after(() => removeDataFolder(data))
  const known: AcknowledgedWrites = { contacts: new Map(), files: new Map() }
  let service = await serve(data)
  const token = await adminToken(data)
  const tasks: number[] = []
  for (let writer = 0; writer < writers; writer++)
    tasks.push((await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json[0].id)

  for (let round = 0; round < rounds; round++) {
    const working = tasks.map((task, writer) =>
      writeUntilCrash(service, token, task, `r${round}w${writer}`, known),
    )
    // On a busy machine writing is slow: at least a few writes are acknowledged in every round.
    const [contacts, files] = [known.contacts.size + 11, known.files.size + 6]
    while (known.contacts.size < contacts || known.files.size < files) await wait(5)
    await wait((round * 97) % 400)
    service.child.kill('SIGKILL')
    // In every third round the database server is killed too.
    if (round % 3 === 2) process.kill((await postmaster(data))!, 'SIGKILL')
    const unanswered = (await Promise.all(working)).filter((one) => one !== undefined)
    assert.equal(await service.ended, 'SIGKILL')
    service = await serve(data)
    await assertDataComplete(data, known)
    await assertReadable(service, token, known)
    for (const { key, body } of unanswered) {
      const headers = { 'idempotency-key': key }
      const first = await call(service.url, token, 'POST', '/contacts', body, headers)
      assert.equal(first.status, 200, JSON.stringify(first.json))
      const second = await call(service.url, token, 'POST', '/contacts', body, headers)
      assert.deepEqual(second.json, first.json)
      known.contacts.set((body as { email: string }).email, first.json[0].id)
    }
    await assertDataComplete(data, known)
  }
  assert.equal(await stop(service), 0)
  assert.ok(known.contacts.size > 100 && known.files.size > 50)
  t.diagnostic(`${known.contacts.size} contacts and ${known.files.size} files acknowledged`)
})
