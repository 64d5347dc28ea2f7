// kontor backup and kontor restore (decision 12).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { extract, type Header, pack } from 'tar-stream'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { dataFolder, removeDataFolder, run, start } from '../../test/support/kontor-process.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { demoDataSet } from '../demo/data-set.ts'
import type { Files } from '../platform/files/files.ts'
import { BackupError, backup, manifestHead, manifestLine } from './backup.ts'
import { exportDataSet } from './export.ts'
import { importDataSet } from './import.ts'
import { ImportError } from './records/import-error.ts'
import type { Item } from './records/section.ts'
import { InstanceNotEmpty, restore } from './restore.ts'

const umlauts = 'Anmeldung Müller – Größe ß 👩‍👩‍👧.pdf'
const longest = `${'ü'.repeat(125)}x.pdf`
const longPlain = 'y'.repeat(255)
const contents: [name: string, content: Buffer][] = [
  ['scan.pdf', Buffer.from('erster')],
  ['scan.pdf', Buffer.from('zweiter')],
  [umlauts, Buffer.from('Inhalt')],
  ['a\u2028b.txt', Buffer.from('zwei Zeilen')],
  [longest, Buffer.from(Uint8Array.from({ length: 200_000 }, (_, index) => index % 251))],
  [longPlain, Buffer.alloc(1024)],
  ['...', Buffer.alloc(512, 1)],
]

let folder: string
let karlasToken: string
let archive: string
let bytes: Buffer
let source: TestInstance
let target: TestInstance

type ArchiveEntry = { header: Header & { byteOffset: number }; data: Buffer }

async function entriesOf(file: string): Promise<ArchiveEntry[]> {
  const parts: ArchiveEntry[] = []
  const reader = extract()
  const read = pipeline(createReadStream(file), reader)
  for await (const entry of reader) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    parts.push({ header: entry.header as ArchiveEntry['header'], data: Buffer.concat(chunks) })
  }
  await read
  return parts
}

async function dump({ db }: TestInstance): Promise<string> {
  const parts: Buffer[] = []
  const out = new Writable({ write: (chunk, _encoding, done) => done(void parts.push(chunk)) })
  await exportDataSet(db, out)
  return Buffer.concat(parts).toString()
}

/** Removes the user and the client of a new test instance. */
const empty = async ({ owner }: TestInstance) => {
  await sql`truncate client, app_user, contact restart identity cascade`.execute(owner)
}

/** As `kontor restore` opens an instance. */
const asOwner = ({ owner, files }: TestInstance) => ({ db: owner, files })

