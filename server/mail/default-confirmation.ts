// The double opt-in mail of forms without a text of their own. It repeats nothing that was entered into the form, because anyone
// can enter another person's address there.

export const linkValidDays = 30

export const defaultConfirmationSubject =
  'Bitte bestätigen Sie Ihre Anmeldung · Please confirm your subscription'

export const defaultConfirmationBody = `Guten Tag,

mit dieser E-Mail-Adresse wurde unser Newsletter bestellt. Bitte bestätigen Sie das über diesen Link:

{{link}}

Der Link gilt ${linkValidDays} Tage. Wenn Sie den Newsletter nicht bestellt haben, müssen Sie nichts tun: Ohne Bestätigung erhalten Sie keinen Newsletter.

—

Hello,

someone subscribed to our newsletter with this e-mail address. Please confirm the subscription with the link above, which is valid for ${linkValidDays} days. If it was not you, you do not need to do anything: without confirmation you will not receive the newsletter.
`
