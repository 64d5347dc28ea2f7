// Nobody loses anything by the rights that came after version 0.3: what was open to a set of rights before is open to it after.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { officeEndpoints } from '../../server/office.ts'
import { openPool } from '../../server/platform/database/database.ts'
import { migrate, readMigrations } from '../../server/platform/database/migrate.ts'
import { isGranted, type Right, withFormerMeaning } from '../../server/platform/ground/rights.ts'
import { rightsOf } from '../../server/platform/http/endpoint.ts'
import { linkTo, toDatabase } from '../support/servers/connections.ts'
import { testInstance } from '../support/test-instance.ts'
import { migrationsFolder } from './released-database.ts'

const kontor = await testInstance()
after(() => kontor.close())

/** The endpoints of version 0.3 that were not for administrators alone, by the rights that they required together. */
const before: Record<string, string[]> = JSON.parse(
  await readFile(join(import.meta.dirname, 'rights-0.3.json'), 'utf8'),
)
const formerRights = ['090300', '090300:access', '090300:add', '090300:edit', '100100', '100400'] as const
const others = ['lead', 'lead:access', 'lead:edit', 'task', 'task:access', 'task:edit'] as const
/** Every set of the rights that mean something else now, alone and with those that stay. */
const sets: string[][] = Array.from({ length: 2 ** formerRights.length }, (_, bits) =>
  formerRights.filter((_right, index) => bits & (2 ** index)),
).flatMap((set) => [set, [...set, ...others]])

/** The rights that the migrations give to users with these. */
async function migratedRights(): Promise<string[][]> {
  const database = `kontor_rights_${process.pid}`
  await sql`create database ${sql.id(database)} template template0 encoding 'UTF8'`.execute(kontor.owner)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-rights-'))
  const owner = openPool(linkTo(toDatabase(kontor.ownerConnection, database)), 1)
  try {
    for (const { name } of await readMigrations(migrationsFolder))
      if (name < '0065') await copyFile(join(migrationsFolder, name), join(folder, name))
    await migrate(owner, undefined, folder)
    for (const [index, rights] of sets.entries()) {
      await owner.query('insert into app_user (id, name, email, email_key) values ($1, $2, $2, $2)', [
        index + 1,
        `user ${index}`,
      ])
      await owner.query('insert into user_right (user_id, code) select $1, unnest($2::text[])', [
        index + 1,
        rights,
      ])
    }
    await migrate(owner)
    const { rows } = await owner.query<{ rights: string[] }>(
      `select array(select code::text from held_right h where h.user_id = u.id) as rights from app_user u order by id`,
    )
    return rows.map(({ rights }) => rights)
  } finally {
    await owner.end()
    await sql`drop database ${sql.id(database)} with (force)`.execute(kontor.owner)
    await rm(folder, { recursive: true })
  }
}

const migrated = await migratedRights()
const holds = (rights: readonly string[], needed: readonly string[]): boolean =>
  needed.every((right) => isGranted(right as Right, (one) => rights.includes(one)))

test('every endpoint that was open to a set of rights is open to what the migration makes of it', () => {
  let checked = 0
  const lost: string[] = []
  for (const [needed, ids] of Object.entries(before))
    for (const [index, rights] of sets.entries()) {
      if (!holds(rights, needed.split(' ').filter(Boolean))) continue
      for (const endpoint of officeEndpoints.filter(({ id }) => ids.includes(id))) {
        checked++
        if (!holds(migrated[index]!, rightsOf(endpoint))) lost.push(`${endpoint.id}: ${rights}`)
      }
    }
  assert.deepEqual(lost, [])
  assert.ok(checked > 10_000, String(checked))
})

test('nobody gets what only administrators had', () => {
  const all = migrated.flat()
  for (const right of ['website', 'settings']) assert.ok(!all.includes(right), right)
})

test('a data set and `kontor user create` read the rights of before as the migration does', () => {
  for (const [index, rights] of sets.entries())
    assert.deepEqual(withFormerMeaning(rights).toSorted(), migrated[index]!.toSorted(), rights.join(' '))
  // With a right that came later, they mean what they say.
  assert.deepEqual(withFormerMeaning(['090300', 'booking:access']), ['090300', 'booking:access'])
})
