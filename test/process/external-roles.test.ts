// An external database with a role for the owner of the tables and one for the application.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import {
  adminToken,
  call,
  dataFolder,
  type RunningProcess,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'

const databaseUrl = process.env['KONTOR_TEST_DATABASE_URL']
const options = { timeout: 600_000, skip: databaseUrl ? false : 'KONTOR_TEST_DATABASE_URL is not set' }
const suffix = randomUUID().slice(0, 8)
const name = `kontor_roles_${suffix}`
const [ownerRole, applicationRole] = [`kontor_owner_${suffix}`, `kontor_app_${suffix}`]

/** The URL of the test's database, or another one, for a role. */
function urlOf(role: string, password: string, database = name): string {
  const url = new URL(databaseUrl!)
  url.username = role
  url.password = password
  url.pathname = `/${database}`
  return url.href
}

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** The statements of docs/operating.md, with the names of this test. */
function documentedStatements(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const script = /```sql\n(create role .*?)```/s.exec(text)![1]!
  return script
    .replaceAll('kontor_owner', ownerRole)
    .replaceAll('kontor_app', applicationRole)
    .replaceAll(/(?<=database )kontor\b/g, name)
    .split(';\n')
    .filter(Boolean)
}

let data: string
let owner: string
let application: string
let superuser: string

before(async () => {
  if (!databaseUrl) return
  data = await dataFolder()
  await query(databaseUrl, ...documentedStatements())
  owner = urlOf(ownerRole, 'owner-password')
  application = urlOf(applicationRole, 'app-password')
  const { username, password } = new URL(databaseUrl)
  superuser = urlOf(username, password)
})
after(async () => {
  if (!databaseUrl) return
  await query(
    databaseUrl,
    `drop database if exists ${name} with (force)`,
    `drop role if exists ${applicationRole}`,
    `drop role if exists ${ownerRole}`,
  )
  await removeDataFolder(data)
})

const withOwner = () => ({ KONTOR_DATABASE_URL: application, KONTOR_DATABASE_OWNER_URL: owner })
const alone = () => ({ KONTOR_DATABASE_URL: application })
const rejectedServe = (env: Record<string, string>) =>
  run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env })
const warnings = (service: RunningProcess): string[] =>
  service
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"level":40') && line.includes('KONTOR_DATABASE_URL'))

test('the roles of the documented script: one migrates, the other does the work', options, async () => {
  const service = await serve(data, withOwner())
  const token = await adminToken(data, alone())
  const body = { lastName: 'Anders', email: 'a.anders@kontor.example' }
  assert.equal((await call(service.url, token, 'POST', '/contacts', body)).status, 200)
  assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  assert.deepEqual(
    await query(
      superuser,
      `select distinct usename::text as role from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`,
    ),
    [{ role: applicationRole }],
  )
  assert.deepEqual(
    await query(
      superuser,
      `select distinct relowner::regrole::text as owner from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')`,
    ),
    [{ owner: ownerRole }],
  )
  for (const statement of [
    'drop table contact',
    'truncate contact',
    'alter table change_log disable trigger append_only',
    `update change_log set via = ''`,
    'create table intruder (id integer)',
    'create temporary table intruder (id integer)',
    `select pg_read_file('/etc/passwd')`,
  ])
    await assert.rejects(query(application, statement), { code: '42501' }, statement)
  assert.equal(await stop(service), 0)
  assert.deepEqual(warnings(service), [])

  const without = await serve(data, alone())
  assert.equal((await call(without.url, token, 'GET', '/events')).status, 200)
  assert.equal(await stop(without), 0)
  assert.deepEqual(warnings(without), [])
})

test('missing rights are named, and granted by a start with the owner', options, async () => {
  await query(
    owner,
    `revoke update, delete on contact from ${applicationRole}`,
    `revoke all on lead_id_seq from ${applicationRole}`,
  )
  const { code, stderr } = await rejectedServe(alone())
  assert.equal(code, 1)
  assert.equal(
    stderr,
    `kontor: the role ${applicationRole} lacks rights: update on public.lead_id_seq; usage on public.lead_id_seq; ` +
      `delete on public.contact; update on public.contact. A start with KONTOR_DATABASE_OWNER_URL grants them\n`,
  )
  assert.equal(await stop(await serve(data, withOwner())), 0)
  assert.equal(await stop(await serve(data, alone())), 0)
})

