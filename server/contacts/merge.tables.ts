// The tables that refer to contacts, and the effect of a merge on each.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

/** Rows of others that refer to a contact: a merge makes them refer to the remaining contact. */
export const references = [
  { table: 'contact', column: 'company_id', key: 'id' },
  { table: 'address', column: 'parent_contact_id', key: 'id' },
  { table: 'booking', column: 'contact_id', key: 'id' },
  { table: 'booking_history', column: 'contact_id', key: 'id' },
  { table: 'booking_order', column: 'orderer_id', key: 'id' },
  { table: 'booking_order', column: 'company_id', key: 'id' },
  { table: 'booking_order', column: 'invoice_contact_id', key: 'id' },
  { table: 'company_link', column: 'company_id', key: 'id' },
  { table: 'lead', column: 'company_id', key: 'id' },
  { table: 'task', column: 'contact_id', key: 'id' },
  { table: 'logbook_entry', column: 'contact_id', key: 'id' },
  { table: 'invoice_confirmation', column: 'contact_id', key: 'id' },
  { table: 'newsletter_consent', column: 'contact_id', key: 'id' },
  { table: 'outbox_mail', column: 'contact_id', key: 'id' },
  { table: 'trainer', column: 'contact_id', key: 'id' },
  { table: 'room', column: 'location_id', key: 'id' },
  { table: 'contact_merge', column: 'into_id', key: 'from_id' },
] as const

/** Rows that belong to a contact: a merge records them before and after. In the order in which they can be inserted. */
export const ownedTables = [
  { table: 'contact', columns: ['id'], key: ['id'] },
  { table: 'address', columns: ['contact_id'], key: ['id'] },
  { table: 'email_address', columns: ['contact_id'], key: ['id'] },
  { table: 'phone', columns: ['contact_id'], key: ['id'] },
  { table: 'trainer_data', columns: ['contact_id'], key: ['id'] },
  { table: 'location_data', columns: ['contact_id'], key: ['id'] },
  { table: 'contact_in_category', columns: ['contact_id'], key: ['contact_id', 'category_id'] },
  {
    table: 'newsletter_subscription',
    columns: ['contact_id'],
    key: ['contact_id', 'service', 'external_id'],
  },
  { table: 'lead_contact', columns: ['contact_id'], key: ['lead_id', 'contact_id'] },
  { table: 'location', columns: ['contact_id'], key: ['contact_id'] },
  { table: 'image', columns: ['location_id'], key: ['id'] },
  { table: 'date_location', columns: ['contact_id'], key: ['date_id', 'contact_id'] },
  { table: 'travel_time', columns: ['low_id', 'high_id'], key: ['low_id', 'high_id'] },
  { table: 'duplicate_dismissal', columns: ['low_id', 'high_id'], key: ['low_id', 'high_id'] },
] as const

/** Written again after each merge (identity.ts) or by the next scan for duplicates. */
export const derivedColumns = [
  'contact_identity.contact_id',
  'duplicate_pair.low_id',
  'duplicate_pair.high_id',
]

/** History: it keeps the contact of its time, so that undoing an import leaves a contact that was merged since. */
export const historyColumns = ['contact_import_row.contact_id']

export type Row = Record<string, unknown>
/** A row that a merge inserted (no `before`), deleted (no `after`) or updated. */
export type RowChange = { table: string; before?: Row; after?: Row }
/** Rows that referred to the merged contact. */
export type MovedReferences = { table: string; column: string; key: string; ids: number[] }

/** The rows of contacts in each table, by key. */
export async function snapshot(tx: Tx, ids: readonly number[]): Promise<Map<string, Map<string, Row>>> {
  const { rows } = await sql<Record<string, Row[]>>`select ${sql.join(
    ownedTables.map(({ table, columns }) => {
      const condition = sql.join(
        columns.map((column) => sql`t.${sql.ref(column)} = any(${ids}::int[])`),
        sql` or `,
      )
      return sql`array(select to_json(t) from ${sql.table(table)} t where ${condition}) as ${sql.ref(table)}`
    }),
  )}`.execute(tx)
  return new Map(
    ownedTables.map(({ table, key }) => [
      table,
      new Map(rows[0]![table]!.map((row) => [JSON.stringify(key.map((name) => row[name])), row])),
    ]),
  )
}

/** The rows in which two snapshots differ. */
export function rowDifferences(
  before: Map<string, Map<string, Row>>,
  after: Map<string, Map<string, Row>>,
): RowChange[] {
  return ownedTables.flatMap(({ table }) => {
    const was = before.get(table)!
    const is = after.get(table)!
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): RowChange[] => {
      const [old, now] = [was.get(key), is.get(key)]
      if (isDeepStrictEqual(old, now)) return []
      return [{ table, ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) }]
    })
  })
}

/** Makes all references to one contact refer to another. */
export async function moveReferences(tx: Tx, from: number, into: number): Promise<MovedReferences[]> {
  const moved: MovedReferences[] = []
  for (const { table, column, key } of references) {
    const { rows } = await sql<{ id: number }>`update ${sql.table(table)} set ${sql.ref(column)} = ${into}
      where ${sql.ref(column)} = ${from} returning ${sql.ref(key)} as id`.execute(tx)
    if (rows.length > 0) moved.push({ table, column, key, ids: rows.map(({ id }) => id) })
  }
  return moved
}

const keyedTables = [
  'contact_in_category',
  'lead_contact',
  'location',
  'date_location',
  'newsletter_subscription',
] as const

/** Gives one contact the rows of another in tables whose keys contain the contact; a row that both have stays once. */
export async function moveKeyedRows(tx: Tx, from: number, into: number): Promise<void> {
  // A person who unsubscribed as either of the two contacts gets no mail.
  await sql`update newsletter_subscription n set is_active = false, opt_in = true, opt_in_executed = true from newsletter_subscription o
    where n.contact_id = ${into} and o.contact_id = ${from} and o.service = n.service and o.external_id = n.external_id
      and not o.is_active and o.opt_in_executed`.execute(tx)
  for (const table of keyedTables)
    await sql`insert into ${sql.table(table)} select r.* from ${sql.table(table)} t
      cross join lateral jsonb_populate_record(t, jsonb_build_object('contact_id', ${into}::int)) r
      where t.contact_id = ${from} on conflict do nothing`.execute(tx)
  // The deletion of the location below deletes those of the other contact.
  await sql`insert into travel_time (low_id, high_id, minutes)
    select least(other, ${into}::int), greatest(other, ${into}::int), minutes from (
      select case low_id when ${from} then high_id else low_id end as other, minutes from travel_time
      where ${from} in (low_id, high_id)) t
    where other <> ${into} on conflict do nothing`.execute(tx)
  // A location has one image.
  await sql`update image set location_id = ${into} where location_id = ${from}
    and not exists (select from image where location_id = ${into})`.execute(tx)
  for (const table of keyedTables.toReversed())
    await sql`delete from ${sql.table(table)} where contact_id = ${from}`.execute(tx)
  await sql`insert into duplicate_dismissal (low_id, high_id, dismissed_at, dismissed_by)
    select least(other, ${into}::int), greatest(other, ${into}::int), dismissed_at, dismissed_by from (
      select case low_id when ${from} then high_id else low_id end as other, dismissed_at, dismissed_by
      from duplicate_dismissal where low_id = ${from} or high_id = ${from}) d
    where other <> ${into} on conflict do nothing`.execute(tx)
  await sql`delete from duplicate_dismissal where low_id = ${from} or high_id = ${from}`.execute(tx)
}
