// Data set: invoice confirmations with their elements, and their confirmations by users.
import Type from 'typebox'
import { type ChildTable, writeChildRows } from '../../platform/database/child-rows.ts'
import {
  answerProperties,
  creationTimestamp,
  day,
  flag01,
  id,
  integer,
  money,
  reference,
  selectList,
  shortText,
  text,
  time,
} from '../../platform/database/fields.ts'
import { validateChildRows } from '../records/duplicates.ts'
import { type DataRecord, type SectionRecords, tableSection } from '../records/section.ts'

const elementFields = {
  elementContent: ['content', text],
  postId: ['article_id', reference],
  postName: ['name', text],
  posDescription: ['description', text],
  posTaxIncluded: ['vat_included', flag01],
  posTaxAmount: ['vat_rate', integer],
  posPriceTotal: ['total_price', money],
  posCurrency: ['currency', text],
  posDateStart: ['start_date', day],
  posTimeStart: ['start_time', time],
  posDateEnd: ['end_date', day],
  posTimeEnd: ['end_time', time],
} as const
const elementTable = {
  table: 'invoice_confirmation_element',
  owner: 'confirmation_id',
  key: 'id',
  ordered: false,
  fields: elementFields,
} satisfies ChildTable

const element = Type.Object({
  id: reference.schema,
  ...answerProperties(elementFields),
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
  references: { tcpId: 'participation', contactId: 'contact', addressId: 'address', createdBy: 'user' },
  computedFields: {
    typ: { schema: Type.Enum(['INVOICE_CONFIRMATION']), read: `'INVOICE_CONFIRMATION'` },
    elements: {
      schema: Type.Array(element),
      read: `coalesce((select json_agg(row_to_json(r) order by r.id)
        from (select e.id, ${selectList(elementFields, 'e')}, 'ART' as typ, 'ARTICLE' as "postTyp"
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
