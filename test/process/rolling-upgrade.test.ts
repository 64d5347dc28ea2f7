// The version before runs on while a newer one migrates, and its processes can be replaced, if the migration says so.
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  removeDataFolder,
  run,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { linkTo } from '../support/servers/connections.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const rolling = `-- rolling: the column may stay empty
alter table contact add column nickname text;
create table nickname_source (id integer primary key, name text not null);
`
const breaking = 'alter table contact rename column first_name to given_name;\n'

test('the version before serves on during and after a rolling migration, and a dead worker is replaced', {
  timeout: 300_000,
}, async (t) => {
  const data = await instanceFolder()
  const folder = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
  const service = await waitUntilServing(
    start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0' }),
  )
  const server = await startEmbedded(data)
  const pool = openPool(linkTo(server.ownerConnection), 1)
  t.after(async () => {
    await pool.end()
    await server.stop()
    await Promise.all([data, folder].map(removeDataFolder))
  })
  const token = await adminToken(data)
  const migrateTo = async (name: string, text: string) => {
    await rm(folder, { recursive: true, force: true })
    await cp(migrations, folder, { recursive: true })
    await writeFile(join(folder, name), text)
    return migrate(pool, server.connection.user, folder)
  }
  const workers = () => [
    ...service.stdout().matchAll(/"process":\{"worker":\d,"pid":(\d+)\},"msg":"worker ready"/g),
  ]

  const statuses: string[] = []
  let over = false
  const write = async (writer: number) => {
    for (let n = 0; !over; n++) {
      const email = `${writer}-${n}@kontor.example`
      const created = await call(service.url, token, 'POST', '/contacts', { lastName: 'Laufend', email })
      const found = await call(service.url, token, 'GET', `/contacts/search/email/${email}`)
      statuses.push(`${created.status} ${found.status} ${found.json.length}`)
    }
  }
  const writing = [0, 1, 2].map(write)
  await wait(500)
  assert.deepEqual(await migrateTo('9998-nickname.sql', rolling), ['9998-nickname.sql'])
  const before = workers().length
  await wait(500)
  over = true
  await Promise.all(writing)
  assert.deepEqual(new Set(statuses), new Set(['200 200 1']))

  process.kill(Number(workers()[0]![1]), 'SIGKILL')
  await waitUntil(() => workers().length > before, 'the worker is replaced')
  const after = { lastName: 'Danach', email: 'danach@kontor.example' }
  assert.equal((await call(service.url, token, 'POST', '/contacts', after)).status, 200)
  assert.equal(await stop(service), 0)

  const again = await waitUntilServing(start(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' }))
  assert.equal(await stop(again), 0)
  await pool.query(`delete from migration where name like '9998%'`)
  await pool.query('alter table contact drop column nickname; drop table nickname_source')
  assert.deepEqual(await migrateTo('9999-given-name.sql', breaking), ['9999-given-name.sql'])
  const rejected = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
  assert.deepEqual(
    [rejected.code, rejected.stderr],
    [1, 'kontor: the database was migrated by a newer Kontor (9999-given-name.sql); start that one\n'],
  )
})
