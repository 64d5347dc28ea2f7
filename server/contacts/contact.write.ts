// Contacts changed (decisions 4.1 to 4.8 and 6.2).
import type { GivenAddress } from '../addresses/address.schema.ts'
import {
  ensureDefaultAddress,
  mentionsAddress,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories, replaceCategories, unknownCategories } from '../addresses/category.sql.ts'
import { mergedInto } from '../addresses/merged.sql.ts'
import { findCompanyByName } from '../companies/company.sql.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, notFound } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/text.ts'
import { chosenCompany, moveDefaultAddress } from './company-of-contact.ts'
import { businessOr, type ContactData } from './contact.insert.ts'
import type { ContactChange } from './contact.schema.ts'
import { ownerOf, takeIdentity } from './identity.ts'

/**
 * Fills what a contact does not have yet; nothing is overwritten (decision 6.2).
 * A last name that would make it equal to another contact is left out.
 */
export async function fillContact(tx: Tx, id: number, data: ContactData): Promise<void> {
  const contact = await tx
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const takesName =
    contact.last_name_key === '' &&
    fold(data.lastName) !== '' &&
    (await ownerOf(tx, fold(data.email), fold(data.lastName))) === undefined
  const companyId =
    data.company && contact.contact_type === 'person' ? await findCompanyByName(tx, data.company) : undefined
  const hasCompany = contact.company_id !== null || contact.company !== '' || !data.company
  await tx
    .updateTable('contact')
    .set({
      salutation: contact.salutation || (data.salutation ?? ''),
      title: contact.title || (data.title ?? ''),
      first_name: contact.first_name || (data.firstName ?? ''),
      ...(takesName ? { last_name: data.lastName, last_name_key: fold(data.lastName) } : {}),
      ...(hasCompany ? {} : { company: companyId ? '' : data.company!, company_id: companyId ?? null }),
    })
    .where('id', '=', id)
    .execute()
  const addressId = await ensureDefaultAddress(tx, id, businessOr(data))
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
    Object.fromEntries(missing.map(([name]) => [name, data[name as keyof GivenAddress]])),
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
  if (takesName || emails.length === 0) await takeIdentity(tx, id)
}

const holdContact = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact')
    .select(['id', 'contact_type', 'company_id'])
    .where('id', '=', id)
    .where('contact_type', '<>', 'company')
    .forUpdate()
    .executeTakeFirst()

/**
 * PATCH /contacts/{contactId} (decision 4.8).
 * @returns the id of the contact: another one where it became part of that
 * @throws Failure 404, 400, 409
 */
export async function changeContact(tx: Tx, asked: number, body: ContactChange): Promise<number> {
  const contact =
    (await holdContact(tx, asked)) ?? (await holdContact(tx, (await mergedInto(tx, asked)) ?? 0))
  if (!contact) throw notFound(`There is no contact ${asked}.`)
  const { id } = contact
  const categories = body.contactCategoriesId ?? (body.contactCategoriesId === null ? [] : undefined)
  const company = await chosenCompany(tx, body, contact.contact_type)
  const details = [...company.details]
  if (categories)
    details.push(...(await unknownCategories(tx, categories, (index) => `contactCategoriesId[${index}]`)))
  if (body.categoryId !== undefined)
    details.push(...(await unknownCategories(tx, [body.categoryId], () => 'categoryId')))
  if (details.length > 0) throw badRequest(details)

  const values = {
    ...(body.salutation !== undefined ? { salutation: body.salutation ?? '' } : {}),
    ...(body.title !== undefined ? { title: body.title ?? '' } : {}),
    ...(body.firstName !== undefined ? { first_name: body.firstName ?? '' } : {}),
    ...(body.lastName !== undefined ? { last_name: body.lastName, last_name_key: fold(body.lastName) } : {}),
    ...(body.website !== undefined ? { website: body.website ?? '' } : {}),
    ...company.values,
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (company.values.company_id !== undefined)
    await moveDefaultAddress(tx, id, contact.company_id, company.values.company_id)
  if (body.email !== undefined || mentionsAddress(body)) {
    const addressId = await ensureDefaultAddress(tx, id, businessOr(body))
    await updateAddress(tx, addressId, body)
    await setPhones(tx, id, addressId, body)
    if (body.email !== undefined) await setEmail(tx, id, addressId, body.email)
  }
  if (body.email !== undefined || body.lastName !== undefined) await takeIdentity(tx, id)
  if (categories) await replaceCategories(tx, id, categories)
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
  return id
}
