// Databases of released versions are migrated to this one, with all their data.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { sections } from '../../server/exchange/data-set.schema.ts'
import { importDataSet } from '../../server/exchange/import.ts'
import { openDb, openPool } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { withFormerMeaning } from '../../server/platform/ground/rights.ts'
import { linkTo, toDatabase } from '../support/servers/connections.ts'
import { testInstance } from '../support/test-instance.ts'
import {
  checksumOf,
  dataSetOf,
  migrationsFolder,
  type ReleasedDatabase,
  readReleased,
  releasedVersions,
  writeDatabase,
} from './released-database.ts'

const versions = await releasedVersions()
const kontor = await testInstance()
after(() => kontor.close())

/** The values of `expected` that `actual` lacks; fields that came later do not matter. */
function missingValues(actual: unknown, expected: unknown, path = ''): string[] {
  if (Array.isArray(expected))
    return Array.isArray(actual) && actual.length === expected.length
      ? expected.flatMap((one, index) => missingValues(actual[index], one, `${path}/${index}`))
      : [path]
  if (expected && typeof expected === 'object')
    return Object.entries(expected).flatMap(([name, value]) =>
      missingValues((actual as Record<string, unknown> | undefined)?.[name], value, `${path}/${name}`),
    )
  return Object.is(actual, expected) ? [] : [path]
}

/** The statuses of bookings that came with later versions. */
const addedStatuses = ['offered']

/** Columns whose values migrations derive anew: a date is found by users of its client, a name by the words of its one spelling. */
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  search_entry: ['client_id', 'search_text'],
  search_word: ['word'],
}

const sectionNames = new Set(sections.map(({ name }) => name))

/** Without sections that data sets have no longer: the rows of their tables are compared. */
const withoutRemoved = (dataSet: DataSet): DataSet =>
  Object.fromEntries(Object.entries(dataSet).filter(([name]) => sectionNames.has(name)))

/** With the legal pages that were addresses of the pages for visitors. */
const withLegalPages = (dataSet: DataSet): DataSet => {
  const [pages] = (dataSet['websitePages'] ?? []) as Record<string, unknown>[]
  if (!pages) return dataSet
  const { imprintUrl, privacyUrl, accessibilityUrl, ...others } = pages
  const urls = { imprint: imprintUrl, privacy: privacyUrl, accessibility: accessibilityUrl }
  return {
    ...dataSet,
    websitePages: [others],
    legalPages: Object.entries(urls).flatMap(([kind, url]) => (url ? [{ kind, url }] : [])),
  }
}

/** The rows of a released database that are not there any more, with the values of columns that still exist. */
async function missingRows(owner: pg.Pool, { tables }: ReleasedDatabase): Promise<string[]> {
  const missing: string[] = []
  for (const [table, before] of Object.entries(tables)) {
    const { rows: existing } = await owner.query('select to_regclass($1) is not null as "isTable"', [table])
    if (before.length === 0 || !existing[0].isTable) continue
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t`,
    )
    const columns = Object.keys(rows[0]?.row ?? {})
    for (const row of before as Record<string, unknown>[]) {
      const kept = Object.fromEntries(
        Object.entries(row).filter(
          ([name]) => columns.includes(name) && !derivedColumns[table]?.includes(name),
        ),
      )
      if (!rows.some(({ row: after }) => missingValues(after, kept).length === 0))
        missing.push(`${table} ${JSON.stringify(kept)}`)
    }
  }
  return missing
}

type DataSet = Awaited<ReturnType<typeof dataSetOf>>
const statusesOf = (dataSet: DataSet) => (dataSet['participationStatuses'] ?? []) as { status: string }[]

/** Without rows that the migrations have added. */
function withoutAdded(dataSet: DataSet, released: DataSet): DataSet {
  const had = statusesOf(released).map(({ status }) => status)
  return {
    ...dataSet,
    participationStatuses: statusesOf(dataSet).filter(
      ({ status }) => had.includes(status) || !addedStatuses.includes(status),
    ),
  }
}

/** With the rights that those of the released version mean now. */
const withFormerRights = (dataSet: DataSet): DataSet => ({
  ...dataSet,
  ...(dataSet['users'] && {
    users: (dataSet['users'] as { rights?: string[] }[]).map((user) =>
      user.rights ? { ...user, rights: withFormerMeaning(user.rights).toSorted() } : user,
    ),
  }),
})

test('released migrations are not changed', async () => {
  assert.ok(versions.length > 0)
  for (const version of versions)
    for (const [name, checksum] of Object.entries((await readReleased(version)).migrations))
      assert.equal(await checksumOf(name), checksum, `${name} was released with ${version}`)
})

for (const version of versions)
  test(`a database of ${version} is migrated with all its data`, async (t) => {
    const released = await readReleased(version)
    assert.ok(Object.values(released.dataSet).flat().length > 50)
    const database = `kontor_upgrade_${version.replaceAll('.', '_')}_${process.pid}`
    await sql`create database ${sql.id(database)} template template0 encoding 'UTF8'`.execute(kontor.owner)
    const folder = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
    const owner = openPool(linkTo(toDatabase(kontor.ownerConnection, database)), 1)
    const db = openDb(openPool(linkTo(toDatabase(kontor.connection, database)), 2))
    t.after(async () => {
      await Promise.all([db.destroy(), owner.end()])
      await sql`drop database ${sql.id(database)} with (force)`.execute(kontor.owner)
      await rm(folder, { recursive: true })
    })
    for (const name of Object.keys(released.migrations))
      await copyFile(join(migrationsFolder, name), join(folder, name))
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(kontor.db)
    const { role } = rows[0]!
    await migrate(owner, role, folder)
    await writeDatabase(owner, released)

    await migrate(owner, role)
    const migrated = await dataSetOf(db)
    const expected = withLegalPages(withFormerRights(withoutRemoved(released.dataSet)))
    assert.deepEqual(missingValues(withoutAdded(migrated, released.dataSet), expected), [])
    assert.deepEqual(await missingRows(owner, released), [])
    // It can be written, and the same again changes nothing.
    await importDataSet(db, Readable.from([Buffer.from(JSON.stringify(migrated))]))
    assert.deepEqual(await dataSetOf(db), migrated)
  })
