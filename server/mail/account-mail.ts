// Mail to users about access to their accounts, in German and English.

const events: Record<string, { de: string; en: string }> = {
  passwordSet: {
    de: 'Das Passwort Ihres Kontos wurde geändert.',
    en: 'The password of your account was changed.',
  },
  secondFactorSet: {
    de: 'Für Ihr Konto wurde die Zwei-Faktor-Authentifizierung eingerichtet.',
    en: 'A second factor was set up for your account.',
  },
  secondFactorRemoved: {
    de: 'Die Zwei-Faktor-Authentifizierung wurde für Ihr Konto abgeschaltet.',
    en: 'The second factor of your account was turned off.',
  },
  tokenCreated: {
    de: 'Für Ihr Konto wurde ein Token erzeugt. Wer es hat, kann mit Ihren Rechten auf Daten zugreifen.',
    en: 'A token was created for your account. Whoever has it can access data with your rights.',
  },
  invited: {
    de: 'Für Ihr Konto wurde ein Link erzeugt, mit dem ein Passwort festgelegt werden kann.',
    en: 'A link was created with which a password for your account can be set.',
  },
  addressChanged: {
    de: 'Die E-Mail-Adresse Ihres Kontos wurde geändert.',
    en: 'The e-mail address of your account was changed.',
  },
  dataExported: {
    de: 'Mit Ihrem Konto wurde eine Liste von Daten heruntergeladen.',
    en: 'A list of data was downloaded with your account.',
  },
}

/** Of an event of another version, from an imported data set. */
const unknownEvent = {
  de: 'Der Zugang zu Ihrem Konto wurde geändert.',
  en: 'Access to your account was changed.',
}

export function accountMail(event: string): { subject: string; body: string } {
  const texts = events[event] ?? unknownEvent
  return {
    subject: 'Kontor: Ihr Konto / your account',
    body: [
      texts.de,
      'Wenn das nicht von Ihnen oder der Verwaltung kam, melden Sie sich bitte sofort bei ihr.\n',
      texts.en,
      'If this was neither you nor an administrator, please tell an administrator at once.\n',
      '{{link}}',
    ].join('\n'),
  }
}
