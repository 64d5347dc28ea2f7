// Contacts made and changed (decisions 4.1 to 4.8).
import { sql } from 'kysely'
import type { GivenAddress, GivenPhones } from '../addresses/address.schema.ts'
import {
  ensureDefaultAddress,
  insertAddress,
  mentionsAddress,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories, unknownCategories } from '../addresses/category.sql.ts'
import { insertEmail, insertPhones } from '../addresses/reach.sql.ts'
import { findCompanyByName } from '../companies/company.sql.ts'
import type { Tx } from '../platform/database.ts'
import { badRequest, conflict, type Detail, notFound } from '../platform/errors.ts'
import { fold } from '../platform/text.ts'
import { chosenCompany, moveDefaultAddress } from './company-of-contact.ts'
import type { ContactChange, NewContact } from './contact.schema.ts'

/** What a new contact can be made from; POST /contacts and the newsletter share it. */
export type ContactData = GivenAddress &
  GivenPhones & {
    salutation?: string | undefined
    title?: string | undefined
    firstName?: string | undefined
    lastName: string
    company?: string | undefined
    email: string
  }

const businessOr = (data: { company?: unknown; department?: unknown; position?: unknown }): number =>
  data.company || data.department || data.position ? 1 : 2

/**
 * Takes a contact's identity (decision 4.1): the unique key settles who was first.
 * @throws Failure 409 with the path of the contact that has it
 */
async function takeIdentity(tx: Tx, contactId: number): Promise<void> {
  await tx.deleteFrom('contact_identity').where('contact_id', '=', contactId).execute()
  await claimIdentity(tx, contactId)
}

/** Takes the identity of a contact that has none yet. @throws Failure 409 */
async function claimIdentity(tx: Tx, contactId: number): Promise<void> {
  const { rows } = await sql<{ email_key: string; last_name_key: string }>`
    with own as (
      select distinct e.email_key, c.last_name_key from email_address e join contact c on c.id = e.contact_id
      where c.id = ${contactId} and c.contact_type <> 'company' and c.last_name_key <> ''
    ), taken as (
      insert into contact_identity (email_key, last_name_key, contact_id)
      select email_key, last_name_key, ${contactId} from own order by 1, 2
      on conflict do nothing returning email_key, last_name_key
    )
    select * from own except select * from taken`.execute(tx)
  const lost = rows[0]
  if (!lost) return
  const other = await tx
    .selectFrom('contact_identity')
    .select('contact_id')
    .where('email_key', '=', lost.email_key)
    .where('last_name_key', '=', lost.last_name_key)
    .executeTakeFirst()
  throw conflict(
    'A contact with this e-mail address and last name exists.',
    other ? { location: `/restapi/v1/contacts/${other.contact_id}` } : {},
  )
}

/** Makes a person with a default address. @returns the id @throws Failure 409 (decision 4.1) */
export async function insertContact(tx: Tx, data: ContactData): Promise<number> {
  const companyId = data.company ? await findCompanyByName(tx, data.company) : undefined
  const { id } = await tx
    .insertInto('contact')
    .values({
      contact_type: 'person',
      salutation: data.salutation ?? '',
      title: data.title ?? '',
      first_name: data.firstName ?? '',
      last_name: data.lastName,
      last_name_key: fold(data.lastName),
      company: companyId ? '' : (data.company ?? ''),
      company_id: companyId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addressId = await insertAddress(tx, id, data, {
    addressType: businessOr(data),
    isDefault: true,
    parentContactId: companyId,
  })
  await insertEmail(tx, id, addressId, data.email)
  await claimIdentity(tx, id)
  await insertPhones(tx, id, addressId, data)
  return id
}

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
  const takesName = contact.last_name_key === '' && fold(data.lastName) !== '' && !(await isTaken(tx, data))
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

async function isTaken(tx: Tx, data: ContactData): Promise<boolean> {
  const row = await tx
    .selectFrom('contact_identity')
    .select('contact_id')
    .where('email_key', '=', fold(data.email))
    .where('last_name_key', '=', fold(data.lastName))
    .executeTakeFirst()
  return row !== undefined
}

/** POST /contacts: the contact, its category, its newsletter entry, and the mail of its template. @returns the id */
export async function createContact(tx: Tx, body: NewContact): Promise<number> {
  const details: Detail[] = []
  if (body.categoryId !== undefined)
    details.push(...(await unknownCategories(tx, [body.categoryId], () => 'categoryId')))
  if (body.commTemplateId !== undefined) {
    const template = await tx
      .selectFrom('communication_template')
      .select('id')
      .where('id', '=', body.commTemplateId)
      .executeTakeFirst()
    if (!template)
      details.push({
        field: 'commTemplateId',
        message: `there is no communication template ${body.commTemplateId}`,
      })
  }
  const { externalNewsletter, externalNewsletterId } = body
  if (externalNewsletter) {
    const type = await tx
      .selectFrom('newsletter_type')
      .select('ext_type')
      .where('ext_type', '=', externalNewsletter)
      .executeTakeFirst()
    if (!type) details.push({ field: 'externalNewsletter', message: 'is not a known newsletter type' })
  }
  if (details.length > 0) throw badRequest(details)

  const id = await insertContact(tx, body)
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
  if (externalNewsletter && externalNewsletterId)
    await tx
      .insertInto('ext_newsletter')
      .values({
        contact_id: id,
        ext_type: externalNewsletter,
        ext_id: externalNewsletterId,
        is_active: true,
        opt_in: false,
        opt_in_executed: false,
      })
      .execute()
  if (body.commTemplateId !== undefined)
    await tx
      .insertInto('outbox_mail')
      .values({ kind: 'template', recipient: body.email, contact_id: id, template_id: body.commTemplateId })
      .execute()
  return id
}

/** PATCH /contacts/{contactId} (decision 4.8). @throws Failure 404, 400, 409 */
export async function changeContact(tx: Tx, id: number, body: ContactChange): Promise<void> {
  const contact = await tx
    .selectFrom('contact')
    .select(['id', 'contact_type', 'company_id'])
    .where('id', '=', id)
    .where('contact_type', '<>', 'company')
    .forUpdate()
    .executeTakeFirst()
  if (!contact) throw notFound(`There is no contact ${id}.`)
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
  if (categories) {
    await tx.deleteFrom('contact_in_category').where('contact_id', '=', id).execute()
    await addCategories(tx, id, [...new Set(categories)])
  }
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
}
