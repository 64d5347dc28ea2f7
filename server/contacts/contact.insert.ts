// Persons inserted: by POST /contacts, a subscription or a booking (decisions 4.1 to 4.7).
import { unknownCategoryErrors } from '../addresses/category.sql.ts'
import { businessAddressType, privateAddressType } from '../addresses/child-tables.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { type InsertedContact, insertContacts, type NewContact } from '../addresses/insert-contacts.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import type { NewContact as NewContactBody } from './contact.schema.ts'
import { identityConflict } from './identity.ts'

export type NewPerson = Omit<NewContact, 'contactType' | 'addressType'> & {
  /** '': none, and so no identity. */
  email: string
}

export const defaultAddressType = (data: {
  company?: unknown
  department?: unknown
  position?: unknown
}): number => (data.company || data.department || data.position ? businessAddressType : privateAddressType)

/**
 * Inserts persons with a default address.
 * @param options.autocommit nothing else is written in the transaction
 * @returns undefined: another contact has the identity (decision 4.1)
 */
export const insertUnknownPersons = (
  tx: Tx,
  persons: readonly NewPerson[],
  options?: { autocommit: boolean },
): Promise<(InsertedContact | undefined)[]> =>
  insertContacts(
    tx,
    persons.map((person) => ({
      ...person,
      contactType: 'person',
      addressType: defaultAddressType(person),
    })),
    options,
  )

/** Inserts persons as `insertUnknownPersons` does. @throws Failure 409 for an identity that another contact has (decision 4.1) */
export async function insertPersons(
  tx: Tx,
  persons: readonly NewPerson[],
  options?: { autocommit: boolean },
): Promise<InsertedContact[]> {
  const inserted: InsertedContact[] = []
  for (const [index, contact] of (await insertUnknownPersons(tx, persons, options)).entries()) {
    const { email, lastName } = persons[index]!
    if (!contact) throw await identityConflict(tx, emailKey(email), comparisonKey(lastName))
    inserted.push(contact)
  }
  return inserted
}

/** Inserts the person of a POST /contacts. @throws Failure 400 for unknown references, 409 (decision 4.1) */
export async function createPerson(tx: Tx, body: NewContactBody): Promise<InsertedContact> {
  const errors = await unknownReferenceErrors(tx, body)
  if (errors.length > 0) throw badRequest(errors)
  const { categoryId, commTemplateId, externalNewsletter, externalNewsletterId = '' } = body
  const [contact] = await insertPersons(
    tx,
    [{ ...body, categoryIds: categoryId === undefined ? [] : [categoryId] }],
    { autocommit: commTemplateId === undefined && !externalNewsletter },
  )
  const { id } = contact!
  if (externalNewsletter)
    await tx
      .insertInto('newsletter_subscription')
      .values({
        contact_id: id,
        service: externalNewsletter,
        external_id: externalNewsletterId,
        is_active: true,
        opt_in: false,
        opt_in_executed: false,
      })
      .execute()
  if (commTemplateId !== undefined)
    await tx
      .insertInto('outbox_mail')
      .values({ kind: 'template', recipient: body.email, contact_id: id, template_id: commTemplateId })
      .execute()
  return contact!
}

async function unknownReferenceErrors(tx: Tx, body: NewContactBody): Promise<FieldError[]> {
  const { categoryId, commTemplateId, externalNewsletter } = body
  const errors: FieldError[] = []
  if (categoryId !== undefined)
    errors.push(...(await unknownCategoryErrors(tx, [categoryId], () => 'categoryId')))
  if (commTemplateId !== undefined) {
    const template = await tx
      .selectFrom('communication_template')
      .select('id')
      .where('id', '=', commTemplateId)
      .executeTakeFirst()
    if (!template)
      errors.push({
        field: 'commTemplateId',
        ...contactErrors.unknownTemplate(),
      })
  }
  if (externalNewsletter) {
    const type = await tx
      .selectFrom('newsletter_service')
      .select('service')
      .where('service', '=', externalNewsletter)
      .executeTakeFirst()
    if (!type) errors.push({ field: 'externalNewsletter', ...contactErrors.unknownNewsletterService() })
  }
  return errors
}
