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
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { extract, type Header, pack as packTar } from 'tar-stream'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { insertFullRows } from '../../test/support/full-rows.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { exportDataSet } from '../exchange/export.ts'
import { importDataSet } from '../exchange/import.ts'
import type { Files } from '../platform/files/files.ts'
import { BackupError, headName, manifestLine, manifestName, toEntry } from './archive-format.ts'
import { backup } from './backup.ts'
import { InstanceNotEmpty, type OpenEmpty, restore } from './restore.ts'
import { verifyArchive } from './verify.ts'

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
const asOwner =
  ({ owner, files }: TestInstance, others: Partial<Files> = {}): OpenEmpty =>
  (_migrations, work) =>
    work({ db: owner, files: { ...files, ...others } })

async function fill(kontor: TestInstance): Promise<void> {
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(fullDataSet()))]))
  await insertFullRows(kontor.db)
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

test('12: an archive contains the head, every table, every attachment and the manifest; no temporary file remains', async () => {
  const parts = await entriesOf(archive)
  const names = parts.map(({ header }) => header.name)
  assert.deepEqual([names[0], names.at(-1)], ['backup.json', 'manifest.jsonl'])
  const tables = names.filter((name) => name.startsWith('tables/'))
  assert.ok(tables.length > 100 && tables.includes('tables/contact'))
  const stored = await filesOf(source)
  assert.deepEqual(
    names.slice(1 + tables.length, -1),
    stored.map((name) => `files/${name}`),
  )
  assert.equal(stored.length, contents.length)
  assert.ok(stored.some((name) => name.endsWith('/scan (2).pdf')))
  assert.ok(stored.some((name) => name.endsWith(`/${longest}`)))
  for (const { header, data } of parts)
    if (header.name.startsWith('files/'))
      assert.ok(data.equals(await readFile(join(source.files.name, header.name.slice('files/'.length)))))
  const { format, version, migrations } = JSON.parse(parts[0]!.data.toString())
  assert.deepEqual({ format, version }, { format: 'kontor backup', version: 4 })
  assert.equal(migrations[0].name, '0001-change-tracking.sql')
  const lines = parts.at(-1)!.data.toString().trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => [JSON.parse(line).name, JSON.parse(line).size]),
    parts.slice(0, -1).map(({ header, data }) => [header.name, data.length]),
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
  const { task_id: taskId } = await other.db
    .selectFrom('attachment')
    .select('task_id')
    .limit(1)
    .executeTakeFirstOrThrow()
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
  const rowsOf = async ({ owner }: TestInstance, query: string): Promise<string[]> => {
    const { rows } = await sql<{
      row: string
    }>`select q::text as row from (${sql.raw(query)}) q order by 1`.execute(owner)
    return rows.map(({ row }) => row)
  }
  for (const table of ['search_entry', 'search_word']) {
    const rows = await rowsOf(restored, `select * from ${table}`)
    assert.ok(rows.length > 10)
    assert.deepEqual(rows, await rowsOf(source, `select * from ${table}`))
  }
  // Until autovacuum runs, the planner would know nothing of them.
  const counted = `select relname from pg_class where relname in ('search_entry', 'search_word') and reltuples > 10`
  assert.equal((await rowsOf(restored, counted)).length, 2)
  const disabled = `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`
  assert.deepEqual(await rowsOf(restored, disabled), [])
  await restored.db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: 'Nachzügler', last_name_key: 'nachzügler' })
    .execute()
  const find = `select from search_entry where search_text like '%nachzugler%' union all select from search_word where word = 'nachzugler'`
  assert.equal((await rowsOf(restored, find)).length, 2)
})

