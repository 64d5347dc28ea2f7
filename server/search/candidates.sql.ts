// Which records have all the words: quickly, whether a word is rare or in every record.
import { type RawBuilder, sql } from 'kysely'
import { type Db, queryWithCustomPlan, type Reader } from '../platform/database/database.ts'
import {
  beginningLikePattern,
  indexLikePattern,
  likePattern,
  rankDistance,
  type WordVariants,
} from './words.ts'

export type EntryKind = 'person' | 'company' | 'location' | 'lead' | 'task' | 'event' | 'date'

/** Kinds that are looked for together: the condition stands as one of the partial indexes has it. */
export const candidateGroups = {
  persons: { where: sql`kind = 'person'`, isLarge: true },
  companiesAndLocations: { where: sql`kind in ('company', 'location')`, isLarge: false },
  leadsAndTasks: { where: sql`kind in ('lead', 'task')`, isLarge: false },
  eventsAndDates: { where: sql`kind in ('event', 'date')`, isLarge: false },
} as const

export type CandidateGroup = keyof typeof candidateGroups

export type Candidate = { kind: EntryKind; id: number; search_text: string }

export type SearchQuery = {
  words: readonly WordVariants[]
  /** Whose leads and tasks may be seen. */
  clientIds: readonly number[]
  /** Who does not see contacts finds no lead by them. */
  seesContacts: boolean
  /** How many entries there are, roughly. */
  entries: number
}

/** Entries that a look into a large group takes. */
const sampleSize = 4000
const sampleLimit = 40

/** Of a lead what is not its contacts'. */
const leadOwnText = sql`(select ' ' || search_key(concat_ws(' ', name, region, sector)) as search_text from lead where id = search_entry.id) own`

const matchesAllWords = (words: readonly WordVariants[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(words.map(matchesWord), sql` and `)}`

function matchesWord(word: WordVariants): RawBuilder<boolean> {
  const [patterns, indexPatterns] = [word.map(likePattern), word.map(indexLikePattern)]
  const isIndexPattern = indexPatterns.every((pattern, place) => pattern === patterns[place])
  // No index has the text with something after it.
  const rest = isIndexPattern ? sql`` : sql`and search_text || '' like any(${patterns}::text[])`
  return sql<boolean>`(search_text like any(${indexPatterns}::text[]) ${rest})`
}

/**
 * Records of a group that have all words, at most some hundred: what begins with them first. One statement whose parts run one
 * after the other until there are enough. A word that is in many records is found by looking at some of them; only for one that is
 * not are the trigrams asked, which takes the longer the more records they are in.
 */
export async function findCandidates(
  db: Db,
  group: CandidateGroup,
  { words, clientIds, seesContacts, entries }: SearchQuery,
): Promise<Candidate[]> {
  const { where, isLarge } = candidateGroups[group]
  const columns = sql`select kind, id, search_text from search_entry`
  const visibleByClient = sql`and client_id = any(${clientIds}::int[])`
  const visibleByOwnText = sql`and (kind <> 'lead' or exists (select from ${leadOwnText} where ${matchesAllWords(words)}))`
  const visible =
    group === 'leadsAndTasks' ? sql`${visibleByClient} ${seesContacts ? sql`` : visibleByOwnText}` : sql``
  const matches = sql`${where} and ${matchesAllWords(words)} ${visible}`
  const typed = words.flatMap((word) => word.slice(0, 1))
  const isExact = words.every((word) => word.length === 1)
  const beginnings =
    isExact && group !== 'leadsAndTasks' ? [...new Set([typed.join(' '), ...typed])].slice(0, 3) : []
  const selects = beginnings.map(
    (
      text,
    ) => sql`(select * from (${columns} where ${where} and left(search_text, 17) like ${beginningLikePattern(text)} limit 400) begin
      where ${matchesAllWords(words)} limit 12)`,
  )
  if (isLarge && entries > 10 * sampleSize)
    selects.push(
      sql`(${columns} tablesample system (${(100 * sampleSize) / entries}) repeatable (1) where ${matches} limit ${sampleLimit})`,
    )
  // Planned for all of its rows, not for the first ones: those may be at the end of a scan.
  selects.push(
    sql`(with found as materialized (${columns} where ${matches}) select * from found limit ${group === 'eventsAndDates' ? 3000 : 400})`,
  )
  const limit = group === 'eventsAndDates' ? 3000 : isLarge ? sampleLimit + beginnings.length * 12 : 400
  const statement = sql<Candidate>`select * from (${sql.join(selects, sql` union all `)}) found limit ${limit}`
  return rank(await queryWithCustomPlan(db, statement), words)
}

/** Each once, what fits best first. */
function rank(rows: readonly Candidate[], words: readonly WordVariants[]): Candidate[] {
  const unique = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return [...unique.values()]
    .map((row) => ({ row, distance: rankDistance(row.search_text, words) }))
    .sort((a, b) => a.distance - b.distance || b.row.id - a.row.id)
    .map(({ row }) => row)
}

/** Records with a number. */
export async function findByNumber(
  db: Reader,
  id: number,
  kinds: readonly EntryKind[],
  clientIds: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select kind, id, search_text from search_entry where kind = any(${kinds}::text[]) and id = ${id}
      and (client_id = 0 or client_id = any(${clientIds}::int[])) order by kind`.execute(db)
  return rows
}

/** What is typed in its folded form, and how many entries there are, roughly. */
export async function foldQuery(db: Reader, text: string): Promise<{ text: string; entries: number }> {
  const { rows } = await sql<{ text: string; entries: number }>`
    select search_key(${text}) as text, reltuples::float8 as entries from pg_class
    where oid = 'search_entry'::regclass`.execute(db)
  return rows[0]!
}

/** For each word the known words that look like it. */
export async function findSimilarWords(db: Reader, words: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ known: string[] }>`
    select array(select word from similar_search_words(typed.word)) as known
    from unnest(${words}::text[]) with ordinality typed(word, place) order by place`.execute(db)
  return rows.map(({ known }) => known)
}
