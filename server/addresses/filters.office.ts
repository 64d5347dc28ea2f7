// The filters of lists of contacts. A rare one is looked up by its index; what many contacts have is looked for in each
// contact on the way through the list's order, where a page is soon full. Which it is, one statement asks for all filters.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { Id, IsoDate } from '../platform/http/schema.ts'
import { likeText } from '../platform/runtime/text.ts'

/** Rows are counted up to here; a filter that more contacts pass is a common one. */
export const counted = 10_000

const short = Type.Optional(Type.String({ maxLength: 255 }))

export const contactFilters = {
  /** Parts of words in name, company, e-mail, zip, city and phone; every word has to be found. */
  q: short,
  categoryId: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  companyId: Type.Optional(Id),
  /** The begin of a city. */
  city: short,
  /** The begin of a zip. */
  zip: short,
  createdFrom: Type.Optional(IsoDate),
  createdTo: Type.Optional(IsoDate),
  newsletter: Type.Optional(
    Type.Unsafe<'active' | 'pending' | 'unsubscribed' | 'none'>(
      Type.Enum(['active', 'pending', 'unsubscribed', 'none']),
    ),
  ),
  hasEmail: Type.Optional(Type.Boolean()),
}
const Filters = Type.Object(contactFilters)
export type ContactFilters = Static<typeof Filters>

export type Types = readonly ('person' | 'company' | 'location')[]

/**
 * A filter: the ids that pass it, where an index has them; whether contact `c` passes; and, of a text that is looked for, whether
 * the entry `c` of the search has it.
 */
type Filter = { ids?: RawBuilder<unknown>; has: RawBuilder<boolean>; inEntry?: RawBuilder<boolean> }

const states = {
  active: sql`n.is_active`,
  pending: sql`not n.is_active and not n.opt_in_executed`,
  unsubscribed: sql`not n.is_active and n.opt_in_executed`,
}

const mostWords = 6

/** @param places beginnings of zip and city that are asked for beside the words: an entry has them too, and fewer have both */
function byWords(q: string, places: readonly string[], types: Types): Filter | undefined {
  const words = q.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  // Trigrams know no part of a word that is shorter; it then has to begin one.
  const patterns = [
    ...words.slice(0, mostWords).map((word) => [word.length >= 3 ? '%' : '% ', word] as const),
    ...places.map((place) => ['%', place] as const),
  ].map(([before, text]) => sql`${before} || search_fold(${likeText(text)}) || '%'`)
  const all = (text: string) =>
    sql.join(
      patterns.map((pattern) => sql`${sql.raw(text)} like ${pattern}`),
      sql` and `,
    )
  // Each part has the condition of one of the partial indexes.
  const others = types.filter((type) => type !== 'person').map((kind) => sql.lit(kind))
  const entries = [
    ...(types.includes('person') ? [sql`c.kind = 'person' and ${all('c.text')}`] : []),
    ...(others.length > 0
      ? [sql`c.kind in ('company', 'location') and c.kind in (${sql.join(others)}) and ${all('c.text')}`]
      : []),
  ]
  return {
    ids: sql.join(
      entries.map((entry) => sql`(select c.id from search_entry c where ${entry})`),
      sql` union all `,
    ),
    has: sql`(select ${all('s.text')} from search_entry s where s.kind = c.contact_type and s.id = c.id)`,
    inEntry: sql`(${sql.join(
      entries.map((entry) => sql`(${entry})`),
      sql` or `,
    )})`,
  }
}

const withoutEmail = (types: Types) =>
  sql`s.kind in (${sql.join(types.map((type) => sql.lit(type)))}) and not s.has_email`

