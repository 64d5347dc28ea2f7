// Seeds data by plain SQL: persons with address, e-mail address, phone and identity, every tenth assigned to a company; bookings,
// leads and tasks.
import type pg from 'pg'

const firstNames = ['Anna', 'Jürgen', 'Mehmet', 'Zoë', 'Paul', 'Katarzyna', 'Lea', 'Søren', 'Jana', 'Giulia']
const lastNames = [
  'Köhler',
  'Schmidt',
  'Yilmaz',
  'Weigel',
  'Nowak',
  'Fischer',
  'Brandt',
  'Lindqvist',
  'Maier',
  'Vogel',
]
const cities = ['Hamburg', 'München', 'Köln', 'Leipzig', 'Münster', 'Görlitz', 'Bremen']

/** The e-mail address of the n-th person, as comparison key. */
export const emailOf = (n: number): string => `person.${n}@betrieb-${n % 5000}.example`

/** The seeded contacts: person n has the id `base + n`, companies follow; `allCategory` and `thousandCategory` are categories. */
export type SeededContacts = {
  base: number
  persons: number
  companies: number
  inCategory: number
  allCategory: number
  thousandCategory: number
}

type Statement = [text: string, ...values: unknown[]]

const batch = 1_000_000
const tables = ['contact', 'address', 'email_address', 'phone'] as const

/** The statements that insert the persons `from` to `to`. */
const personStatements = (
  { base, persons, companies }: SeededContacts,
  from: number,
  to: number,
): Statement[] => [
  [
    `insert into contact (id, contact_type, salutation, first_name, last_name, last_name_key, company_id, company)
     select ${base} + n, 'person', (array['mr', 'ms'])[1 + n % 2], ($1::text[])[1 + n % 10], ($2::text[])[1 + n / 10 % 10] || ' ' || n,
       lower(($2::text[])[1 + n / 10 % 10]) || ' ' || n,
       case when n % 10 = 0 then ${base + persons + 1} + n % ${companies} end, case when n % 10 = 1 then 'Freiberuf ' || n else '' end
     from generate_series(${from}, ${to}) n`,
    firstNames,
    lastNames,
  ],
  [
    `insert into address (id, contact_id, address_type_id, is_default, position, street, house_number, zip, city, country)
     select ${base} + n, ${base} + n, 1, true, 'Personalentwicklung', 'Hafenstraße', (n % 200)::text, lpad((n % 99999)::text, 5, '0'),
       ($1::text[])[1 + n % 7], 'DE' from generate_series(${from}, ${to}) n`,
    cities,
  ],
  [
    `insert into email_address (id, contact_id, address_id, email, email_key, is_default)
     select ${base} + n, ${base} + n, ${base} + n, 'Person.' || n || '@Betrieb-' || n % 5000 || '.example',
       'person.' || n || '@betrieb-' || n % 5000 || '.example', true from generate_series(${from}, ${to}) n`,
  ],
  [
    `insert into phone (id, contact_id, address_id, type, country_code, area_code, number, is_default)
     select ${base} + n, ${base} + n, ${base} + n, 'phone', '49', '40', (6000000 + n)::text, true from generate_series(${from}, ${to}) n`,
  ],
]

const otherStatements = ({ base, persons, companies, ...seeded }: SeededContacts): Statement[] => [
  [
    `insert into contact (id, contact_type, last_name, last_name_key)
     select ${base} + n, 'company', 'Betrieb ' || n, 'betrieb ' || n from generate_series(${persons + 1}, ${persons + companies}) n`,
  ],
  [
    `insert into contact_identity (email_key, last_name_key, contact_id)
     select e.email_key, c.last_name_key, c.id from contact c join email_address e on e.contact_id = c.id
     where c.id > ${base} order by 1`,
  ],
  [
    `insert into contact_category (id, name) values (${seeded.allCategory}, 'Interessenten'), (${seeded.thousandCategory}, 'Dozenten')`,
  ],
  ...[
    [seeded.allCategory, seeded.inCategory] as const,
    [seeded.thousandCategory, Math.min(1000, persons)] as const,
  ].map(
    ([category, count]): Statement => [
      `insert into contact_in_category (contact_id, category_id) select ${base} + n, ${category} from generate_series(1, ${count}) n`,
    ],
  ),
  ...[...tables, 'contact_category'].map(
    (table): Statement => [
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ],
  ),
]

/** Inserts the rows that triggers would write. Runs when the other tables have their indexes, before its own tables have theirs. */
const searchStatements = (base: number): string[] => [
  `insert into search_entry (kind, id, client_id, search_text, sort_name, has_email)
   select kind, id, client_id, search_text, sort_name, has_email from search_source_contact where id > ${base}`,
  `insert into search_word select distinct word from search_entry, words_of(search_text) word
   except select word from search_word`,
]

/**
 * Inserts persons without triggers, and creates the indexes afterwards, which takes a tenth of the time.
 * @param inCategory number of persons in the category `allCategory`; `thousandCategory` has the first 1000
 */
