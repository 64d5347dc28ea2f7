// The plan of an upgrade: the migrations of a database, and the tables that they change.
import type pg from 'pg'
import {
  type AppliedMigration,
  assertKnownMigrations,
  type Migration,
  pendingOf,
  readMigrations,
} from '../../platform/database/migrate.ts'
import { migrationNumber } from '../../platform/ground/version.ts'

type Table = { name: string; bytes: number; rows: number }

/** `schema`: the number of the newest migration of the database; 0: it is empty. */
export type UpgradePlan = {
  schema: number
  pending: Migration[]
  /** That exist and are changed by a pending migration. */
  tables: Table[]
}

const undefinedTable = '42P01'

/** @throws UnknownMigration, ChangedMigration */
export async function planUpgrade(pool: pg.Pool | pg.PoolClient): Promise<UpgradePlan> {
  // Without naming columns that an old database lacks.
  const { rows: applied } = await pool
    .query<AppliedMigration>(
      `select name, to_jsonb(migration)->>'checksum' as checksum,
        (to_jsonb(migration)->>'is_rolling')::boolean as is_rolling from migration order by name`,
    )
    .catch((error) => {
      if (error.code === undefinedTable) return { rows: [] }
      throw error
    })
  const known = await readMigrations()
  assertKnownMigrations(applied, known)
  const pending = pendingOf(applied, known)
  const schema = migrationNumber(applied.at(-1)?.name ?? '0')
  return { schema, pending, tables: applied.length > 0 ? await readTables(pool, pending) : [] }
}

async function readTables(pool: pg.Pool | pg.PoolClient, pending: readonly Migration[]): Promise<Table[]> {
  const names = new Set(pending.flatMap(({ text }) => changedTables(text)))
  const { rows } = await pool.query<{ name: string; bytes: string; rows: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any ($1)
     order by pg_total_relation_size(oid) desc, relname`,
    [[...names]],
  )
  return rows.map(({ name, bytes, rows: count }) => ({ name, bytes: Number(bytes), rows: Number(count) }))
}

const statementPattern =
  /\b(?:alter table(?: if exists)?|update|insert into|delete from|(?:index|trigger)\b[^;]*?\bon)\s+(?:only\s+)?([a-z_]+)/gi

/** The tables that the statements of a migration name as what they change. */
export function changedTables(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '')
  return [...new Set(Array.from(statements.matchAll(statementPattern), ([, name]) => name!.toLowerCase()))]
}

/** The description of a migration: its first comment that is not about the version before. */
export function headOf({ text }: Migration): string {
  const lines = text.split('\n')
  const comments = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  )
  const [head = ''] = comments.filter((line) => !line.startsWith('-- rolling'))
  return head.replace(/^--\s*/, '')
}
