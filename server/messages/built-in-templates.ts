// The templates of the causes, as Kontor brings them.
import type { Cause, Language } from '../mail/causes.ts'

export type TemplateText = { subject: string; body: string }

const facts: Record<Language, string> = {
  de: `{{ date.title }}
{% for one in date.days %}{{ one.day | day }}{% if one.startTime != "" %}, {{ one.startTime }}{% if one.endTime != "" %}–{{ one.endTime }}{% endif %} Uhr{% endif %}
{% endfor %}{% if location.name != "" %}{{ location.name }}{% if location.street != "" %}, {{ location.street }}{% endif %}{% if location.city != "" %}, {{ location.zip }} {{ location.city }}{% endif %}
{% endif %}{% if date.room != "" %}Raum: {{ date.room }}
{% endif %}{% if date.isOnline and date.onlineLink != "" %}Onlineraum: {{ date.onlineLink }}
{% endif %}`,
  en: `{{ date.title }}
{% for one in date.days %}{{ one.day | day }}{% if one.startTime != "" %}, {{ one.startTime }}{% if one.endTime != "" %}–{{ one.endTime }}{% endif %}{% endif %}
{% endfor %}{% if location.name != "" %}{{ location.name }}{% if location.street != "" %}, {{ location.street }}{% endif %}{% if location.city != "" %}, {{ location.zip }} {{ location.city }}{% endif %}
{% endif %}{% if date.room != "" %}Room: {{ date.room }}
{% endif %}{% if date.isOnline and date.onlineLink != "" %}Online room: {{ date.onlineLink }}
{% endif %}`,
}

/** For who ordered: whose seats they are. */
const seats: Record<Language, string> = {
  de: `{% if role == "orderer" %}
Teilnehmende:
{% for seat in order.seats %}- {% if seat.lastName != "" %}{{ seat.firstName }} {{ seat.lastName }}{% else %}noch nicht benannt{% endif %}
{% endfor %}{% endif %}`,
  en: `{% if role == "orderer" %}
Participants:
{% for seat in order.seats %}- {% if seat.lastName != "" %}{{ seat.firstName }} {{ seat.lastName }}{% else %}not named yet{% endif %}
{% endfor %}{% endif %}`,
}

const changes: Record<Language, string> = {
  de: `{% for change in changes %}{{ change.what }}: {{ change.after }} (bisher {{ change.before }})
{% endfor %}`,
  en: `{% for change in changes %}{{ change.what }}: {{ change.after }} (before: {{ change.before }})
{% endfor %}`,
}

const people: Record<Language, string> = {
  de: `Teilnehmende: {{ participants.size }}
{% for one in participants %}- {{ one.firstName }} {{ one.lastName }}{% if one.company != "" %}, {{ one.company }}{% endif %}
{% endfor %}`,
  en: `Participants: {{ participants.size }}
{% for one in participants %}- {{ one.firstName }} {{ one.lastName }}{% if one.company != "" %}, {{ one.company }}{% endif %}
{% endfor %}`,
}

