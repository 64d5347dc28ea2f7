// The lists of contacts and of companies, and their export; loading and deleting one record.
import Type from 'typebox'
import type { Db, Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { deleteContact } from './delete.office.ts'
import { exportContacts, exportQuery } from './export.office.ts'
import { type ContactFilters, type ContactTypes, contactFilters } from './filters.office.ts'
import { ContactRow, contactListQuery, listContacts, listFoundContacts } from './list.office.ts'
import { type ContactRecord, loadContactRecords } from './record.office.ts'

type Noun = 'contact' | 'company'

/** One record as a list of records. @throws Failure 404, also for a record of another type */
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

/** @throws Failure 404; 409 if records refer to it */
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

/** The ids of the contacts for a text, the best matches first; undefined if it is too short to find any. */
type FindIds = (db: Db, q: string, types: ContactTypes) => Promise<number[] | undefined>

/**
 * @param find the order `relevance`
 * @param types listed by default
 * @param selectableTypes those that the filter `contactType` can select instead
 */
export function contactListEndpoints<const Path extends '/contacts' | '/companies'>(
  path: Path,
  find: FindIds,
  types: ContactTypes,
  selectableTypes = types,
) {
  const typesOf = ({ contactType }: ContactFilters): ContactTypes =>
    contactType && selectableTypes.includes(contactType) ? [contactType] : types
  return [
    officeEndpoint({
      method: 'GET',
      path,
      right: '090300:access',
      query: contactListQuery,
      response: Type.Array(ContactRow),
      handle: async ({ db, query, settings: { timeZone } }) => {
        const listed = typesOf(query)
        const isSearch = query.sort === 'relevance' && !query.ids && query.q?.trim()
        const foundIds = isSearch ? await find(db, isSearch, listed) : undefined
        return foundIds
          ? listFoundContacts(db, listed, query, foundIds, timeZone)
          : listContacts(db, listed, query, timeZone)
      },
    }),
    officeEndpoint({
      method: 'GET',
      path: `${path}/export`,
      confirmed: true,
      right: ['090300:access', 'export'],
      query: exportQuery(contactFilters),
      handle: ({ db, query, settings }) => exportContacts(db, typesOf(query), query, settings.timeZone),
    }),
  ]
}
