// Merging two contacts or companies, and taking it back.
import { sql } from 'kysely'
import Type from 'typebox'
import { ContactRecord, loadContactRecords } from '../addresses/record.office.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { Id, record } from '../platform/http/schema.ts'
import { merge, undo } from './merge.ts'

const params = Type.Object({ contactId: Id })
const side = Type.Optional(Type.Unsafe<'into' | 'from'>(Type.Enum(['into', 'from'])))
const MergeChoice = record({
  salutation: side,
  title: side,
  firstName: side,
  lastName: side,
  name2: side,
  company: side,
  website: side,
  imageUrl: side,
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
  body: record({ fromId: Id, version: Type.Integer(), fromVersion: Type.Integer(), choice: MergeChoice }),
  response: Type.Array(ContactRecord),
  handle: async ({ tx, params: { contactId }, body: { fromId, ...body }, principal }) => {
    await merge(tx, { into: contactId, from: fromId, ...body, userId: principal.userId })
    return loadContactRecords(tx, [contactId])
  },
})

const undoMerge = officeEndpoint({
  method: 'POST',
  path: '/contacts/{contactId}/unmerge',
  right: '090300:edit',
  params,
  response: Type.Array(
    record({
      oldId: Id,
      intoId: Id,
      /** What was changed since the merge and therefore stays as it is. */
      kept: Type.Array(
        record({ relation: Type.String(), recordId: Type.Integer(), columns: Type.Array(Type.String()) }),
      ),
    }),
  ),
  handle: async ({ tx, params: { contactId } }) => {
    const { into, unrestored } = await undo(tx, contactId)
    return [{ oldId: contactId, intoId: into, kept: unrestored }]
  },
})

export const ContactMerge = record({
  oldId: Id,
  name: Type.String(),
  at: Type.String(),
  by: Type.String(),
})

const listMerges = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/merges',
  right: '090300:access',
  params,
  response: Type.Array(ContactMerge),
  handle: async ({ db, params: { contactId } }) => {
    const { rows } = await sql<Type.Static<typeof ContactMerge>>`
      select m.from_id as "oldId", to_json(m.merged_at) #>> '{}' as at, coalesce(u.name, '') as by,
        coalesce((select trim(concat_ws(' ', e -> 'before' ->> 'first_name', e -> 'before' ->> 'last_name'))
          from jsonb_array_elements(m.changed_rows -> 'rows') e
          where e ->> 'table' = 'contact' and (e -> 'before' ->> 'id')::int = m.from_id), '') as name
      from contact_merge m left join app_user u on u.id = m.merged_by
      where m.into_id = ${contactId} order by m.merged_at desc, m.from_id`.execute(db)
    return rows
  },
})

export const mergesOffice = [mergeContacts, undoMerge, listMerges]
