// The mail that asks for a confirmation, where a form has no text of its own. It repeats nothing of what was entered into the
// form: anybody can enter anybody's address there.

/** How long the link of a double opt-in holds. */
export const linkValidDays = 30

export const defaultSubject = 'Bitte bestätigen Sie Ihre Anmeldung · Please confirm your subscription'

export const defaultBody = `Guten Tag,

mit dieser E-Mail-Adresse wurde unser Newsletter bestellt. Bitte bestätigen Sie das über diesen Link:

{{link}}

Der Link gilt ${linkValidDays} Tage. Wenn Sie nichts bestellt haben, brauchen Sie nichts zu tun: Ohne Bestätigung bekommen Sie keinen Newsletter.

—

Hello,

our newsletter was ordered with this e-mail address. Please confirm it by following the link above. It holds for ${linkValidDays} days. If you have ordered nothing, there is nothing for you to do: without a confirmation you will not get the newsletter.
`
