// Companies in the back office.
import Type, { type Static } from 'typebox'
import { oneRecord, recordEndpoints } from '../addresses/endpoints.office.ts'
import { faultsOfParts, writeParts } from '../addresses/parts.office.ts'
import { ContactRecord, partFields } from '../addresses/record.office.ts'
import { holdVersion } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest } from '../platform/http/errors.ts'
import { Id, record, ShortText } from '../platform/http/schema.ts'
import { fold } from '../platform/runtime/text.ts'
import { refuseSame } from './company.write.ts'

const name = Type.String({ maxLength: 255, format: 'not-blank' })
const New = record({ name, name2: Type.Optional(ShortText), ...partFields })
const Change = record({ version: Type.Integer(), ...New.properties, name: Type.Optional(name) })
type Given = Omit<Static<typeof Change>, 'version'>

const params = Type.Object({ id: Id })
const business = 1
const types = ['company'] as const

const oneCompany = (db: Reader, id: number): Promise<ContactRecord[]> => oneRecord(db, id, 'company', types)

/** Writes what a form says of a company. @throws Failure 400, 409 (decision 5.1) */
async function writeCompany(tx: Tx, id: number, given: Given, isNew: boolean): Promise<void> {
  const details = await faultsOfParts(tx, isNew ? 0 : id, given)
  if (details.length > 0) throw badRequest(details)
  const { name, name2 } = given
  const values = {
    ...(name === undefined ? {} : { last_name: name, last_name_key: fold(name) }),
    ...(name2 === undefined ? {} : { name2 }),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  await writeParts(tx, id, given, { isNew, contactType: 'company', addressType: business })
  if (name === undefined && !given.addresses) return
  const { last_name_key } = await tx
    .selectFrom('contact')
    .select('last_name_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await refuseSame(tx, id, last_name_key, {})
}

const create = officeEndpoint({
  method: 'POST',
  path: '/companies',
  right: '090300:add',
  body: New,
  response: Type.Array(ContactRecord),
  handle: async ({ tx, body }) => {
    const { id } = await tx
      .insertInto('contact')
      .values({ contact_type: 'company', last_name: body.name, last_name_key: fold(body.name) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeCompany(tx, id, body, true)
    return oneCompany(tx, id)
  },
})

const update = officeEndpoint({
  method: 'PATCH',
  path: '/companies/{id}',
  right: '090300:edit',
  params,
  body: Change,
  response: Type.Array(ContactRecord),
  handle: async ({ tx, params: { id }, body: { version, ...body } }) => {
    await oneCompany(tx, id)
    await holdVersion(tx, 'contact', id, version)
    await writeCompany(tx, id, body, false)
    return oneCompany(tx, id)
  },
})

export const companiesOffice: readonly Endpoint[] = [
  ...recordEndpoints({ path: '/companies', noun: 'company', types, shown: types }),
  create,
  update,
]