const needs: Record<Language, string> = {
  de: `Teilnehmende: {{ participants.size }}
{% for one in participants %}{% if one.dietaryNotes != "" %}- Verpflegung: {{ one.dietaryNotes }}
{% endif %}{% if one.accessibilityNotes != "" %}- Barrierefreiheit: {{ one.accessibilityNotes }}
{% endif %}{% endfor %}`,
  en: `Participants: {{ participants.size }}
{% for one in participants %}{% if one.dietaryNotes != "" %}- Food: {{ one.dietaryNotes }}
{% endif %}{% if one.accessibilityNotes != "" %}- Accessibility: {{ one.accessibilityNotes }}
{% endif %}{% endfor %}`,
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

const withSeats = (language: Language): string => `${facts[language].trim()}\n${seats[language]}`

export const builtInTemplates: Record<Cause, Texts> = {
  booked: text(
    [
      'Buchungsbestätigung: {{ date.title }}',
      'hiermit bestätigen wir die Buchung:',
      withSeats('de'),
      'Einen Kalendereintrag finden Sie im Anhang.',
    ],
    [
      'Your booking: {{ date.title }}',
      'we confirm your booking:',
      withSeats('en'),
      'A calendar entry is attached.',
    ],
  ),
  waitlisted: text(
    [
      'Warteliste: {{ date.title }}',
      'zurzeit sind alle Plätze vergeben. Wir haben auf der Warteliste eingetragen:',
      withSeats('de'),
      'Sobald ein Platz frei wird, melden wir uns.',
    ],
    [
      'Waiting list: {{ date.title }}',
      'all seats are taken at the moment. We have entered on the waiting list:',
      withSeats('en'),
      'We will get in touch as soon as a seat becomes free.',
    ],
  ),
  promoted: text(
    [
      'Ein Platz ist frei geworden: {{ date.title }}',
      'ein Platz ist frei geworden, und die Buchung von der Warteliste ist jetzt fest:',
      withSeats('de'),
      'Einen Kalendereintrag finden Sie im Anhang.',
    ],
    [
      'A seat became free: {{ date.title }}',
      'a seat became free, and the booking from the waiting list is now confirmed:',
      withSeats('en'),
      'A calendar entry is attached.',
    ],
  ),
  changed: text(
    [
      'Änderung: {{ date.title }}',
      'an diesem Termin hat sich etwas geändert:',
      changes.de,
      facts.de,
      'Der Kalendereintrag im Anhang ersetzt den bisherigen.',
    ],
    [
      'Change: {{ date.title }}',
      'something has changed at this date:',
      changes.en,
      facts.en,
      'The attached calendar entry replaces the previous one.',
    ],
  ),
  moved: text(
    [
      'Neuer Termin: {{ date.title }}',
      'dieser Termin wurde verlegt:',
      changes.de,
      facts.de,
      'Der Kalendereintrag im Anhang ersetzt den bisherigen.',
    ],
    [
      'New date: {{ date.title }}',
      'this date has been moved:',
      changes.en,
      facts.en,
      'The attached calendar entry replaces the previous one.',
    ],
  ),
  transferred: text(
    [
      'Umbuchung: {{ date.title }}',
      'wir haben umgebucht{% if former.start != "" %} (bisher {{ former.title }}, {{ former.start | day }}){% endif %}:',
      withSeats('de'),
      'Einen neuen Kalendereintrag finden Sie im Anhang.',
    ],
    [
      'Your new booking: {{ date.title }}',
      'we have changed the booking{% if former.start != "" %} (before: {{ former.title }}, {{ former.start | day }}){% endif %}:',
      withSeats('en'),
      'A new calendar entry is attached.',
    ],
  ),
  booking_cancelled: text(
    [
      'Stornierung: {{ date.title }}',
      'wir bestätigen die Stornierung:',
      withSeats('de'),
      '{% if booking.cancellationFee %}Nach unseren Bedingungen fällt eine Gebühr von {{ booking.cancellationFee | money: booking.currency }} an.{% endif %}',
    ],
    [
      'Cancellation: {{ date.title }}',
      'we confirm the cancellation:',
      withSeats('en'),
      '{% if booking.cancellationFee %}According to our terms, a fee of {{ booking.cancellationFee | money: booking.currency }} is due.{% endif %}',
    ],
  ),
  date_cancelled: text(
    [
      'Absage: {{ date.title }}',
      'leider müssen wir diesen Termin absagen:',
      facts.de,
      'Wir bitten um Verständnis und melden uns mit einem Vorschlag.',
    ],
    [
      'Cancelled: {{ date.title }}',
      'unfortunately we have to cancel this date:',
      facts.en,
      'We apologise and will get back to you with a proposal.',
    ],
  ),
  joining_instructions: text(
    [
      'Informationen zu Ihrer Teilnahme: {{ date.title }}',
      'bald ist es so weit. Hier finden Sie alles für Ihre Teilnahme:',
      facts.de,
      '{% if trainers.size > 0 %}Durch die Veranstaltung führt {% for one in trainers %}{{ one.name }}{% unless forloop.last %}, {% endunless %}{% endfor %}.{% endif %}',
    ],
    [
      'Joining instructions: {{ date.title }}',
      'the date is near. Here is what you need to take part:',
      facts.en,
      '{% if trainers.size > 0 %}Your trainer is {% for one in trainers %}{{ one.name }}{% unless forloop.last %}, {% endunless %}{% endfor %}.{% endif %}',
    ],
  ),
  reminder: text(
    ['Erinnerung: {{ date.title }}', 'wir erinnern an Ihren Termin:', facts.de, 'Wir freuen uns auf Sie.'],
    [
      'Reminder: {{ date.title }}',
      'this is a reminder of your date:',
      facts.en,
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
    ['Ihr Einsatz: {{ date.title }}', 'hier finden Sie die Angaben zu Ihrem Einsatz:', facts.de, people.de],
    ['Your assignment: {{ date.title }}', 'here is what you need for your assignment:', facts.en, people.en],
  ),
  location_list: text(
    [
      'Unsere Veranstaltung bei Ihnen: {{ date.title }}',
      'hier finden Sie die Angaben zu unserer Veranstaltung in Ihrem Haus:',
      facts.de,
      needs.de,
    ],
    [
      'Our event at your house: {{ date.title }}',
      'here are the details of our event at your house:',
      facts.en,
      needs.en,
    ],
  ),
}
