import { defineErrors } from '../../ground/error-text.ts'

export const publicErrors = defineErrors('public', {
  key: 'A valid key is required: Authorization: Bearer pk_…, or ?key=pk_….',
  origin: 'The key does not name the origin of this request.',
})
