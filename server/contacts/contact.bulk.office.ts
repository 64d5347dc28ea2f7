// The same change of several contacts, with a preview: each contact is changed like by its form.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { contactErrors } from '../addresses/contact.errors.ts'
import { isPerson } from '../addresses/contact-types.ts'
import type { ContactRecord } from '../addresses/record.office.ts'
import {
  BulkRow,
  type BulkValue,
  bulkChange,
  bulkPreview,
  changedIds,
  changeRecords,
  ListChange,
  previewChange,
} from '../platform/database/bulk-change.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { contactBulkRights } from '../platform/ground/rights.ts'
import { IdOrNone, partly, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'

const Change = record(
  partly({
    categoryIds: ListChange,
    /** 0: no company. */
    companyId: IdOrNone,
    salutation: Type.Enum(['', 'mr', 'ms']),
  }),
)
type Change = Static<typeof Change>

interface ContactForm {
  load: (reader: Reader, id: number) => Promise<ContactRecord[]>
  write: (
    tx: Tx,
    id: number,
    input: { categoryIds?: number[]; companyId?: number; salutation?: '' | 'mr' | 'ms' },
    contactType: string,
  ) => Promise<void>
}

async function describe(tx: Tx, id: number) {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from contact where id = ${id}`.execute(tx)
  return { name: rows[0]?.name || `#${id}`, day: '' }
}

const workOf = ({ load, write }: ContactForm, change: Change) => ({
  subject: 'contact' as const,
  describe,
  change: async (tx: Tx, id: number) => {
    const [contact] = await load(tx, id)
    const { categoryIds, companyId, salutation, contactType } = contact!
    if (change.salutation !== undefined && !isPerson(contactType))
      throw badRequest([{ field: 'salutation', ...contactErrors.companyOfPersonOnly() }])
    const input = {
      ...(change.categoryIds && { categoryIds: changedIds(categoryIds, change.categoryIds) }),
      ...(change.companyId === undefined ? {} : { companyId: change.companyId }),
      ...(change.salutation === undefined ? {} : { salutation: change.salutation }),
    }
    await write(tx, id, input, contactType)
    const before: Record<string, BulkValue> = { categoryIds, companyId, salutation }
    return { before, after: input }
  },
})

export const contactBulkOffice = (form: ContactForm) => [
  officeEndpoint({
    method: 'POST',
    path: '/contacts/bulk-preview',
    isPreview: true,
    right: contactBulkRights,
    body: bulkPreview(Change),
    response: Type.Array(BulkRow),
    handle: ({ tx, body: { ids, change } }) => previewChange(tx, ids, workOf(form, change)),
  }),
  officeEndpoint({
    method: 'POST',
    path: '/contacts/bulk-change',
    right: contactBulkRights,
    body: bulkChange(Change),
    response: Type.Array(BulkRow),
    handle: ({ tx, body: { records, change } }) => changeRecords(tx, records, workOf(form, change)),
  }),
]
