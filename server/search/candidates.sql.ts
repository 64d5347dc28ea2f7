// Which records have all the words: quickly, whether a word is rare or in every record.
import { type RawBuilder, sql } from 'kysely'
import { type Db, queryWithCustomPlan, type Reader } from '../platform/database/database.ts'
import { beginningOf, distanceOf, indexPatternOf, patternOf, type Word } from './words.ts'

export type Kind = 'person' | 'company' | 'location' | 'lead' | 'task' | 'event' | 'date'

/** Kinds that are looked for together: the condition stands as one of the partial indexes has it. */
export const groups = {
  persons: { where: sql`kind = 'person'`, isLarge: true },
  places: { where: sql`kind in ('company', 'location')`, isLarge: false },
  work: { where: sql`kind in ('lead', 'task')`, isLarge: false },
  catalogue: { where: sql`kind in ('event', 'date')`, isLarge: false },
} as const

export type Group = keyof typeof groups

export type Candidate = { kind: Kind; id: number; text: string }

export type Asked = {
  words: readonly Word[]
  /** Whose leads and tasks may be seen. */
  clientIds: readonly number[]
  /** Who does not see contacts finds no lead by them. */
  seesContacts: boolean
  /** How many entries there are, roughly. */
  entries: number
}

/** Entries that a look into a large group takes. */
const sampled = 4000
const wanted = 40

/** Of a lead what is not its contacts'. */
const ownTextOfLead = sql`(select ' ' || search_fold(concat_ws(' ', name, region, sector)) as text from lead where id = search_entry.id) own`

const hasAll = (words: readonly Word[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(words.map(has), sql` and `)}`

function has(word: Word): RawBuilder<boolean> {
  const [patterns, asked] = [word.map(patternOf), word.map(indexPatternOf)]
  const isWhole = asked.every((pattern, place) => pattern === patterns[place])
  // No index has the text with something after it.
  const rest = isWhole ? sql`` : sql`and text || '' like any(${patterns}::text[])`
  return sql<boolean>`(text like any(${asked}::text[]) ${rest})`
}

/**
 * Records of a group that have all words, at most some hundred: what begins with them first. One statement whose parts run one
 * after the other until there are enough. A word that is in many records is found by looking at some of them; only for one that is
 * not are the trigrams asked, which takes the longer the more records they are in.
 */
export async function candidatesOf(
  db: Db,
  group: Group,
  { words, clientIds, seesContacts, entries }: Asked,
): Promise<Candidate[]> {
  const { where, isLarge } = groups[group]
  const columns = sql`select kind, id, text from search_entry`
  const ofClients = sql`and client_id = any(${clientIds}::int[])`
  const byOwnText = sql`and (kind <> 'lead' or exists (select from ${ownTextOfLead} where ${hasAll(words)}))`
  const mayBeSeen = group === 'work' ? sql`${ofClients} ${seesContacts ? sql`` : byOwnText}` : sql``
  const fits = sql`${where} and ${hasAll(words)} ${mayBeSeen}`
  const typed = words.flatMap((word) => word.slice(0, 1))
  const isExact = words.every((word) => word.length === 1)
  const beginnings = isExact && group !== 'work' ? [...new Set([typed.join(' '), ...typed])].slice(0, 3) : []
  const parts = beginnings.map(
    (
      text,
    ) => sql`(select * from (${columns} where ${where} and left(text, 17) like ${beginningOf(text)} limit 400) begin
      where ${hasAll(words)} limit 12)`,
  )
  if (isLarge && entries > 10 * sampled)
    parts.push(
      sql`(${columns} tablesample system (${(100 * sampled) / entries}) repeatable (1) where ${fits} limit ${wanted})`,
    )
  // Planned for all of its rows, not for the first ones: those may be at the end of a scan.
  parts.push(
    sql`(with found as materialized (${columns} where ${fits}) select * from found limit ${group === 'catalogue' ? 3000 : 400})`,
  )
  const most = group === 'catalogue' ? 3000 : isLarge ? wanted + beginnings.length * 12 : 400
  const statement = sql<Candidate>`select * from (${sql.join(parts, sql` union all `)}) found limit ${most}`
  return bestOf(await queryWithCustomPlan(db, statement), words)
}

/** Each once, what fits best first. */
function bestOf(rows: readonly Candidate[], words: readonly Word[]): Candidate[] {
  const once = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return [...once.values()]
    .map((row) => ({ row, distance: distanceOf(row.text, words) }))
    .sort((a, b) => a.distance - b.distance || b.row.id - a.row.id)
    .map(({ row }) => row)
}

/** Records with a number. */
export async function byNumber(
  db: Reader,
  id: number,
  kinds: readonly Kind[],
  clientIds: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select kind, id, text from search_entry where kind = any(${kinds}::text[]) and id = ${id}
      and (client_id = 0 or client_id = any(${clientIds}::int[])) order by kind`.execute(db)
  return rows
}

/** What is typed in its folded form, and how many entries there are, roughly. */
export async function folded(db: Reader, text: string): Promise<{ text: string; entries: number }> {
  const { rows } = await sql<{ text: string; entries: number }>`
    select search_fold(${text}) as text, reltuples::float8 as entries from pg_class
    where oid = 'search_entry'::regclass`.execute(db)
  return rows[0]!
}

/** For each word the known words that look like it. */
export async function similarWords(db: Reader, words: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ known: string[] }>`
    select array(select word from search_similar(typed.word)) as known
    from unnest(${words}::text[]) with ordinality typed(word, place) order by place`.execute(db)
  return rows.map(({ known }) => known)
}
