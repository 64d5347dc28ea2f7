// Finds the records whose text has all words of a query; fast for rare and for frequent words.
import { type RawBuilder, sql } from 'kysely'
import { type Db, queryWithCustomPlan, type Reader } from '../platform/database/database.ts'
import type { WordVariants } from '../platform/ground/matching/query-words.ts'
import {
  type CandidateGroup,
  candidateGroups,
  type EntryKind,
  entryKinds,
  searchKinds,
} from './search-kinds.ts'
import { beginningLikePattern, indexLikePattern, likePattern, rankDistance } from './words.ts'

export type SearchCandidate = { kind: EntryKind; id: number; search_text: string }

export type SearchQuery = {
  words: readonly WordVariants[]
  /** The clients whose leads, tasks and dates are visible, and which of these kinds are. */
  clientIds: readonly number[]
  kindsOfClients: readonly EntryKind[]
  /** Without the right to contacts, leads are not found by their contacts. */
  seesContacts: boolean
  /** An estimate of the number of entries. */
  entryCount: number
}

/** The condition of the group's partial index. */
const isOfGroup = (group: CandidateGroup) =>
  sql`kind in (${sql.join(entryKinds.filter((kind) => searchKinds[kind].group === group).map((kind) => sql.lit(kind)))})`

/** Entries sampled from a large group. */
const sampleSize = 4000
const sampleLimit = 40

/** The text of a lead without its contacts. */
const leadOwnText = sql`(select ' ' || search_names(concat_ws(' ', name, region, sector)) as search_text from lead where id = search_entry.id) own`

/** Whether a variant of a word is an initial. The index finds a third of the entries for it, and takes long. */
const hasInitial = (word: WordVariants): boolean => word.some((variant) => /^ . $/.test(variant))

