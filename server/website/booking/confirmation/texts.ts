// Texts of the mail and the page by which a booking is confirmed.
import type { Language } from '../../../platform/ground/language.ts'

type Ending = { title: string; paragraphs: readonly string[] }

type Texts = {
  title: string
  intro: string
  seats(count: number): string
  total(price: string): string
  until(moment: string): string
  earlier(booking: { name: string; code: string }): string
  waitingList: string
  isBooked: Ending
  ended: Ending
  refused: Ending
  mail: {
    subject(title: string): string
    greeting: string
    intro: string
    until(moment: string): string
    end: string
  }
}

export const confirmationTexts: Record<Language, Texts> = {
  de: {
    title: 'Buchung bestätigen',
    intro: 'Es ist noch nichts gebucht. Prüfen Sie bitte Ihre Buchung, und bestätigen Sie sie:',
    seats: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
    total: (price) => `Gesamtpreis: ${price}`,
    until: (moment) => `Der Link gilt bis ${moment} Uhr.`,
    earlier: ({ name, code }) =>
      `${name} ist zu diesem Termin schon gebucht (Buchung ${code}). Bestätigen Sie nur, wenn Sie zusätzlich buchen möchten.`,
    waitingList: 'Plätze, die nicht frei sind, kommen auf die Warteliste.',
    isBooked: {
      title: 'Bereits gebucht',
      paragraphs: [
        'Diese Buchung ist bestätigt. Sie müssen nichts weiter tun.',
        'Den Link zu Ihrer Buchung haben Sie per E-Mail bekommen.',
      ],
    },
    ended: {
      title: 'Dieser Link ist ungültig',
      paragraphs: [
        'Er ist abgelaufen oder unvollständig. Haben Sie die Buchung nicht bestätigt, ist nichts gebucht, und Ihre Angaben sind gelöscht: Buchen Sie dann auf der Website einfach noch einmal.',
        'Haben Sie sie bestätigt, führt der Link in der Buchungsbestätigung zu Ihrer Buchung.',
      ],
    },
    refused: {
      title: 'Die Buchung ist nicht mehr möglich',
      paragraphs: [
        'Seit Ihrer Anfrage hat sich etwas geändert: der Termin, die Plätze oder der Preis. Es ist nichts gebucht.',
        'Buchen Sie auf der Website noch einmal, oder schreiben Sie uns.',
      ],
    },
    mail: {
      subject: (title) => `Bitte bestätigen Sie Ihre Buchung: ${title}`,
      greeting: 'Guten Tag,',
      intro: 'für Sie sind Plätze reserviert. Gebucht sind sie, wenn Sie auf dieser Seite bestätigen:',
      until: (moment) => `Der Link gilt bis ${moment} Uhr.`,
      end: 'Haben Sie nicht gebucht, brauchen Sie nichts zu tun: Die Plätze werden wieder frei, und die Angaben werden gelöscht.',
    },
  },
  en: {
    title: 'Confirm the booking',
    intro: 'Nothing has been booked yet. Please check your booking, and confirm it:',
    seats: (count) => (count === 1 ? '1 seat' : `${count} seats`),
    total: (price) => `Total: ${price}`,
    until: (moment) => `The link is valid until ${moment}.`,
    earlier: ({ name, code }) =>
      `${name} is booked for this date already (booking ${code}). Confirm only if you want to book in addition.`,
    waitingList: 'Seats that are not free go on the waiting list.',
    isBooked: {
      title: 'Already booked',
      paragraphs: [
        'This booking is confirmed. You do not need to do anything.',
        'You have got the link to your booking by e-mail.',
      ],
    },
    ended: {
      title: 'This link is not valid',
      paragraphs: [
        'It has expired or is incomplete. If you have not confirmed the booking, nothing is booked, and your details are deleted: please book on the website again.',
        'If you have confirmed it, the link in the confirmation leads to your booking.',
      ],
    },
    refused: {
      title: 'The booking is no longer possible',
      paragraphs: [
        'Something has changed since you asked for it: the date, the seats or the price. Nothing is booked.',
        'Please book on the website again, or write to us.',
      ],
    },
    mail: {
      subject: (title) => `Please confirm your booking: ${title}`,
      greeting: 'Hello,',
      intro: 'seats are held for you. They are booked when you confirm on this page:',
      until: (moment) => `The link is valid until ${moment}.`,
      end: 'If you have not booked, there is nothing to do: the seats become free again, and the details are deleted.',
    },
  },
}
