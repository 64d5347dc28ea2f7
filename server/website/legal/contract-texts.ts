// Starting texts of the terms for visitors. That on withdrawal is the model of the law (Anlage 1 zu Art. 246a EGBGB).
import type { StartingText } from './starting-text.ts'

export const contractTexts = {
  terms: {
    title: { de: 'Allgemeine Geschäftsbedingungen', en: 'General terms and conditions' },
    sections: {
      de: (fill) => [
        [
          '1. Geltung',
          `Diese Bedingungen gelten für die Buchung von Veranstaltungen bei ${fill('name')}, ${fill('address')}.`,
        ],
        [
          '2. Vertragsschluss',
          'Die Darstellung der Termine ist noch kein Angebot. Mit der Schaltfläche am Ende der Buchung geben Sie ein verbindliches Angebot ab. Der Vertrag kommt mit unserer Bestätigung per E-Mail zustande. Den Text des Vertrags speichern wir und schicken ihn Ihnen mit der Bestätigung.',
        ],
        [
          '3. Preise und Zahlung',
          `Es gelten die Preise, die bei der Buchung angezeigt werden; die Umsatzsteuer oder die Befreiung davon ist ausgewiesen. Zahlung: ${fill('payment')}`,
        ],
        [
          '4. Teilnehmende und Umbuchung',
          'Namen können Sie nachreichen und Personen ersetzen, solange die Seite Ihrer Buchung das anbietet. Bis wann Sie auf einen anderen Termin umbuchen können, zeigt die Seite ebenfalls.',
        ],
        ['5. Stornierung', fill('cancellation')],
        [
          '6. Absage durch uns',
          `Einen Termin können wir aus wichtigem Grund absagen, etwa bei Krankheit der Trainerin oder des Trainers oder bei zu wenigen Buchungen: ${fill('minimum')}. Bereits gezahlte Beträge erstatten wir.`,
        ],
        [
          '7. Haftung',
          'Wir haften unbeschränkt für Vorsatz und grobe Fahrlässigkeit und für Schäden an Leben, Körper und Gesundheit. Bei leichter Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Vertragspflichten, begrenzt auf den vorhersehbaren Schaden.',
        ],
        [
          '8. Schlussbestimmungen',
          'Es gilt deutsches Recht; zwingende Vorschriften zum Schutz von Verbrauchern bleiben unberührt.',
        ],
      ],
      en: (fill) => [
        [
          '1. Scope',
          `These terms apply to bookings of events with ${fill('name')}, ${fill('address')}. The German text is binding.`,
        ],
        [
          '2. Conclusion of contract',
          'The list of dates is not yet an offer. By the button at the end of the booking you make a binding offer. The contract is concluded by our confirmation by e-mail. We store the text of the contract, and send it with the confirmation.',
        ],
        [
          '3. Prices and payment',
          `The prices shown when you book apply; VAT, or the exemption from it, is stated. Payment: ${fill('payment')}`,
        ],
        [
          '4. Participants and other dates',
          'You can name persons later and replace them as long as the page of your booking offers it. The page also shows until when you can move to another date.',
        ],
        ['5. Cancellation', fill('cancellation')],
        [
          '6. Cancellation by us',
          `We may call off a date for good cause, such as illness of the trainer or too few bookings: ${fill('minimum')}. We refund what has been paid.`,
        ],
        [
          '7. Liability',
          'We are liable without limit for intent and gross negligence, and for injury to life, body and health. For slight negligence we are liable only for breach of essential duties, limited to the foreseeable damage.',
        ],
        [
          '8. Final provisions',
          'German law applies; mandatory provisions for the protection of consumers are not affected.',
        ],
      ],
    },
  },
  withdrawal: {
    title: { de: 'Widerrufsbelehrung', en: 'Instructions on withdrawal' },
    sections: {
      de: (fill) => [
        [
          'Widerrufsrecht',
          'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
          `Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (${fill('name')}, ${fill('address')}, Telefon: ${fill('phone')}, E-Mail: ${fill('email')}) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können den Widerruf auch online über die Schaltfläche „Vertrag widerrufen“ am Ende jeder Seite erklären; wir bestätigen Ihnen den Eingang unverzüglich per E-Mail.`,
          'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
        ],
        [
          'Folgen des Widerrufs',
          'Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
          'Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen sollen, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.',
        ],
      ],
      en: (fill) => [
        [
          'Right of withdrawal',
          'You have the right to withdraw from this contract within 14 days without giving any reason. The withdrawal period will expire after 14 days from the day of the conclusion of the contract.',
          `To exercise the right of withdrawal, you must inform us (${fill('name')}, ${fill('address')}, telephone: ${fill('phone')}, e-mail: ${fill('email')}) of your decision to withdraw from this contract by an unequivocal statement (e.g. a letter sent by post or e-mail). You can also declare it online by the button “Withdraw from contract” at the end of each page; we confirm its receipt by e-mail without delay.`,
          'To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.',
        ],
        [
          'Effects of withdrawal',
          'If you withdraw from this contract, we shall reimburse to you all payments received from you without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.',
          'If you requested to begin the performance of services during the withdrawal period, you shall pay us an amount which is in proportion to what has been provided until you have communicated us your withdrawal from this contract, in comparison with the full coverage of the contract.',
        ],
      ],
    },
  },
} satisfies Record<string, StartingText>
