// The scan for duplicates: one statement for each reason. Each compares only contacts that have the same key.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** A key that more contacts have is a shared address or phone number: they are not compared. */
const maxGroupSize = 20
/** The lowest similarity of two names. */
const minSimilarity = 0.6

const fullName = (c: string) => sql.raw(`sort_key(trim(${c}.first_name || ' ' || ${c}.last_name))`)

/** Inserts the pairs of contacts that have the same key; `keyed` is a query of `id` and `key`. */
const insertPairs = (
  reason: string,
  score: ReturnType<typeof sql>,
  keyed: ReturnType<typeof sql>,
  where = sql`true`,
) => sql`
  with keyed as materialized (${keyed}), small as (
    select key from keyed group by key having count(distinct id) between 2 and ${maxGroupSize}
  )
  insert into duplicate_pair (low_id, high_id, reason, score)
  select distinct on (a.id, b.id) a.id, b.id, ${sql.lit(reason)}, ${score}
  from small s join keyed ka on ka.key = s.key join keyed kb on kb.key = s.key and kb.id > ka.id
  join contact a on a.id = ka.id join contact b on b.id = kb.id
  where a.contact_type = b.contact_type and ${where}
  on conflict do nothing`

/** Replaces all pairs. @returns the number of pairs that are not dismissed */
export async function scanDuplicates(tx: Tx): Promise<number> {
  // One scan at a time. The pairs of the last scan can be read until this one is committed.
  await sql`lock table duplicate_pair in share row exclusive mode`.execute(tx)
  await sql`delete from duplicate_pair`.execute(tx)
  const similarity = sql`similarity(${fullName('a')}, ${fullName('b')})`
  await insertPairs(
    'email',
    sql`0.9 + ${similarity} / 10`,
    sql`select distinct contact_id as id, email_key as key from email_address`,
    sql`${similarity} >= 0.3`,
  ).execute(tx)
  await insertPairs(
    'name',
    sql`0.8`,
    sql`select c.id, ${fullName('c')} || '|' || a.zip as key from contact c join address a on a.contact_id = c.id and a.is_default
      where a.zip <> '' and c.last_name <> ''`,
  ).execute(tx)
  await insertPairs(
    'name',
    sql`0.75`,
    sql`select distinct c.id, ${fullName('c')} || '|' || ltrim(regexp_replace(p.area_code || p.number, '\\D', '', 'g'), '0') as key
      from phone p join contact c on c.id = p.contact_id where length(p.number) >= 4 and c.last_name <> ''`,
  ).execute(tx)
  await insertPairs(
    'similar',
    sql`${similarity} * 0.7`,
    sql`select c.id, c.company_id || '|' || left(sort_key(c.last_name), 1) as key from contact c where c.company_id is not null`,
    sql`${similarity} >= ${minSimilarity}`,
  ).execute(tx)
  await insertPairs(
    'similar',
    sql`${similarity} * 0.7`,
    sql`select c.id, a.zip || '|' || left(sort_key(c.last_name), 2) as key from contact c
      join address a on a.contact_id = c.id and a.is_default where c.contact_type <> 'person' and a.zip <> ''`,
    sql`${similarity} >= ${minSimilarity}`,
  ).execute(tx)
  const { rows } = await sql<{ pairs: number }>`select count(*)::int as pairs from duplicate_pair d
    where not exists (select from duplicate_dismissal x where x.low_id = d.low_id and x.high_id = d.high_id)`.execute(
    tx,
  )
  return rows[0]!.pairs
}
