import { defineErrors } from '../platform/http/error-text.ts'

export const inboxErrors = defineErrors('inbox', {
  emptyMail: 'must not be empty where mailBody is empty too',
  unknownParticipant: 'There is no such participant.',
  unknownLead: 'There is no such lead.',
  unknownTask: 'There is no such task.',
  taskQuota: 'The attachments of the task would be larger than {megabytes} MiB.',
  userQuota: 'You would upload more than {megabytes} MiB of attachments within 24 hours.',
  allQuota: 'All attachments would be larger than {megabytes} MiB. Ask the administrator.',
  missingFile: 'The file is missing from the file store.',
  noPreview: 'Files of this type have no preview; download them instead.',
  foreignLead: 'must be a lead of the client',
  unknownBooking: 'is not the id of a booking',
  importedText: 'must not be set: the text of an imported mail cannot be changed',
  notLinked: 'must be a record that the task is linked to',
})
