// Starting texts of the legal pages.
import { contactLines, providerLines, type StartingText } from './starting-text.ts'

export const legalTexts = {
  imprint: {
    title: { de: 'Impressum', en: 'Imprint' },
    sections: {
      de: (fill) => [
        ['', providerLines(fill), contactLines(fill, 'de')],
        ['Vertreten durch', fill('representative')],
        ['Registereintrag', fill('register')],
        ['Umsatzsteuer', `Umsatzsteuer-Identifikationsnummer nach § 27a UStG: ${fill('vatId')}`],
        [
          'Streitbeilegung',
          'Wir nehmen nicht an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil und sind dazu nicht verpflichtet.',
        ],
      ],
      en: (fill) => [
        ['', providerLines(fill), contactLines(fill, 'en')],
        ['Represented by', fill('representative')],
        ['Registration', fill('register')],
        ['VAT', `VAT identification number: ${fill('vatId')}`],
        [
          'Dispute resolution',
          'We do not take part in dispute resolution by a consumer arbitration board, and are not obliged to.',
        ],
      ],
    },
  },
  privacy: {
    title: { de: 'Datenschutzerklärung', en: 'Privacy policy' },
    sections: {
      de: (fill) => [
        ['Verantwortlich', providerLines(fill), contactLines(fill, 'de')],
        [
          'Besuch dieser Seiten',
          'Die Seiten setzen keine Cookies, laden nichts von anderen Servern und werten Ihr Verhalten nicht aus. Beim Aufruf verarbeitet der Server Ihre IP-Adresse, um die Seite zu liefern und Missbrauch abzuwehren (Art. 6 Abs. 1 Buchst. f DSGVO).',
          `Betrieb des Servers: ${fill('hosting')}`,
        ],
        [
          'Buchung',
          'Wenn Sie buchen, verarbeiten wir Ihre Angaben und die der angemeldeten Personen, um den Vertrag zu erfüllen (Art. 6 Abs. 1 Buchst. b DSGVO): Namen, E-Mail-Adressen, Rechnungsanschrift, gebuchte Plätze und Ihre Antworten auf unsere Fragen. Zum Nachweis der Buchung speichern wir Zeitpunkt, IP-Adresse und die angenommenen Bedingungen.',
          'Angaben zu Ernährung und Barrierefreiheit sind freiwillig und dienen allein der Durchführung (Art. 9 Abs. 2 Buchst. a DSGVO).',
        ],
        [
          'E-Mails und Newsletter',
          'Zur Buchung erhalten Sie E-Mails, etwa Bestätigung und Erinnerung. Einen Newsletter erhalten Sie nur mit Ihrer Einwilligung, die Sie jederzeit widerrufen können (Art. 6 Abs. 1 Buchst. a DSGVO).',
        ],
        [
          'Empfänger',
          'Trainer, Veranstaltungsorte und Dienstleister erhalten nur, was sie für ihre Aufgabe brauchen.',
        ],
        [
          'Speicherdauer',
          `Rechnungen und Buchungen bewahren wir nach Handels- und Steuerrecht auf. Andere Angaben löschen wir nach: ${fill('retention')}`,
        ],
        [
          'Ihre Rechte',
          'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Datenübertragbarkeit und Widerspruch, und können sich bei einer Datenschutzaufsichtsbehörde beschweren.',
        ],
      ],
      en: (fill) => [
        ['Controller', providerLines(fill), contactLines(fill, 'en')],
        [
          'Visiting these pages',
          'The pages set no cookies, load nothing from other servers, and do not track you. The server processes your IP address to deliver the page and to prevent abuse (Art. 6(1)(f) GDPR).',
          `Operation of the server: ${fill('hosting')}`,
        ],
        [
          'Booking',
          'If you book, we process your details and those of the persons whom you register, to perform the contract (Art. 6(1)(b) GDPR): names, e-mail addresses, invoice address, booked seats, and your answers to our questions. As evidence of the booking, we store its time, the IP address and the accepted terms.',
          'Details on diet and accessibility are voluntary, and used to run the event alone (Art. 9(2)(a) GDPR).',
        ],
        [
          'E-mails and newsletter',
          'You receive e-mails about your booking, such as its confirmation and a reminder. You receive a newsletter only with your consent, which you can withdraw at any time (Art. 6(1)(a) GDPR).',
        ],
        ['Recipients', 'Trainers, venues and service providers receive only what they need for their task.'],
        [
          'Storage',
          `We keep invoices and bookings as commercial and tax law require. We delete other details after: ${fill('retention')}`,
        ],
        [
          'Your rights',
          'You have the right of access, rectification, erasure, restriction, data portability and objection, and may complain to a data protection authority.',
        ],
      ],
    },
  },
  accessibility: {
    title: { de: 'Erklärung zur Barrierefreiheit', en: 'Accessibility statement' },
    sections: {
      de: (fill) => [
        [
          'Dienstleistung',
          `${fill('name')} bietet auf diesen Seiten Veranstaltungen an, die online gebucht werden können: Termine finden, Plätze buchen, Buchungen einsehen, ändern, stornieren und widerrufen.`,
        ],
        [
          'Anforderungen',
          'Grundlage sind das Barrierefreiheitsstärkungsgesetz (BFSG), die BFSGV und die EN 301 549 mit den Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA.',
          [
            'Die Seiten lassen sich mit der Tastatur und mit Bildschirmleseprogrammen bedienen, ohne Skript und ohne Zeitlimit.',
            'Texte und Bedienelemente haben ausreichende Kontraste, in heller und in dunkler Darstellung.',
            'Bei 320 Pixeln Breite und bei 200 % Vergrößerung geht nichts verloren. Fehler werden beim Feld benannt.',
          ],
          `Stand: ${fill('state')}`,
        ],
        ['Rückmeldung', 'Sie sind auf eine Barriere gestoßen? Schreiben Sie uns:', contactLines(fill, 'de')],
        ['Marktüberwachung', fill('authority')],
      ],
      en: (fill) => [
        [
          'Service',
          `${fill('name')} offers events on these pages, which can be booked online: find dates, book seats, see, change, cancel and withdraw from bookings.`,
        ],
        [
          'Requirements',
          'The basis is the European Accessibility Act (in Germany: BFSG), and EN 301 549 with the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
          [
            'The pages can be used by keyboard and with screen readers, without scripts and without time limits.',
            'Texts and controls have sufficient contrast, in light and in dark mode.',
            'Nothing is lost at a width of 320 pixels and at 200% zoom. Errors are named beside their fields.',
          ],
          `State: ${fill('state')}`,
        ],
        ['Feedback', 'Have you met a barrier? Please write to us:', contactLines(fill, 'en')],
        ['Market surveillance', fill('authority')],
      ],
    },
  },
} satisfies Record<string, StartingText>
