// Texts of the outbox.
import type { mailErrors } from '../../server/mail/mail.errors.ts'
import { type ErrorTexts, texts } from '../shell/app/section.ts'

export const mailTexts = texts({
  de: {
    errors: {
      mail: {
        unknownPlaceholder: 'enthält den unbekannten Platzhalter „%{placeholder}“',
        openPlaceholder: 'enthält einen Platzhalter, der nicht geschlossen ist',
        missingPlaceholder: 'braucht den Platzhalter %{placeholder}',
        alreadySent: 'Die E-Mail ist schon verschickt.',
        beingSent: 'Die E-Mail geht gerade hinaus.',
        noServer:
          'Es ist kein Mailserver eingestellt: siehe KONTOR_SMTP_URL in den Einstellungen des Dienstes.',
        waitedTooLong: 'Sie hat zu lange gewartet, um ohne Nachfrage verschickt zu werden.',
        triedTooOften: 'Sie wurde zu oft versucht.',
        alreadyConfirmed: 'Die Anmeldung ist schon bestätigt.',
        linkExpired: 'Der Link ist abgelaufen.',
      } satisfies ErrorTexts<typeof mailErrors>,
    },
    mail: {
      title: 'Postausgang',
      open: 'Postausgang',
      server: 'E-Mails gehen über %{server} hinaus, von %{from}.',
      noServer:
        'Es ist kein Mailserver eingestellt (KONTOR_SMTP_URL), eine E-Mail wartet. Sie geht nicht verloren. |||| Es ist kein Mailserver eingestellt (KONTOR_SMTP_URL), %{smart_count} E-Mails warten. Keine geht verloren.',
      noServerHint:
        'Eine E-Mail wartet, weil kein Mailserver eingestellt ist. |||| %{smart_count} E-Mails warten, weil kein Mailserver eingestellt ist.',
      failedHint:
        'Eine E-Mail konnte nicht verschickt werden. |||| %{smart_count} E-Mails konnten nicht verschickt werden.',
      byRecipient: 'Empfänger beginnt mit',
      next: 'Nächster Versuch: %{at}',
      retry: 'Noch einmal',
      retryText: 'Die E-Mail wird gleich noch einmal versucht.',
      retryAll: 'Alle gescheiterten noch einmal',
      retryAllText: 'Alle E-Mails, die nicht verschickt werden konnten, werden gleich noch einmal versucht.',
      retried:
        'Eine E-Mail wird noch einmal versucht. |||| %{smart_count} E-Mails werden noch einmal versucht.',
      deleteTitle: 'E-Mail löschen?',
      deleteText: 'Sie wird dann nicht verschickt.',
      test: 'Testmail schicken',
      to: 'An',
      send: 'Schicken',
      testQueued: 'Die Testmail liegt im Postausgang und geht gleich hinaus.',
      kind: { template: 'Vorlage', double_opt_in: 'Bestätigung des Newsletters', test: 'Testmail' },
      state: { waiting: 'wartet', sending: 'geht gerade hinaus', sent: 'verschickt', failed: 'gescheitert' },
    },
    resources: {
      'outbox-mails': {
        name: 'Postausgang |||| Postausgang',
        empty: 'Noch keine E-Mails.',
        fields: {
          createdAt: 'Entstanden',
          recipient: 'Empfänger',
          subject: 'Betreff',
          contactName: 'Kontakt',
          state: 'Zustand',
          sentAt: 'Verschickt',
          attempts: 'Versuche',
          deeds: 'Aktionen',
        },
      },
    },
  },
  en: {
    errors: {
      mail: {
        unknownPlaceholder: 'has the unknown placeholder “%{placeholder}”',
        openPlaceholder: 'has a placeholder that is not closed',
        missingPlaceholder: 'needs the placeholder %{placeholder}',
        alreadySent: 'The e-mail has been sent already.',
        beingSent: 'The e-mail is going out right now.',
        noServer: 'No mail server is set: see KONTOR_SMTP_URL in the settings of the service.',
        waitedTooLong: 'It has waited too long to be sent without being asked for.',
        triedTooOften: 'It was tried too often.',
        alreadyConfirmed: 'The sign-up is confirmed already.',
        linkExpired: 'The link has expired.',
      } satisfies ErrorTexts<typeof mailErrors>,
    },
    mail: {
      title: 'Outbox',
      open: 'Outbox',
      server: 'Mail goes out by %{server}, from %{from}.',
      noServer:
        'No mail server is set (KONTOR_SMTP_URL); one e-mail waits. It is not lost. |||| No mail server is set (KONTOR_SMTP_URL); %{smart_count} e-mails wait. None is lost.',
      noServerHint:
        'One e-mail waits, because no mail server is set. |||| %{smart_count} e-mails wait, because no mail server is set.',
      failedHint: 'One e-mail could not be sent. |||| %{smart_count} e-mails could not be sent.',
      byRecipient: 'Recipient begins with',
      next: 'Next attempt: %{at}',
      retry: 'Try again',
      retryText: 'The e-mail is tried again at once.',
      retryAll: 'Try all failed ones again',
      retryAllText: 'All e-mails that could not be sent are tried again at once.',
      retried: 'One e-mail is tried again. |||| %{smart_count} e-mails are tried again.',
      deleteTitle: 'Delete the e-mail?',
      deleteText: 'It will not be sent then.',
      test: 'Send a test mail',
      to: 'To',
      send: 'Send',
      testQueued: 'The test mail is in the outbox and goes out in a moment.',
      kind: { template: 'Template', double_opt_in: 'Confirmation of the newsletter', test: 'Test mail' },
      state: { waiting: 'waiting', sending: 'going out now', sent: 'sent', failed: 'failed' },
    },
    resources: {
      'outbox-mails': {
        name: 'Outbox |||| Outbox',
        empty: 'No e-mails yet.',
        fields: {
          createdAt: 'Made',
          recipient: 'Recipient',
          subject: 'Subject',
          contactName: 'Contact',
          state: 'State',
          sentAt: 'Sent',
          attempts: 'Attempts',
          deeds: 'Actions',
        },
      },
    },
  },
})