test('a database that is not migrated, and a restore, need the owner', options, async () => {
  const [row] = await query(
    owner,
    'delete from migration where name = (select max(name) from migration) returning name',
  )
  const { code, stderr } = await rejectedServe(alone())
  await query(owner, `insert into migration (name) values ('${row!['name']}')`)
  assert.equal(code, 1)
  assert.match(stderr, /^kontor: the database must be migrated \([^\n]+KONTOR_DATABASE_OWNER_URL: [^\n]+\n$/)

  const archive = join(data, 'kontor.tar')
  const env = { KONTOR_DATA: data, ...alone() }
  assert.equal((await run(['backup', archive], env)).code, 0)
  const restored = await run(['restore', archive], env)
  assert.deepEqual(
    [restored.code, restored.stderr],
    [
      1,
      `kontor: the role ${applicationRole} does not own the tables, as this command requires: set KONTOR_DATABASE_OWNER_URL\n`,
    ],
  )

  const copy = `${name}_copy`
  const other = await dataFolder()
  await query(databaseUrl!, `create database ${copy} owner ${ownerRole} template template0 encoding 'UTF8'`)
  try {
    const both = {
      KONTOR_DATABASE_URL: urlOf(applicationRole, 'app-password', copy),
      KONTOR_DATABASE_OWNER_URL: urlOf(ownerRole, 'owner-password', copy),
    }
    const { code, stderr } = await run(['restore', archive], { KONTOR_DATA: other, ...both })
    assert.equal(code, 0, stderr)
    const service = await serve(other, both)
    const found = await call(
      service.url,
      await adminToken(other, both),
      'GET',
      '/contacts/search/email/a.anders@kontor.example',
    )
    assert.equal(found.json[0].lastName, 'Anders')
    assert.equal(await stop(service), 0)
  } finally {
    await query(databaseUrl!, `drop database ${copy} with (force)`)
    await removeDataFolder(other)
  }
})

test('a superuser or the owner as the role of the service is one warning', options, async () => {
  for (const [url, what] of [
    [superuser, 'is a superuser'],
    [owner, 'owns the tables'],
  ] as const) {
    const service = await serve(data, { KONTOR_DATABASE_URL: url })
    assert.equal(await stop(service), 0)
    assert.equal(warnings(service).length, 1)
    assert.ok(warnings(service)[0]!.includes(what))
    assert.ok(!warnings(service)[0]!.includes('password@'))
  }
})

test('URLs that do not fit together are rejected', options, async () => {
  const elsewhere = `${name}_other`
  await query(
    databaseUrl!,
    `create database ${elsewhere} owner ${ownerRole} template template0 encoding 'UTF8'`,
  )
  try {
    const other = await rejectedServe({
      KONTOR_DATABASE_URL: urlOf(applicationRole, 'app-password', elsewhere),
      KONTOR_DATABASE_OWNER_URL: owner,
    })
    assert.equal(other.code, 1)
    assert.match(
      other.stderr,
      /^kontor: the role \S+ finds no tables of Kontor: [^\n]+ name different databases\n$/,
    )
  } finally {
    await query(databaseUrl!, `drop database ${elsewhere} with (force)`)
  }
  const missing = await rejectedServe({
    ...withOwner(),
    KONTOR_DATABASE_OWNER_URL: urlOf(ownerRole, 'x', 'no_such'),
  })
  assert.deepEqual(
    [missing.code, missing.stderr],
    [1, 'kontor: KONTOR_DATABASE_OWNER_URL: database "no_such" does not exist\n'],
  )
  const single = await rejectedServe({ KONTOR_DATABASE_OWNER_URL: owner })
  assert.deepEqual(
    [single.code, single.stderr],
    [2, 'kontor: KONTOR_DATABASE_OWNER_URL requires KONTOR_DATABASE_URL\n'],
  )
  const direct = await rejectedServe({ KONTOR_DATABASE_DIRECT_URL: owner })
  assert.deepEqual(
    [direct.code, direct.stderr],
    [2, 'kontor: KONTOR_DATABASE_DIRECT_URL requires KONTOR_DATABASE_URL\n'],
  )
})
