// kontor backup and kontor restore as processes (decision 12).
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { backup } from '../../server/backup/backup.ts'
import { demoDataSet } from '../../server/demo/data-set.ts'
import { importDataSet } from '../../server/exchange/import.ts'
import { readMigrations } from '../../server/platform/database/migrate.ts'
import { commandLimits } from '../../server/platform/database/time-limits.ts'
import { openInstance } from '../../server/platform/instance/open-instance.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { dataFolder, removeDataFolder, run, start } from '../support/kontor-process.ts'
import { testInstance } from '../support/test-instance.ts'

const timeout = 600_000
const folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'))
const dataFolders: string[] = []
const newDataFolder = async () => {
  const data = await dataFolder()
  dataFolders.push(data)
  return data
}
after(async () => {
  for (const data of dataFolders) await removeDataFolder(data)
  await rm(folder, { recursive: true, force: true })
})
const stored = async (data: string) =>
  (await readdir(join(data, 'files'), { recursive: true }).catch(() => [] as string[])).filter(
    (name) => name.startsWith('.incoming/') || name.split('/').length === 3,
  )

test('12: after kill -9 at any moment, the next restore works or finds the first one complete', {
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
  assert.match(last.stderr, /^(restored: \d+ tables and 3 files|kontor: restore requires)/m)

  const again = join(folder, 'big-again.tar')
  const archived = await run(['backup', again], { KONTOR_DATA: data })
  assert.equal(archived.code, 0, archived.stderr)
  assert.match(archived.stderr, /^backed up: all tables and 3 files, \d+\.\d MB, verified$/m)
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

test('12: a damaged archive exits with 1, a missing one with 2', { timeout }, async () => {
  const data = await newDataFolder()
  const small = await testInstance()
  const whole = join(folder, 'whole.tar')
  await backup(small, whole)
  await small.close()
  const broken = join(folder, 'half.tar')
  const bytes = await readFile(whole)
  await writeFile(broken, bytes.subarray(0, bytes.length / 2))
  const half = await run(['restore', broken], { KONTOR_DATA: data })
  assert.equal(half.code, 1)
  assert.match(half.stderr, /^kontor: .*ends too early\nkontor: nothing was restored\n$/)
  assert.deepEqual(await stored(data), [])
  for (const words of [['restore', join(folder, 'none.tar')], ['restore'], ['backup'], ['backup', folder]])
    assert.equal((await run(words, { KONTOR_DATA: data })).code, 2, words.join(' '))
})

test('12: an archive of an older schema is restored into a database of that schema, and then migrated; a newer one is refused', {
  timeout,
}, async () => {
  const names = (await readMigrations()).map(({ name }) => name)
  const log = pino({ level: 'silent' })
  const open = async (data: string, migrations: readonly string[]) =>
    openInstance(readSettings({ KONTOR_DATA: data }), log, {
      exclusive: false,
      limits: commandLimits,
      files: 'used',
      asOwner: true,
      migrations,
    })
  const old = await open(await newDataFolder(), names.slice(0, -1))
  const file = join(folder, 'old.tar')
  try {
    await sql`insert into contact (contact_type, last_name, last_name_key) values ('person', 'Alt', 'alt')`.execute(
      old.instance.db,
    )
    await backup(old.instance, file)
  } finally {
    await old.close()
  }
  const data = await newDataFolder()
  const restored = await run(['restore', file], { KONTOR_DATA: data })
  assert.equal(restored.code, 0, restored.stderr)
  const current = await open(data, names)
  try {
    const { rows } = await sql<{ last_name: string; migrations: number }>`
      select last_name, (select count(*)::int from migration) as migrations from contact`.execute(
      current.instance.db,
    )
    assert.deepEqual(rows, [{ last_name: 'Alt', migrations: names.length }])
  } finally {
    await current.close()
  }
  // Empty, but of another schema.
  const other = await newDataFolder()
  await (await open(other, names)).close()
  const refused = await run(['restore', file], { KONTOR_DATA: other })
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /^kontor: the database has a newer schema than the archive \(/)
  assert.ok(refused.stderr.includes(names.at(-1)!))
})
