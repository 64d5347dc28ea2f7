import { defineErrors } from '../platform/http/error-text.ts'

export const mailErrors = defineErrors('mail', {
  unknownPlaceholder: 'has the unknown placeholder "{placeholder}"',
  openPlaceholder: 'has a placeholder that is not closed',
  missingPlaceholder: 'must have the placeholder {placeholder}',
  alreadySent: 'The mail has been sent already.',
  beingSent: 'The mail is being sent right now.',
  noServer: 'No mail server is set: see KONTOR_SMTP_URL in the settings of the service.',
  waitedTooLong: 'It has waited too long to be sent without being asked for.',
  triedTooOften: 'It was tried too often.',
  alreadyConfirmed: 'It is confirmed already.',
  linkExpired: 'The link has expired.',
})

const reasons = [
  mailErrors.waitedTooLong(),
  mailErrors.triedTooOften(),
  mailErrors.alreadyConfirmed(),
  mailErrors.linkExpired(),
]

/** The code of why a mail was given up; '': the text is another server's. */
export const codeOfReason = (text: string): string =>
  reasons.find(({ message }) => message === text)?.code ?? ''
