import { defineErrors } from '../platform/ground/error-text.ts'

export const mailErrors = defineErrors('mail', {
  unknownPlaceholder: 'contains the unknown placeholder "{name}" in line {line}',
  unknownPlaceholderNear:
    'contains the unknown placeholder "{name}" in line {line}; did you mean "{suggestion}"?',
  unknownFilter: 'contains the unknown filter "{name}" in line {line}',
  unknownFilterNear: 'contains the unknown filter "{name}" in line {line}; did you mean "{suggestion}"?',
  unknownTag: 'contains the unknown tag "{name}" in line {line}',
  unknownTagNear: 'contains the unknown tag "{name}" in line {line}; did you mean "{suggestion}"?',
  openPlaceholder: 'contains a placeholder in line {line} that is not closed',
  templateSyntax: 'cannot be read in line {line}: {reason}',
  wrongTemplate: 'The text of the template is wrong: {reason}',
  noAddress: 'There is no e-mail address.',
  noTemplateText: 'The template has no text.',
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
  mailErrors.noAddress(),
  mailErrors.noTemplateText(),
]

/** The code of the reason why a mail failed; '': the text comes from the mail server. */
export const codeOfReason = (text: string): string =>
  reasons.find(({ message }) => message === text)?.code ?? ''