function matchesAllWords(words: readonly WordVariants[]): RawBuilder<boolean> {
  const indexed = words.filter((word) => !hasInitial(word))
  const conditions = words.map((word) => matchesWord(word, indexed.length === 0 || indexed.includes(word)))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

function matchesWord(word: WordVariants, byIndex: boolean): RawBuilder<boolean> {
  const [patterns, indexPatterns] = [word.map(likePattern), word.map(indexLikePattern)]
  // The appended empty text keeps PostgreSQL from using an index for this condition.
  const compared = sql<boolean>`search_text || '' like any(${patterns}::text[])`
  if (!byIndex) return compared
  const isIndexPattern = indexPatterns.every((pattern, index) => pattern === patterns[index])
  const rest = isIndexPattern ? sql`` : sql`and ${compared}`
  return sql<boolean>`(search_text like any(${indexPatterns}::text[]) ${rest})`
}

/** The possible beginnings of a record's text, for every order of the words. */
const possibleBeginnings = (words: readonly string[]): string[] => {
  const sorted = words.toSorted()
  return words.length === 2
    ? [sorted.join(' '), sorted.toReversed().join(' '), ...sorted]
    : sorted.slice(0, 3)
}

/**
 * The records of a group that have all words, at most a few hundred; texts that begin with the words come first. One statement,
 * whose parts are executed in turn until there are enough rows. A sample finds words that occur in many records; the trigram index,
 * which is slow for frequent words, is used for the others.
 */
export async function findCandidates(
  db: Db,
  group: CandidateGroup,
  { words, clientIds, kindsOfClients, seesContacts, entryCount }: SearchQuery,
): Promise<SearchCandidate[]> {
  const { isLarge, isOfClients, maxCandidates } = candidateGroups[group]
  const where = isOfGroup(group)
  const columns = sql`select kind, id, search_text from search_entry`
  const visibleByClient = sql`and client_id = any(${clientIds}::int[])`
  const visibleByKind = kindsOfClients.length === 1 ? sql`and kind = ${kindsOfClients[0]}` : sql``
  const visibleByOwnText = sql`and (kind <> 'lead' or exists (select from ${leadOwnText} where ${matchesAllWords(words)}))`
  const visible = isOfClients
    ? sql`${visibleByClient} ${visibleByKind} ${seesContacts ? sql`` : visibleByOwnText}`
    : isLarge
      ? sql``
      : // Dates of other clients must not take the places of visible ones.
        sql`and (client_id = 0 or client_id = any(${clientIds}::int[]))`
  const matches = sql`${where} and ${matchesAllWords(words)} ${visible}`
  const queryWords = words.flatMap((word) => word.slice(0, 1))
  const isExact = words.every((word) => word.length === 1)
  const beginnings = isExact && !isOfClients ? possibleBeginnings(queryWords) : []
  const selects = beginnings.map(
    (
      text,
    ) => sql`(select * from (${columns} where ${where} and left(search_text, 17) like ${beginningLikePattern(text)} limit 400) begin
      where ${matchesAllWords(words)} limit 12)`,
  )
  if (isLarge && entryCount > 10 * sampleSize)
    selects.push(
      sql`(${columns} tablesample system (${(100 * sampleSize) / entryCount}) repeatable (1) where ${matches} limit ${sampleLimit})`,
    )
  // Materialized, so that PostgreSQL plans for all rows: with the limit it would choose a scan that may find the first row late.
  selects.push(
    sql`(with found as materialized (${columns} where ${matches}) select * from found limit ${maxCandidates})`,
  )
  const limit = isLarge ? sampleLimit + beginnings.length * 12 : maxCandidates
  const statement = sql<SearchCandidate>`select * from (${sql.join(selects, sql` union all `)}) found limit ${limit}`
  return rank(await queryWithCustomPlan(db, statement), words)
}

/** Removes duplicates; the best matches come first. */
function rank(rows: readonly SearchCandidate[], words: readonly WordVariants[]): SearchCandidate[] {
  const unique = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return [...unique.values()]
    .map((row) => ({ row, distance: rankDistance(row.search_text, words) }))
    .sort((a, b) => a.distance - b.distance || b.row.id - a.row.id)
    .map(({ row }) => row)
}

/** Records with an id. */
export async function findByNumber(
  db: Reader,
  id: number,
  kinds: readonly EntryKind[],
  clientIds: readonly number[],
): Promise<SearchCandidate[]> {
  const { rows } = await sql<SearchCandidate>`
    select kind, id, search_text from search_entry where kind = any(${kinds}::text[]) and id = ${id}
      and (client_id = 0 or client_id = any(${clientIds}::int[])) order by kind`.execute(db)
  return rows
}

/** Those of the wanted records that exist, of clients that are visible. */
export async function findVisible(
  db: Reader,
  wanted: readonly { kinds: readonly EntryKind[]; id: number }[],
  clientIds: readonly number[],
): Promise<Pick<SearchCandidate, 'kind' | 'id'>[]> {
  const pairs = wanted.flatMap(({ kinds, id }) => kinds.map((kind) => ({ kind, id })))
  const { rows } = await sql<Pick<SearchCandidate, 'kind' | 'id'>>`
    select kind, id from search_entry
    where (kind, id) in (select * from unnest(${pairs.map(({ kind }) => kind)}::text[], ${pairs.map(({ id }) => id)}::int[]))
      and (client_id = 0 or client_id = any(${clientIds}::int[]))`.execute(db)
  return rows
}

/** An estimate of the number of entries. */
export async function estimateEntries(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::float8 as count from pg_class where oid = 'search_entry'::regclass`.execute(db)
  return rows[0]!.count
}

/** For each word the words of the index that are similar or sound alike. */
export async function findSimilarWords(db: Reader, words: readonly string[]): Promise<string[][]> {
  const { rows } = await sql<{ similar: string[] }>`
    select array(select word from similar_search_words(query.word)) as similar
    from unnest(${words}::text[]) with ordinality query(word, position) order by position`.execute(db)
  return rows.map(({ similar }) => similar)
}
