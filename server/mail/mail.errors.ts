import { defineErrors } from '../platform/http/error-text.ts'

export const mailErrors = defineErrors('mail', {
  unknownPlaceholder: 'contains the unknown placeholder "{placeholder}"',
  openPlaceholder: 'contains a placeholder that is not closed',
  missingPlaceholder: 'must contain the placeholder {placeholder}',
  alreadySent: 'The mail has already been sent.',
  beingSent: 'The mail is being sent.',
  noServer: 'No mail server is set: see KONTOR_SMTP_URL in the settings of the service.',
  waitedTooLong: 'The mail waited too long to be sent without a request.',
  triedTooOften: 'All attempts failed.',
  alreadyConfirmed: 'The subscription is already confirmed.',
  linkExpired: 'The link has expired.',
})

const reasons = [
  mailErrors.waitedTooLong(),
  mailErrors.triedTooOften(),
  mailErrors.alreadyConfirmed(),
  mailErrors.linkExpired(),
]

/** The code of the reason why a mail failed; '': the text comes from the mail server. */
export const codeOfReason = (text: string): string =>
  reasons.find(({ message }) => message === text)?.code ?? ''
