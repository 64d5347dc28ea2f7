// What the back office asks of contacts and of companies alike: the list, the list as a file, one record, its removal.
import Type, { type TSchema } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { listQuery } from '../platform/database/list.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id } from '../platform/http/schema.ts'
import { contactFilters, type Types } from './filters.office.ts'
import { ContactRow, listContacts } from './list.office.ts'
import { ContactRecord, contactRecordsOf } from './record.office.ts'
import { removeContact } from './remove.office.ts'
import { contactSheet, sheetQuery } from './sheet.office.ts'

type ContactType = Types[number]
type Kind = {
  path: '/contacts' | '/companies'
  /** What it is called where there is none. */
  noun: 'contact' | 'company'
  types: Types
  /** The types that its page shows; left out: all. */
  shown?: Types
  /** Filters beside those that both lists have; one called `type` narrows the types. */
  filters?: Record<string, TSchema>
}

/** One record as a list of records. @throws Failure 404 where it is none of these types */
export async function oneRecord(
  db: Reader,
  id: number,
  noun: Kind['noun'],
  types?: readonly string[],
): Promise<ContactRecord[]> {
  const found = await contactRecordsOf(db, [id])
  if (!found[0] || types?.includes(found[0].contactType) === false)
    throw notFound(`There is no ${noun} ${id}.`)
  return found
}

export function recordEndpoints({ path, noun, types, shown, filters = {} }: Kind): Endpoint[] {
  const all: typeof contactFilters = { ...contactFilters, ...filters }
  const narrowed = <Asked extends object>(query: Asked): [Types, Asked] => {
    const { type, ...asked } = query as Asked & { type?: ContactType }
    return [type ? [type] : types, asked as Asked]
  }
  const params = Type.Object({ id: Id })
  return [
    officeEndpoint({
      method: 'GET',
      path,
      right: '090300:access',
      query: listQuery({ sorts: ['name', 'lastName', 'createdAt', 'id'], filters: all }),
      response: Type.Array(ContactRow),
      handle: ({ db, query, settings }) => listContacts(db, ...narrowed(query), settings.timeZone),
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/sheet`,
      right: '090300:access',
      query: sheetQuery(all),
      handle: ({ db, query, settings }) => contactSheet(db, ...narrowed(query), settings.timeZone),
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/{id}`,
      right: '090300:access',
      params,
      response: Type.Array(ContactRecord),
      handle: ({ db, params: { id } }) => oneRecord(db, id, noun, shown),
    }),
    officeEndpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      right: '090300:edit',
      params,
      handle: async ({ tx, params: { id } }) => {
        await oneRecord(tx, id, noun, types)
        await removeContact(tx, id)
        return []
      },
    }),
  ]
}
