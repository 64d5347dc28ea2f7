// An instance with records of every kind for client 3, and for its clients 1 and 2 unless it is to be without them.
import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { importDataSet } from '../../server/exchange/import.ts'
import { tokenHash } from '../../server/platform/auth/principal.ts'
import type { Db } from '../../server/platform/database/database.ts'
import { fullDataSet } from './full-data-set.ts'
import { insertFullRows } from './full-rows.ts'
import { type TestInstance, testInstance } from './test-instance.ts'

/** The client of the records with ids from `idOffset`; the others belong to clients 1 and 2. */
export const ownClient = 3
/** The record of client 3 that is like record 1 of the others has the id 100,001. */
export const idOffset = 100_000
export const nameOfOthers = 'Fremdwort'

/** The tables whose rows belong to clients, those that others refer to first. */
export async function tablesOfClients(db: Kysely<never> | Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.relname as name, array(
      select f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "refersTo"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity order by 1`.execute(db)
  const names = new Set(rows.map(({ name }) => name))
  const sorted: string[] = []
  while (sorted.length < rows.length) {
    const next = rows.filter(
      ({ name, refersTo }) =>
        !sorted.includes(name) && refersTo.every((other) => !names.has(other) || sorted.includes(other)),
    )
    if (next.length === 0) throw new Error('the tables refer to each other in a circle')
    sorted.push(...next.map(({ name }) => name))
  }
  return sorted
}

type Column = { name: string; type: string; isUnique: boolean; target: string | null }

const columnsOf = async (db: Db, table: string): Promise<Column[]> =>
  (
    await sql<Column>`
      select a.attname as name, format_type(a.atttypid, null) as type,
        exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)
          and not exists (select from pg_attribute o where o.attrelid = i.indrelid and o.attnum = any(i.indkey) and (o.attname in ('id', 'client_id')
            or exists (select from pg_constraint f join pg_class c on c.oid = f.confrelid
              where f.contype = 'f' and f.conrelid = o.attrelid and o.attnum = any(f.conkey) and c.relrowsecurity)))) as "isUnique",
        (select f.confrelid::regclass::text from pg_constraint f
          where f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any(f.conkey) limit 1) as target
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`.execute(
      db,
    )
  ).rows

/** How a value of another client's row becomes one of client 3. */
function valueFor({ name, type, isUnique, target }: Column, ofClients: ReadonlySet<string>): string {
  const column = `t."${name}"`
  const isNumber = type === 'integer' || type === 'bigint'
  if (name === 'client_id') return String(ownClient)
  if ((name === 'id' && isNumber) || (target !== null && ofClients.has(target) && isNumber))
    return `${column} + ${idOffset}`
  if (isNumber && isUnique && target === null) return `${column} + ${idOffset}`
  if (name === 'id' && type === 'uuid') return `md5(${column}::text)::uuid`
  // A voucher is found by a key that is generated from its code.
  if (target !== null || !(isUnique || name === 'id' || name === 'code')) return column
  if (type === 'uuid') return `md5(${column}::text)::uuid`
  if (type === 'bytea') return `sha256(${column})`
  if (type === 'text') return `translate(${column}, '123456789ABCDEFGHabcdef', '234567891BCDEFGHAbcdefa')`
  return column
}

/** The tables whose rows follow from those of others. */
const derived = new Set(['change_log', 'busy_period', 'calendar_day', 'webhook_change'])

/** Which rows of these tables belong to clients: the others are of an event or of a contact alone, and shared. */
const shared: Readonly<Record<string, string>> = {
  catalogue_pdf: 'date_id is not null',
  conference_package_item: 'date_id is not null',
  message_rule: 'date_id is not null',
  logbook_entry: 'num_nonnulls(task_id, lead_id, booking_id) > 0',
  saved_view: 'false',
}

async function copyForOwnClient(db: Db): Promise<void> {
  const tables = await tablesOfClients(db)
  const ofClients = new Set(tables)
  for (const table of tables.filter((name) => !derived.has(name))) {
    const columns = await columnsOf(db, table)
    const isForeignKeyed = columns.some(({ name }) => name === 'client_id' || name === 'id')
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const values = columns.map((column) => valueFor(column, ofClients)).join(', ')
    const once = isForeignKeyed || columns.some(({ target }) => target !== null && ofClients.has(target))
    if (!once) throw new Error(`the rows of ${table} do not say whose they are`)
    await sql
      .raw(
        `insert into ${table} (${names}) overriding system value select ${values} from ${table} t where ${shared[table] ?? 'true'}`,
      )
      .execute(db)
      .catch((error) => {
        throw new Error(`${table}: ${error.message}`, { cause: error })
      })
  }
}

/** One key pair for all clients of the test. */
const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex')

const certified = {
  issuer: 'Akademie',
  name: 'Jana Köhler',
  title: 'Excel',
  startDate: '2026-09-01',
  endDate: '2026-09-02',
  halfDays: [],
  halfDayCount: 4,
  trainers: 'T1 Eins',
  place: 'Hamburg',
  text: { de: '', en: '' },
  signatory: '',
  issuedOn: '2026-09-03',
  replaces: '',
}

const plan = {
  contactType: 'person',
  columns: ['lastName'],
  onDuplicate: 'skip',
  createCategories: false,
  createCompanies: false,
  categoryIds: [],
  allOrNothing: false,
  padZips: false,
}

/** Rows of tables that the data set and `insertFullRows` leave empty. */
const more = `
update voucher set client_id = 1;
update terms_document set client_id = 1;
update legal_page set client_id = 1;
insert into website_key (id, client_id, name, hash) values (901, 1, '${nameOfOthers}', sha256('x'));
insert into website_key_use (key_id, day, requests) values (901, '2026-06-14', 7);
insert into webhook (id, client_id, name, url, events, is_active) values (902, 1, '${nameOfOthers}', 'https://other.example', '{date.changed}', false);
insert into webhook_secret (id, webhook_id, secret) values (903, 902, 'whsec_x');
insert into webhook_delivery (id, webhook_id, event, record_id, next_attempt_at, delivered_at) overriding system value
  values (904, 902, 'date.changed', 1, '2026-06-14', '2026-06-14');
