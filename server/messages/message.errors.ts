import { defineErrors } from '../platform/ground/error-text.ts'

export const messageErrors = defineErrors('messages', {
  nothingWaits: 'Nothing of the message waits any more, so that it cannot be called back.',
  nobody: 'must name at least one recipient',
  noText: 'must have a text in German or English, or a template',
  oneScope: 'must name at most one of category, event and date',
  toldTwice: 'must name recipients whom no other rule tells at the same time',
  noOffset: 'is for messages by time only',
})