async function fill(kontor: TestInstance): Promise<void> {
  const set = { ...fullDataSet(), attachments: [], storedFiles: [], images: [] }
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(set))]))
  const { id } = await kontor.db
    .insertInto('task')
    .values({ client_id: 1, kind: 'todo', subject: 'Unterlagen' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token } = await kontor.addUser({ admin: true, name: 'Karla' })
  karlasToken = token
  for (const [name, payload] of contents) {
    const answer = await kontor.call('POST', `/attachment/crm/${id}/${encodeURIComponent(name)}`, {
      token,
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.equal(answer.status, 200, answer.text)
  }
}

const filesOf = async ({ files }: TestInstance): Promise<string[]> =>
  (await readdir(files.name, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== '.kontor-files')
    .map((entry) => join(entry.parentPath, entry.name).slice(files.name.length + 1))
    .toSorted()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'))
  archive = join(folder, 'kontor.tar')
  source = await testInstance()
  target = await testInstance()
  await fill(source)
  await empty(target)
  await backup(source, archive)
  bytes = await readFile(archive)
})
after(async () => {
  await source?.close()
  await target?.close()
  await rm(folder, { recursive: true, force: true })
})

async function assertRejected(content: Buffer, message: RegExp): Promise<void> {
  const file = join(folder, 'broken.tar')
  const before = await dump(target)
  await writeFile(file, content)
  await assert.rejects(
    restore(asOwner(target), file),
    (error: Error) => {
      assert.ok(error instanceof BackupError, error)
      assert.match(error.message, message)
      return true
    },
    String(message),
  )
  assert.deepEqual(await filesOf(target), [])
  assert.equal(await dump(target), before)
}

test('12: an archive contains the manifest, the data set and every attachment; no temporary file remains', async () => {
  const parts = await entriesOf(archive)
  const names = parts.map(({ header }) => header.name)
  assert.deepEqual(names.slice(0, 3), ['manifest.jsonl', 'data-set.json', 'history.jsonl'])
  const stored = await filesOf(source)
  assert.deepEqual(names.slice(3).toSorted(), stored.map((name) => `files/${name}`).toSorted())
  assert.equal(stored.length, contents.length)
  assert.ok(stored.some((name) => name.endsWith('/scan (2).pdf')))
  assert.ok(stored.some((name) => name.endsWith(`/${longest}`)))
  assert.equal(parts[1]?.data.toString(), await dump(source))
  for (const { header, data } of parts.slice(3))
    assert.ok(data.equals(await readFile(join(source.files.name, header.name.slice('files/'.length)))))
  const lines = parts[0]!.data.toString().trimEnd().split('\n')
  assert.deepEqual(JSON.parse(lines[0]!), { format: 'kontor backup', version: 3 })
  assert.deepEqual(
    lines.slice(1).map((line) => [JSON.parse(line).name, JSON.parse(line).size]),
    parts.slice(1).map(({ header, data }) => [header.name, data.length]),
  )
  assert.deepEqual(await readdir(folder), ['kontor.tar'])
  assert.deepEqual(await readdir(join(source.files.name, '.incoming')), [])
})

test('12: GNU tar can read an archive', (t) => {
  let listed: string
  try {
    listed = execFileSync('tar', ['-tf', archive, '--quoting-style=literal'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return t.skip('there is no GNU tar')
  }
  assert.ok(listed.includes(umlauts) && listed.includes(longest) && listed.includes(longPlain))
})

test('12: backup, restore, backup: the same bytes; new ids follow the restored ones', async (t) => {
  const other = await testInstance()
  t.after(() => other.close())
  await empty(other)
  const { files } = await restore(asOwner(other), archive)
  assert.equal(files, contents.length)
  assert.equal(await dump(other), await dump(source))
  assert.deepEqual(await filesOf(other), await filesOf(source))
  const again = join(folder, 'again.tar')
  await backup(other, again)
  assert.ok((await readFile(again)).equals(bytes))
  await rm(again)
  // The change log is restored, and has no entries of the restore itself.
  const logOf = ({ db }: TestInstance) =>
    db
      .selectFrom('change_log')
      .select(['id', 'via', 'table_name', 'action', 'changed_at'])
      .orderBy('id')
      .execute()
  assert.ok((await logOf(source)).length > 100)
  assert.deepEqual(await logOf(other), await logOf(source))
  // A restored token works, and an upload with an existing name gets another name.
  const { taskId } = JSON.parse(await dump(other)).attachments[0]
  const answer = await other.call('POST', `/attachment/crm/${taskId}/scan.pdf`, {
    token: karlasToken,
    payload: 'dritter',
    headers: { 'content-type': 'application/octet-stream' },
  })
  assert.deepEqual([answer.status, answer.json], [200, [{ path: `crm/${taskId}/scan (3).pdf` }]])
})

test('12: the search of a restored instance has all entries and words, and follows later changes', async (t) => {
  const restored = await testInstance()
  t.after(() => restored.close())
  await empty(restored)
  await restore(asOwner(restored), archive)
  const sources = `select kind, id, client_id, search_text, sort_name, has_email from search_source_contact
    union all ${['lead', 'task', 'event', 'date']
      .map((name) => `select *, '', true from search_source_${name}`)
      .join(' union all ')}`
  const entries = 'select kind, id, client_id, search_text, sort_name, has_email from search_entry'
  const countOf = async (query: string): Promise<number> => {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from (${sql.raw(query)}) q`.execute(restored.owner)
    return rows[0]!.count
  }
  assert.ok((await countOf(entries)) > 10)
  assert.equal(await countOf(`(${entries}) except (${sources})`), 0)
  assert.equal(await countOf(`(${sources}) except (${entries})`), 0)
  const words = 'select distinct word from search_entry, words_of(search_text) word'
  assert.ok((await countOf(words)) > 10)
  assert.equal(await countOf(`${words} except select word from search_word`), 0)
  assert.equal(await countOf(`select from pg_trigger where not tgisinternal and tgenabled <> 'O'`), 0)
  await restored.db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: 'Nachzügler', last_name_key: 'nachzügler' })
    .execute()
  assert.equal(await countOf(`${entries} where search_text like '%nachzugler%'`), 1)
  assert.equal(await countOf(`select from search_word where word = 'nachzugler'`), 1)
})

test('12: any changed byte is reported with its entry, and nothing is stored', async () => {
  const parts = await entriesOf(archive)
  for (const { header, data } of parts) {
    const start = header.byteOffset
    const end = start + data.length
    for (const at of new Set([
      start - 512,
      start - 512 + 126,
      start - 512 + 150,
      start - 512 + 156,
      start,
      start + Math.floor(data.length / 2),
      end - 1,
    ])) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 0x15
      const name = RegExp(`^"?${RegExp.escape(header.name)}|^manifest.jsonl|^data-set.json`)
      await assertRejected(changed, name)
    }
  }
  // Long names are stored in blocks of their own before their entries.
  for (const name of [umlauts, longest]) {
    const changed = Buffer.from(bytes)
    const at = changed.lastIndexOf(`path=files/crm/`, changed.lastIndexOf(name.slice(0, 20)))
    changed[at + 20] = changed[at + 20]! ^ 0x01
    await assertRejected(changed, /files\/crm\//)
  }
})

test('12: a truncated archive is reported, and nothing is stored', async () => {
  const parts = await entriesOf(archive)
  const ends = parts.flatMap(({ header: { byteOffset }, data }) => [
    byteOffset - 512,
    byteOffset - 100,
    byteOffset,
    byteOffset + 1,
    byteOffset + data.length - 1,
  ])
  for (const length of [0, 1, 511, ...ends, bytes.length - 1024])
    await assertRejected(bytes.subarray(0, length), /ends (too early|before)/)
  await assertRejected(Buffer.from('kein Archiv '.repeat(100)), /^manifest\.jsonl: cannot be read/)
  await assertRejected(
    Buffer.concat([bytes, Buffer.alloc(512, 7)]),
    /^the end of the archive: cannot be read/,
  )
})

test('12: links, names outside the store and entries unknown to the data set are rejected', async () => {
  const parts = await entriesOf(archive)
  type NewEntry = Partial<Header> & { data?: string | Buffer }
  const archiveWith = async (entries: NewEntry[], from = 2) => {
    const out = pack()
    const gathered = Readable.from(out).toArray()
    for (const { header, data } of parts.slice(0, from)) out.entry({ name: header.name }, data)
    for (const { data, ...header } of entries)
      out.entry({ name: 'x', type: 'file', ...header }, ...((data ? [data] : []) as [Buffer]))
    out.finalize()
    return Buffer.concat((await gathered) as Buffer[])
  }
  const due = parts[2]!.header.name
  await assertRejected(await archiveWith([{ name: '../../outside', data: 'x' }]), /outside".*rejected/)
  await assertRejected(
    await archiveWith([{ name: 'files/crm/../../../outside', data: 'x' }]),
    /outside".*rejected/,
  )
  await assertRejected(await archiveWith([{ name: 'files\\..\\outside', data: 'x' }]), /outside".*rejected/)
  await assertRejected(await archiveWith([{ name: '/etc/outside', data: 'x' }]), /outside".*rejected/)
  await assertRejected(
    await archiveWith([{ name: due, type: 'symlink', linkname: '/etc/passwd' }]),
    /symlink/,
  )
  await assertRejected(await archiveWith([{ name: due, type: 'link', linkname: 'data-set.json' }]), /link/)
  await assertRejected(await archiveWith([{ name: 'files/crm/', type: 'directory' }]), /directory/)
  await assertRejected(await archiveWith([{ name: 'files/crm/1/other', data: 'x' }]), /instead of/)
  await assertRejected(
    await archiveWith([{ name: 'manifest.jsonl', data: '{}\n' }], 0),
    /^manifest\.jsonl.*version/,
  )
  const before = '{"format":"kontor backup","version":2}\n'
  await assertRejected(
    await archiveWith([{ name: 'manifest.jsonl', data: before }], 0),
    /^manifest\.jsonl: has version 2 .*expected 3.*kontor export and kontor import/,
  )
  await assertRejected(
    await archiveWith([{ name: 'files/crm/1/more', data: 'x' }], parts.length),
    /more": is not in the data set/,
  )
  assert.equal(existsSync(join(target.files.name, '../outside')), false)
})

test('12: a data set that is rejected after its files were stored leaves no file', async () => {
  const [, dataSet, history, ...rest] = await entriesOf(archive)
  const set = JSON.parse(dataSet!.data.toString())
  set.attachments.push({ ...set.attachments[0], id: 9_000, taskId: 99_999 })
  const extraContent = rest[0]!.data
  const data = Buffer.from(JSON.stringify(set))
  const sha256 = createHash('sha256').update(data).digest('hex')
  const names = set.attachments.map((one: Item) => `files/crm/${one['taskId']}/${one['filename']}`)
  const contents = [...rest.map((part) => part.data), extraContent]
  const lines = set.attachments.map((one: Item, index: number) =>
    manifestLine({ name: names[index], size: one['size'], sha256: one['sha256'] }),
  )
  const out = pack()
  const gathered = Readable.from(out).toArray()
  const dataSetLine = manifestLine({ name: 'data-set.json', size: data.length, sha256 })
  const historyLine = manifestLine({
    name: 'history.jsonl',
    size: history!.data.length,
    sha256: createHash('sha256').update(history!.data).digest('hex'),
  })
  out.entry({ name: 'manifest.jsonl' }, manifestHead + dataSetLine + historyLine + lines.join(''))
  out.entry({ name: 'data-set.json' }, data)
  out.entry({ name: 'history.jsonl' }, history!.data)
  for (const [index, name] of names.entries()) out.entry({ name }, contents[index]!)
  out.finalize()
  const file = join(folder, 'invalid.tar')
  await writeFile(file, Buffer.concat((await gathered) as Buffer[]))
  const before = await dump(target)
  const stored: string[] = []
  const store: Files['store'] = (one, path) => {
    stored.push(path)
    return target.files.store(one, path)
  }
  await assert.rejects(
    restore({ db: target.owner, files: { ...target.files, store } }, file),
    (error: Error) => {
      assert.ok(error instanceof ImportError, error)
      assert.match(error.message, /^\/attachments\/\d+\/taskId/)
      return true
    },
  )
  assert.equal(stored.length, names.length)
  assert.deepEqual(await filesOf(target), [])
  assert.equal(await dump(target), before)
  await rm(file)
})

test('12: an instance that is not empty is rejected', async (t) => {
  await assert.rejects(restore(asOwner(source), archive), InstanceNotEmpty)
  const stored = await filesOf(source)
  assert.equal(stored.length, contents.length)
  const other = await testInstance()
  t.after(() => other.close())
  await assert.rejects(restore(asOwner(other), archive), /user records/)
  await empty(other)
  await mkdir(join(other.files.name, 'crm/7'), { recursive: true })
  await writeFile(join(other.files.name, 'crm/7/foreign.txt'), 'x')
  await assert.rejects(restore(asOwner(other), archive), /contains files/)
  assert.equal(await readFile(join(other.files.name, 'crm/7/foreign.txt'), 'utf8'), 'x')
  await rm(join(other.files.name, 'crm/7/foreign.txt'))
  // A service that creates its first user while the archive is being read.
  const late = { ...other.files }
  late.receive = async (from, max) => {
    await other.db
      .insertInto('client')
      .values({ name: 'Kontor' })
      .onConflict((c) => c.doNothing())
      .execute()
    return other.files.receive(from, max)
  }
  await assert.rejects(restore({ db: other.owner, files: late }, archive), InstanceNotEmpty)
  assert.deepEqual(await filesOf(other), [])
})

test('12: a missing or changed stored file is reported, and no archive remains', async (t) => {
  const other = await testInstance()
  t.after(() => other.close())
  await empty(other)
  await restore(asOwner(other), archive)
  const file = join(folder, 'other.tar')
  const path = join(other.files.name, (await filesOf(other)).find((name) => name.endsWith('/scan (2).pdf'))!)
  const cases: [() => Promise<void>, RegExp][] = [
    [() => writeFile(path, 'zwEiter'), /scan \(2\)\.pdf: was changed \(its checksum/],
    [() => writeFile(path, 'zweiter und mehr'), /scan \(2\)\.pdf: was changed \(its size/],
    [() => rm(path), /scan \(2\)\.pdf: is missing/],
  ]
  for (const [change, message] of cases) {
    await change()
    await assert.rejects(backup(other, file), (error: Error) => {
      assert.ok(error instanceof BackupError, error)
      assert.match(error.message, message)
      return true
    })
    assert.deepEqual(
      await readdir(folder).then((names) => names.filter((name) => name.includes('other'))),
      [],
    )
    assert.deepEqual(await readdir(join(other.files.name, '.incoming')), [])
  }
  await assert.rejects(backup(other, join(folder, 'nowhere/x.tar')), { code: 'ENOENT' })
})

test('12: a backup contains concurrent uploads completely or not at all', async () => {
  const { token } = await source.addUser({ admin: true, name: 'Uploads' })
  const { id } = await source.db
    .selectFrom('task')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  let going = true
  let count = 0
  const uploads = (async () => {
    while (going) {
      const answer = await source.call('POST', `/attachment/crm/${id}/lauf.bin`, {
        token,
        payload: Buffer.alloc(10_000, count++),
        headers: { 'content-type': 'application/octet-stream' },
      })
      assert.equal(answer.status, 200)
    }
  })()
  const file = join(folder, 'live.tar')
  for (let round = 0; round < 3; round++) {
    await wait(30)
    await backup(source, file)
    const parts = await entriesOf(file)
    const restored = JSON.parse(parts[1]!.data.toString()).attachments
    assert.equal(parts.length - 3, restored.length)
  }
  going = false
  await uploads
  assert.ok(count > 3, `${count} uploads`)
})

test('12: files of the catalogue are backed up, and restored to the same path', async (t) => {
  const [one, other] = [await testInstance(), await testInstance()]
  t.after(() => Promise.all([one.close(), other.close()]))
  const office = await one.signIn()
  const [file] = (await office.upload('/files/upload/Bild.png?accessRight=public', 'Bild')).json
  const archived = join(folder, 'catalogue.tar')
  await backup(one, archived)
  assert.equal((await entriesOf(archived)).at(-1)!.header.name, `files/${file.path}`)
  await empty(other)
  await restore(asOwner(other), archived)
  assert.equal(await readFile(join(other.files.name, file.path), 'utf8'), 'Bild')
  assert.deepEqual(await dump(other), await dump(one))
  await rm(archived)
})

describe('12: the commands', () => {
  const timeout = 600_000
  const dataFolders: string[] = []
  const newDataFolder = async () => {
    const data = await dataFolder()
    dataFolders.push(data)
    return data
  }
  after(async () => {
    for (const data of dataFolders) await removeDataFolder(data)
  })
  const stored = async (data: string) =>
    (await readdir(join(data, 'files'), { recursive: true }).catch(() => [] as string[])).filter(
      (name) => name.startsWith('.incoming/') || name.split('/').length === 3,
    )

  test('after kill -9 at any moment, the next restore works or finds the first one complete', {
    timeout,
  }, async () => {
    const data = await newDataFolder()
    const big = await testInstance()
    const { clients, contactCategories, companies, contacts } = demoDataSet('2026-06-15')
    const set = { clients, contactCategories, companies, contacts: contacts.slice(0, 2000) }
    await importDataSet(big.db, Readable.from([Buffer.from(JSON.stringify(set))]))
    const { token } = await big.addUser({ admin: true, name: 'Karla' })
    const [task] = (await big.call('POST', '/todo/import', { token, body: { subject: 'Unterlagen' } })).json
    for (const name of ['a.txt', 'b.txt', 'c.txt'])
      await big.call('POST', `/attachment/crm/${task.id}/${name}`, {
        token,
        payload: name.repeat(100_000),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const file = join(folder, 'big.tar')
    await backup(big, file)
    await big.close()

    let killedAfterStore = 0
    // Kill when the first file has been received, when the first one has been stored, and during the import.
    for (const [at, ms] of [
      ['.incoming/', 0],
      ['crm/', 0],
      ['crm/', 300],
    ] as const) {
      const running = start(['restore', file], { KONTOR_DATA: data })
      let over = false
      running.ended.then(() => {
        over = true
      })
      while (!over && !(await stored(data)).some((name) => name.startsWith(at))) await wait(2)
      await wait(ms)
      const found = (await stored(data)).some((name) => name.startsWith('crm/'))
      if (!over && found) killedAfterStore++
      running.child.kill('SIGKILL')
      await running.ended
    }
    assert.ok(killedAfterStore > 0, 'no process was killed after it had stored the first file')
    const last = await run(['restore', file], { KONTOR_DATA: data })
    if (last.code === 2) assert.match(last.stderr, /^kontor: restore requires an empty instance/m)
    else assert.deepEqual([last.code, last.stdout], [0, ''], last.stderr)
    assert.match(last.stderr, /^(restored: \d+ records and 3 files|kontor: restore requires)/m)

    const again = join(folder, 'big-again.tar')
    const archived = await run(['backup', again], { KONTOR_DATA: data })
    assert.equal(archived.code, 0, archived.stderr)
    assert.match(archived.stderr, /^backed up: the data set and 3 files, \d+\.\d MB$/m)
    assert.ok((await readFile(again)).equals(await readFile(file)))
    assert.deepEqual(
      (await stored(data)).filter((name) => name.startsWith('.incoming/')),
      [],
    )

    const rejected = await run(['restore', file], { KONTOR_DATA: data })
    assert.equal(rejected.code, 2)
    assert.match(
      rejected.stderr,
      /^kontor: restore requires an empty instance; this one has contact records\. .*\n$/,
    )
  })

  test('a damaged archive exits with 1, a missing one with 2', { timeout }, async () => {
    const data = await newDataFolder()
    const broken = join(folder, 'half.tar')
    await writeFile(broken, bytes.subarray(0, bytes.length / 2))
    const half = await run(['restore', broken], { KONTOR_DATA: data })
    assert.equal(half.code, 1)
    assert.match(half.stderr, /^kontor: .*ends too early\nkontor: nothing was restored\n$/)
    assert.deepEqual(await stored(data), [])
    for (const words of [['restore', join(folder, 'none.tar')], ['restore'], ['backup'], ['backup', folder]])
      assert.equal((await run(words, { KONTOR_DATA: data })).code, 2, words.join(' '))
  })
})
