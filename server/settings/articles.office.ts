// Articles of invoice confirmations.
import { sql } from 'kysely'
import Type from 'typebox'
import { versionColumn } from '../platform/database/change-log.ts'
import { containsWords } from '../platform/database/list.ts'
import { Id, LongText, Money, Name, record, ShortText, Version } from '../platform/http/schema.ts'
import { mapToColumns, recordEndpoints } from './record-endpoints.ts'
import { settingsErrors } from './settings.errors.ts'

const Unit = Type.Unsafe<'piece' | 'day'>(Type.Enum(['piece', 'day']))
const Price = Type.Number({ minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 })

export const Article = record({
  id: Id,
  version: Version,
  articleNo: Type.String(),
  name: Type.String(),
  description: Type.String(),
  price: Money,
  currency: Type.String(),
  vatRate: Type.Integer(),
  vatIncluded: Type.Boolean(),
  unit: Unit,
})

export const articlesOffice = recordEndpoints({
  path: '/articles',
  subject: 'article',
  table: 'article',
  read: '100100',
  write: '100100',
  record: Article,
  fields: {
    articleNo: Type.Optional(ShortText),
    name: Name,
    description: Type.Optional(LongText),
    price: Type.Optional(Price),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    vatRate: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    vatIncluded: Type.Optional(Type.Boolean()),
    unit: Type.Optional(Unit),
  },
  rows: (reader) =>
    reader
      .selectFrom('article as a')
      .select([
        'a.id',
        versionColumn('article', 'a.id').as('version'),
        'a.article_no as articleNo',
        'a.name',
        'a.description',
        sql<number>`a.price::float8`.as('price'),
        'a.currency',
        'a.vat_rate as vatRate',
        'a.vat_included as vatIncluded',
        'a.unit',
      ]),
  id: 'a.id',
  sorts: { articleNo: sql`a.article_no`, name: sql`lower(a.name)`, price: sql`a.price`, id: sql`a.id` },
  filters: { q: Type.Optional(Type.String()) },
  filter: (rows, query) =>
    rows.where(containsWords(`a.name || ' ' || a.article_no`, String(query['q'] ?? ''))),
  validate: async (_tx, { price }) =>
    typeof price === 'number' && Math.abs(price * 100 - Math.round(price * 100)) > 1e-6
      ? [{ field: 'price', ...settingsErrors.decimals({ max: 2 }) }]
      : [],
  columns: mapToColumns({
    articleNo: 'article_no',
    name: 'name',
    description: 'description',
    price: 'price',
    currency: 'currency',
    vatRate: 'vat_rate',
    vatIncluded: 'vat_included',
    unit: 'unit',
  }),
})
