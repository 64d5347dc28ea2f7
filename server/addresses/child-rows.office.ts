// The parts of a contact, company or location written as a form gives them: each kind as a whole.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { FieldError } from '../platform/http/errors.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { ensureDefaultAddress } from './address.sql.ts'
import { replaceCategories, unknownCategoryErrors } from './category.sql.ts'
import { contactErrors } from './contact.errors.ts'
import type { CommonContactInput } from './record.office.ts'

type ChildRowKind = 'addresses' | 'emails' | 'phones' | 'trainerData' | 'locationData'
const tables = {
  addresses: 'address',
  emails: 'email_address',
  phones: 'phone',
  trainerData: 'trainer_data',
  locationData: 'location_data',
} as const satisfies Record<ChildRowKind, string>

type Row = Record<string, unknown>

// Named one by one, so that no field of a form becomes a column by its name alone.
const columns: { [K in ChildRowKind]: (input: NonNullable<CommonContactInput[K]>[number]) => Row } = {
  addresses: (a) => ({
    address_type_id: a.addressTypeId,
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
  emails: (e) => ({
    email: e.email.trim(),
    email_key: comparisonKey(e.email),
    is_default: e.isDefault ?? false,
  }),
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
const childRowKinds = Object.keys(tables) as ChildRowKind[]

/** Among which parts one is the default: addresses, e-mail addresses, phones of a type. */
const defaultGroup: { [K in ChildRowKind]?: (row: Row) => string } = {
  addresses: () => '',
  emails: () => '',
  phones: (row) => String(row['type']),
}

type PreparedRow = Row & { id: number | null }

const prepareRows = <K extends ChildRowKind>(kind: K, input: CommonContactInput): PreparedRow[] | undefined =>
  input[kind]?.map((childRow) => ({
    ...columns[kind](childRow as never),
    id: (childRow as { id?: number }).id || null,
  })) as PreparedRow[] | undefined

function childRowErrors(kind: ChildRowKind, rows: PreparedRow[], ownIds: ReadonlySet<number>): FieldError[] {
  const errors: FieldError[] = []
  const groupsWithDefault = new Set<string>()
  const ids = new Set<number>()
  const emails = new Set<unknown>()
  rows.forEach((row, index) => {
    const path = `${kind}[${index}]`
    if (row.id !== null && (!ownIds.has(row.id) || ids.has(row.id)))
      errors.push({ field: `${path}.id`, ...contactErrors.foreignRow() })
    if (row.id !== null) ids.add(row.id)
    if (kind === 'emails' && emails.has(row['email_key']))
      errors.push({ field: `${path}.email`, ...contactErrors.repeatedEmail() })
    emails.add(row['email_key'])
    const group = defaultGroup[kind]?.(row)
    if (group === undefined || !row['is_default']) return
    if (groupsWithDefault.has(group))
      errors.push({ field: `${path}.isDefault`, ...contactErrors.severalDefaults() })
    groupsWithDefault.add(group)
  })
  return errors
}

/** Where no part of a group is the default, the first one is. */
function withDefaults(kind: ChildRowKind, rows: PreparedRow[]): PreparedRow[] {
  const group = defaultGroup[kind]
  if (!group) return rows
  const groupsWithDefault = new Set(rows.filter((row) => row['is_default']).map(group))
  return rows.map((row) => {
    if (groupsWithDefault.has(group(row))) return row
    groupsWithDefault.add(group(row))
    return { ...row, is_default: true }
  })
}

/** What is wrong with the parts of a form: ids of others, unknown types and categories, two defaults. `id` 0: a new contact. */
export async function validateChildRows(
  tx: Tx,
  id: number,
  input: CommonContactInput,
): Promise<FieldError[]> {
  const { rows } = await sql<Record<ChildRowKind | 'types', number[]>>`select
    ${sql.join(childRowKinds.map((kind) => sql`array(select id from ${sql.table(tables[kind])} where contact_id = ${id}) as ${sql.ref(kind)}`))},
    array(select id from address_type) as types`.execute(tx)
  const existing = rows[0]!
  const errors = childRowKinds.flatMap((kind) => {
    const preparedRows = prepareRows(kind, input)
    return preparedRows ? childRowErrors(kind, preparedRows, new Set(existing[kind])) : []
  })
  input.addresses?.forEach(({ addressTypeId }, index) => {
    if (!existing.types.includes(addressTypeId))
      errors.push({
        field: `addresses[${index}].addressTypeId`,
        ...contactErrors.unknownAddressType({ id: addressTypeId }),
      })
  })
  if (input.addresses && id !== 0) {
    const { rows: billedAddresses } =
      await sql`select from invoice_confirmation i join address a on a.id = i.address_id
      where a.contact_id = ${id} and a.id <> all(${input.addresses.map((one) => one.id ?? 0)}::int[]) limit 1`.execute(
        tx,
      )
    if (billedAddresses.length > 0)
      errors.push({
        field: 'addresses',
        ...contactErrors.billedAddressMissing(),
      })
  }
  errors.push(
    ...(await unknownCategoryErrors(tx, input.categoryIds ?? [], (index) => `categoryIds[${index}]`)),
  )
  return errors
}

async function reconcileRows(
  tx: Tx,
  kind: ChildRowKind,
  contactId: number,
  prepared: PreparedRow[],
): Promise<void> {
  const table = sql.table(tables[kind])
  const rows = withDefaults(kind, prepared)
  const keptIds = rows.flatMap((row) => (row.id === null ? [] : [row.id]))
  if (kind === 'addresses') {
    // What belongs to an address that goes stays with the contact.
    for (const childTable of ['email_address', 'phone'] as const)
      await sql`update ${sql.table(childTable)} set address_id = null
        where contact_id = ${contactId} and address_id is not null and address_id <> all(${keptIds}::int[])`.execute(
        tx,
      )
  }
  await sql`delete from ${table} where contact_id = ${contactId} and id <> all(${keptIds}::int[])`.execute(tx)
  const defaults = rows.filter((row) => row['is_default']).map((row) => row.id ?? 0)
  if (defaultGroup[kind])
    await sql`update ${table} set is_default = false
      where contact_id = ${contactId} and is_default and id <> all(${defaults}::int[])`.execute(tx)
  if (rows.length === 0) return
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const columnList = (prefix: string) => sql.join(names.map((name) => sql.raw(`${prefix}${name}`)))
  const source = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) g`
  await sql`update ${table} t set (${columnList('')}) = row(${columnList('g.')}) from ${source}
    where t.id = g.id and t.contact_id = ${contactId} and row(${columnList('t.')}) is distinct from row(${columnList('g.')})`.execute(
    tx,
  )
  await sql`insert into ${table} (contact_id, ${columnList('')}) select ${contactId}::int, ${columnList('g.')} from ${source}
    where g.id is null`.execute(tx)
}

/** Writes the parts that a form gives; they have been checked. A new contact has a default address in any case. */
export async function writeChildRows(
  tx: Tx,
  id: number,
  input: CommonContactInput,
  options: { isNew: boolean; addressType: number; contactType: string },
): Promise<void> {
  for (const kind of childRowKinds) {
    const rows = prepareRows(kind, input)
    if (rows) await reconcileRows(tx, kind, id, rows)
  }
  if (options.isNew || input.emails || input.phones || input.addresses)
    await linkToDefaultAddress(tx, id, options)
  const values = {
    ...(input.website === undefined ? {} : { website: input.website }),
    ...(input.imageUrl === undefined ? {} : { image_url: input.imageUrl }),
    ...(input.comment === undefined ? {} : { comment: input.comment }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (input.categoryIds) await replaceCategories(tx, id, input.categoryIds)
  if (options.contactType === 'location') await writeLocation(tx, id, input)
}

/** E-mail addresses and phones belong to the default address, as the interface shows them, where they belong to no other. */
async function linkToDefaultAddress(
  tx: Tx,
  id: number,
  options: { isNew: boolean; addressType: number },
): Promise<void> {
  const addressId = await ensureDefaultAddress(tx, id, options.addressType)
  for (const childTable of ['email_address', 'phone'] as const)
    await sql`update ${sql.table(childTable)} set address_id = ${addressId} where contact_id = ${id} and address_id is null`.execute(
      tx,
    )
}

async function writeLocation(tx: Tx, id: number, input: CommonContactInput): Promise<void> {
  const values = {
    ...(input.locationLink === undefined ? {} : { link: input.locationLink }),
    ...(input.locationAdditionalField === undefined
      ? {}
      : { additional_field: input.locationAdditionalField }),
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