test('12: a new table needs nothing: rows that refer to each other, computed columns, sequences, a restored schema', async (t) => {
  const [one, other] = [await testInstance(), await testInstance()]
  t.after(() => Promise.all([one.close(), other.close()]))
  const define = async ({ owner }: TestInstance) => {
    for (const statement of [
      `create table zebra (id integer generated always as identity primary key, friend_id integer references zebra,
        name text not null unique, name_length integer generated always as (length(name)) stored, data jsonb, tail bytea)`,
      'create index zebra_by_length on zebra (name_length)',
      'create table ape (id serial primary key, zebra_id integer not null references zebra on delete cascade)',
      'alter table zebra add ape_id integer references ape deferrable initially deferred',
      `create function reject_zebra() returns trigger language plpgsql as $$ begin raise 'no zebra'; end $$`,
      'create trigger reject before update on zebra for each row execute function reject_zebra()',
    ])
      await sql.raw(statement).execute(owner)
  }
  await define(one)
  await define(other)
  await sql`insert into zebra (friend_id, name, data, tail) values (2, ${'Zoë\t\\N\n\u2028'}, '{"a": [1.50, null]}', '\\x00ff'), (1, '', null, null)`.execute(
    one.owner,
  )
  await sql`insert into ape (zebra_id) values (1), (2)`.execute(one.owner)
  await sql`delete from ape where id = 2`.execute(one.owner)
  const definitionsOf = async ({ owner }: TestInstance) =>
    (
      await sql<{ definition: string }>`
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`.execute(
        owner,
      )
    ).rows
  const before = await definitionsOf(other)
  await empty(other)
  const file = join(folder, 'zebra.tar')
  await backup({ db: one.owner, files: one.files }, file)
  await restore(asOwner(other), file)
  for (const table of ['zebra', 'ape']) {
    const rowsOf = async ({ owner }: TestInstance) =>
      (await sql`select * from ${sql.table(table)} order by id`.execute(owner)).rows
    assert.deepEqual(await rowsOf(other), await rowsOf(one))
  }
  assert.deepEqual(await definitionsOf(other), before)
  const { rows } = await sql`insert into ape (zebra_id) values (1) returning id`.execute(other.owner)
  assert.deepEqual(rows, [{ id: 3 }])
  await assert.rejects(sql`update zebra set name = 'a'`.execute(other.owner), /no zebra/)
  await assert.rejects(sql`insert into ape (zebra_id) values (9)`.execute(other.owner), /foreign key/)
  await rm(file)
})

const verifyRejects = (content: Buffer, message: RegExp) =>
  assert.rejects(
    verifyArchive(Readable.from([content])),
    (error: Error) => {
      assert.ok(error instanceof BackupError, error)
      assert.match(error.message, message)
      return true
    },
    String(message),
  )

test('12: any changed byte is reported with its entry, and nothing is stored', async () => {
  const parts = await entriesOf(archive)
  const isRestored = new Set(['backup.json', 'tables/contact', 'manifest.jsonl', parts.at(-2)!.header.name])
  for (const [index, { header, data }] of parts.entries()) {
    // Of the more than a hundred tables, some.
    if (header.name.startsWith('tables/') && !isRestored.has(header.name) && index % 10 > 0) continue
    const start = header.byteOffset
    const end = start + data.length
    for (const at of new Set([
      start - 512,
      start - 512 + 126,
      start - 512 + 150,
      start - 512 + 156,
      start,
      start + Math.floor(data.length / 2),
      end - 2,
    ])) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 0x15
      // A line of the manifest has the name of another entry.
      const message =
        header.name === manifestName ? /./ : RegExp(`^"?${RegExp.escape(header.name)}|^the next entry`)
      await verifyRejects(changed, message)
      if (isRestored.has(header.name)) await assertRejected(changed, message)
    }
  }
  // Long names are stored in blocks of their own before their entries.
  for (const name of [umlauts, longest]) {
    const changed = Buffer.from(bytes)
    const at = changed.indexOf(`path=files/crm/`, changed.indexOf(name.slice(0, 20)) - 100)
    changed[at + 20] = changed[at + 20]! ^ 0x01
    await verifyRejects(changed, /files\/crm\//)
  }
})

test('12: a truncated archive is reported, and nothing is stored', async () => {
  const parts = await entriesOf(archive)
  const isTried = (_part: ArchiveEntry, index: number) => index % 10 === 0 || index > parts.length - 10
  const ends = parts
    .filter(isTried)
    .flatMap(({ header: { byteOffset }, data }) => [
      byteOffset - 512,
      byteOffset - 100,
      byteOffset,
      byteOffset + 1,
      byteOffset + data.length - 1,
    ])
  for (const length of [0, 1, 511, ...ends, bytes.length - 1024])
    await verifyRejects(bytes.subarray(0, length), /ends (too early|before)/)
  for (const length of [0, ends[3]!, Math.floor(bytes.length / 2), bytes.length - 1024])
    await assertRejected(bytes.subarray(0, length), /ends (too early|before)/)
  await assertRejected(Buffer.from('kein Archiv '.repeat(100)), /^the next entry: cannot be read/)
  await assertRejected(
    Buffer.concat([bytes, Buffer.alloc(512, 7)]),
    /^the (end of the archive|next entry): cannot be read/,
  )
})

