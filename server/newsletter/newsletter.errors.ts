import { defineErrors } from '../platform/ground/error-text.ts'

export const newsletterErrors = defineErrors('newsletter', {
  unknownSubscriber: 'is not the id of a contact',
})
