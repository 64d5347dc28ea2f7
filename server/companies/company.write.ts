// Inserts and changes companies (decision 5).
import { sql } from 'kysely'
import {
  ensureDefaultAddress,
  findEqualAddress,
  hasAddressFields,
  insertAddress,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories, replaceCategories, unknownCategoryErrors } from '../addresses/category.sql.ts'
import { businessAddressType } from '../addresses/child-tables.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { insertContacts } from '../addresses/insert-contacts.ts'
import { findMergeTarget } from '../addresses/merged-contact.sql.ts'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import type { CompanyChange, NewCompany } from './company.schema.ts'

/** The same company (decision 5.1): the comparison keys of the names are equal, and the zips if both have one. */
export async function findSameCompany(
  tx: Tx,
  nameKey: string,
  zip: string,
  exceptId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contact c left join address a on a.contact_id = c.id and a.is_default
    where c.contact_type = 'company' and c.last_name_key = ${nameKey} and c.id <> ${exceptId}
      and (${zip} = '' or coalesce(a.zip, '') in ('', ${zip}))
    order by c.id limit 1`.execute(tx)
  return rows[0]?.id
}

async function referenceErrors(tx: Tx, body: NewCompany | CompanyChange): Promise<FieldError[]> {
  const errors: FieldError[] = []
  if (body.categoryId !== undefined)
    errors.push(...(await unknownCategoryErrors(tx, [body.categoryId], () => 'categoryId')))
  if (body.addressType !== undefined) {
    const type = await tx
      .selectFrom('address_type')
      .select('id')
      .where('id', '=', body.addressType)
      .executeTakeFirst()
    if (!type) errors.push({ field: 'addressType', ...contactErrors.unknownAddressType() })
  }
  return errors
}

/** POST /companies. @returns the id of the new company, or of the existing one, which is not changed */
export async function findOrInsertCompany(tx: Tx, body: NewCompany): Promise<number> {
  const errors = await referenceErrors(tx, body)
  if (errors.length > 0) throw badRequest(errors)
  const nameKey = comparisonKey(body.name)
  await lockKey(tx, lockNamespace.companyName, nameKey)
  const same = await findSameCompany(tx, nameKey, body.zip ?? '', 0)
  if (same) return same
  // The first address becomes the default; isDefaultAddress is ignored.
  const [company] = await insertContacts(tx, [
    {
      ...body,
      contactType: 'company',
      lastName: body.name,
      addressType: body.addressType ?? businessAddressType,
      categoryIds: body.categoryId === undefined ? [] : [body.categoryId],
    },
  ])
  return company!.id
}

const lockCompany = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact')
    .select(['id', 'last_name_key'])
    .where('id', '=', id)
    .where('contact_type', '=', 'company')
    .forUpdate()
    .executeTakeFirst()

/**
 * PATCH /companies/{companyId} (decision 5.3).
 * @returns the id of the company: another one if it was merged into that
 * @throws Failure 404, 400, 409
 */
export async function applyCompanyChange(tx: Tx, requestedId: number, body: CompanyChange): Promise<number> {
  const company =
    (await lockCompany(tx, requestedId)) ??
    (await lockCompany(tx, (await findMergeTarget(tx, requestedId)) ?? 0))
  if (!company) throw notFound(generalErrors.notFound({ kind: 'company', id: requestedId }))
  const { id } = company
  const categories = body.contactCategoriesId ?? (body.contactCategoriesId === null ? [] : undefined)
  const errors = await referenceErrors(tx, body)
  if (categories)
    errors.push(...(await unknownCategoryErrors(tx, categories, (index) => `contactCategoriesId[${index}]`)))
  if (errors.length > 0) throw badRequest(errors)

  if (body.name !== undefined || body.zip !== undefined)
    await rejectSameCompany(tx, id, company.last_name_key, body)
  const values = {
    ...(body.name !== undefined ? { last_name: body.name, last_name_key: comparisonKey(body.name) } : {}),
    ...(body.name2 !== undefined ? { name2: body.name2 ?? '' } : {}),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (body.email !== undefined || body.addressType !== undefined || hasAddressFields(body))
    await updateContactDetails(tx, id, body)
  if (categories) await replaceCategories(tx, id, categories)
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
  return id
}

/** Rejects a name and zip that another company has (decision 5.1). @throws Failure 409 */
export async function rejectSameCompany(
  tx: Tx,
  id: number,
  currentKey: string,
  body: CompanyChange,
): Promise<void> {
  const nameKey = body.name === undefined ? currentKey : comparisonKey(body.name)
  await lockKey(tx, lockNamespace.companyName, nameKey)
  const address = await tx
    .selectFrom('address')
    .select('zip')
    .where('contact_id', '=', id)
    .where('is_default', '=', true)
    .executeTakeFirst()
  const zip =
    body.zip === undefined || body.isDefaultAddress === false ? (address?.zip ?? '') : (body.zip ?? '')
  const same = await findSameCompany(tx, nameKey, zip, id)
  if (same)
    throw conflict(contactErrors.sameCompany(), { kind: 'exists', location: `/restapi/v1/companies/${same}` })
}

async function updateContactDetails(tx: Tx, id: number, body: CompanyChange): Promise<void> {
  const addressId = await ensureDefaultAddress(tx, id, body.addressType ?? businessAddressType)
  if (body.isDefaultAddress === false && hasAddressFields(body)) {
    const addressType = body.addressType ?? businessAddressType
    // A repeated PATCH adds no second address (decision 13.3).
    if ((await findEqualAddress(tx, id, addressType, body)) === undefined)
      await insertAddress(tx, id, body, { addressType, isDefault: false })
  } else {
    await updateAddress(tx, addressId, body)
    if (body.addressType !== undefined)
      await tx
        .updateTable('address')
        .set({ address_type_id: body.addressType })
        .where('id', '=', addressId)
        .execute()
  }
  await setPhones(tx, id, addressId, body)
  if (body.email !== undefined) await setEmail(tx, id, addressId, body.email)
}
