// Texts of the page of an order.
import { orderTexts } from '../../../documents/orders/order-texts.ts'
import type { Language } from '../../../platform/ground/language.ts'

export const texts = {
  de: {
    locale: 'de-DE',
    title: (code: string) => `Ihre Buchung ${code}`.trim(),
    booked: 'Vielen Dank! Die Bestätigung kommt per E-Mail.',
    later: orderTexts.de.later,
    states: orderTexts.de.states,
    dateCancelled: orderTexts.de.cancelled,
    withdraw: 'Vertrag widerrufen',
    newLink: 'Neuen Link zuschicken',
    parts: {
      overview: 'Übersicht',
      offer: 'Angebot',
      names: 'Namen',
      move: 'Umbuchen',
      cancel: 'Stornieren',
      documents: 'Unterlagen',
      letters: 'Nachrichten',
    },
    seat: (number: number) => `Platz ${number}`,
    offeredUntil: orderTexts.de.offeredUntil,
    offerIntro: (moment: string) =>
      `Ein Platz ist frei geworden. Wir halten ihn bis ${moment} Uhr frei. Danach geht er an die nächste Person auf der Warteliste.`,
    answerOffer: 'jetzt beantworten',
    answerLater: 'noch offen lassen',
    accept: 'Platz annehmen',
    acceptWithPrice: 'Zahlungspflichtig annehmen',
    decline: 'Ablehnen und Warteliste verlassen',
    accepted: 'Vielen Dank! Der Platz ist gebucht. Die Bestätigung kommt per E-Mail.',
    declined: 'Sie haben den Platz abgelehnt und stehen nicht mehr auf der Warteliste.',
    offerEnded: 'Das Angebot gilt nicht mehr. Sie haben es schon beantwortet, oder die Frist ist abgelaufen.',
    documentsIntro:
      'Kalendereinträge und Dateien für die Teilnahme, Bescheinigungen, sobald sie ausgestellt sind, und die Bedingungen zur Zeit Ihrer Buchung.',
    documents: {
      calendar: (date: string) => `Kalendereintrag: ${date}`,
      certificate: (name: string, title: string) => `Teilnahmebescheinigung: ${name}, ${title}`,
    },
    noLetters: 'Noch haben wir Ihnen zu dieser Buchung nichts geschickt.',
    lettersIntro: 'Diese E-Mails haben wir Ihnen zu Ihrer Buchung geschickt:',
    company: {
      title: (company: string) => `Buchungen: ${company}`,
      intro: (user: string) =>
        `Diese Seite ist für ${user}. Wer den Link hat, sieht die Buchungen der Firma und ihre Unterlagen.`,
      parts: { current: 'Aktuell', past: 'Vergangen' },
      none: { current: 'Zurzeit ist nichts gebucht.', past: 'Noch ist nichts vergangen.' },
      date: (date: string, count: number) => `${date}: ${count === 1 ? '1 Platz' : `${count} Plätze`}`,
    },
    seatTitle: 'Ihr Platz',
    notesIntro:
      'Was sollten wir für Ihre Teilnahme wissen? Angaben zu Verpflegung und Barrierefreiheit sind freiwillig. Wir verwenden sie nur für diese Veranstaltung und geben sie dafür auch an das Haus weiter, in dem sie stattfindet. Sie können sie hier bis zum Ende der Veranstaltung ändern und wieder löschen.',
    notes: { dietaryNotes: 'Verpflegung', accessibilityNotes: 'Barrierefreiheit' },
    saveNotes: 'Angaben speichern',
    notesSaved: 'Ihre Angaben sind gespeichert.',
    namesIntro:
      'Nennen Sie die Personen, oder ersetzen Sie eine durch eine andere. Die Angaben brauchen wir für die Teilnahme. Sie werden so lange gespeichert wie Ihre Buchung.',
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
    reasons: 'Grund der Stornierung',
    reason: 'Grund (freiwillig)',
    confirmCancel: 'Verbindlich stornieren',
    cancelled: 'Die gewählten Plätze sind storniert.',
    newPrices:
      'Noch ist nichts geändert: Der Gruppenrabatt gilt für Plätze, die gebucht bleiben. Bitte prüfen und bestätigen Sie die neuen Preise.',
    newPrice: (price: string, before: string) => `künftig ${price} statt ${before}`,
    nothingChosen: 'Bitte wählen Sie mindestens einen Platz.',
    feeChanged:
      'Noch ist nichts storniert: Die Gebühr hat sich inzwischen geändert. Bitte prüfen Sie Ihre Auswahl.',
  },
  en: {
    locale: 'en-GB',
    title: (code: string) => `Your booking ${code}`.trim(),
    booked: 'Thank you! The confirmation comes by e-mail.',
    later: orderTexts.en.later,
    states: orderTexts.en.states,
    dateCancelled: orderTexts.en.cancelled,
    withdraw: 'Withdraw from contract',
    newLink: 'Send a new link',
    parts: {
      overview: 'Overview',
      offer: 'Offer',
      names: 'Names',
      move: 'Move',
      cancel: 'Cancel',
      documents: 'Documents',
      letters: 'Messages',
    },
    seat: (number: number) => `Seat ${number}`,
    offeredUntil: orderTexts.en.offeredUntil,
    offerIntro: (moment: string) =>
      `A seat became free. We are holding it until ${moment}. After that, it goes to the next person on the waiting list.`,
    answerOffer: 'answer now',
    answerLater: 'leave open',
    accept: 'Accept the seat',
    acceptWithPrice: 'Accept with obligation to pay',
    decline: 'Decline and leave the waiting list',
    accepted: 'Thank you! The seat is booked. The confirmation comes by e-mail.',
    declined: 'You have declined the seat and are no longer on the waiting list.',
    offerEnded: 'The offer has ended. You have answered it already, or the deadline has passed.',
    documentsIntro:
      'Calendar entries and files for your participation, certificates as soon as they are issued, and the terms at the time of your booking.',
    documents: {
      calendar: (date: string) => `Calendar entry: ${date}`,
      certificate: (name: string, title: string) => `Certificate: ${name}, ${title}`,
    },
    noLetters: 'We have not sent you anything about this booking yet.',
    lettersIntro: 'We have sent you these e-mails about your booking:',
    company: {
      title: (company: string) => `Bookings: ${company}`,
      intro: (user: string) =>
        `This page is for ${user}. Whoever has the link sees the bookings of the company and their documents.`,
      parts: { current: 'Current', past: 'Past' },
      none: { current: 'Nothing is booked at present.', past: 'Nothing is past yet.' },
      date: (date: string, count: number) => `${date}: ${count === 1 ? '1 seat' : `${count} seats`}`,
    },
    seatTitle: 'Your seat',
    notesIntro:
      'What should we know for your participation? Diet and accessibility are voluntary. We use it for this event alone, and pass it on to the venue for this purpose. You can change and delete it here until the event is over.',
    notes: { dietaryNotes: 'Diet', accessibilityNotes: 'Accessibility' },
    saveNotes: 'Save',
    notesSaved: 'Your details have been saved.',
    namesIntro:
      'Name the persons, or replace one by another. We need the details for the participation. They are kept for as long as your booking.',
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
    reasons: 'Reason of the cancellation',
    reason: 'Reason (optional)',
    confirmCancel: 'Cancel the chosen seats',
    cancelled: 'The chosen seats have been cancelled.',
    newPrices:
      'Nothing has been changed yet: the group discount holds for seats that stay booked. Please check and confirm the new prices.',
    newPrice: (price: string, before: string) => `from now on ${price} instead of ${before}`,
    nothingChosen: 'Please choose at least one seat.',
    feeChanged: 'Nothing has been cancelled yet: the fee has changed meanwhile. Please check your choice.',
  },
} as const satisfies Record<Language, object>
