import { defineErrors } from '../platform/ground/error-text.ts'

export const leadErrors = defineErrors('leads', {
  unknownStatus: 'must be a lead status',
  unknownLead: 'is not the id of a lead',
  unknownCategory: 'is not the id of a lead category of the client',
  otherClient: 'is not the client of the lead',
  inUse: 'The lead has tasks or bookings.',
})
