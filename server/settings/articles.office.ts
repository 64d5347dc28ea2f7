// Articles of invoice confirmations.
import { sql } from 'kysely'
import Type from 'typebox'
import {
  bool,
  fields,
  longText,
  name,
  nonNegativeMoney,
  percent,
  shortText,
  text,
} from '../platform/database/fields.ts'
import { recordEndpoints } from '../platform/http/record-endpoints.ts'

const Unit = Type.Unsafe<'piece' | 'day'>(Type.Enum(['piece', 'day']))

export const articleFields = fields({
  articleNo: shortText,
  name,
  description: longText,
  price: nonNegativeMoney,
  currency: { ...text, input: Type.String({ pattern: '^[A-Z]{3}$' }) },
  vatRate: percent(100),
  vatIncluded: bool,
  unit: { ...text, schema: Unit, input: Unit },
})

export const articlesOffice = recordEndpoints({
  path: '/articles',
  subject: 'article',
  read: '100100',
  write: '100100',
  fields: articleFields,
  rows: (reader) => reader.selectFrom('article as r'),
  searchText: `r.name || ' ' || r.article_no`,
  sorts: { articleNo: sql`r.article_no`, name: sql`lower(r.name)`, price: sql`r.price`, id: sql`r.id` },
})
