// Merges the addresses, e-mail addresses and phones of two contacts: duplicates are deleted, one of each kind is the default.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { compareAddresses } from '../platform/ground/matching/addresses.ts'
import { splitWords } from '../platform/ground/matching/words.ts'
import { homeCallingCode } from '../platform/settings/instance-country.ts'

export type MergeSide = 'into' | 'from'
export type ContactDetailsChoices = Partial<
  Record<'defaultAddress' | 'defaultEmail' | 'defaultPhone' | 'defaultFax' | 'defaultMobile', MergeSide>
>

const addressColumns = ['street', 'house_number', 'zip', 'city', 'country'] as const
const furtherColumns = [
  'position',
  'department',
  'addition',
  'state',
  'is_invoice',
  'is_invoice_send',
  'is_post_office_box',
] as const
const valuesOf = (row: string, columns: readonly string[]) =>
  sql.join(columns.map((name) => sql.raw(`${row}.${name}`)))
const furtherValues = (row: string) => valuesOf(row, furtherColumns)
const addressValues = (row: string) =>
  valuesOf(row, [...addressColumns, 'position', 'department', 'addition', 'state'])

type AddressRow = { [column in (typeof addressColumns)[number]]: string }
type AddressPair = { deleted_id: number; kept_id: number; one: AddressRow; other: AddressRow }

/** Whether one of two addresses says nothing that the other one does not say: a floor in the street is more. */
function isSameAddress(one: AddressRow, other: AddressRow): boolean {
  if (addressColumns.every((name) => one[name] === other[name])) return true
  const [a, b] = [one, other].map((row) =>
    splitWords(`${row.street} ${row.house_number}`)
      .join('')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
  const toAddress = ({ house_number, ...row }: AddressRow) => ({ ...row, houseNumber: house_number })
  return a === b && compareAddresses(toAddress(one), toAddress(other)) === 'equal'
}

const digits = (row: string, home: string) =>
  sql`phone_digits(${sql.raw(row)}.country_code, ${sql.raw(row)}.area_code, ${sql.raw(row)}.number, ${home})`

/** Keeps one default of each kind: the chosen one, otherwise that of the remaining contact unless it is empty. */
async function chooseDefaults(
  tx: Tx,
  into: number,
  from: number,
  choices: ContactDetailsChoices,
): Promise<void> {
  const groups = [
    { table: 'address', group: sql`''`, side: { '': choices.defaultAddress } },
    { table: 'email_address', group: sql`''`, side: { '': choices.defaultEmail } },
    {
      table: 'phone',
      group: sql`t.type`,
      side: { phone: choices.defaultPhone, fax: choices.defaultFax, mobile: choices.defaultMobile },
    },
  ] as const
  for (const { table, group, side } of groups) {
    const isFilledIn = table === 'address' ? sql`concat(${addressValues('t')}) <> ''` : sql`true`
    const { rows } = await sql<{ id: number; contact_id: number; group: string; is_filled_in: boolean }>`
      select t.id, t.contact_id, ${group} as "group", ${isFilledIn} as is_filled_in from ${sql.table(table)} t
      where t.contact_id in (${into}, ${from}) and t.is_default`.execute(tx)
    const chosen = Object.entries(side).flatMap(([name, chosenSide]) => {
      const of = (contact: number) => rows.find((row) => row.contact_id === contact && row.group === name)
      const [own, other] = [of(into), of(from)]
      const preferred = chosenSide ?? (own?.is_filled_in ? 'into' : 'from')
      const row = preferred === 'from' ? (other ?? own) : (own ?? other)
      return row ? [row.id] : []
    })
    await sql`update ${sql.table(table)} set is_default = false
      where contact_id in (${into}, ${from}) and is_default and id <> all(${chosen}::int[])`.execute(tx)
  }
}

/** Of each row that both contacts have, deletes one: that of the remaining contact if the other's is its default. */
async function deleteDuplicates(tx: Tx, into: number, from: number): Promise<void> {
  const home = await homeCallingCode(tx)
  const same = {
    email_address: sql`a.email_key = b.email_key`,
    phone: sql`a.type = b.type and ${digits('a', home)} = ${digits('b', home)}`,
  }
  for (const table of ['email_address', 'phone'] as const)
    await sql`delete from ${sql.table(table)} d using ${sql.table(table)} a, ${sql.table(table)} b
      where a.contact_id = ${into} and b.contact_id = ${from} and ${same[table]}
        and d.id = case when b.is_default then a.id else b.id end`.execute(tx)
  const { rows: pairs } = await sql<AddressPair>`
    select case when b.is_default then a.id else b.id end as deleted_id, case when b.is_default then b.id else a.id end as kept_id,
      to_json(a) as one, to_json(b) as other
    from address a join address b on (${furtherValues('a')}) = (${furtherValues('b')})
    where a.contact_id = ${into} and b.contact_id = ${from}
      and not exists (select from invoice_confirmation i where i.address_id = case when b.is_default then a.id else b.id end)
    order by 1, 2`.execute(tx)
  const rows = [
    ...new Map(
      pairs.filter(({ one, other }) => isSameAddress(one, other)).map((pair) => [pair.deleted_id, pair]),
    ).values(),
  ]
  const deletedIds = new Set(rows.map((row) => row.deleted_id))
  for (const pair of rows.filter(({ kept_id }) => !deletedIds.has(kept_id))) {
    for (const table of ['email_address', 'phone'] as const)
      await sql`update ${sql.table(table)} set address_id = ${pair.kept_id} where address_id = ${pair.deleted_id}`.execute(
        tx,
      )
    await sql`delete from address where id = ${pair.deleted_id}`.execute(tx)
  }
}

/** Gives one contact the addresses, e-mail addresses, phones, trainer and location data of another. */
export async function mergeContactDetails(
  tx: Tx,
  into: number,
  from: number,
  choices: ContactDetailsChoices,
): Promise<void> {
  await chooseDefaults(tx, into, from, choices)
  await deleteDuplicates(tx, into, from)
  for (const table of ['address', 'email_address', 'phone', 'trainer_data', 'location_data'] as const)
    await sql`update ${sql.table(table)} set contact_id = ${into} where contact_id = ${from}`.execute(tx)
}
