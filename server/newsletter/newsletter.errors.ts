import { defineErrors } from '../platform/ground/error-text.ts'

export const newsletterErrors = defineErrors('newsletter', {
  unknownSubscriber: 'there is no contact {id}',
})
