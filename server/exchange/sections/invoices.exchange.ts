// Data set: invoice confirmations with their elements, and who confirmed them when.
import Type from 'typebox'
import {
  day,
  type Fields,
  flag,
  id,
  integer,
  madeAt,
  money,
  reference,
  selectList,
  text,
  time,
} from '../records/columns.ts'
import { writeParts } from '../records/parts.ts'
import { type Given, type Item, tableSection } from '../records/section.ts'
import { checkParts } from '../records/unique.ts'

const elementFields: Fields = {
  id: ['id', reference],
  elementContent: ['content', text],
  postId: ['article_id', reference],
  postName: ['name', text],
  posDescription: ['description', text],
  posTaxIncluded: ['tax_included', flag],
  posTaxAmount: ['tax_amount', integer],
  posPriceTotal: ['price_total', money],
  posCurrency: ['currency', text],
  posDateStart: ['date_start', day],
  posTimeStart: ['time_start', time],
  posDateEnd: ['date_end', day],
  posTimeEnd: ['time_end', time],
}

const element = Type.Object({
  ...Object.fromEntries(Object.entries(elementFields).map(([field, [, kind]]) => [field, kind.schema])),
  typ: Type.Enum(['ART']),
  postTyp: Type.Enum(['ARTICLE']),
})

const elementsOf = (given: Given) =>
  given.items.flatMap((item, at) =>
    (item['elements'] as Item[]).map((part, index) => ({
      part: { ...part, owner: item['id'] } as Item,
      pointer: `${given.pointer(at)}/elements/${index}`,
    })),
  )

export const invoiceConfirmations = tableSection({
  name: 'invoiceConfirmations',
  table: 'invoice_confirmation',
  required: ['contactId'],
  fields: {
    id: ['id', id],
    tcpId: ['participation_id', reference],
    contactId: ['contact_id', id],
    addressId: ['address_id', reference],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', madeAt],
  },
  references: { tcpId: 'participation', contactId: 'contact', addressId: 'address', createdBy: 'user' },
  more: {
    typ: { schema: Type.Enum(['INVOICE_CONFIRMATION']), read: `'INVOICE_CONFIRMATION'` },
    elements: {
      schema: Type.Array(element),
      read: `coalesce((select json_agg(row_to_json(r) order by r.id)
        from (select ${selectList(elementFields, 'e')}, 'ART' as typ, 'ARTICLE' as "postTyp"
          from invoice_confirmation_element e where e.confirmation_id = t.id) r), '[]')`,
    },
  },
  check(given, { faults, references }) {
    for (const { part, pointer } of elementsOf(given)) {
      if (part['postId'] === 0) faults.add(`${pointer}/postId`, 'is required')
      references.need('article', part['postId'], `${pointer}/postId`)
      const { posDateStart: start, posDateEnd: end } = part
      if (start && end && end < start) faults.add(`${pointer}/posDateEnd`, 'is before posDateStart')
      if (part['posTimeStart'] && !start) faults.add(`${pointer}/posTimeStart`, 'needs posDateStart')
      if (part['posTimeEnd'] && !end) faults.add(`${pointer}/posTimeEnd`, 'needs posDateEnd')
    }
  },
  compare: (tx, given, { faults }) =>
    checkParts(
      tx,
      faults,
      'invoice_confirmation_element',
      'confirmation_id',
      elementsOf(given).map(({ part, pointer }) => ({ id: part['id'], owner: part['owner'], pointer })),
      new Set(given.items.map((item) => item['id'])),
    ),
  after: (tx, given) =>
    writeParts(
      tx,
      {
        table: 'invoice_confirmation_element',
        owner: 'confirmation_id',
        fields: { ...elementFields, owner: ['confirmation_id', id] },
      },
      given.items.map((item) => item['id']),
      elementsOf(given).map(({ part }) => part),
    ),
})
