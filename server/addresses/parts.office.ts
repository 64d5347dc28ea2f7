// The parts of a contact, company or location written as a form gives them: each kind as a whole.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Detail } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/text.ts'
import { ensureDefaultAddress } from './address.sql.ts'
import { replaceCategories, unknownCategories } from './category.sql.ts'
import type { GivenParts } from './record.office.ts'

type Kind = 'addresses' | 'emails' | 'phones' | 'trainerData' | 'locationData'
const tables = {
  addresses: 'address',
  emails: 'email_address',
  phones: 'phone',
  trainerData: 'trainer_data',
  locationData: 'location_data',
} as const satisfies Record<Kind, string>

type Row = Record<string, unknown>

// Named one by one, so that no field of a form becomes a column by its name alone.
const columns: { [K in Kind]: (given: NonNullable<GivenParts[K]>[number]) => Row } = {
  addresses: (a) => ({
    address_type: a.addressType,
    is_default: a.isDefault ?? false,
    is_invoice: a.isInvoice ?? false,
    is_invoice_send: a.isInvoiceSend ?? false,
    is_post_office_box: a.isPostOfficeBox ?? false,
    position: a.position ?? '',
    department: a.department ?? '',
    street: a.street ?? '',
    house_number: a.houseNumber ?? '',
    addition: a.addition ?? '',
    zip: a.zip ?? '',
    city: a.city ?? '',
    state: a.state ?? '',
    country: a.country ?? '',
  }),
  emails: (e) => ({ email: e.email.trim(), email_key: fold(e.email), is_default: e.isDefault ?? false }),
  phones: (p) => ({
    type: p.type,
    country_code: p.countryCode ?? '',
    area_code: p.areaCode ?? '',
    number: p.number,
    is_default: p.isDefault ?? false,
  }),
  trainerData: (t) => ({
    objectives: t.objectives ?? '',
    travel_expenses: t.travelExpenses ?? '',
    comment: t.comment ?? '',
    description_html: t.descriptionHtml ?? '',
    misc1: t.misc1 ?? '',
    misc2: t.misc2 ?? '',
    sub_categories: t.subCategories ?? [],
  }),
  locationData: (l) => ({
    comment: l.comment ?? '',
    description_html: l.descriptionHtml ?? '',
    url: l.url ?? '',
    misc: l.misc ?? '',
  }),
}
const kinds = Object.keys(tables) as Kind[]

/** Among which parts one is the default: addresses, e-mail addresses, phones of a type. */
const groupOf: { [K in Kind]?: (row: Row) => string } = {
  addresses: () => '',
  emails: () => '',
  phones: (row) => String(row['type']),
}

type Prepared = Row & { id: number | null }

const rowsOf = <K extends Kind>(kind: K, given: GivenParts): Prepared[] | undefined =>
  given[kind]?.map((part) => ({
    ...columns[kind](part as never),
    id: (part as { id?: number }).id || null,
  })) as Prepared[] | undefined

function faultsOfRows(kind: Kind, rows: Prepared[], own: ReadonlySet<number>): Detail[] {
  const details: Detail[] = []
  const seen = new Set<string>()
  const ids = new Set<number>()
  const emails = new Set<unknown>()
  rows.forEach((row, index) => {
    const at = `${kind}[${index}]`
    if (row.id !== null && (!own.has(row.id) || ids.has(row.id)))
      details.push({ field: `${at}.id`, message: 'is not a part of this contact' })
    if (row.id !== null) ids.add(row.id)
    if (kind === 'emails' && emails.has(row['email_key']))
      details.push({ field: `${at}.email`, message: 'is given more than once' })
    emails.add(row['email_key'])
    const group = groupOf[kind]?.(row)
    if (group === undefined || !row['is_default']) return
    if (seen.has(group)) details.push({ field: `${at}.isDefault`, message: 'can be set once' })
    seen.add(group)
  })
  return details
}

/** Where no part of a group is the default, the first one is. */
function withDefaults(kind: Kind, rows: Prepared[]): Prepared[] {
  const group = groupOf[kind]
  if (!group) return rows
  const has = new Set(rows.filter((row) => row['is_default']).map(group))
  return rows.map((row) => {
    if (has.has(group(row))) return row
    has.add(group(row))
    return { ...row, is_default: true }
  })
}

