// Companies in the back office.
import Type, { type Static } from 'typebox'
import { validateContactDetails, writeContactDetails } from '../addresses/child-rows.office.ts'
import { businessAddressType } from '../addresses/child-tables.ts'
import { typesOf } from '../addresses/contact-types.ts'
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
import { Id, record, ShortText } from '../platform/ground/schema.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { findContactIds } from '../search/find-contacts.ts'
import { rejectSameCompany } from './company.write.ts'

const name = Type.String({ maxLength: 255, format: 'not-blank' })
const NewCompanyBody = record({ name, name2: Type.Optional(ShortText), ...commonContactFields })
const CompanyChangeBody = record({
  version: Type.Integer(),
  ...NewCompanyBody.properties,
  name: Type.Optional(name),
})
type CompanyFormInput = Omit<Static<typeof CompanyChangeBody>, 'version'>

const params = Type.Object({ companyId: Id })
const types = typesOf('companies')

const loadCompany = (db: Reader, id: number): Promise<ContactRecord[]> =>
  loadContactRecord(db, id, 'company', types)

/** Writes the input of the form of a company. @throws Failure 400, 409 (decision 5.1) */
async function writeCompany(tx: Tx, id: number, input: CompanyFormInput, isNew: boolean): Promise<void> {
  const errors = await validateContactDetails(tx, isNew ? 0 : id, input)
  if (errors.length > 0) throw badRequest(errors)
  const { name, name2 } = input
  const values = {
    ...(name === undefined ? {} : { last_name: name, last_name_key: comparisonKey(name) }),
    ...(name2 === undefined ? {} : { name2 }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  await writeContactDetails(tx, id, input, {
    isNew,
    contactType: 'company',
    addressType: businessAddressType,
  })
  if (name === undefined && !input.addresses) return
  const { last_name_key } = await tx
    .selectFrom('contact')
    .select('last_name_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await rejectSameCompany(tx, id, last_name_key, {})
}

const create = officeEndpoint({
  method: 'POST',
  path: '/companies',
  right: '090300:add',
  body: NewCompanyBody,
  response: Type.Array(ChangedContact),
  handle: async ({ tx, principal, body }) => {
    const [contact] = await insertContacts(tx, [{ contactType: 'company', lastName: body.name }])
    const { id } = contact!
    await writeCompany(tx, id, body, true)
    return changedContacts(principal, await loadCompany(tx, id))
  },
})

const read = officeEndpoint({
  method: 'GET',
  path: '/companies/{companyId}',
  right: '090300:access',
  params,
  response: Type.Array(ContactRecord),
  handle: ({ db, params: { companyId } }) => loadCompany(db, companyId),
})

const update = officeEndpoint({
  method: 'PATCH',
  path: '/companies/{companyId}',
  right: '090300:edit',
  params,
  body: CompanyChangeBody,
  response: Type.Array(ChangedContact),
  handle: async ({ tx, principal, params: { companyId: id }, body: { version, ...body } }) => {
    await loadCompany(tx, id)
    await lockVersion(tx, 'contact', id, version)
    await writeCompany(tx, id, body, false)
    return changedContacts(principal, await loadCompany(tx, id))
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/companies/{companyId}',
  right: '090300:edit',
  params,
  handle: ({ tx, params: { companyId } }) => deleteContactRecord(tx, companyId, 'company', types),
})

export const companiesOffice = [
  ...contactListEndpoints('/companies', findContactIds, types),
  create,
  read,
  update,
  remove,
]
