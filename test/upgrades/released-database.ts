// The database of a released version as a file: which migrations it has, the rows of its tables, and its data set.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { exportDataSet } from '../../server/exchange/export.ts'
import type { Db } from '../../server/platform/database/database.ts'

export type ReleasedDatabase = {
  /** SHA-256 of each migration. */
  migrations: Record<string, string>
  /** Rows as PostgreSQL's JSON. */
  tables: Record<string, unknown[]>
  sequences: Record<string, string>
  dataSet: Record<string, unknown[]>
}

export const migrationsFolder = join(import.meta.dirname, '../../migrations')
const fileOf = (version: string) => join(import.meta.dirname, `${version}.json.gz`)

/** The released versions of which there is a database. */
export const releasedVersions = async (): Promise<string[]> =>
  (await readdir(import.meta.dirname)).flatMap((name) => /^(.+)\.json\.gz$/.exec(name)?.[1] ?? []).sort()

export const unpack = (file: Buffer): ReleasedDatabase => JSON.parse(gunzipSync(file).toString())
export const readReleased = async (version: string) => unpack(await readFile(fileOf(version)))
export const pack = (database: ReleasedDatabase) => ({
  name: fileOf,
  content: gzipSync(JSON.stringify(database), { level: 9 }),
})

export const checksumOf = async (migration: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(migrationsFolder, migration)))
    .digest('hex')

export async function dataSetOf(db: Db): Promise<ReleasedDatabase['dataSet']> {
  const parts: Buffer[] = []
  const out = new Writable({
    write(chunk, _encoding, done) {
      parts.push(chunk)
      done()
    },
  })
  await exportDataSet(db, out)
  return JSON.parse(Buffer.concat(parts).toString())
}

const tableNames = async (owner: pg.Pool): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`)
  return rows.map(({ name }) => name)
}

/** Reads a database whole. */
export async function readDatabase(owner: pg.Pool, db: Db): Promise<ReleasedDatabase> {
  const tables: ReleasedDatabase['tables'] = {}
  for (const name of await tableNames(owner)) {
    const { rows } = await owner.query(`select to_jsonb(t) as row from ${name} t order by t::text`)
    tables[name] = rows.map(({ row }) => row)
  }
  const { rows: sequences } = await owner.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()`,
  )
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  return {
    migrations: Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await checksumOf(name)])),
    ),
    tables,
    sequences: Object.fromEntries(sequences.flatMap(({ name, last }) => (last ? [[name, last]] : []))),
    dataSet: await dataSetOf(db),
  }
}

/** Writes the rows into the empty tables of the same version. @param owner a superuser */
export async function writeDatabase(owner: pg.Pool, { tables, sequences }: ReleasedDatabase): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // Without triggers and the checks of foreign keys.
    await client.query('set local session_replication_role = replica')
    for (const [name, rows] of Object.entries(tables)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      )
      const list = columns.map((column) => column.name).join(', ')
      await client.query(`delete from ${name}`)
      await client.query(
        `insert into ${name} (${list}) overriding system value
         select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [JSON.stringify(rows)],
      )
    }
    for (const [name, last] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2)', [name, last])
    await client.query('commit')
  } finally {
    client.release()
  }
}
