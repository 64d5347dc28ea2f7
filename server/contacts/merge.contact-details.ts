// Addresses, e-mail addresses and phones of two contacts become those of one: what is the same stays once, one is the default.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'

export type MergeSide = 'into' | 'from'
export type ContactDetailsChoice = Partial<
  Record<'defaultAddress' | 'defaultEmail' | 'defaultPhone' | 'defaultFax' | 'defaultMobile', MergeSide>
>

const addressColumns = [
  'position',
  'department',
  'street',
  'house_number',
  'addition',
  'zip',
  'city',
  'state',
  'country',
] as const
const addressValues = (row: string) => sql.join(addressColumns.map((name) => sql.raw(`${row}.${name}`)))
const digits = (row: string) =>
  sql.raw(
    `ltrim(regexp_replace(${row}.country_code || ${row}.area_code || ${row}.number, '\\D', '', 'g'), '0')`,
  )

/** Makes the default one of a group: the one that was chosen; else the survivor's, where it says anything. */
async function chooseDefaults(
  tx: Tx,
  into: number,
  from: number,
  choice: ContactDetailsChoice,
): Promise<void> {
  const groups = [
    { table: 'address', group: sql`''`, side: { '': choice.defaultAddress } },
    { table: 'email_address', group: sql`''`, side: { '': choice.defaultEmail } },
    {
      table: 'phone',
      group: sql`t.type`,
      side: { phone: choice.defaultPhone, fax: choice.defaultFax, mobile: choice.defaultMobile },
    },
  ] as const
  for (const { table, group, side } of groups) {
    const isFilledIn = table === 'address' ? sql`concat(${addressValues('t')}) <> ''` : sql`true`
    const { rows } = await sql<{ id: number; contact_id: number; group: string; says: boolean }>`
      select t.id, t.contact_id, ${group} as "group", ${isFilledIn} as says from ${sql.table(table)} t
      where t.contact_id in (${into}, ${from}) and t.is_default`.execute(tx)
    const chosen = Object.entries(side).flatMap(([name, wanted]) => {
      const of = (contact: number) => rows.find((row) => row.contact_id === contact && row.group === name)
      const [own, other] = [of(into), of(from)]
      const preferred = wanted ?? (own?.says ? 'into' : 'from')
      const row = preferred === 'from' ? (other ?? own) : (own ?? other)
      return row ? [row.id] : []
    })
    await sql`update ${sql.table(table)} set is_default = false
      where contact_id in (${into}, ${from}) and is_default and id <> all(${chosen}::int[])`.execute(tx)
  }
}

/** Takes away what the other contact has too, unless it is the default; then the other one goes. */
async function deleteDuplicates(tx: Tx, into: number, from: number): Promise<void> {
  const same = {
    email_address: sql`a.email_key = b.email_key`,
    phone: sql`a.type = b.type and ${digits('a')} = ${digits('b')}`,
  }
  for (const table of ['email_address', 'phone'] as const)
    await sql`delete from ${sql.table(table)} d using ${sql.table(table)} a, ${sql.table(table)} b
      where a.contact_id = ${into} and b.contact_id = ${from} and ${same[table]}
        and d.id = case when b.is_default then a.id else b.id end`.execute(tx)
  const { rows } = await sql<{ goes: number; stays: number }>`
    select distinct on (goes) goes, stays from (
      select case when b.is_default then a.id else b.id end as goes, case when b.is_default then b.id else a.id end as stays
      from address a join address b on (${addressValues('a')}) = (${addressValues('b')})
        and (a.is_invoice, a.is_invoice_send, a.is_post_office_box) = (b.is_invoice, b.is_invoice_send, b.is_post_office_box)
      where a.contact_id = ${into} and b.contact_id = ${from}) pair
    where not exists (select from invoice_confirmation i where i.address_id = goes) order by goes, stays`.execute(
    tx,
  )
  const deletedIds = new Set(rows.map((row) => row.goes))
  for (const pair of rows.filter(({ stays }) => !deletedIds.has(stays))) {
    for (const table of ['email_address', 'phone'] as const)
      await sql`update ${sql.table(table)} set address_id = ${pair.stays} where address_id = ${pair.goes}`.execute(
        tx,
      )
    await sql`delete from address where id = ${pair.goes}`.execute(tx)
  }
}

export async function mergeContactDetails(
  tx: Tx,
  into: number,
  from: number,
  choice: ContactDetailsChoice,
): Promise<void> {
  await chooseDefaults(tx, into, from, choice)
  await deleteDuplicates(tx, into, from)
  for (const table of ['address', 'email_address', 'phone', 'trainer_data', 'location_data'] as const)
    await sql`update ${sql.table(table)} set contact_id = ${into} where contact_id = ${from}`.execute(tx)
}
