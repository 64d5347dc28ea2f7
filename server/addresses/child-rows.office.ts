// Writes the child rows of a contact, company or location; a form sends all rows of a kind.

import { sql } from 'kysely'
import { sanitizedRows } from '../platform/database/changed-fields.ts'
import { type ChildTable, type WantedRow, writeChildRows } from '../platform/database/child-rows.ts'
import type { Tx } from '../platform/database/database.ts'
import { withEmptyFields } from '../platform/database/fields.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { emailKey } from '../platform/ground/text.ts'
import { ensureDefaultAddress } from './address.sql.ts'
import { replaceCategories, unknownCategoryErrors } from './category.sql.ts'
import {
  addressFields,
  addressTable,
  emailFields,
  emailTable,
  locationDataTable,
  phoneFields,
  phoneTable,
  trainerDataTable,
} from './child-tables.ts'
import { contactErrors } from './contact.errors.ts'
import { isLocation } from './contact-types.ts'
import type { CommonContactInput } from './record.office.ts'

const tables = {
  addresses: { table: addressTable, fields: addressFields },
  emails: { table: emailTable, fields: emailFields },
  phones: { table: phoneTable, fields: phoneFields },
  trainerData: { table: trainerDataTable, fields: trainerDataTable.fields },
  locationData: { table: locationDataTable, fields: locationDataTable.fields },
} as const
type ChildRowKind = keyof typeof tables
const childRowKinds = Object.keys(tables) as ChildRowKind[]

/** Groups of rows with one default each: addresses, e-mail addresses, phones of a type. */
const defaultGroup: { [K in ChildRowKind]?: (row: WantedRow) => string } = {
  addresses: () => '',
  emails: () => '',
  phones: (row) => String(row['type']),
}

/** The rows of a form with all their fields. */
function prepareRows(kind: ChildRowKind, input: CommonContactInput): WantedRow[] | undefined {
  const given: readonly (object & { id?: number })[] | undefined = input[kind]
  const rows = given?.map(({ id = 0, ...row }) => ({ ...withEmptyFields(tables[kind].fields, row), id }))
  if (kind !== 'emails') return rows
  return input.emails?.map(({ email }, at) => ({
    ...rows![at]!,
    email: email.trim(),
    emailKey: emailKey(email),
  }))
}

function childRowErrors(
  kind: ChildRowKind,
  rows: readonly WantedRow[],
  ownIds: ReadonlySet<number>,
): FieldError[] {
  const errors: FieldError[] = []
  const groupsWithDefault = new Set<string>()
  const ids = new Set<number>()
  const emails = new Set<unknown>()
  rows.forEach((row, index) => {
    const path = `${kind}[${index}]`
    if (row.id && (!ownIds.has(row.id) || ids.has(row.id)))
      errors.push({ field: `${path}.id`, ...contactErrors.foreignRow() })
    if (row.id) ids.add(row.id)
    if (kind === 'emails' && emails.has(row['emailKey']))
      errors.push({ field: `${path}.email`, ...contactErrors.repeatedEmail() })
    emails.add(row['emailKey'])
    const group = defaultGroup[kind]?.(row)
    if (group === undefined || !row['isDefault']) return
    if (groupsWithDefault.has(group))
      errors.push({ field: `${path}.isDefault`, ...contactErrors.severalDefaults() })
    groupsWithDefault.add(group)
  })
  return errors
}

/** Makes the first row of a group the default if there is none. */
function withDefaults(kind: ChildRowKind, rows: readonly WantedRow[]): readonly WantedRow[] {
  const group = defaultGroup[kind]
  if (!group) return rows
  const groupsWithDefault = new Set(rows.filter((row) => row['isDefault']).map(group))
  return rows.map((row) => {
    if (groupsWithDefault.has(group(row))) return row
    groupsWithDefault.add(group(row))
    return { ...row, isDefault: true }
  })
}

/** Errors of the rows of a form: ids of other contacts, unknown types and categories, two defaults. @param id 0: a new contact */
export async function validateContactDetails(
  tx: Tx,
  id: number,
  input: CommonContactInput,
): Promise<FieldError[]> {
  const { rows } = await sql<Record<ChildRowKind | 'types', number[]>>`select
    ${sql.join(childRowKinds.map((kind) => sql`array(select id from ${sql.table(tables[kind].table.table)} where contact_id = ${id}) as ${sql.ref(kind)}`))},
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
        ...contactErrors.unknownAddressType(),
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

/** The HTML of the stored rows: texts that are not edited stay as they are. */
async function storedHtml(tx: Tx, table: ChildTable, contactId: number): Promise<WantedRow[]> {
  if (!('descriptionHtml' in table.fields)) return []
  const { rows } = await sql<{ id: number; descriptionHtml: string }>`
    select id, description_html as "descriptionHtml" from ${sql.table(table.table)} where contact_id = ${contactId}`.execute(
    tx,
  )
  return rows
}

/** E-mail addresses and phones of a deleted address stay with the contact. */
async function detachAddressDetails(tx: Tx, contactId: number, rows: readonly WantedRow[]): Promise<void> {
  const keptIds = rows.map(({ id }) => id)
  for (const childTable of ['email_address', 'phone'] as const)
    await sql`update ${sql.table(childTable)} set address_id = null
      where contact_id = ${contactId} and address_id is not null and address_id <> all(${keptIds}::int[])`.execute(
      tx,
    )
}

/** Writes validated rows of a form. A new contact always gets a default address. */
export async function writeContactDetails(
  tx: Tx,
  id: number,
  input: CommonContactInput,
  options: { isNew: boolean; addressType: number; contactType: string },
): Promise<void> {
  for (const kind of childRowKinds) {
    const rows = prepareRows(kind, input)
    if (!rows) continue
    if (kind === 'addresses') await detachAddressDetails(tx, id, rows)
    const { table } = tables[kind]
    const sanitized = sanitizedRows(table, withDefaults(kind, rows), await storedHtml(tx, table, id))
    await writeChildRows(tx, table, [[id, sanitized]], { list: kind })
  }
  if (options.isNew || input.emails || input.phones || input.addresses)
    await linkToDefaultAddress(tx, id, options)
  const values = {
    ...(input.website === undefined ? {} : { website: input.website }),
    ...(input.imageUrl === undefined ? {} : { image_url: input.imageUrl }),
    ...(input.language === undefined ? {} : { language: input.language }),
    ...(input.comment === undefined ? {} : { comment: input.comment }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (input.categoryIds) await replaceCategories(tx, id, input.categoryIds)
  if (isLocation(options.contactType)) await writeLocation(tx, id, input)
}

/** Assigns e-mail addresses and phones without an address to the default address, because the interface shows them there. */
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
