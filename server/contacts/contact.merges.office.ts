// Merging two contacts or companies, and undoing a merge.
import { sql } from 'kysely'
import Type from 'typebox'
import { ChangedContact, changedContacts, loadContactRecords } from '../addresses/record.office.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { merge, undo, visibleRows } from './merge.ts'

const params = Type.Object({ contactId: Id })
const side = Type.Optional(Type.Unsafe<'into' | 'from'>(Type.Enum(['into', 'from'])))
const MergeChoices = record({
  salutation: side,
  title: side,
  firstName: side,
  lastName: side,
  name2: side,
  company: side,
  website: side,
  imageUrl: side,
  language: side,
  comment: Type.Optional(Type.Unsafe<'into' | 'from' | 'both'>(Type.Enum(['into', 'from', 'both']))),
  defaultAddress: side,
  defaultEmail: side,
  defaultPhone: side,
  defaultFax: side,
  defaultMobile: side,
})

const mergeContacts = officeEndpoint({
  method: 'POST',
  path: '/contacts/{contactId}/merge',
  right: '090300:edit',
  params,
  body: record({ fromId: Id, version: Type.Integer(), fromVersion: Type.Integer(), choices: MergeChoices }),
  response: Type.Array(ChangedContact),
  handle: async ({ tx, params: { contactId }, body: { fromId, ...body }, principal }) => {
    await merge(tx, { into: contactId, from: fromId, ...body, userId: principal.userId })
    return changedContacts(principal, await loadContactRecords(tx, [contactId]))
  },
})

const undoMerge = officeEndpoint({
  method: 'POST',
  path: '/contacts/{contactId}/unmerge',
  right: '090300:edit',
  params,
  response: Type.Array(
    record({
      fromId: Id,
      intoId: Id,
      /** Rows that were changed since the merge: they are not restored. */
      kept: Type.Array(
        record({ tableName: Type.String(), rowId: Type.Integer(), columns: Type.Array(Type.String()) }),
      ),
    }),
  ),
  handle: async ({ tx, params: { contactId } }) => {
    const { into, unrestored } = await undo(tx, contactId)
    return [{ fromId: contactId, intoId: into, kept: await visibleRows(tx, unrestored) }]
  },
})

const ContactMerge = record({
  fromId: Id,
  name: Type.String(),
  mergedAt: Type.String(),
  mergedByName: Type.String(),
})

const listMerges = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/merges',
  right: '090300:access',
  params,
  response: Type.Array(ContactMerge),
  handle: async ({ db, params: { contactId } }) => {
    const { rows } = await sql<Type.Static<typeof ContactMerge>>`
      select m.from_id as "fromId", to_json(m.merged_at) #>> '{}' as "mergedAt", coalesce(u.name, '') as "mergedByName",
        coalesce((select trim(concat_ws(' ', e -> 'before' ->> 'first_name', e -> 'before' ->> 'last_name'))
          from jsonb_array_elements(m.changed_rows -> 'rows') e
          where e ->> 'table' = 'contact' and (e -> 'before' ->> 'id')::int = m.from_id), '') as name
      from contact_merge m left join app_user u on u.id = m.merged_by
      where m.into_id = ${contactId} order by m.merged_at desc, m.from_id`.execute(db)
    return rows
  },
})

export const mergesOffice = [mergeContacts, undoMerge, listMerges]