/** What is wrong with the parts of a form: ids of others, unknown types and categories, two defaults. `id` 0: a new contact. */
export async function faultsOfParts(tx: Tx, id: number, given: GivenParts): Promise<Detail[]> {
  const { rows } = await sql<Record<Kind | 'types', number[]>>`select
    ${sql.join(kinds.map((kind) => sql`array(select id from ${sql.table(tables[kind])} where contact_id = ${id}) as ${sql.ref(kind)}`))},
    array(select id from address_type) as types`.execute(tx)
  const known = rows[0]!
  const details = kinds.flatMap((kind) => {
    const parts = rowsOf(kind, given)
    return parts ? faultsOfRows(kind, parts, new Set(known[kind])) : []
  })
  given.addresses?.forEach(({ addressType }, index) => {
    if (!known.types.includes(addressType))
      details.push({
        field: `addresses[${index}].addressType`,
        message: `there is no address type ${addressType}`,
      })
  })
  if (given.addresses && id !== 0) {
    const { rows: billed } =
      await sql`select from invoice_confirmation i join address a on a.id = i.address_id
      where a.contact_id = ${id} and a.id <> all(${given.addresses.map((one) => one.id ?? 0)}::int[]) limit 1`.execute(
        tx,
      )
    if (billed.length > 0)
      details.push({
        field: 'addresses',
        message: 'lacks an address that an invoice confirmation was sent to',
      })
  }
  details.push(
    ...(await unknownCategories(
      tx,
      given.contactCategoriesId ?? [],
      (index) => `contactCategoriesId[${index}]`,
    )),
  )
  return details
}

async function writeRows(tx: Tx, kind: Kind, contactId: number, given: Prepared[]): Promise<void> {
  const table = sql.table(tables[kind])
  const rows = withDefaults(kind, given)
  const kept = rows.flatMap((row) => (row.id === null ? [] : [row.id]))
  if (kind === 'addresses') {
    // What belongs to an address that goes stays with the contact.
    for (const part of ['email_address', 'phone'] as const)
      await sql`update ${sql.table(part)} set address_id = null
        where contact_id = ${contactId} and address_id is not null and address_id <> all(${kept}::int[])`.execute(
        tx,
      )
  }
  await sql`delete from ${table} where contact_id = ${contactId} and id <> all(${kept}::int[])`.execute(tx)
  const defaults = rows.filter((row) => row['is_default']).map((row) => row.id ?? 0)
  if (groupOf[kind])
    await sql`update ${table} set is_default = false
      where contact_id = ${contactId} and is_default and id <> all(${defaults}::int[])`.execute(tx)
  if (rows.length === 0) return
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const list = (prefix: string) => sql.join(names.map((name) => sql.raw(`${prefix}${name}`)))
  const from = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) g`
  await sql`update ${table} t set (${list('')}) = row(${list('g.')}) from ${from}
    where t.id = g.id and t.contact_id = ${contactId} and row(${list('t.')}) is distinct from row(${list('g.')})`.execute(
    tx,
  )
  await sql`insert into ${table} (contact_id, ${list('')}) select ${contactId}::int, ${list('g.')} from ${from}
    where g.id is null`.execute(tx)
}

/** Writes the parts that a form gives; they have been checked. A new contact has a default address in any case. */
export async function writeParts(
  tx: Tx,
  id: number,
  given: GivenParts,
  options: { isNew: boolean; addressType: number; contactType: string },
): Promise<void> {
  for (const kind of kinds) {
    const rows = rowsOf(kind, given)
    if (rows) await writeRows(tx, kind, id, rows)
  }
  if (options.isNew || given.emails || given.phones || given.addresses) await bindToAddress(tx, id, options)
  const values = {
    ...(given.website === undefined ? {} : { website: given.website }),
    ...(given.imageUrl === undefined ? {} : { image_url: given.imageUrl }),
    ...(given.comment === undefined ? {} : { comment: given.comment }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (given.contactCategoriesId) await replaceCategories(tx, id, given.contactCategoriesId)
  if (options.contactType === 'location') await writeLocation(tx, id, given)
}

/** E-mail addresses and phones belong to the default address, as the interface shows them, where they belong to no other. */
async function bindToAddress(
  tx: Tx,
  id: number,
  options: { isNew: boolean; addressType: number },
): Promise<void> {
  const addressId = await ensureDefaultAddress(tx, id, options.addressType)
  for (const part of ['email_address', 'phone'] as const)
    await sql`update ${sql.table(part)} set address_id = ${addressId} where contact_id = ${id} and address_id is null`.execute(
      tx,
    )
}

async function writeLocation(tx: Tx, id: number, given: GivenParts): Promise<void> {
  const values = {
    ...(given.locationLink === undefined ? {} : { link: given.locationLink }),
    ...(given.locationText === undefined ? {} : { additional_field: given.locationText }),
  }
  await tx
    .insertInto('location')
    .values({ contact_id: id, ...values })
    .onConflict((on) => {
      const conflicting = on.column('contact_id')
      return Object.keys(values).length > 0 ? conflicting.doUpdateSet(values) : conflicting.doNothing()
    })
    .execute()
}
