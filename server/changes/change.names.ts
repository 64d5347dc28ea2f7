// The names of the records that entries of the log speak of by number, found by one statement.
import { type RawBuilder, sql } from 'kysely'
import { may, type Principal } from '../platform/access.ts'
import type { Reader } from '../platform/database.ts'

type Columns = Record<string, unknown>
export type Entry = {
  relation: string
  recordId: number
  subject: string
  subjectId: number
  before: Columns
  after: Columns
}

/** What is called by a name, and which right shows it. */
type Kind = { name: RawBuilder<unknown>; from: RawBuilder<unknown>; id?: string; right?: string }

const person = sql`trim(c.first_name || ' ' || c.last_name)`
const seen = '090300:access'

/** The kinds are named as the log's subjects where they are one. */
const kinds: Record<string, Kind> = {
  user: { name: sql`c.name`, from: sql`app_user c` },
  client: { name: sql`c.name`, from: sql`client c` },
  contact: { name: person, from: sql`contact c`, right: seen },
  contact_category: { name: sql`c.name`, from: sql`contact_category c` },
  lead_category: { name: sql`c.name`, from: sql`lead_category c` },
  event: { name: sql`c.title`, from: sql`event c` },
  date: {
    name: sql`e.title || coalesce(', ' || c.start_date, '')`,
    from: sql`event_date c join event e on e.id = c.event_id`,
  },
  catalog: { name: sql`c.name`, from: sql`catalog c` },
  category: { name: sql`c.name`, from: sql`catalog_category c` },
  trainer: { name: person, from: sql`trainer c` },
  article: { name: sql`c.name`, from: sql`article c` },
  newsletter_form: { name: sql`c.name`, from: sql`newsletter_form c` },
  communication_template: { name: sql`c.name`, from: sql`communication_template c` },
  file: { name: sql`c.name`, from: sql`disk_item c` },
  token: { name: sql`c.label`, from: sql`token c`, right: 'admin' },
  address_type: { name: sql`c.name`, from: sql`address_type c` },
  participation: {
    name: sql`${sql`trim(p.first_name || ' ' || p.last_name)`} || ', ' || e.title`,
    from: sql`participation c join contact p on p.id = c.contact_id join event_date d on d.id = c.date_id join event e on e.id = d.event_id`,
    id: 'c.id',
    right: seen,
  },
  // Parts that have a name of their own.
  event_price: { name: sql`c.title`, from: sql`event_price c` },
  date_price: { name: sql`c.title`, from: sql`date_price c` },
  hotel_quota: { name: sql`c.name`, from: sql`hotel_quota c` },
}

/** What a column holds the number of. */
const references: Record<string, string> = {
  user_id: 'user',
  created_by: 'user',
  owner_id: 'user',
  assignee_id: 'user',
  next_step_user_id: 'user',
  contact_id: 'contact',
  company_id: 'contact',
  parent_contact_id: 'contact',
  client_id: 'client',
  event_id: 'event',
  module_event_id: 'event',
  date_id: 'date',
  linked_date_id: 'date',
  catalog_id: 'catalog',
  trainer_id: 'trainer',
  article_id: 'article',
  form_id: 'newsletter_form',
  template_id: 'communication_template',
  diskitem_id: 'file',
  participation_id: 'participation',
  address_type: 'address_type',
}
const categoryOf: Record<string, string> = {
  contact_in_category: 'contact_category',
  newsletter_form_category: 'contact_category',
  event_in_category: 'category',
  lead: 'lead_category',
}

const kindOf = (relation: string, column: string): string | undefined => {
  if (column === 'category_id') return categoryOf[relation]
  if (column === 'parent_id' && relation === 'catalog_category') return 'category'
  return references[column]
}

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** The records that an entry names by number: kind, number and, of a column, its name. */
function* mentioned({ relation, before, after }: Entry) {
  for (const columns of [before, after])
    for (const [column, value] of Object.entries(columns)) {
      const kind = kindOf(relation, column)
      if (kind && isNumber(value)) yield { kind, id: value, column }
    }
}

/**
 * Entries with the names of what they speak of: `subjectName`, `partName` where a part has a name of its own, and `names`, by
 * `column:number`. What the user may not see, and what is gone, has none.
 */
export async function withNames<T extends Entry>(
  reader: Reader,
  principal: Principal,
  entries: readonly T[],
) {
  const wanted = new Map<string, Set<number>>()
  const want = (kind: string, id: number) => {
    const known = kinds[kind]
    if (id > 0 && known && (!known.right || may(principal, known.right)))
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  }
  for (const entry of entries) {
    want(entry.subject, entry.subjectId)
    want(entry.relation, entry.recordId)
    for (const { kind, id } of mentioned(entry)) want(kind, id)
  }
  const parts = [...wanted].map(([kind, ids]) => {
    const { name, from } = kinds[kind]!
    return sql`select ${sql.lit(kind)} as kind, c.id, ${name} as name from ${from} where c.id = any(${[...ids]}::int[])`
  })
  const found = new Map<string, string>()
  if (parts.length > 0) {
    const { rows } = await sql<{ kind: string; id: number; name: string | null }>`${sql.join(
      parts,
      sql` union all `,
    )}`.execute(reader)
    for (const { kind, id, name } of rows) if (name) found.set(`${kind} ${id}`, name)
  }
  const nameOf = (kind: string, id: number) => found.get(`${kind} ${id}`) ?? ''
  return entries.map((entry) => {
    const names: Record<string, string> = {}
    for (const { kind, id, column } of mentioned(entry)) {
      const name = nameOf(kind, id)
      if (name) names[`${column}:${id}`] = name
    }
    const own = entry.after['title'] ?? entry.after['name'] ?? entry.before['title'] ?? entry.before['name']
    const partName = nameOf(entry.relation, entry.recordId) || (typeof own === 'string' ? own : '')
    return { ...entry, subjectName: nameOf(entry.subject, entry.subjectId), partName, names }
  })
}