/** `exists` as a value of each row: PostgreSQL would else look through the whole table for all of them. */
const exists = (from: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select true from ${from} limit 1), false)`

const inAddress = (condition: RawBuilder<unknown>): Filter => ({
  ids: sql`select a.contact_id from address a where a.is_default and ${condition}`,
  has: exists(sql`address a where a.contact_id = c.id and a.is_default and ${condition}`),
})

export function filtersOf(types: Types, asked: ContactFilters, timeZone: string): Filter[] {
  const found: Filter[] = []
  const moment = (day: string, plus: number) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone ${timeZone})`
  const city = asked.city?.trim() ?? ''
  const zip = asked.zip?.trim() ?? ''
  const places = [city, zip].filter((place) => place !== '')
  const words = byWords(asked.q ?? '', places, types)
  if (words) found.push(words)
  if (asked.categoryId) {
    const wanted = sql`i.category_id = any(${asked.categoryId}::int[])`
    found.push({
      ids: sql`select distinct i.contact_id from contact_in_category i where ${wanted}`,
      has: exists(sql`contact_in_category i where i.contact_id = c.id and ${wanted}`),
    })
  }
  if (asked.companyId)
    found.push({
      ids: sql`select p.id from contact p where p.company_id = ${asked.companyId}`,
      has: sql`c.company_id = ${asked.companyId}`,
    })
  if (city)
    found.push(
      inAddress(
        sql`a.city <> '' and plain_text(a.city) collate "C" like plain_text(${`${likeText(city)}%`})`,
      ),
    )
  if (zip) found.push(inAddress(sql`a.zip <> '' and a.zip collate "C" like ${`${likeText(zip)}%`}`))
  if (asked.createdFrom || asked.createdTo) {
    const within = (contact: string) =>
      sql<boolean>`${sql.raw(contact)}.created_at >= ${asked.createdFrom ? moment(asked.createdFrom, 0) : sql`'-infinity'::timestamptz`}
        and ${sql.raw(contact)}.created_at < ${asked.createdTo ? moment(asked.createdTo, 1) : sql`'infinity'::timestamptz`}`
    found.push({ ids: sql`select d.id from contact d where ${within('d')}`, has: within('c') })
  }
  if (asked.newsletter === 'none')
    found.push({ has: sql`not ${exists(sql`ext_newsletter n where n.contact_id = c.id`)}` })
  else if (asked.newsletter) {
    const state = states[asked.newsletter]
    found.push({
      ids: sql`select distinct n.contact_id from ext_newsletter n where ${state}`,
      has: exists(sql`ext_newsletter n where n.contact_id = c.id and ${state}`),
    })
  }
  if (asked.hasEmail !== undefined)
    found.push({
      ...(asked.hasEmail ? {} : { ids: sql`select s.id from search_entry s where ${withoutEmail(types)}` }),
      has: sql`${asked.hasEmail ? sql`` : sql`not`} ${exists(sql`email_address e where e.contact_id = c.id`)}`,
    })
  return found
}

export type Narrowed = {
  /** The conditions on contact `c`. */
  where: RawBuilder<boolean>
  /** The same for who has to look through all contacts: sets instead of a look for each. Left out where that is not needed. */
  whole?: RawBuilder<boolean>
  /** The same of the entry `c` of the search, where a text is looked for: entries have the order of names. */
  entries?: RawBuilder<boolean>
  /** More than are counted pass for sure. */
  many: boolean
}

/** Filters as conditions, the rarest first. One statement, where there are filters. */
export async function narrowed(db: Reader, types: Types, filters: readonly Filter[]): Promise<Narrowed> {
  const and = (conditions: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`${sql.join([sql`c.contact_type = any(${types}::text[])`, ...conditions], sql` and `)}`
  const asked = filters.filter(({ ids }) => ids !== undefined)
  const found = asked.length === 0 ? {} : await rareIds(db, asked)
  const [rarest] = asked
    .map((filter, index) => ({ filter, ids: found[`f${index}`]! }))
    .filter(({ ids }) => ids.length <= counted)
    .sort((a, b) => a.ids.length - b.ids.length)
  if (rarest) {
    const others = filters.filter((filter) => filter !== rarest.filter).map(({ has }) => has)
    return { where: and([sql`c.id = any(${rarest.ids}::int[])`, ...others]), many: false }
  }
  const where = and(filters.map(({ has }) => has))
  if (asked.length === 0) return { where, many: false }
  const sets = (of: readonly Filter[]) =>
    of.map(({ ids, has }) => (ids ? sql<boolean>`c.id in (${ids})` : has))
  const words = filters.find(({ inEntry }) => inEntry)
  return {
    where,
    whole: and(sets(filters)),
    ...(words && {
      entries: sql<boolean>`${sql.join([words.inEntry, ...sets(filters.filter((filter) => filter !== words))], sql` and `)}`,
    }),
    // Nearly all contacts are persons.
    many: filters.length === 1 && types.includes('person'),
  }
}

async function rareIds(db: Reader, filters: readonly Filter[]): Promise<Record<string, number[]>> {
  const arrays = filters.map(
    ({ ids }, index) => sql`array(select * from (${ids}) i limit ${counted + 1}) as ${sql.ref(`f${index}`)}`,
  )
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(arrays)}`.execute(db)
  return rows[0]!
}
