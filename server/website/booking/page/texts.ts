// Texts of the page of an order.
import type { Language } from '../../../platform/pages/page-html.ts'

export const texts = {
  de: {
    locale: 'de-DE',
    title: (code: string) => `Ihre Buchung ${code}`.trim(),
    later: 'Name folgt',
    states: { booked: 'gebucht', waiting: 'auf der Warteliste', cancelled: 'storniert' },
    dateCancelled: 'Dieser Termin findet nicht statt.',
    parts: { overview: 'Übersicht', names: 'Namen', cancel: 'Stornieren' },
    seat: (number: number) => `Platz ${number}`,
    namesIntro: 'Nennen Sie die Personen, oder ersetzen Sie eine durch eine andere.',
    fields: { firstName: 'Vorname', lastName: 'Nachname', email: 'E-Mail-Adresse' },
    errors: {
      firstName: 'Der Vorname ist zu lang.',
      lastName: 'Geben Sie den Nachnamen an, mit höchstens 255 Zeichen.',
      email: 'Geben Sie eine gültige E-Mail-Adresse an.',
    },
    wrong: 'Noch ist nichts gespeichert: Bitte korrigieren Sie die markierten Felder.',
    saveNames: 'Namen speichern',
    named: 'Die Namen sind gespeichert.',
    unchanged: 'Sie haben nichts geändert.',
    cancelIntro:
      'Wählen Sie die Plätze, die Sie stornieren möchten. Storniert wird erst, wenn Sie den Knopf drücken.',
    keep: 'behalten',
    cancel: (fee: string) => `stornieren, Gebühr ${fee}`,
    cancelFree: 'kostenlos stornieren',
    reasons: 'Was wir wissen sollten',
    reason: 'Grund (freiwillig)',
    confirmCancel: 'Verbindlich stornieren',
    cancelled: 'Die gewählten Plätze sind storniert.',
    nothingChosen: 'Bitte wählen Sie mindestens einen Platz.',
    feeChanged:
      'Noch ist nichts storniert: Die Gebühr hat sich inzwischen geändert. Bitte prüfen Sie Ihre Auswahl.',
    unknown: {
      title: 'Dieser Link ist ungültig',
      paragraphs: [
        'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht des Veranstalters.',
      ],
    },
  },
  en: {
    locale: 'en-GB',
    title: (code: string) => `Your booking ${code}`.trim(),
    later: 'named later',
    states: { booked: 'booked', waiting: 'on the waiting list', cancelled: 'cancelled' },
    dateCancelled: 'This date does not take place.',
    parts: { overview: 'Overview', names: 'Names', cancel: 'Cancel' },
    seat: (number: number) => `Seat ${number}`,
    namesIntro: 'Name the persons, or replace one by another.',
    fields: { firstName: 'First name', lastName: 'Last name', email: 'E-mail address' },
    errors: {
      firstName: 'The first name is too long.',
      lastName: 'Please enter the last name, with at most 255 characters.',
      email: 'Please enter a valid e-mail address.',
    },
    wrong: 'Nothing has been saved yet: please correct the marked fields.',
    saveNames: 'Save names',
    named: 'The names have been saved.',
    unchanged: 'You have not changed anything.',
    cancelIntro:
      'Choose the seats that you would like to cancel. Nothing is cancelled before you press the button.',
    keep: 'keep',
    cancel: (fee: string) => `cancel, fee ${fee}`,
    cancelFree: 'cancel free of charge',
    reasons: 'What we should know',
    reason: 'Reason (optional)',
    confirmCancel: 'Cancel the chosen seats',
    cancelled: 'The chosen seats have been cancelled.',
    nothingChosen: 'Please choose at least one seat.',
    feeChanged: 'Nothing has been cancelled yet: the fee has changed meanwhile. Please check your choice.',
    unknown: {
      title: 'This link is not valid',
      paragraphs: ['It may be incomplete. Please open it again from the provider’s message.'],
    },
  },
} as const satisfies Record<Language, object>