insert into webhook_attempt (id, delivery_id, attempted_at, duration_ms, url, headers, body, status, answer, error) overriding system value
  values (905, 904, '2026-06-14', 12, 'https://other.example', '{}', '${nameOfOthers}', 200, '', '');
insert into contact_import (id, file_name, format, columns, row_count, status, created_by, client_id, plan)
  values (906, '${nameOfOthers}.csv', 'csv', '{Name}', 1, 'checked', 1, 1, '${JSON.stringify(plan)}');
insert into contact_import_row (import_id, row_number, cells) values (906, 1, '["${nameOfOthers}"]');
insert into attachment (id, task_id, filename, size, sha256) select 907, min(id), '${nameOfOthers}.pdf', 3, sha256('abc') from task;
insert into attendance_link (id, date_id, trainer_id, hash, created_at, expires_at)
  select 908, 1, min(id), sha256('link'), '2026-06-01', '2036-06-01' from trainer;
insert into seat_hold (id, date_id, seats, expires_at) values ('0190a2b4-0000-4000-8000-0000000000aa', 2, 1, '2036-06-01');
insert into pending_booking (id, hash, client_id, date_id, booking, checked, language, visitor_address, created_at, expires_at) overriding system value
  values (909, sha256('pending'), 1, 2, '{}', '{}', 'de', '192.0.2.9', '2026-06-14', '2036-06-01');
insert into order_acceptance (order_id, version_id) select o.id, v.id from booking_order o, terms_version v order by 1, 2 limit 1;
insert into signing_secret (signing_key_id, seed) select id, decode('${hexOf(key.d!)}', 'hex') from signing_key;
insert into seat_link (id, booking_id, hash) select 910 + id, id, sha256(('s' || id)::bytea) from booking;
insert into order_link (id, order_id, hash) select 990 + id, id, sha256(('o' || id)::bytea) from booking_order
  where not exists (select from order_link l where l.order_id = booking_order.id);
insert into date_alert (id, client_id, event_id, email, language, created_at, confirmed_at)
  select 911, 1, min(id), '${nameOfOthers}@kontor.example', 'de', '2026-06-14', '2026-06-14' from event;
