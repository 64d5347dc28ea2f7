// Loads the hits of the records that were found, with one statement per kind.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { orderCodesIn } from '../platform/ground/matching/order-codes.ts'
import { Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { type EntryKind, type HitKind, hitKinds } from './search-kinds.ts'

/** A record that was found. `details` are further texts that may have matched. */
export const SearchHit = record({
  kind: Type.Unsafe<HitKind>(Type.Enum([...hitKinds])),
  id: Id,
  title: Type.String(),
  details: Type.Array(Type.String()),
  /** The status of a date or a booking; `open` or `done` of a task; else `''`. */
  status: Type.String(),
  /** The first day of a date or of a booking's date, or `''`. */
  startDate: Type.String(),
  /** The contact of a booking, or 0. */
  contactId: IdOrNone,
  /** Found by a word similar to that of the query. */
  isSimilar: Type.Boolean(),
})
export type SearchHit = Omit<Static<typeof SearchHit>, 'isSimilar'>

type Row = { id: number; title: string; details: (string | null)[]; status: string; startDate: string }

const noStatusOrDate = sql`'' as status, '' as "startDate"`

const selectContacts = (ids: readonly number[]) => sql<Row>`
  select c.id, concat_ws(' ', nullif(c.title, ''), nullif(c.first_name, ''), nullif(c.last_name, ''), nullif(c.name2, '')) as title,
    array[coalesce(o.last_name, c.company)] ||
      array(select trim(a.zip || ' ' || a.city) from address a where a.contact_id = c.id order by a.is_default desc, a.id limit 5) ||
      array(select e.email from email_address e where e.contact_id = c.id order by e.is_default desc, e.id limit 5) ||
      array(select trim(case when p.country_code <> '' then '+' || ltrim(p.country_code, '+0') || ' ' else '' end || p.area_code || ' ' || p.number)
        from phone p where p.contact_id = c.id order by p.is_default desc, p.id limit 5) as details, ${noStatusOrDate}
  from contact c left join contact o on o.id = c.company_id where c.id = any(${ids}::int[])`

const selectByKind: Record<
  EntryKind,
  (ids: readonly number[], seesContacts: boolean) => ReturnType<typeof selectContacts>
> = {
  person: selectContacts,
  company: selectContacts,
  location: selectContacts,
  lead: (ids, seesContacts) => sql<Row>`
    select l.id, l.name as title, array[o.last_name, l.region, l.sector] ||
      array(select trim(c.first_name || ' ' || c.last_name) from lead_contact m join contact c on c.id = m.contact_id
        where m.lead_id = l.id and ${seesContacts} order by c.id limit 5) as details, ${noStatusOrDate}
    from lead l left join contact o on o.id = l.company_id and ${seesContacts} where l.id = any(${ids}::int[])`,
  task: (ids) => sql<Row>`
    select t.id, t.subject as title, array[t.task_nr, left(t.mail_from, 500), left(t.mail_to, 500)] as details,
      case when t.done_at is null then 'open' else 'done' end as status, '' as "startDate"
    from task t where t.id = any(${ids}::int[])`,
  event: (ids) => sql<Row>`
    select e.id, e.title, array[e.subtitle, e.identifier, e.article_no] as details, ${noStatusOrDate}
    from event e where e.id = any(${ids}::int[])`,
  date: (ids) => sql<Row>`
    select d.id, coalesce(nullif(d.title, ''), e.title) as title,
      array(select c.last_name from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id order by c.id limit 3)
        || array[d.identifier, d.article_no, d.subtitle, case when d.title <> '' then e.title end] as details,
      coalesce(d.status, '') as status, coalesce(d.start_date::text, '') as "startDate"
    from event_date d join event e on e.id = d.event_id where d.id = any(${ids}::int[])`,
}

const nonEmptyTexts = (details: Row['details']): string[] => [
  ...new Set(details.filter((text): text is string => Boolean(text))),
]

/** The records of a kind in the order of the ids; leads without their contacts if `seesContacts` is false. */
export async function loadHits(
  db: Reader,
  kind: EntryKind,
  ids: readonly number[],
  seesContacts: boolean,
): Promise<SearchHit[]> {
  if (ids.length === 0) return []
  const { rows } = await selectByKind[kind](ids, seesContacts).execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({ ...row, kind, details: nonEmptyTexts(row.details), contactId: 0 }))
}

/** The ids of the upcoming dates, the nearest first, then of the past ones. */
export async function sortByNearestDate(
  db: Reader,
  ids: readonly number[],
  today: string,
  limit: number,
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from event_date where id = any(${ids}::int[])
    order by (start_date >= ${today}::date) desc nulls last, abs(start_date - ${today}::date), id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Bookings: on upcoming dates, the nearest first, then on past ones. */
async function loadBookings(
  db: Reader,
  condition: ReturnType<typeof sql>,
  today: string,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<Row & { contactId: number }>`
    select p.id, coalesce(trim(c.first_name || ' ' || c.last_name), o.code, '') as title,
      array[coalesce(nullif(d.title, ''), e.title), d.identifier, o.code] as details,
      p.status, coalesce(d.start_date::text, '') as "startDate", coalesce(p.contact_id, 0) as "contactId"
    from booking p left join contact c on c.id = p.contact_id join event_date d on d.id = p.date_id join event e on e.id = d.event_id
      left join booking_order o on o.id = p.order_id
    where ${condition}
    order by (d.start_date >= ${today}::date) desc nulls last, abs(d.start_date - ${today}::date), p.id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: 'booking', details: nonEmptyTexts(row.details) }))
}

/** The bookings of persons. */
export const loadBookingHits = async (
  db: Reader,
  personIds: readonly number[],
  today: string,
  limit: number,
): Promise<SearchHit[]> =>
  personIds.length === 0 ? [] : loadBookings(db, sql`p.contact_id = any(${personIds}::int[])`, today, limit)

/** The bookings of the order whose code a text has. */
export async function loadBookingsByCode(
  db: Reader,
  text: string,
  today: string,
  limit: number,
): Promise<SearchHit[]> {
  const [code] = orderCodesIn(text)
  if (code === undefined) return []
  return loadBookings(db, sql`p.order_id = (select id from booking_order where code = ${code})`, today, limit)
}

/** Persons with exactly this e-mail address. */
export async function findPersonsByEmail(db: Reader, email: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from email_address e join contact c on c.id = e.contact_id
    where e.email_key = ${email} and c.contact_type = 'person' order by c.id limit 20`.execute(db)
  return rows.map(({ id }) => id)
}
