// Interface: "CRM user", and the input of the look-ups by client.
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/http/schema.ts'

/** A user who can own leads. */
export const CrmUser = record({ id: Id, name: Type.String() }, 'CrmUser')
export type CrmUser = Static<typeof CrmUser>

/** The input of a look-up by client; left out: the default client of the token's user (decision 3.4). */
export const ClientQuery = Type.Object({ clientId: Type.Optional(Id) }, { additionalProperties: false })
