// What the back office asks of contacts and of companies alike: the list, the list as a file, one record, its removal.
import Type, { type TSchema } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { listQuery } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id } from '../platform/http/schema.ts'
import { deleteContact } from './delete.office.ts'
import { exportContacts, exportQuery } from './export.office.ts'
import { type ContactTypes, contactFilters } from './filters.office.ts'
import { ContactRow, listContacts } from './list.office.ts'
import { ContactRecord, loadContactRecords } from './record.office.ts'

type ContactType = ContactTypes[number]
type Noun = 'contact' | 'company'
type RecordEndpointsOptions<Path extends string> = {
  path: Path
  /** What it is called where there is none. */
  noun: Noun
  types: ContactTypes
  /** The types that its page shows; left out: all. */
  readableTypes?: ContactTypes
  /** Filters beside those that both lists have; one called `type` narrows the types. */
  filters?: Record<string, TSchema>
}

/** One record as a list of records. @throws Failure 404 where it is none of these types */
export async function loadContactRecord(
  db: Reader,
  id: number,
  noun: Noun,
  types?: readonly string[],
): Promise<ContactRecord[]> {
  const found = await loadContactRecords(db, [id])
  if (!found[0] || types?.includes(found[0].contactType) === false)
    throw notFound(`There is no ${noun} ${id}.`)
  return found
}

export function recordEndpoints<const Path extends '/contacts' | '/companies'>({
  path,
  noun,
  types,
  readableTypes,
  filters = {},
}: RecordEndpointsOptions<Path>) {
  const allFilters: typeof contactFilters = { ...contactFilters, ...filters }
  const splitTypeFilter = <Query extends object>(query: Query): [ContactTypes, Query] => {
    const { type, ...rest } = query as Query & { type?: ContactType }
    return [type ? [type] : types, rest as Query]
  }
  const params = Type.Object({ id: Id })
  return [
    officeEndpoint({
      method: 'GET',
      path,
      right: '090300:access',
      query: listQuery({ sorts: ['name', 'lastName', 'createdAt', 'id'], filters: allFilters }),
      response: Type.Array(ContactRow),
      handle: ({ db, query, settings }) => listContacts(db, ...splitTypeFilter(query), settings.timeZone),
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/sheet`,
      right: '090300:access',
      query: exportQuery(allFilters),
      handle: ({ db, query, settings }) => exportContacts(db, ...splitTypeFilter(query), settings.timeZone),
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/{id}`,
      right: '090300:access',
      params,
      response: Type.Array(ContactRecord),
      handle: ({ db, params: { id } }) => loadContactRecord(db, id, noun, readableTypes),
    }),
    officeEndpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      right: '090300:edit',
      params,
      handle: async ({ tx, params: { id } }) => {
        await loadContactRecord(tx, id, noun, types)
        await deleteContact(tx, id)
        return []
      },
    }),
  ]
}