insert into date_alert_link (hash, alert_id) values (sha256('alert'), 911);
insert into date_alert_date (alert_id, date_id) select 911, min(id) from event_date;
insert into order_form (hash, entries, order_id, created_at) select sha256(('f' || id)::bytea), sha256('entries'), id, '2026-06-14' from booking_order;
`

/**
 * @param withOthers whether clients 1 and 2 have records, too. Without them, the instance is the same in everything that client 3 may
 *   know
 */
export async function instanceOfClients(withOthers: boolean): Promise<{
  kontor: TestInstance
  key: string
}> {
  const rates = { token: 0, catalogue: 0, website: 0, websiteWrite: 0, session: 0, address: 0, newsletter: 0 }
  const kontor = await testInstance({ settings: { rates } })
  const { owner } = kontor
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(fullDataSet()))]))
  await insertFullRows(kontor.db)
  await sql.raw(more).execute(owner)
  await owner.connection().execute(async (db) => {
    // A key and a certificate may not be changed.
    await sql`set session_replication_role = replica`.execute(db)
    await sql`update signing_key set public_key = ${Buffer.from(key.x!, 'base64url')}`.execute(db)
    // The logo of the fixture is no image.
    await sql`update letterhead set logo = null`.execute(db)
    await sql`update certificate set content = ${JSON.stringify(certified)}::jsonb`.execute(db)
    await sql`reset session_replication_role`.execute(db)
  })
  await sql`insert into client (id, name) values (${ownClient}, 'Akademie')`.execute(owner)
  await copyForOwnClient(owner)
  const websiteKey = 'pk_ofClient3'
  await sql`update website_pages set key_id = key_id + ${idOffset}`.execute(owner)
  await sql`insert into website_key (id, client_id, name, key, hash) values (200001, ${ownClient}, 'own', ${websiteKey}, ${tokenHash(websiteKey)})`.execute(
    owner,
  )
  if (!withOthers) await deleteOthers(owner)
  // Rows that are written from now on are not those of the others.
  await sql`select setval(pg_get_serial_sequence(c.relname, a.attname), ${5 * idOffset})
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`.execute(owner)
  return { kontor, key: websiteKey }
}

/** The condition for the rows of clients 1 and 2, of a table whose rows are numbered, or hang on one. */
async function othersOf(db: Db, table: string, ofClients: ReadonlySet<string>): Promise<string> {
  const columns = await columnsOf(db, table)
  const isNumbered = columns.some(({ name, type }) => name === 'id' && /^(integer|bigint)$/.test(type))
  if (isNumbered) return `id < ${idOffset}`
  const parent =
    columns.find(({ target }) => target !== null && ofClients.has(target))?.name ??
    columns.find(({ name }) => name === 'client_id')?.name
  return parent === 'client_id' ? `client_id <> ${ownClient}` : `${parent} < ${idOffset}`
}

/** The ids of records of clients 1 and 2, by table: one of each. */
export async function idsOfOthers(db: Db): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const table of await tablesOfClients(db)) {
    const columns = await columnsOf(db, table)
    if (!columns.some(({ name, type }) => name === 'id' && /^(integer|bigint)$/.test(type))) continue
    const { rows } = await sql
      .raw<{ id: number | null }>(`select min(id)::int as id from ${table} where ${shared[table] ?? 'true'}`)
      .execute(db)
    if (rows[0]!.id !== null) ids[table] = rows[0]!.id
  }
  return ids
}

/** The rows of clients 1 and 2 in every table, as texts. */
export async function rowsOfOthers(db: Db): Promise<Record<string, string>> {
  const tables = (await tablesOfClients(db)).filter((name) => !derived.has(name))
  const ofClients = new Set(tables)
  const selects = await Promise.all(
    tables.map(
      async (name) =>
        `select '${name}' as name, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as rows from ${name} t where ${shared[name] ?? 'true'} and ${await othersOf(db, name, ofClients)}`,
    ),
  )
  const { rows } = await sql.raw<{ name: string; rows: string }>(selects.join(' union all ')).execute(db)
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

async function deleteOthers(owner: Db): Promise<void> {
  const tables = await tablesOfClients(owner)
  const ofClients = new Set(tables)
  await owner.connection().execute(async (db) => {
    // Without triggers: the rows have never been there.
    await sql`set session_replication_role = replica`.execute(db)
    for (const table of tables.filter((name) => !derived.has(name)))
      await sql
        .raw(
          `delete from ${table} where ${shared[table] ?? 'true'} and ${await othersOf(owner, table, ofClients)}`,
        )
        .execute(db)
    await sql`delete from busy_period where date_id < ${idOffset}`.execute(db)
    await sql`delete from calendar_day where date_id < ${idOffset}`.execute(db)
    await sql`delete from search_entry where kind in ('date', 'lead', 'task') and id < ${idOffset}`.execute(
      db,
    )
    await sql`reset session_replication_role`.execute(db)
  })
}
