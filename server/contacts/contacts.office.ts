// Contacts in the back office: persons and locations.
import Type, { type Static } from 'typebox'
import { validateContactDetails, writeContactDetails } from '../addresses/child-rows.office.ts'
import { businessAddressType, privateAddressType } from '../addresses/child-tables.ts'
import { contactTypeNames, isPerson, typesOf } from '../addresses/contact-types.ts'
import {
  contactListEndpoints,
  deleteContactRecord,
  loadContactRecord,
} from '../addresses/endpoints.office.ts'
import { insertContacts } from '../addresses/insert-contacts.ts'
import {
  ChangedContact,
  ContactRecord,
  changedContacts,
  commonContactFields,
} from '../addresses/record.office.ts'
import { lockVersion } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { Id, IdOrNone, record, ShortText } from '../platform/ground/schema.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { findContactIds } from '../search/find-contacts.ts'
import { moveDefaultAddress, resolveCompany } from './company-of-contact.ts'
import { contactBulkOffice } from './contact.bulk.office.ts'
import { duplicatesOffice } from './contact.duplicates.office.ts'
import { mergesOffice } from './contact.merges.office.ts'
import { optionsOffice } from './contact.options.office.ts'
import { timelineOffice } from './contact.timeline.office.ts'
import { updateIdentities } from './identity.ts'

const salutation = Type.Unsafe<'' | 'mr' | 'ms'>(Type.Enum(['', 'mr', 'ms']))
const name = Type.String({ maxLength: 255, format: 'not-blank' })
const types = typesOf('contacts')

const personFields = {
  salutation: Type.Optional(salutation),
  title: Type.Optional(ShortText),
  firstName: Type.Optional(ShortText),
  /** '' as well as leaving it out: no company, or the one of companyId. */
  company: Type.Optional(ShortText),
  companyId: Type.Optional(IdOrNone),
  ...commonContactFields,
}
const NewContactBody = record({
  contactType: Type.Optional(Type.Unsafe<(typeof types)[number]>(Type.Enum(types))),
  lastName: name,
  ...personFields,
})
const ContactChangeBody = record({ version: Type.Integer(), lastName: Type.Optional(name), ...personFields })
type ContactFormInput = Omit<Static<typeof ContactChangeBody>, 'version'>

const params = Type.Object({ contactId: Id })

/** One contact as a list of records. @throws Failure 404 */
const loadContact = (db: Reader, id: number, types?: readonly string[]): Promise<ContactRecord[]> =>
  loadContactRecord(db, id, 'contact', types)

/** Writes the input of the form of a person or location. @throws Failure 400, 409 (decision 4.1) */
async function writeContact(
  tx: Tx,
  id: number,
  input: ContactFormInput,
  contactType: string,
  isNew: boolean,
) {
  const { salutation, title, firstName, lastName, company, companyId } = input
  const previous = isNew
    ? { company_id: null }
    : await tx.selectFrom('contact').select('company_id').where('id', '=', id).executeTakeFirstOrThrow()
  const companyLink = await resolveCompany(
    tx,
    { ...(company === undefined ? {} : { company }), ...(companyId === undefined ? {} : { companyId }) },
    contactType,
  )
  const errors = [...companyLink.errors, ...(await validateContactDetails(tx, isNew ? 0 : id, input))]
  if (errors.length > 0) throw badRequest(errors)
  const values = {
    ...(salutation === undefined ? {} : { salutation }),
    ...(title === undefined ? {} : { title }),
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName, last_name_key: comparisonKey(lastName) }),
    ...companyLink.values,
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  await writeContactDetails(tx, id, input, {
    isNew,
    contactType,
    addressType: company || companyId || !isPerson(contactType) ? businessAddressType : privateAddressType,
  })
  const { company_id } = companyLink.values
  if (company_id !== undefined) await moveDefaultAddress(tx, id, previous.company_id, company_id)
  if (input.emails || lastName !== undefined) await updateIdentities(tx, id)
}

const create = officeEndpoint({
  method: 'POST',
  path: '/contacts',
  right: '090300:add',
  body: NewContactBody,
  response: Type.Array(ChangedContact),
  handle: async ({ tx, principal, body: { contactType = 'person', ...body } }) => {
    const [contact] = await insertContacts(tx, [{ contactType, lastName: body.lastName }])
    const { id } = contact!
    await writeContact(tx, id, body, contactType, true)
    return changedContacts(principal, await loadContact(tx, id))
  },
})

const read = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}',
  right: '090300:access',
  params,
  response: Type.Array(ContactRecord),
  handle: ({ db, params: { contactId } }) => loadContact(db, contactId),
})

const update = officeEndpoint({
  method: 'PATCH',
  path: '/contacts/{contactId}',
  right: '090300:edit',
  params,
  body: ContactChangeBody,
  response: Type.Array(ChangedContact),
  handle: async ({ tx, principal, params: { contactId: id }, body: { version, ...body } }) => {
    const [contact] = await loadContact(tx, id, types)
    await lockVersion(tx, 'contact', id, version)
    await writeContact(tx, id, body, contact!.contactType, false)
    return changedContacts(principal, await loadContact(tx, id))
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/contacts/{contactId}',
  right: '090300:edit',
  params,
  handle: ({ tx, params: { contactId } }) => deleteContactRecord(tx, contactId, 'contact', types),
})

export const contactsOffice = [
  ...contactListEndpoints('/contacts', findContactIds, types, contactTypeNames),
  ...optionsOffice,
  ...duplicatesOffice,
  ...mergesOffice,
  ...timelineOffice,
  ...contactBulkOffice({
    load: (reader, id) => loadContact(reader, id, types),
    write: (tx, id, input, contactType) => writeContact(tx, id, input, contactType, false),
  }),
  create,
  read,
  update,
  remove,
]
