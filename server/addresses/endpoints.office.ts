// The lists of contacts and of companies, and their export; loading and deleting one record.
import Type, { type TSchema } from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { listQuery } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { deleteContact } from './delete.office.ts'
import { exportContacts, exportQuery } from './export.office.ts'
import { type ContactTypes, contactFilters } from './filters.office.ts'
import { ContactRow, listContacts } from './list.office.ts'
import { type ContactRecord, loadContactRecords } from './record.office.ts'

type ContactType = ContactTypes[number]
type Noun = 'contact' | 'company'

/** One record as a list of records. @throws Failure 404 where it is none of these types */
export async function loadContactRecord(
  db: Reader,
  id: number,
  noun: Noun,
  types?: readonly string[],
): Promise<ContactRecord[]> {
  const found = await loadContactRecords(db, [id])
  if (!found[0] || types?.includes(found[0].contactType) === false)
    throw notFound(generalErrors.notFound({ kind: noun, id }))
  return found
}

/** @throws Failure 404; 409 where records refer to it */
export async function deleteContactRecord(
  tx: Tx,
  id: number,
  noun: Noun,
  types: readonly string[],
): Promise<never[]> {
  await loadContactRecord(tx, id, noun, types)
  await deleteContact(tx, id)
  return []
}

/** @param filters beside those that both lists have; `contactType` narrows the types */
export function contactListEndpoints<const Path extends '/contacts' | '/companies'>(
  path: Path,
  types: ContactTypes,
  filters: Record<string, TSchema> = {},
) {
  const allFilters: typeof contactFilters = { ...contactFilters, ...filters }
  const splitTypeFilter = <Query extends object>(query: Query): [ContactTypes, Query] => {
    const { contactType, ...rest } = query as Query & { contactType?: ContactType }
    return [contactType ? [contactType] : types, rest as Query]
  }
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
      path: `${path}/export`,
      right: '090300:access',
      query: exportQuery(allFilters),
      handle: ({ db, query, settings }) => exportContacts(db, ...splitTypeFilter(query), settings.timeZone),
    }),
  ]
}
