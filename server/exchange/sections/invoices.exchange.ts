// Data set: invoice confirmations with their elements, and their confirmations by users.
import Type from 'typebox'
import { elementFields } from '../../invoices/confirmation.schema.ts'
import { type ChildTable, writeChildRows } from '../../platform/database/child-rows.ts'
import {
  answerProperties,
  creationTimestamp,
  flag01,
  id,
  reference,
  renamed,
  selectList,
  shortText,
} from '../../platform/database/fields.ts'
import { validateChildRows } from '../records/duplicates.ts'
import { type DataRecord, type SectionRecords, tableSection } from '../records/section.ts'

const shownFields = renamed(elementFields, {
  elementContent: 'content',
  postId: 'articleId',
  postName: 'name',
  posDescription: 'description',
  posTaxIncluded: ['vatIncluded', flag01],
  posTaxAmount: 'vatRate',
  posPriceTotal: 'totalPrice',
  posCurrency: 'currency',
  posDateStart: 'startDate',
  posTimeStart: 'startTime',
  posDateEnd: 'endDate',
  posTimeEnd: 'endTime',
})
const elementTable = {
  table: 'invoice_confirmation_element',
  owner: 'confirmation_id',
  key: 'id',
  ordered: false,
  fields: shownFields,
} satisfies ChildTable

const element = Type.Object({
  id: reference.schema,
  ...answerProperties(shownFields),
  typ: Type.Enum(['ART']),
  postTyp: Type.Enum(['ARTICLE']),
})

const elementsOf = (records: SectionRecords) =>
  records.items.flatMap((item, at) =>
    (item['elements'] as DataRecord[]).map((part, index) => ({
      elementRow: { ...part, owner: item['id'] } as DataRecord,
      pointer: `${records.pointer(at)}/elements/${index}`,
    })),
  )

export const invoiceConfirmations = tableSection({
  name: 'invoiceConfirmations',
  table: 'invoice_confirmation',
  required: ['contactId'],
  fields: {
    id: ['id', id],
    clientId: ['client_id', reference],
    tcpId: ['booking_id', reference],
    contactId: ['contact_id', id],
    addressId: ['address_id', reference],
    reference: ['reference', shortText],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
  },
  links: {
    bookingIds: {
      table: 'invoice_confirmation_booking',
      owner: 'confirmation_id',
      column: 'booking_id',
      type: 'int',
      schema: id.schema,
      to: 'participation',
    },
  },
  references: {
    clientId: 'client',
    tcpId: 'participation',
    contactId: 'contact',
    addressId: 'address',
    createdBy: 'user',
  },
  computedFields: {
    typ: { schema: Type.Enum(['INVOICE_CONFIRMATION']), read: `'INVOICE_CONFIRMATION'` },
    elements: {
      schema: Type.Array(element),
      read: `coalesce((select json_agg(row_to_json(r) order by r.id)
        from (select e.id, ${selectList(shownFields, 'e')}, 'ART' as typ, 'ARTICLE' as "postTyp"
          from invoice_confirmation_element e where e.confirmation_id = t.id) r), '[]')`,
    },
  },
  validate(records, { errors, references }) {
    for (const { elementRow, pointer } of elementsOf(records)) {
      references.require('article', elementRow['postId'], `${pointer}/postId`)
      const { posDateStart: start, posDateEnd: end } = elementRow
      if (start && end && end < start) errors.add(`${pointer}/posDateEnd`, 'is before posDateStart')
      if (elementRow['posTimeStart'] && !start) errors.add(`${pointer}/posTimeStart`, 'needs posDateStart')
      if (elementRow['posTimeEnd'] && !end) errors.add(`${pointer}/posTimeEnd`, 'needs posDateEnd')
    }
  },
  validateAgainstDatabase: (tx, records, { errors }) =>
    validateChildRows(
      tx,
      errors,
      'invoice_confirmation_element',
      'confirmation_id',
      elementsOf(records).map(({ elementRow, pointer }) => ({
        id: elementRow['id'],
        owner: elementRow['owner'],
        pointer,
      })),
      new Set(records.items.map((item) => item['id'])),
    ),
  afterWrite: async (tx, records) => {
    await writeChildRows(
      tx,
      elementTable,
      records.items.map((item) => [item['id'], item['elements']]),
      'data set',
    )
  },
})
