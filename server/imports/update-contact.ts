// Writes a row to an existing contact or company: fills its empty fields, or overwrites its fields.

import { sql } from 'kysely'
import { phoneTypes } from '../addresses/address.schema.ts'
import {
  addressColumns,
  ensureDefaultAddress,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories } from '../addresses/category.sql.ts'
import { isCompany, isPerson } from '../addresses/contact-types.ts'
import { applyCompanyChange } from '../companies/company.write.ts'
import { defaultAddressType } from '../contacts/contact.insert.ts'
import { applyContactChange, fillMissingFields } from '../contacts/contact.write.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ImportPlan } from './import-plan.ts'
import { duplicateOptions } from './imported-types.ts'
import type { RowData } from './parse-row.ts'

/** Writes a row to a contact that the caller has locked. @throws Failure 409 */
export async function updateContactFromRow(
  tx: Tx,
  id: number,
  plan: ImportPlan,
  data: RowData,
  categoryIds: readonly number[],
): Promise<void> {
  const fill = !duplicateOptions[plan.onDuplicate].overwrites
  const { comment, website, name, name2, ...rest } = data
  if (isPerson(plan.contactType)) {
    const { email = '', lastName = '', ...fields } = rest
    if (fill) await fillMissingFields(tx, id, { ...fields, email, lastName })
    else
      await applyContactChange(tx, id, {
        ...fields,
        ...(email ? { email } : {}),
        ...(lastName ? { lastName } : {}),
      })
  } else if (!fill) {
    const { salutation: _s, title: _t, firstName: _f, lastName: _l, company: _c, ...fields } = rest
    await applyCompanyChange(tx, id, { ...fields, ...(name2 ? { name2 } : {}) })
  }
  if (fill) await fillContactDetails(tx, id, plan, data)
  const contactFields = { comment: comment ?? '', website: website ?? '', name2: name2 ?? '' }
  await sql`update contact set
      comment = case when ${contactFields.comment} = '' or (${fill} and comment <> '') then comment else ${contactFields.comment} end,
      website = case when ${contactFields.website} = '' or (${fill} and website <> '') then website else ${contactFields.website} end,
      name2 = case when ${contactFields.name2} = '' or (${fill} and name2 <> '') then name2 else ${contactFields.name2} end
    where id = ${id} and (${contactFields.comment} <> '' or ${contactFields.website} <> '' or ${contactFields.name2} <> '')`.execute(
    tx,
  )
  await addCategories(tx, id, categoryIds)
}

/** Fills what `fillMissingFields` does not: fax and mobile, and the contact details of companies. */
async function fillContactDetails(tx: Tx, id: number, plan: ImportPlan, data: RowData): Promise<void> {
  const addressId = await ensureDefaultAddress(
    tx,
    id,
    isCompany(plan.contactType) ? 1 : defaultAddressType(data),
  )
  if (isCompany(plan.contactType)) {
    const address = await tx
      .selectFrom('address')
      .selectAll()
      .where('id', '=', addressId)
      .executeTakeFirstOrThrow()
    const missing = (Object.keys(addressColumns) as (keyof typeof addressColumns)[]).filter(
      (name) => data[name] && address[addressColumns[name]] === '',
    )
    await updateAddress(tx, addressId, Object.fromEntries(missing.map((name) => [name, data[name]])))
    const email = await tx
      .selectFrom('email_address')
      .select('id')
      .where('contact_id', '=', id)
      .where('is_default', '=', true)
      .executeTakeFirst()
    if (data.email && !email) await setEmail(tx, id, addressId, data.email)
  }
  const phones = await tx
    .selectFrom('phone')
    .select('type')
    .where('contact_id', '=', id)
    .where('is_default', '=', true)
    .execute()
  const missingPhones = phoneTypes.filter(
    (type) => data[type] && !phones.some((phone) => phone.type === type),
  )
  await setPhones(tx, id, addressId, Object.fromEntries(missingPhones.map((type) => [type, data[type]])))
}
