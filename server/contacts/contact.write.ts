// Changes contacts (decisions 4.1 to 4.8 and 6.2).

import type { AddressInput } from '../addresses/address.schema.ts'
import {
  ensureDefaultAddress,
  hasAddressFields,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories, replaceCategories, unknownCategoryErrors } from '../addresses/category.sql.ts'
import { isPerson } from '../addresses/contact-types.ts'
import { findMergeTarget } from '../addresses/merged-contact.sql.ts'
import { findCompanyByName } from '../companies/company.sql.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import { withAddressType } from './address-type.ts'
import { moveDefaultAddress, resolveCompany } from './company-of-contact.ts'
import { defaultAddressType, type NewPerson } from './contact.insert.ts'
import type { ContactChange } from './contact.schema.ts'
import { findContactByIdentity, updateIdentities } from './identity.ts'

/**
 * Fills the empty fields of a contact; nothing is overwritten (decision 6.2).
 * A last name that would give it the identity of another contact is left out.
 */
export const fillMissingFields = (tx: Tx, id: number, data: NewPerson): Promise<void> =>
  withAddressType(tx, id, () => fillFields(tx, id, data))

async function fillFields(tx: Tx, id: number, data: NewPerson): Promise<void> {
  const contact = await tx
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const setsLastName =
    contact.last_name_key === '' &&
    comparisonKey(data.lastName) !== '' &&
    (await findContactByIdentity(tx, emailKey(data.email), comparisonKey(data.lastName))) === undefined
  const companyId =
    data.company && isPerson(contact.contact_type) ? await findCompanyByName(tx, data.company) : undefined
  const hasCompany = contact.company_id !== null || contact.company !== '' || !data.company
  await tx
    .updateTable('contact')
    .set({
      salutation: contact.salutation || (data.salutation ?? ''),
      title: contact.title || (data.title ?? ''),
      first_name: contact.first_name || (data.firstName ?? ''),
      ...(setsLastName ? { last_name: data.lastName, last_name_key: comparisonKey(data.lastName) } : {}),
      ...(hasCompany ? {} : { company: companyId ? '' : data.company!, company_id: companyId ?? null }),
    })
    .where('id', '=', id)
    .execute()
  const addressId = await ensureDefaultAddress(tx, id, defaultAddressType(data))
  if (!hasCompany && companyId) await moveDefaultAddress(tx, id, null, companyId)
  const address = await tx
    .selectFrom('address')
    .selectAll()
    .where('id', '=', addressId)
    .executeTakeFirstOrThrow()
  const missing = Object.entries({
    department: address.department,
    position: address.position,
    street: address.street,
    houseNumber: address.house_number,
    zip: address.zip,
    city: address.city,
    state: address.state,
    country: address.country,
  }).filter(([, value]) => value === '')
  await updateAddress(
    tx,
    addressId,
    Object.fromEntries(missing.map(([name]) => [name, data[name as keyof AddressInput]])),
  )
  const phones = await tx
    .selectFrom('phone')
    .select('type')
    .where('contact_id', '=', id)
    .where('is_default', '=', true)
    .execute()
  if (data.phone && !phones.some((phone) => phone.type === 'phone'))
    await setPhones(tx, id, addressId, { phone: data.phone })
  const emails = await tx
    .selectFrom('email_address')
    .select('id')
    .where('contact_id', '=', id)
    .where('is_default', '=', true)
    .execute()
  if (emails.length === 0) await setEmail(tx, id, addressId, data.email)
  if (setsLastName || emails.length === 0) await updateIdentities(tx, id)
}

const lockContact = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact')
    .select(['id', 'contact_type', 'company_id'])
    .where('id', '=', id)
    .where('contact_type', '<>', 'company')
    .forUpdate()
    .executeTakeFirst()

/**
 * PATCH /contacts/{contactId} (decision 4.8).
 * @returns the id of the contact: another one if it was merged into that
 * @throws Failure 404, 400, 409
 */
export async function applyContactChange(tx: Tx, requestedId: number, body: ContactChange): Promise<number> {
  const contact =
    (await lockContact(tx, requestedId)) ??
    (await lockContact(tx, (await findMergeTarget(tx, requestedId)) ?? 0))
  if (!contact) throw notFound(generalErrors.notFound({ kind: 'contact', id: requestedId }))
  await withAddressType(tx, contact.id, () => changeLocked(tx, contact, body))
  return contact.id
}

type LockedContact = { id: number; contact_type: string; company_id: number | null }

async function changeLocked(tx: Tx, contact: LockedContact, body: ContactChange): Promise<void> {
  const { id } = contact
  const categories = body.contactCategoriesId ?? (body.contactCategoriesId === null ? [] : undefined)
  const company = await resolveCompany(tx, body, contact.contact_type)
  const errors = [...company.errors]
  if (categories)
    errors.push(...(await unknownCategoryErrors(tx, categories, (index) => `contactCategoriesId[${index}]`)))
  if (body.categoryId !== undefined)
    errors.push(...(await unknownCategoryErrors(tx, [body.categoryId], () => 'categoryId')))
  if (errors.length > 0) throw badRequest(errors)

  const values = {
    ...(body.salutation !== undefined ? { salutation: body.salutation ?? '' } : {}),
    ...(body.title !== undefined ? { title: body.title ?? '' } : {}),
    ...(body.firstName !== undefined ? { first_name: body.firstName ?? '' } : {}),
    ...(body.lastName !== undefined
      ? { last_name: body.lastName, last_name_key: comparisonKey(body.lastName) }
      : {}),
    ...(body.website !== undefined ? { website: body.website ?? '' } : {}),
    ...company.values,
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (company.values.company_id !== undefined)
    await moveDefaultAddress(tx, id, contact.company_id, company.values.company_id)
  if (body.email !== undefined || hasAddressFields(body)) {
    const addressId = await ensureDefaultAddress(tx, id, defaultAddressType(body))
    await updateAddress(tx, addressId, body)
    await setPhones(tx, id, addressId, body)
    if (body.email !== undefined) await setEmail(tx, id, addressId, body.email)
  }
  if (body.email !== undefined || body.lastName !== undefined) await updateIdentities(tx, id)
  if (categories) await replaceCategories(tx, id, categories)
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
}
