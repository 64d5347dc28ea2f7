import { defineErrors } from '../platform/http/error-text.ts'

export const newsletterErrors = defineErrors('newsletter', {
  unknownSubscriber: 'there is no contact {id}',
})
