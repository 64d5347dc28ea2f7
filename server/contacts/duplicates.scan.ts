// The scan for duplicates. Each statement finds the contacts that have a key in common; their names decide (ground/matching).
import { type RawBuilder, sql } from 'kysely'
import { compareContactNames } from '../addresses/contact-names.ts'
import type { ContactType } from '../addresses/contact-types.ts'
import type { Tx } from '../platform/database/database.ts'
import { compareGivenNames, type Likeness } from '../platform/ground/matching/names.ts'
import { homeCallingCode } from '../platform/settings/instance-country.ts'

/** A key that more contacts have is a shared address or phone number: they are not compared. */
const maxGroupSize = 20
/** The pairs whose names are compared at once, so that no other request waits long. */
const pairsPerStep = 1_000

type Name = { id: number; contactType: ContactType; firstName: string; lastName: string }
type Reason = 'email' | 'name' | 'similar'
type Verdict = { reason: Reason; score: number } | undefined

type Rule = {
  /** A query of `id` and `key`. */
  keyed: (home: string) => RawBuilder<unknown>
  judge: (likeness: Likeness, one: Name, other: Name) => Verdict
}

const byLikeness =
  (equal: Verdict, near: Verdict): Rule['judge'] =>
  (likeness) =>
    ({ equal, near, different: undefined })[likeness]

/** Contacts with each word of their names. In the select list, the words need no plan of their own for each contact. */
const wordsOf = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`(select c.id, ${columns}, string_to_table(search_names(c.first_name || ' ' || c.last_name), ' ') as word from contact c ${where}) w`
const wordsWithZip = wordsOf(
  sql`a.zip`,
  sql`join address a on a.contact_id = c.id and a.is_default where a.zip <> '' and c.last_name <> ''`,
)
/** Shorter words tell little. */
const isLong = sql`length(word) >= 3`

/** In this order: a pair has the reason of the first one. */
const rules: readonly Rule[] = [
  {
    keyed: () => sql`select distinct contact_id as id, email_key as key from email_address`,
    judge: (likeness, one, other) =>
      byLikeness({ reason: 'email', score: 1 }, { reason: 'email', score: 0.95 })(likeness, one, other) ??
      // The same person with another last name.
      (one.firstName !== '' && compareGivenNames(one.firstName, other.firstName) === 'equal'
        ? { reason: 'email', score: 0.9 }
        : undefined),
  },
  {
    keyed: () =>
      sql`select id, zip || '|' || string_agg(word, ' ' order by word collate "C") as key from ${wordsWithZip} group by id, zip`,
    judge: byLikeness({ reason: 'name', score: 0.8 }, { reason: 'similar', score: 0.7 }),
  },
  {
    keyed: (
      home,
    ) => sql`select distinct p.contact_id as id, phone_digits(p.country_code, p.area_code, p.number, ${home}) as key
      from phone p where length(p.number) >= 4`,
    judge: byLikeness({ reason: 'name', score: 0.75 }, { reason: 'similar', score: 0.65 }),
  },
  {
    keyed: () => sql`select id, zip || '|' || sound_key(word) as key from ${wordsWithZip} where ${isLong}`,
    judge: byLikeness({ reason: 'name', score: 0.8 }, { reason: 'similar', score: 0.7 }),
  },
  {
    keyed: () =>
      sql`select id, company_id || '|' || sound_key(word) as key
        from ${wordsOf(sql`c.company_id`, sql`where c.company_id is not null`)} where ${isLong}`,
    judge: byLikeness({ reason: 'similar', score: 0.65 }, { reason: 'similar', score: 0.6 }),
  },
]

type Pairs = { low: number[]; high: number[] }

/** The pairs of contacts of one type that have a key in common. */
async function findPairs(tx: Tx, keyed: RawBuilder<unknown>): Promise<Pairs> {
  const { rows } = await sql<Pairs>`
    with keyed as materialized (${keyed}), small as (
      select array_agg(distinct id) as ids from keyed group by key having count(distinct id) between 2 and ${maxGroupSize}
    ), named as (
      select distinct low, high from small s cross join lateral unnest(s.ids) l(low) cross join lateral unnest(s.ids) h(high) where high > low
    ), pair as (
      select n.* from named n join contact a on a.id = n.low join contact b on b.id = n.high where a.contact_type = b.contact_type
    )
    select coalesce(array_agg(p.low), '{}') as low, coalesce(array_agg(p.high), '{}') as high from pair p
    where not exists (select from duplicate_pair d where d.low_id = p.low and d.high_id = p.high)`.execute(tx)
  return rows[0]!
}

async function loadNames(tx: Tx, ids: readonly number[]): Promise<Map<number, Name>> {
  const { rows } =
    await sql<Name>`select id, contact_type as "contactType", first_name as "firstName", last_name as "lastName"
    from contact where id = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function insertPairs(tx: Tx, { low, high }: Pairs, judge: Rule['judge']): Promise<void> {
  for (let from = 0; from < low.length; from += pairsPerStep) {
    const lows = low.slice(from, from + pairsPerStep)
    const highs = high.slice(from, from + pairsPerStep)
    const names = await loadNames(tx, [...new Set([...lows, ...highs])])
    const found = lows.flatMap((lowId, at) => {
      const [one, other] = [names.get(lowId), names.get(highs[at]!)]
      const verdict = one && other && judge(compareContactNames(one, other), one, other)
      return verdict ? [{ low_id: lowId, high_id: highs[at]!, ...verdict }] : []
    })
    if (found.length > 0) await tx.insertInto('duplicate_pair').values(found).execute()
  }
}

/** Replaces all pairs. @returns the number of pairs that are not dismissed */
export async function scanDuplicates(tx: Tx): Promise<number> {
  // One scan at a time. The pairs of the last scan can be read until this one is committed.
  await sql`lock table duplicate_pair in share row exclusive mode`.execute(tx)
  await sql`delete from duplicate_pair`.execute(tx)
  const home = await homeCallingCode(tx)
  for (const { keyed, judge } of rules) await insertPairs(tx, await findPairs(tx, keyed(home)), judge)
  const { rows } = await sql<{ pairs: number }>`select count(*)::int as pairs from duplicate_pair d
    where not exists (select from duplicate_dismissal x where x.low_id = d.low_id and x.high_id = d.high_id)`.execute(
    tx,
  )
  return rows[0]!.pairs
}
