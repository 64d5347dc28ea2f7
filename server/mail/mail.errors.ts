import { defineErrors } from '../platform/http/error-text.ts'

export const mailErrors = defineErrors('mail', {
  unknownPlaceholder: 'has the unknown placeholder "{placeholder}"',
  openPlaceholder: 'has a placeholder that is not closed',
  missingPlaceholder: 'must have the placeholder {placeholder}',
})
