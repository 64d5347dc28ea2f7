// The templates of the causes, as Kontor brings them.
import type { Language } from '../../platform/ground/language.ts'
import type { Cause } from '../causes.ts'

export type TemplateText = { subject: string; body: string }

const facts = '{{ date.details }}'
const changes = '{{ changeList }}'

/** For who ordered: whose seats they are. */
const seats: Record<Language, string> = {
  de: '{% if role == "orderer" or order.seats.size > 1 %}\nTeilnehmende:\n{{ order.seatList }}{% endif %}',
  en: '{% if role == "orderer" or order.seats.size > 1 %}\nParticipants:\n{{ order.seatList }}{% endif %}',
}

const people: Record<Language, string> = {
  de: 'Teilnehmende: {{ participants.size }}\n{{ participantList }}',
  en: 'Participants: {{ participants.size }}\n{{ participantList }}',
}

const needs: Record<Language, string> = {
  de: 'Teilnehmende: {{ participants.size }}\n{{ needsList }}',
  en: 'Participants: {{ participants.size }}\n{{ needsList }}',
}

const attendance: Record<Language, string> = {
  de: '{% if links.attendance != "" %}Auf dieser Seite erfassen Sie die Anwesenheit, ohne Konto: {{ links.attendance }}{% endif %}',
  en: '{% if links.attendance != "" %}Record the attendance on this page, without an account: {{ links.attendance }}{% endif %}',
}

const booking: Record<Language, string> = {
  de: '{% if links.booking != "" %}Ihre Buchung sehen Sie auf dieser Seite. Der Link gilt nur für Sie: {{ links.booking }}{% if links.withdraw != "" %}\nVertrag widerrufen: {{ links.withdraw }}{% endif %}{% endif %}',
  en: '{% if links.booking != "" %}See your booking on this page. The link is yours alone: {{ links.booking }}{% if links.withdraw != "" %}\nWithdraw from contract: {{ links.withdraw }}{% endif %}{% endif %}',
}

/** For who takes part and was booked by somebody else. */
const seat: Record<Language, string> = {
  de: '{% if links.seat != "" %}Ihre Angaben für die Teilnahme tragen Sie auf dieser Seite ein. Der Link gilt nur für Sie: {{ links.seat }}{% endif %}',
  en: '{% if links.seat != "" %}Enter your details for the participation on this page. The link is yours alone: {{ links.seat }}{% endif %}',
}

/** Where an offered seat is accepted or declined. */
const answer: Record<Language, string> = {
  de: 'Bitte nehmen Sie das Angebot bis {{ booking.offeredUntil | time }} auf dieser Seite an, oder lehnen Sie es ab: {% if links.booking != "" %}{{ links.booking }}?part=offer{% else %}{{ links.seat }}{% endif %}',
  en: 'Please accept or decline the offer on this page by {{ booking.offeredUntil | time }}: {% if links.booking != "" %}{{ links.booking }}?part=offer{% else %}{{ links.seat }}{% endif %}',
}

const letter = (language: Language, ...paragraphs: string[]): string =>
  [
    '{{ salutation }},',
    ...paragraphs.map((one) => one.trim()),
    language === 'de' ? 'Mit freundlichen Grüßen\n{{ client.name }}' : 'Kind regards\n{{ client.name }}',
  ].join('\n\n')

type Texts = Record<Language, TemplateText>

const text = (
  [deSubject, ...de]: [subject: string, ...paragraphs: string[]],
  [enSubject, ...en]: [subject: string, ...paragraphs: string[]],
): Texts => ({
  de: { subject: deSubject, body: letter('de', ...de) },
  en: { subject: enSubject, body: letter('en', ...en) },
})

const withSeats = (language: Language): string => `${facts}${seats[language]}`

