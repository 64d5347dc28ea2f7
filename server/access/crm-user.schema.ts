// Interface: "CRM user", and the input of the look-ups by client.
import Type, { type Static } from 'typebox'
import { described, Id, record } from '../platform/ground/schema.ts'

/** A user who can own leads. */
export const CrmUser = record(
  described(
    { id: Id, name: Type.String() },
    { id: 'Id, for `leadOwner` of a new lead', name: 'First and last name' },
  ),
  'CrmUser',
  'A user who can own leads',
)
export type CrmUser = Static<typeof CrmUser>

/** The input of a look-up by client; left out: the default client of the token's user (decision 3.4). */
export const ClientQuery = record(
  described(
    { clientId: Type.Optional(Id) },
    { clientId: 'The client; left out: the default client of the token’s user' },
  ),
  'ClientQuery',
  'The client whose records are looked up',
)
