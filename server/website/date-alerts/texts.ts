// The texts by which visitors are told of new dates.
import type { Language } from '../../platform/ground/language.ts'
import { lastsYears, waitsDays } from './date-alerts.sql.ts'

const german = {
  link: 'Neue Termine per E-Mail',
  title: (event: string) => `Neue Termine: ${event}`,
  intro:
    'Gibt es einen neuen Termin, kommt eine E-Mail, und sonst nichts. In jeder steht ein Link, der das beendet.',
  purpose: `Gespeichert wird nur die Adresse: bis Sie es beenden, höchstens ${lastsYears} Jahre.`,
  email: 'E-Mail-Adresse',
  wrong: 'Das ist keine gültige E-Mail-Adresse. Sie hat die Form name@beispiel.de.',
  trap: 'Bitte lassen Sie dieses Feld leer',
  button: 'Per E-Mail benachrichtigen',
  back: 'Zurück zur Veranstaltung',
  sent: {
    title: 'Sehen Sie in Ihr Postfach',
    text: (email: string) =>
      `Bitte öffnen Sie den Link in der E-Mail an ${email}, und bestätigen Sie dort. Er gilt ${waitsDays} Tage. Haben Sie das schon getan, kommt keine E-Mail.`,
  },
  confirm: {
    text: (event: string, email: string) =>
      `Möchten Sie neue Termine von „${event}“ per E-Mail an ${email} erfahren?`,
    button: 'Ja, bitte benachrichtigen',
  },
  confirmed: (event: string) => `Gibt es einen neuen Termin von „${event}“, kommt eine E-Mail.`,
  end: {
    text: (event: string, email: string) => `Neue Termine von „${event}“ kommen per E-Mail an ${email}.`,
    button: 'Nicht mehr benachrichtigen',
  },
  ended: {
    title: 'Beendet',
    text: 'Es kommen keine E-Mails zu neuen Terminen mehr, die Adresse ist gelöscht.',
  },
  unknown: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Die Benachrichtigung ist beendet, oder der Link ist unvollständig.',
  },
  mails: {
    greeting: 'Guten Tag,',
    confirm: {
      subject: (event: string) => `Bitte bestätigen: neue Termine von ${event}`,
      text: (event: string) =>
        `mit diesem Link bestätigen Sie, dass Sie neue Termine von „${event}“ per E-Mail erfahren möchten:`,
      end: `Haben Sie das nicht angefordert, brauchen Sie nichts zu tun: Nach ${waitsDays} Tagen wird die Adresse gelöscht.`,
    },
    news: {
      subject: (title: string) => `Neuer Termin: ${title}`,
      text: 'es gibt einen neuen Termin:',
      end: 'Nicht mehr benachrichtigen:',
    },
  },
}

const english: typeof german = {
  link: 'New dates by e-mail',
  title: (event) => `New dates: ${event}`,
  intro: 'An e-mail arrives when there is a new date, and nothing else. Each has a link that ends this.',
  purpose: `Only the address is stored: until you end this, at most ${lastsYears} years.`,
  email: 'E-mail address',
  wrong: 'This is not a valid e-mail address. It has the form name@example.com.',
  trap: 'Please leave this field empty',
  button: 'Tell me by e-mail',
  back: 'Back to the event',
  sent: {
    title: 'Look into your mailbox',
    text: (email) =>
      `Please open the link in the e-mail to ${email}, and confirm there. It is valid for ${waitsDays} days. If you have done so already, no e-mail arrives.`,
  },
  confirm: {
    text: (event, email) => `Would you like to be told of new dates of “${event}” by e-mail to ${email}?`,
    button: 'Yes, tell me',
  },
  confirmed: (event) => `An e-mail arrives when there is a new date of “${event}”.`,
  end: {
    text: (event, email) => `New dates of “${event}” are told by e-mail to ${email}.`,
    button: 'Do not tell me any more',
  },
  ended: { title: 'Ended', text: 'No more e-mails about new dates arrive, and the address is deleted.' },
  unknown: {
    title: 'This link is not valid any more',
    text: 'The e-mails have been ended, or the link is incomplete.',
  },
  mails: {
    greeting: 'Hello,',
    confirm: {
      subject: (event) => `Please confirm: new dates of ${event}`,
      text: (event) =>
        `this link confirms that you would like to be told of new dates of “${event}” by e-mail:`,
      end: `If you have not asked for this, there is nothing to do: the address is deleted after ${waitsDays} days.`,
    },
    news: {
      subject: (title) => `New date: ${title}`,
      text: 'there is a new date:',
      end: 'Do not tell me any more:',
    },
  },
}

export const alertTexts: Record<Language, typeof german> = { de: german, en: english }
