// Contacts in the back office: persons and locations.
import Type, { type Static } from 'typebox'
import { oneRecord, recordEndpoints } from '../addresses/endpoints.office.ts'
import { contactType } from '../addresses/list.office.ts'
import { faultsOfParts, writeParts } from '../addresses/parts.office.ts'
import { ContactRecord, partFields } from '../addresses/record.office.ts'
import { holdVersion } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest } from '../platform/http/errors.ts'
import { Id, IdOrNone, record, ShortText } from '../platform/http/schema.ts'
import { fold } from '../platform/runtime/text.ts'
import { chosenCompany, moveDefaultAddress } from './company-of-contact.ts'
import { duplicatesOffice } from './contact.duplicates.office.ts'
import { mergesOffice } from './contact.merges.office.ts'
import { optionsOffice } from './contact.options.office.ts'
import { timelineOffice } from './contact.timeline.office.ts'
import { takeIdentity } from './identity.ts'

const salutation = Type.Unsafe<'' | 'mr' | 'ms'>(Type.Enum(['', 'mr', 'ms']))
const name = Type.String({ maxLength: 255, format: 'not-blank' })
const personFields = {
  salutation: Type.Optional(salutation),
  title: Type.Optional(ShortText),
  firstName: Type.Optional(ShortText),
  /** '' as well as leaving it out: no company, or the one of companyId. */
  company: Type.Optional(ShortText),
  companyId: Type.Optional(IdOrNone),
  ...partFields,
}
const New = record({
  contactType: Type.Optional(Type.Unsafe<'person' | 'location'>(Type.Enum(['person', 'location']))),
  lastName: name,
  ...personFields,
})
const Change = record({ version: Type.Integer(), lastName: Type.Optional(name), ...personFields })
type Given = Omit<Static<typeof Change>, 'version'>

const params = Type.Object({ id: Id })
const business = 1
const personal = 2

const types = ['person', 'location'] as const

/** One contact as a list of records. @throws Failure 404 */
export const oneContact = (db: Reader, id: number, types?: readonly string[]): Promise<ContactRecord[]> =>
  oneRecord(db, id, 'contact', types)

/** Writes what a form says of a person or location. @throws Failure 400, 409 (decision 4.1) */
async function writeContact(tx: Tx, id: number, given: Given, contactType: string, isNew: boolean) {
  const { salutation, title, firstName, lastName, company, companyId } = given
  const before = isNew
    ? { company_id: null }
    : await tx.selectFrom('contact').select('company_id').where('id', '=', id).executeTakeFirstOrThrow()
  const choice = await chosenCompany(
    tx,
    { ...(company === undefined ? {} : { company }), ...(companyId === undefined ? {} : { companyId }) },
    contactType,
  )
  const details = [...choice.details, ...(await faultsOfParts(tx, isNew ? 0 : id, given))]
  if (details.length > 0) throw badRequest(details)
  const values = {
    ...(salutation === undefined ? {} : { salutation }),
    ...(title === undefined ? {} : { title }),
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName, last_name_key: fold(lastName) }),
    ...choice.values,
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  await writeParts(tx, id, given, {
    isNew,
    contactType,
    addressType: company || companyId || contactType !== 'person' ? business : personal,
  })
  const { company_id } = choice.values
  if (company_id !== undefined) await moveDefaultAddress(tx, id, before.company_id, company_id)
  if (given.emails || lastName !== undefined) await takeIdentity(tx, id)
}

const create = officeEndpoint({
  method: 'POST',
  path: '/contacts',
  right: '090300:add',
  body: New,
  response: Type.Array(ContactRecord),
  handle: async ({ tx, body: { contactType = 'person', ...body } }) => {
    const { id } = await tx
      .insertInto('contact')
      .values({ contact_type: contactType, last_name: body.lastName, last_name_key: fold(body.lastName) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeContact(tx, id, body, contactType, true)
    return oneContact(tx, id)
  },
})

const update = officeEndpoint({
  method: 'PATCH',
  path: '/contacts/{id}',
  right: '090300:edit',
  params,
  body: Change,
  response: Type.Array(ContactRecord),
  handle: async ({ tx, params: { id }, body: { version, ...body } }) => {
    const [contact] = await oneContact(tx, id, types)
    await holdVersion(tx, 'contact', id, version)
    await writeContact(tx, id, body, contact!.contactType, false)
    return oneContact(tx, id)
  },
})

export const contactsOffice: readonly Endpoint[] = [
  ...recordEndpoints({
    path: '/contacts',
    noun: 'contact',
    types,
    filters: { type: Type.Optional(contactType) },
  }),
  ...optionsOffice,
  ...duplicatesOffice,
  ...mergesOffice,
  ...timelineOffice,
  create,
  update,
]
