import { defineErrors } from '../platform/http/error-text.ts'

export const contactErrors = defineErrors('contacts', {
  unknownContact: 'is not the id of a contact',
  unknownCompany: 'is not the id of a company',
  unknownCategory: 'is not the id of a contact category',
})
