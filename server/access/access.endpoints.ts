// Interface: GET /users/crmUsers.
import Type from 'typebox'
import { endpoint } from '../platform/http/endpoint.ts'
import { resolveClient } from './client.ts'
import { ClientQuery, CrmUser } from './crm-user.schema.ts'
import { listCrmUsers } from './crm-user.sql.ts'

export const findCrmUsers = endpoint({
  method: 'GET',
  path: '/users/crmUsers',
  id: 'findCrmUsers',
  tag: 'Leads and lookups',
  summary: 'List the CRM users of a client',
  description:
    'The users who can be the owner of a lead of this client. Without `clientId` the default client of the token’s user is taken.',
  input: ClientQuery,
  response: Type.Array(CrmUser),
  examples: {
    query: { clientId: 1 },
    body: { clientId: 1 },
    response: [
      { id: 3, name: 'Katrin Vogel' },
      { id: 8, name: 'Jörg Böhm' },
    ],
  },
  handle: async ({ db, principal, input }) =>
    listCrmUsers(db, await resolveClient(principal, db, input.clientId)),
})

export const accessEndpoints = [findCrmUsers]
