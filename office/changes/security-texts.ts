// Texts of the page of the security log. The events are those of the server.
import type { changeEvents, failureEvents } from '../../server/platform/ground/security-event.ts'
import { texts } from '../shell/language/texts.ts'

type ChangeTexts = Record<(typeof changeEvents)[number], string>
type FailureTexts = Record<(typeof failureEvents)[number], string>

const changes: { de: ChangeTexts; en: ChangeTexts } = {
  de: {
    signedIn: 'Anmeldung',
    passwordSet: 'Passwort festgelegt',
    secondFactorSet: 'Zweiter Faktor eingerichtet',
    secondFactorRemoved: 'Zweiter Faktor abgeschaltet',
    tokenCreated: 'Token erzeugt',
    tokenRevoked: 'Token widerrufen',
    userCreated: 'Benutzer angelegt',
    rightsChanged: 'Rechte geändert',
    addressChanged: 'E-Mail-Adresse geändert',
    userLocked: 'Benutzer gesperrt',
    userUnlocked: 'Benutzer entsperrt',
    invited: 'Einladung erzeugt',
    dataExported: 'Daten exportiert',
    dataImported: 'Daten importiert',
    contactErased: 'Kontakt gelöscht',
  },
  en: {
    signedIn: 'Sign-in',
    passwordSet: 'Password set',
    secondFactorSet: 'Second factor set up',
    secondFactorRemoved: 'Second factor removed',
    tokenCreated: 'Token created',
    tokenRevoked: 'Token revoked',
    userCreated: 'User created',
    rightsChanged: 'Rights changed',
    addressChanged: 'E-mail address changed',
    userLocked: 'User locked',
    userUnlocked: 'User unlocked',
    invited: 'Invitation created',
    dataExported: 'Data exported',
    dataImported: 'Data imported',
    contactErased: 'Contact deleted',
  },
}

const failures: { de: FailureTexts; en: FailureTexts } = {
  de: {
    signInFailed: 'Anmeldung fehlgeschlagen',
    passwordFailed: 'Falsches Passwort',
    secondFactorFailed: 'Falscher Code des zweiten Faktors',
    requestRefused: 'Anfrage abgelehnt',
  },
  en: {
    signInFailed: 'Sign-in failed',
    passwordFailed: 'Wrong password',
    secondFactorFailed: 'Wrong code of the second factor',
    requestRefused: 'Request refused',
  },
}

/** The texts of the events, failures apart. */
export const securityEventTexts = { changes, failures }

export const securityTexts = texts({
  de: {
    resources: {
      'security-events': {
        fields: {
          lastAt: 'Zeit',
          event: 'Ereignis',
          account: 'Konto',
          actor: 'Durch',
          address: 'IP-Adresse',
          detail: 'Einzelheiten',
          count: 'Anzahl',
          requestId: 'Anfrage',
        },
      },
    },
    securityLog: {
      since: 'seit %{at}',
      user: 'Benutzer',
      byAddress: 'IP-Adresse beginnt mit',
      from: 'Von',
      to: 'Bis',
      events: { ...changes.de, ...failures.de },
    },
  },
  en: {
    resources: {
      'security-events': {
        fields: {
          lastAt: 'Time',
          event: 'Event',
          account: 'Account',
          actor: 'By',
          address: 'IP address',
          detail: 'Details',
          count: 'Count',
          requestId: 'Request',
        },
      },
    },
    securityLog: {
      since: 'since %{at}',
      user: 'User',
      byAddress: 'IP address begins with',
      from: 'From',
      to: 'To',
      events: { ...changes.en, ...failures.en },
    },
  },
})
