import type { mailErrors } from '../../server/mail/mail.errors.ts'
import { type ErrorTexts, texts } from '../shell/app/section.ts'

export const mailTexts = texts({
  de: {
    errors: {
      mail: {
        unknownPlaceholder: 'enthält in Zeile %{line} den unbekannten Platzhalter „%{name}“',
        unknownPlaceholderNear:
          'enthält in Zeile %{line} den unbekannten Platzhalter „%{name}“. Ist „%{suggestion}“ gemeint?',
        unknownFilter: 'enthält in Zeile %{line} den unbekannten Filter „%{name}“',
        unknownFilterNear:
          'enthält in Zeile %{line} den unbekannten Filter „%{name}“. Ist „%{suggestion}“ gemeint?',
        unknownTag: 'enthält in Zeile %{line} die unbekannte Anweisung „%{name}“',
        unknownTagNear:
          'enthält in Zeile %{line} die unbekannte Anweisung „%{name}“. Ist „%{suggestion}“ gemeint?',
        openPlaceholder: 'enthält in Zeile %{line} einen Platzhalter, der nicht geschlossen ist',
        templateSyntax: 'ist in Zeile %{line} nicht lesbar: %{reason}',
        wrongTemplate: 'Der Text der Vorlage ist falsch: %{reason}',
        noAddress: 'Es gibt keine E-Mail-Adresse.',
        noTemplateText: 'Die Vorlage hat keinen Text.',
        missingPlaceholder: 'muss den Platzhalter %{placeholder} enthalten',
        alreadySent: 'Die E-Mail wurde bereits gesendet.',
        beingSent: 'Die E-Mail wird gerade gesendet.',
        noServer: 'Es ist kein Mailserver eingestellt.',
        waitedTooLong: 'Die E-Mail hat zu lange gewartet und wird nicht mehr automatisch gesendet.',
        triedTooOften: 'Alle Versuche sind gescheitert.',
        alreadyConfirmed: 'Die Anmeldung ist bereits bestätigt.',
        linkExpired: 'Der Link ist abgelaufen.',
      } satisfies ErrorTexts<typeof mailErrors>,
    },
    mail: {
      title: 'Postausgang',
      open: 'Postausgang',
      server: 'E-Mails werden über %{server} gesendet, Absender: %{from}.',
      noServer:
        'Es ist kein Mailserver eingestellt. %{smart_count} E-Mail wartet und geht nicht verloren. |||| Es ist kein Mailserver eingestellt. %{smart_count} E-Mails warten und gehen nicht verloren.',
      serverSetting: 'Einstellung des Dienstes',
      noServerHint:
        'Eine E-Mail wartet, weil kein Mailserver eingestellt ist. |||| %{smart_count} E-Mails warten, weil kein Mailserver eingestellt ist.',
      failedHint:
        'Eine E-Mail konnte nicht gesendet werden. |||| %{smart_count} E-Mails konnten nicht gesendet werden.',
      byRecipient: 'Empfänger beginnt mit',
      next: 'Nächster Versuch: %{at}',
      retry: 'Erneut senden',
      retryText: 'Die E-Mail wird sofort noch einmal gesendet.',
      retryAll: 'Gescheiterte erneut senden',
      retryAllText: 'Alle gescheiterten E-Mails werden sofort noch einmal gesendet.',
      retried:
        '%{smart_count} E-Mail wird erneut gesendet. |||| %{smart_count} E-Mails werden erneut gesendet.',
      deleteTitle: 'E-Mail löschen?',
      deleteText: 'Die E-Mail wird dann nicht gesendet.',
      test: 'Testmail senden',
      to: 'An',
      send: 'Senden',
      testQueued: 'Die Testmail ist im Postausgang und wird gleich gesendet.',
      kind: {
        template: 'Vorlage',
        double_opt_in: 'Bestätigung des Newsletters',
        test: 'Testmail',
        account: 'Hinweis zum Konto',
        message: 'Nachricht',
        reply: 'Antwort',
      },
      status: {
        waiting: 'wartet',
        sending: 'wird gesendet',
        sent: 'gesendet',
        failed: 'gescheitert',
        bounced: 'unzustellbar',
        called_back: 'zurückgerufen',
      },
    },
    resources: {
      'outbox-mails': {
        name: 'Postausgang |||| Postausgang',
        empty: 'Noch keine E-Mails.',
        fields: {
          createdAt: 'Angelegt',
          recipient: 'Empfänger',
          subject: 'Betreff',
          contactName: 'Kontakt',
          status: 'Status',
          sentAt: 'Gesendet',
          attemptCount: 'Versuche',
          actions: 'Aktionen',
        },
      },
    },
  },
  en: {
    errors: {
      mail: {
        unknownPlaceholder: 'contains the unknown placeholder “%{name}” in line %{line}',
        unknownPlaceholderNear:
          'contains the unknown placeholder “%{name}” in line %{line}. Did you mean “%{suggestion}”?',
        unknownFilter: 'contains the unknown filter “%{name}” in line %{line}',
        unknownFilterNear:
          'contains the unknown filter “%{name}” in line %{line}. Did you mean “%{suggestion}”?',
        unknownTag: 'contains the unknown tag “%{name}” in line %{line}',
        unknownTagNear: 'contains the unknown tag “%{name}” in line %{line}. Did you mean “%{suggestion}”?',
        openPlaceholder: 'contains a placeholder in line %{line} that is not closed',
        templateSyntax: 'cannot be read in line %{line}: %{reason}',
        wrongTemplate: 'The text of the template is wrong: %{reason}',
        noAddress: 'There is no e-mail address.',
        noTemplateText: 'The template has no text.',
        missingPlaceholder: 'must contain the placeholder %{placeholder}',
        alreadySent: 'The e-mail has already been sent.',
        beingSent: 'The e-mail is being sent.',
        noServer: 'No mail server is set.',
        waitedTooLong: 'The e-mail waited too long and is not sent automatically any more.',
        triedTooOften: 'All attempts failed.',
        alreadyConfirmed: 'The subscription is already confirmed.',
        linkExpired: 'The link has expired.',
      } satisfies ErrorTexts<typeof mailErrors>,
    },
    mail: {
      title: 'Outbox',
      open: 'Outbox',
      server: 'Mail is sent by %{server}, sender: %{from}.',
      noServer:
        'No mail server is set. %{smart_count} e-mail is waiting and will not be lost. |||| No mail server is set. %{smart_count} e-mails are waiting and will not be lost.',
      serverSetting: 'Setting of the service',
      noServerHint:
        'One e-mail is waiting because no mail server is set. |||| %{smart_count} e-mails are waiting because no mail server is set.',
      failedHint: 'One e-mail could not be sent. |||| %{smart_count} e-mails could not be sent.',
      byRecipient: 'Recipient begins with',
      next: 'Next attempt: %{at}',
      retry: 'Send again',
      retryText: 'The e-mail is sent again at once.',
      retryAll: 'Send failed e-mails again',
      retryAllText: 'All failed e-mails are sent again at once.',
      retried: '%{smart_count} e-mail is sent again. |||| %{smart_count} e-mails are sent again.',
      deleteTitle: 'Delete the e-mail?',
      deleteText: 'The e-mail will not be sent.',
      test: 'Send a test mail',
      to: 'To',
      send: 'Send',
      testQueued: 'The test mail is in the outbox and will be sent in a moment.',
      kind: {
        template: 'Template',
        double_opt_in: 'Confirmation of the newsletter',
        test: 'Test mail',
        account: 'Notice about an account',
        message: 'Message',
        reply: 'Reply',
      },
      status: {
        waiting: 'waiting',
        sending: 'being sent',
        sent: 'sent',
        failed: 'failed',
        bounced: 'bounced',
        called_back: 'called back',
      },
    },
    resources: {
      'outbox-mails': {
        name: 'Outbox |||| Outbox',
        empty: 'No e-mails yet.',
        fields: {
          createdAt: 'Created',
          recipient: 'Recipient',
          subject: 'Subject',
          contactName: 'Contact',
          status: 'Status',
          sentAt: 'Sent',
          attemptCount: 'Attempts',
          actions: 'Actions',
        },
      },
    },
  },
})
