// Texts of the page on which consumers withdraw from a contract, and of the receipt.
import type { Language } from '../../platform/ground/language.ts'
import type { Declaration } from './withdrawal.sql.ts'

const german = {
  locale: 'de-DE',
  title: 'Vertrag widerrufen',
  intro: [
    'Als Verbraucher können Sie einen Vertrag, den Sie mit uns über die Website, am Telefon oder per E-Mail geschlossen haben, in der Widerrufsfrist ohne Angabe von Gründen widerrufen. Ob und wie lange das für Ihre Buchung gilt, steht in der Widerrufsbelehrung.',
    'Bevor Sie den Widerruf abschicken, sehen Sie Ihre Angaben noch einmal.',
  ],
  details: 'Ihre Angaben',
  purpose:
    'Wir brauchen diese Angaben, um Ihren Widerruf zuzuordnen und den Eingang zu bestätigen. Wir bewahren sie so lange auf wie die Unterlagen zu Ihrer Buchung.',
  fields: {
    name: 'Ihr Name',
    contract: 'Buchungsnummer, oder Titel und Tag der Veranstaltung',
    part: 'Nur ein Teil der Buchung? Welcher? (freiwillig)',
    email: 'E-Mail-Adresse für die Bestätigung',
  } satisfies Record<keyof Declaration, string>,
  errors: {
    name: 'Geben Sie Ihren Namen an, mit höchstens 255 Zeichen.',
    contract: 'Geben Sie an, welchen Vertrag Sie widerrufen, mit höchstens 255 Zeichen.',
    part: 'Der Text ist zu lang.',
    email: 'Geben Sie eine gültige E-Mail-Adresse an.',
  } satisfies Record<keyof Declaration, string>,
  wrong: 'Noch ist nichts widerrufen: Bitte korrigieren Sie die markierten Felder.',
  next: 'Weiter',
  confirmTitle: 'Widerruf bestätigen',
  confirmIntro: 'Noch ist nichts widerrufen. Sie erklären uns:',
  declaration: 'Hiermit widerrufe ich den folgenden Vertrag.',
  declared: { name: 'Name', contract: 'Vertrag', part: 'Teil des Vertrags', email: 'E-Mail-Adresse' },
  confirm: 'Widerruf bestätigen',
  change: 'Angaben ändern',
  doneTitle: 'Ihr Widerruf ist eingegangen',
  received: (time: string) => `Eingegangen am ${time} Uhr.`,
  mailed: (email: string) =>
    `Die Bestätigung mit Ihrer Erklärung und dem Zeitpunkt des Eingangs schicken wir an ${email}.`,
  later: 'Wir prüfen Ihren Widerruf und melden uns, wenn wir eine Frage haben.',
  receipt: {
    subject: 'Eingang Ihres Widerrufs',
    greeting: 'Guten Tag,',
    received: (time: string) => `wir haben Ihren Widerruf am ${time} Uhr erhalten. Sie haben erklärt:`,
    notRepeated: '(liegt uns vor; wegen eines Links hier nicht wiederholt)',
    keep: 'Bitte bewahren Sie diese E-Mail als Nachweis auf.',
  },
}

type Texts = typeof german

const english: Texts = {
  locale: 'en-GB',
  title: 'Withdraw from contract',
  intro: [
    'As a consumer you can withdraw from a contract that you concluded with us on the website, by phone or by e-mail, without giving a reason, within the withdrawal period. The instructions on withdrawal say whether this applies to your booking, and for how long.',
    'You will see your details once more before you send the withdrawal.',
  ],
  details: 'Your details',
  purpose:
    'We need these details to find the booking and to confirm receipt. We keep them for as long as the records of your booking.',
  fields: {
    name: 'Your name',
    contract: 'Booking number, or title and day of the event',
    part: 'Only a part of the booking? Which? (optional)',
    email: 'E-mail address for the confirmation',
  },
  errors: {
    name: 'Enter your name, with at most 255 characters.',
    contract: 'Enter which contract you withdraw from, with at most 255 characters.',
    part: 'The text is too long.',
    email: 'Enter a valid e-mail address.',
  },
  wrong: 'Nothing has been withdrawn yet: please correct the marked fields.',
  next: 'Continue',
  confirmTitle: 'Confirm withdrawal',
  confirmIntro: 'Nothing has been withdrawn yet. You declare:',
  declaration: 'I hereby withdraw from the following contract.',
  declared: { name: 'Name', contract: 'Contract', part: 'Part of the contract', email: 'E-mail address' },
  confirm: 'Confirm withdrawal',
  change: 'Change details',
  doneTitle: 'Your withdrawal has been received',
  received: (time) => `Received on ${time}.`,
  mailed: (email) => `We send the confirmation, with your declaration and the time of receipt, to ${email}.`,
  later: 'We check your withdrawal, and write to you if there is a question.',
  receipt: {
    subject: 'Receipt of your withdrawal',
    greeting: 'Hello,',
    received: (time) => `we received your withdrawal on ${time}. You declared:`,
    notRepeated: '(is in our records; not repeated here because of a link)',
    keep: 'Please keep this e-mail as evidence.',
  },
}

export const withdrawalTexts: Record<Language, Texts> = { de: german, en: english }
