// Integration interface: the look-up of contact categories.
import Type from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'

export const listContactCategories = endpoint({
  method: 'GET',
  path: '/contactCategories',
  id: 'getContactCategories',
  tag: 'Look-ups',
  summary: 'List the contact categories',
  description: 'For `categoryId` and `contactCategoriesId` of contacts and companies.',
  response: Type.Array(record({ id: Id, name: Type.String() }, 'ContactCategory')),
  examples: { response: [{ id: 3, name: 'Interessenten' }] },
  handle: ({ db }) => db.selectFrom('contact_category').select(['id', 'name']).orderBy('id').execute(),
})
