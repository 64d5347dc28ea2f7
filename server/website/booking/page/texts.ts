// Texts of the page of an order.
import type { Language } from '../../../platform/pages/page-html.ts'

export const texts = {
  de: {
    locale: 'de-DE',
    title: (code: string) => `Ihre Buchung ${code}`.trim(),
    booked: 'Vielen Dank! Die Bestätigung kommt per E-Mail.',
    later: 'Name folgt',
    states: { booked: 'gebucht', waiting: 'auf der Warteliste', cancelled: 'storniert' },
    dateCancelled: 'Dieser Termin findet nicht statt.',
    parts: { overview: 'Übersicht', names: 'Namen', move: 'Umbuchen', cancel: 'Stornieren' },
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
    moveIntro:
      'Wählen Sie für jeden Platz, den Sie umbuchen möchten, den neuen Termin. Umgebucht wird erst, wenn Sie den Knopf drücken.',
    noMove:
      'Umbuchen ist hier nicht möglich: Es gibt keinen anderen Termin mit freien Plätzen, oder die Stornierung ist nicht mehr kostenlos. Schreiben Sie uns gern eine Nachricht.',
    newDate: 'Neuer Termin',
    stay: 'nicht umbuchen',
    free: (count: number) => (count === 1 ? '1 Platz frei' : `${count} Plätze frei`),
    samePrice: 'gleicher Preis',
    more: (money: string) => `${money} mehr`,
    less: (money: string) => `${money} weniger`,
    confirmMove: 'Verbindlich umbuchen',
    moved: 'Die gewählten Plätze sind umgebucht.',
    noDateChosen: 'Bitte wählen Sie mindestens einen neuen Termin.',
    dateChanged:
      'Noch ist nichts umgebucht: Ein Termin oder sein Preis hat sich inzwischen geändert. Bitte prüfen Sie Ihre Auswahl.',
    moveFailed:
      'Noch ist nichts umgebucht: An einem der Termine sind nicht genug Plätze frei, oder eine Person hat dort schon einen.',
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
  },
  en: {
    locale: 'en-GB',
    title: (code: string) => `Your booking ${code}`.trim(),
    booked: 'Thank you! The confirmation comes by e-mail.',
    later: 'named later',
    states: { booked: 'booked', waiting: 'on the waiting list', cancelled: 'cancelled' },
    dateCancelled: 'This date does not take place.',
    parts: { overview: 'Overview', names: 'Names', move: 'Move', cancel: 'Cancel' },
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
    moveIntro:
      'Choose the new date of each seat that you would like to move. Nothing is moved before you press the button.',
    noMove:
      'Seats cannot be moved here: there is no other date with free seats, or cancelling is no longer free of charge. You are welcome to write to us.',
    newDate: 'New date',
    stay: 'do not move',
    free: (count: number) => (count === 1 ? '1 seat left' : `${count} seats left`),
    samePrice: 'same price',
    more: (money: string) => `${money} more`,
    less: (money: string) => `${money} less`,
    confirmMove: 'Move the seats',
    moved: 'The chosen seats have been moved.',
    noDateChosen: 'Please choose at least one new date.',
    dateChanged:
      'Nothing has been moved yet: a date or its price has changed meanwhile. Please check your choice.',
    moveFailed:
      'Nothing has been moved yet: one of the dates has not enough free seats, or a person has one there already.',
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
  },
} as const satisfies Record<Language, object>
