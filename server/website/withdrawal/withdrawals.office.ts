// Declarations of withdrawal in the back office: staff note what they have done. None is made or deleted here.

import { sql } from 'kysely'
import Type from 'typebox'
import { bookingRights } from '../../platform/ground/rights.ts'
import { IdOrNone } from '../../platform/ground/schema.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { withdrawalFields, withdrawalObstacles } from './withdrawal.schema.ts'

const [list, get, , change] = recordEndpoints({
  path: '/withdrawals',
  subject: 'withdrawal',
  read: 'booking:access',
  write: bookingRights,
  fields: withdrawalFields,
  derived: {
    receivedAt: Type.String(),
    name: Type.String(),
    contract: Type.String(),
    /** '': the whole contract. */
    part: Type.String(),
    email: Type.String(),
    orderId: IdOrNone,
    /** '': the order was cancelled at once. */
    obstacle: Type.Unsafe<(typeof withdrawalObstacles)[number] | ''>(Type.Enum([...withdrawalObstacles, ''])),
  },
  rows: (reader) =>
    reader
      .selectFrom('withdrawal as r')
      .select([
        sql<string>`to_json(r.received_at) #>> '{}'`.as('receivedAt'),
        'r.name',
        'r.contract',
        'r.part',
        'r.email',
        sql<number>`coalesce(r.order_id, 0)`.as('orderId'),
        sql<string>`coalesce(r.obstacle, '')`.as('obstacle'),
      ]),
  searchText: `r.name || ' ' || r.contract || ' ' || r.email`,
  sorts: { receivedAt: sql`r.received_at`, name: sql`lower(r.name)`, isDone: sql`r.is_done`, id: sql`r.id` },
  filters: { isDone: Type.Optional(Type.Boolean()) },
  filter: (rows, { isDone }) => (typeof isDone === 'boolean' ? rows.where('r.is_done', '=', isDone) : rows),
})

export const withdrawalsOffice = [list, get, change]