export async function seedContacts(
  client: pg.Client,
  persons: number,
  inCategory: number,
): Promise<SeededContacts> {
  const highest = await client.query<{ id: number; category: number }>(
    `select greatest(${tables.map((table) => `(select max(id) from ${table})`).join(', ')}, 0) as id,
       (select coalesce(max(id), 0) from contact_category) as category`,
  )
  const { id: base, category } = highest.rows[0]!
  const companies = Math.max(1, Math.floor(persons / 100))
  const seeded = {
    base,
    persons,
    companies,
    inCategory,
    allCategory: category + 1,
    thousandCategory: category + 2,
  }
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...tables, 'contact_identity', 'search_entry', 'search_word']],
  )
  await client.query(`set session_replication_role = replica`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let from = 1; from <= persons; from += batch)
    for (const [text, ...values] of personStatements(seeded, from, Math.min(persons, from + batch - 1)))
      await client.query(text, values)
  for (const [text, ...values] of otherStatements(seeded)) await client.query(text, values)
  const isOfSearch = ({ text }: { text: string }) => / ON public\.search_/.test(text)
  for (const { text } of indexes.filter((index) => !isOfSearch(index))) await client.query(text)
  for (const text of searchStatements(base)) await client.query(text)
  for (const { text } of indexes.filter(isOfSearch)) await client.query(text)
  await client.query('reset session_replication_role')
  return seeded
}

/** Vacuums and writes a checkpoint, which the database would otherwise do during the measurement. */
export async function vacuum(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}

const subjects = ['Rückfrage zur Rechnung', 'Anfahrt und Hotel', 'Bescheinigung', 'Umbuchung', 'Angebot']

/** Number of seeded records: eight bookings per date, orders of a seat without a name, leads and tasks of some years. */
const staffDataCounts = { bookings: 280_000, orders: 2_800, leads: 20_000, tasks: 100_000 }

const staffDataStatements = ({ base, persons, companies }: SeededContacts): Statement[] => [
  [
    `insert into booking (contact_id, date_id, status, created_at)
     select ${base} + 1 + (n * 7919::bigint) % ${persons}, dates.ids[1 + n % cardinality(dates.ids)],
       (array['booked', 'booked', 'attended', 'attended', 'cancelled', 'reserved', 'waitlisted'])[1 + n % 7], now() - n * interval '10 minutes'
     from (select array_agg(id) as ids from event_date) dates, generate_series(1, ${staffDataCounts.bookings}) n`,
  ],
  [
    `insert into booking_order (orderer_id, source)
     select ${base} + 1 + (n * 31) % ${persons}, 'office' from generate_series(1, ${staffDataCounts.orders}) n`,
  ],
  [
    `insert into booking (date_id, status, order_id, created_at)
     select dates.ids[1 + o.id % cardinality(dates.ids)], 'booked', o.id, now() - o.id * interval '1 hour'
     from (select array_agg(id) as ids from event_date) dates, booking_order o where o.source = 'office'`,
  ],
  [
    `update event_date d set booked_count = p.booked, reserved_count = p.reserved, waitlisted_count = p.waitlisted
     from (select p.date_id, count(*) filter (where s.counts_as = 'booked') as booked, count(*) filter (where s.counts_as = 'reserved') as reserved,
         count(*) filter (where s.counts_as = 'waitlisted') as waitlisted
       from booking p join booking_status s on s.status = p.status group by 1) p where p.date_id = d.id`,
  ],
  [
    `insert into lead (client_id, name, status, region, company_id, next_step, next_step_date, created_at)
     select (select min(client_id) from user_client), 'Anfrage ' || n, (array['new', 'contacted', 'offer', 'won', 'lost'])[1 + n % 5],
       ($1::text[])[1 + n % 7], ${base + persons + 1} + n % ${companies}, 'Angebot senden', current_date + n % 30, now() - n * interval '2 hours'
     from generate_series(1, ${staffDataCounts.leads}) n`,
    cities,
  ],
  [
    `insert into lead_contact (lead_id, contact_id) select id, ${base} + 1 + (id * 31) % ${persons} from lead`,
  ],
  [
    `insert into task (client_id, kind, subject, body, mail_from, contact_id, created_at, done_at)
     select (select min(client_id) from user_client), 'mail', ($1::text[])[1 + n % 5] || ' ' || n, repeat('Guten Tag, ', 100), 'person.' || n || '@betrieb.example',
       ${base} + 1 + (n * 13) % ${persons}, now() - n * interval '30 minutes', case when n % 20 > 0 then now() end
     from generate_series(1, ${staffDataCounts.tasks}) n`,
    subjects,
  ],
  [
    'insert into search_entry (kind, id, client_id, search_text) select * from search_source_lead union all select * from search_source_task',
  ],
]

/** Inserts bookings, leads and tasks without triggers; after `seedContacts`. */
export async function seedStaffData(client: pg.Client, seeded: SeededContacts): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`delete from search_entry where kind in ('lead', 'task')`)
  for (const [text, ...values] of staffDataStatements(seeded)) await client.query(text, values)
  await client.query('reset session_replication_role')
}