type NewEntry = Partial<Header> & { data?: string | Buffer }

async function pack(entries: readonly NewEntry[]): Promise<Buffer> {
  const out = packTar()
  const gathered = Readable.from(out).toArray()
  for (const { data, ...header } of entries)
    out.entry({ name: 'x', type: 'file', ...header }, ...((data ? [data] : []) as [Buffer]))
  out.finalize()
  return Buffer.concat((await gathered) as Buffer[])
}

const sumOf = (data: Buffer) => ({
  size: data.length,
  sha256: createHash('sha256').update(data).digest(),
})

/** The archive with other contents of entries, and a manifest that lists them. */
async function archiveWith(changed: Record<string, string>): Promise<Buffer> {
  const parts = (await entriesOf(archive)).slice(0, -1).map(({ header: { name }, data }) => ({
    name,
    data: changed[name] === undefined ? data : Buffer.from(changed[name]),
  }))
  const manifest = parts.map(({ name, data }) => manifestLine(toEntry(name, sumOf(data)))).join('')
  return pack([...parts, { name: manifestName, data: manifest }])
}

test('12: links, names outside the store and entries that no backup has are rejected', async () => {
  const parts = (await entriesOf(archive)).map(({ header: { name }, data }) => ({ name, data }))
  const [head, ...rest] = parts
  const withEntry = (entry: NewEntry) => pack([head!, entry, ...rest])
  await assertRejected(await withEntry({ name: '../../outside', data: 'x' }), /outside".*rejected/)
  await assertRejected(
    await withEntry({ name: 'files/crm/../../../outside', data: 'x' }),
    /outside".*rejected/,
  )
  await assertRejected(await withEntry({ name: 'files\\..\\outside', data: 'x' }), /outside".*rejected/)
  await assertRejected(await withEntry({ name: '/etc/outside', data: 'x' }), /outside".*rejected/)
  await assertRejected(
    await withEntry({ name: 'tables/contact', type: 'symlink', linkname: '/etc/passwd' }),
    /symlink/,
  )
  await assertRejected(await withEntry({ name: 'files/crm/1/x', type: 'link', linkname: 'x' }), /link/)
  await assertRejected(await withEntry({ name: 'files/crm/', type: 'directory' }), /directory/)
  await assertRejected(await withEntry({ name: 'other', data: 'x' }), /^"other": is rejected/)
  await assertRejected(await withEntry({ name: 'files/crm/1/other', data: 'x' }), /differs from the manifest/)
  await assertRejected(
    await pack([...parts, { name: 'files/crm/1/more', data: 'x' }]),
    /follows the manifest/,
  )
  await assertRejected(await pack(parts.slice(0, -1)), /^manifest\.jsonl: is missing/)
  await assertRejected(
    await pack(parts.filter(({ name }) => name !== 'tables/contact')),
    /differs from the manifest/,
  )
  await assertRejected(await pack(rest), /was found instead of backup\.json/)
  assert.equal(existsSync(join(target.files.name, '../outside')), false)
})

test('12: an archive of another form or a newer schema is refused, and the message says which Kontor restores it', async () => {
  const head = JSON.parse((await entriesOf(archive))[0]!.data.toString())
  const withHead = (change: object) => archiveWith({ [headName]: JSON.stringify({ ...head, ...change }) })
  await assertRejected(
    await pack([{ name: 'manifest.jsonl', data: '{"format":"kontor backup","version":3}\n' }]),
    /^manifest\.jsonl: has version 3 or earlier .*restore it with the version of Kontor that wrote it/,
  )
  await assertRejected(await withHead({ version: 5 }), /^backup\.json: has version 5 .*expected 4/)
  await assertRejected(await withHead({ format: 'other' }), /^backup\.json: is damaged, or not of a backup/)
  await assertRejected(
    await withHead({ migrations: [...head.migrations, { name: '9000-x.sql', checksum: null }] }),
    /^backup\.json: the archive was written by a newer Kontor \(9000-x\.sql\)/,
  )
  const [first, ...others] = head.migrations
  await assertRejected(
    await withHead({ migrations: [{ ...first, checksum: '00' }, ...others] }),
    /^backup\.json: the archive was written with other contents of 0001/,
  )
})

test('12: the version before backs up a newer schema, while services are upgraded; the newer version restores it', async () => {
  await sql`insert into migration (name) values ('9999-later.sql')`.execute(source.owner)
  try {
    const file = join(folder, 'later.tar')
    await backup(source, file)
    assert.ok((await verifyArchive(createReadStream(file))).records > 0)
    await assertRejected(await readFile(file), /was written by a newer Kontor \(9999-later\.sql\)/)
  } finally {
    await sql`delete from migration where name = '9999-later.sql'`.execute(source.owner)
  }
})

test('12: rows that the database rejects are named with their table, and leave nothing', async () => {
  const attachment = (await entriesOf(archive))
    .find(({ header: { name } }) => name === 'tables/attachment')!
    .data.toString()
  const [columns, row] = attachment.split('\n')
  const at = columns!.split('\t').indexOf('task_id')
  const withTask = (task: string) => row!.split('\t').with(at, task).join('\t')
  for (const [content, message] of [
    [`${columns}\n${withTask('99999')}\n`, /^the rows of the archive: rejected .*attachment_task_id_fkey/],
    [`${columns}\n${withTask('x')}\n`, /^tables\/attachment: rejected .*integer: "x"/],
    [`${columns}\n${withTask('\\N')}\n`, /^tables\/attachment: rejected .*not-null/],
    [`${columns}\n1\n`, /^tables\/attachment: rejected .*missing data/],
  ] as const)
    await assertRejected(await archiveWith({ 'tables/attachment': content }), message)
  await assertRejected(await withTable('nothing'), /^tables\/nothing: is not a table of the schema/)
})

/** An archive of one table. */
async function withTable(table: string): Promise<Buffer> {
  const { data } = (await entriesOf(archive))[0]!
  const parts = [
    { name: headName, data },
    { name: `tables/${table}`, data: Buffer.from('id\n') },
  ]
  const manifest = parts.map((part) => manifestLine(toEntry(part.name, sumOf(part.data)))).join('')
  return pack([...parts, { name: manifestName, data: manifest }])
}

test('12: a table that backups of an earlier version had, and that is left out today, is skipped', async (t) => {
  const other = await testInstance()
  t.after(() => other.close())
  await empty(other)
  assert.deepEqual(await restore(asOwner(other), Readable.from([await withTable('session')])), {
    tables: 1,
    files: 0,
  })
})

test('12: a restore that fails after files were stored leaves no file', async () => {
  const before = await dump(target)
  const stored: string[] = []
  const store: Files['store'] = async (one, path) => {
    if (stored.push(path) === contents.length) throw new Error('the disk is full')
    return target.files.store(one, path)
  }
  await assert.rejects(restore(asOwner(target, { store }), archive), /the disk is full/)
  assert.equal(stored.length, contents.length)
  assert.deepEqual(await filesOf(target), [])
  assert.equal(await dump(target), before)
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
  const receive: Files['receive'] = async (from, max) => {
    await other.db
      .insertInto('client')
      .values({ name: 'Kontor' })
      .onConflict((c) => c.doNothing())
      .execute()
    return other.files.receive(from, max)
  }
  await assert.rejects(restore(asOwner(other, { receive }), archive), InstanceNotEmpty)
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
    const [rows] = parts.filter(({ header: { name } }) => name === 'tables/attachment')
    const lines = rows!.data.toString().trimEnd().split('\n')
    assert.equal(parts.filter(({ header: { name } }) => name.startsWith('files/')).length, lines.length - 1)
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
  assert.equal((await entriesOf(archived)).at(-2)!.header.name, `files/${file.path}`)
  await empty(other)
  await restore(asOwner(other), archived)
  assert.equal(await readFile(join(other.files.name, file.path), 'utf8'), 'Bild')
  assert.deepEqual(await dump(other), await dump(one))
  await rm(archived)
})
