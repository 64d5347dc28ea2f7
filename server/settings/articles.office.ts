// Articles of invoice confirmations.
import { sql } from 'kysely'
import Type from 'typebox'
import { bool, fields, integer, longText, money, name, shortText, text } from '../platform/database/fields.ts'
import { recordEndpoints } from '../platform/http/record-endpoints.ts'
import { settingsErrors } from './settings.errors.ts'

const Unit = Type.Unsafe<'piece' | 'day'>(Type.Enum(['piece', 'day']))
const Price = Type.Number({ minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 })

export const articlesOffice = recordEndpoints({
  path: '/articles',
  subject: 'article',
  read: '100100',
  write: '100100',
  fields: fields({
    articleNo: shortText,
    name,
    description: longText,
    price: { ...money, input: Price },
    currency: { ...text, input: Type.String({ pattern: '^[A-Z]{3}$' }) },
    vatRate: { ...integer, input: Type.Integer({ minimum: 0, maximum: 100 }) },
    vatIncluded: bool,
    unit: { ...text, schema: Unit, input: Unit },
  }),
  rows: (reader) => reader.selectFrom('article as r'),
  searchText: `r.name || ' ' || r.article_no`,
  sorts: { articleNo: sql`r.article_no`, name: sql`lower(r.name)`, price: sql`r.price`, id: sql`r.id` },
  validate: async (_tx, { price }) =>
    typeof price === 'number' && Math.abs(price * 100 - Math.round(price * 100)) > 1e-6
      ? [{ field: 'price', ...settingsErrors.decimals({ max: 2 }) }]
      : [],
})