/** In the subject: that the order has more dates. */
const further: Record<Language, string> = {
  de: '{% if order.furtherDates == 1 %} und ein weiterer Termin{% elsif order.furtherDates > 1 %} und {{ order.furtherDates }} weitere Termine{% endif %}',
  en: '{% if order.furtherDates == 1 %} and one more date{% elsif order.furtherDates > 1 %} and {{ order.furtherDates }} more dates{% endif %}',
}

/** For who ordered: all of the order. */
const order = `{% if order.summary != "" %}{{ order.summary }}{% else %}${facts}{% endif %}`

export const builtInTemplates: Record<Cause, Texts> = {
  booked: text(
    [
      `Buchungsbestätigung: {{ date.title }}${further.de}`,
      'hiermit bestätigen wir die Buchung:',
      order,
      'Einen Kalendereintrag finden Sie im Anhang.',
      booking.de,
      seat.de,
    ],
    [
      `Your booking: {{ date.title }}${further.en}`,
      'we confirm your booking:',
      order,
      'A calendar entry is attached.',
      booking.en,
      seat.en,
    ],
  ),
  waitlisted: text(
    [
      'Warteliste: {{ date.title }}',
      'zurzeit sind alle Plätze vergeben. Wir haben auf der Warteliste eingetragen:',
      order,
      'Sobald ein Platz frei wird, melden wir uns.',
      booking.de,
    ],
    [
      'Waiting list: {{ date.title }}',
      'all seats are taken at the moment. We have entered on the waiting list:',
      order,
      'We will get in touch as soon as a seat becomes free.',
      booking.en,
    ],
  ),
  offered: text(
    [
      'Ein Platz für Sie: {{ date.title }}',
      'ein Platz ist frei geworden, und wir halten ihn für Sie frei:',
      withSeats('de'),
      answer.de,
      'Danach geht der Platz an die nächste Person auf der Warteliste.',
    ],
    [
      'A seat for you: {{ date.title }}',
      'a seat became free, and we are holding it for you:',
      withSeats('en'),
      answer.en,
      'After that, the seat goes to the next person on the waiting list.',
    ],
  ),
  promoted: text(
    [
      'Ein Platz ist frei geworden: {{ date.title }}',
      'ein Platz ist frei geworden, und die Buchung von der Warteliste ist jetzt fest:',
      order,
      'Einen Kalendereintrag finden Sie im Anhang.',
      booking.de,
    ],
    [
      'A seat became free: {{ date.title }}',
      'a seat became free, and the booking from the waiting list is now confirmed:',
      order,
      'A calendar entry is attached.',
      booking.en,
    ],
  ),
  changed: text(
    [
      'Änderung: {{ date.title }}',
      'an diesem Termin hat sich etwas geändert:',
      changes,
      facts,
      'Der Kalendereintrag im Anhang ersetzt den bisherigen.',
    ],
    [
      'Change: {{ date.title }}',
      'something has changed at this date:',
      changes,
      facts,
      'The attached calendar entry replaces the previous one.',
    ],
  ),
  moved: text(
    [
      'Neuer Termin: {{ date.title }}',
      'dieser Termin wurde verlegt:',
      changes,
      facts,
      'Der Kalendereintrag im Anhang ersetzt den bisherigen.',
    ],
    [
      'New date: {{ date.title }}',
      'this date has been moved:',
      changes,
      facts,
      'The attached calendar entry replaces the previous one.',
    ],
  ),
  transferred: text(
    [
      'Umbuchung: {{ date.title }}',
      'wir haben umgebucht{% if former.start != "" %} (bisher {{ former.title }}, {{ former.start | day }}){% endif %}:',
      order,
      'Einen neuen Kalendereintrag finden Sie im Anhang.',
    ],
    [
      'Your new booking: {{ date.title }}',
      'we have changed the booking{% if former.start != "" %} (before: {{ former.title }}, {{ former.start | day }}){% endif %}:',
      order,
      'A new calendar entry is attached.',
    ],
  ),
  booking_cancelled: text(
    [
      'Stornierung: {{ date.title }}',
      '{% if booking.isReplaced %}Ihren Platz hat eine andere Person übernommen. Sie sind für diesen Termin nicht mehr angemeldet:{% elsif booking.offeredUntil != "" %}der angebotene Platz wurde nicht angenommen. Der Eintrag auf der Warteliste ist beendet:{% else %}wir bestätigen die Stornierung:{% endif %}',
      withSeats('de'),
      '{% if booking.cancellationFee %}Nach unseren Bedingungen fällt eine Gebühr von {{ booking.cancellationFee | money: booking.currency }} an.{% endif %}',
    ],
    [
      'Cancellation: {{ date.title }}',
      '{% if booking.isReplaced %}another person has taken over your seat. You are no longer booked for this date:{% elsif booking.offeredUntil != "" %}the offered seat was not accepted. The entry on the waiting list has ended:{% else %}we confirm the cancellation:{% endif %}',
      withSeats('en'),
      '{% if booking.cancellationFee %}According to our terms, a fee of {{ booking.cancellationFee | money: booking.currency }} is due.{% endif %}',
    ],
  ),
  date_cancelled: text(
    [
      'Absage: {{ date.title }}',
      'leider müssen wir diesen Termin absagen:',
      facts,
      'Wir bitten um Verständnis und melden uns mit einem Vorschlag.',
    ],
    [
      'Cancelled: {{ date.title }}',
      'unfortunately we have to cancel this date:',
      facts,
      'We apologise and will get back to you with a proposal.',
    ],
  ),
  joining_instructions: text(
    [
      'Informationen zu Ihrer Teilnahme: {{ date.title }}',
      'bald ist es so weit. Hier finden Sie alles für Ihre Teilnahme:',
      facts,
      '{% if trainers.size > 0 %}Durch die Veranstaltung führt {% for one in trainers %}{{ one.name }}{% unless forloop.last %}, {% endunless %}{% endfor %}.{% endif %}',
    ],
    [
      'Joining instructions: {{ date.title }}',
      'the date is near. Here is what you need to take part:',
      facts,
      '{% if trainers.size > 0 %}Your trainer is {% for one in trainers %}{{ one.name }}{% unless forloop.last %}, {% endunless %}{% endfor %}.{% endif %}',
    ],
  ),
  reminder: text(
    ['Erinnerung: {{ date.title }}', 'wir erinnern an Ihren Termin:', facts, 'Wir freuen uns auf Sie.'],
    [
      'Reminder: {{ date.title }}',
      'this is a reminder of your date:',
      facts,
      'We look forward to seeing you.',
    ],
  ),
  thanks: text(
    [
      'Vielen Dank für Ihre Teilnahme: {{ date.title }}',
      'vielen Dank für Ihre Teilnahme an „{{ date.title }}“.',
      '{% if links.feedback != "" %}Wie hat es Ihnen gefallen? {{ links.feedback }}{% endif %}',
    ],
    [
      'Thank you for taking part: {{ date.title }}',
      'thank you for taking part in “{{ date.title }}”.',
      '{% if links.feedback != "" %}How did you like it? {{ links.feedback }}{% endif %}',
    ],
  ),
  trainer_brief: text(
    [
      'Ihr Einsatz: {{ date.title }}',
      'hier finden Sie die Angaben zu Ihrem Einsatz:',
      facts,
      people.de,
      attendance.de,
    ],
    [
      'Your assignment: {{ date.title }}',
      'here is what you need for your assignment:',
      facts,
      people.en,
      attendance.en,
    ],
  ),
  location_list: text(
    [
      'Unsere Veranstaltung bei Ihnen: {{ date.title }}',
      'hier finden Sie die Angaben zu unserer Veranstaltung in Ihrem Haus:',
      facts,
      needs.de,
    ],
    [
      'Our event at your house: {{ date.title }}',
      'here are the details of our event at your house:',
      facts,
      needs.en,
    ],
  ),
}
