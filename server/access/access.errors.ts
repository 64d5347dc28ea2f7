import { defineErrors } from '../platform/http/error-text.ts'

export const accessErrors = defineErrors('access', {
  unknownClient: 'is not the id of a client',
  notUserOfClient: 'is not a user of the client',
  notCrmUserOfClient: 'is not a CRM user of the client',
  notConnectedWithClient: 'The user of the token is not connected with this client.',
  noClient: 'The user of the token is connected with no client.',
})
