// Texts of the change log's page; those of tables and columns are in shell/history.
import { texts } from '../shell/language/texts.ts'

export const changesTexts = texts({
  de: {
    securityLog: { title: 'Sicherheitsprotokoll' },
    resources: { 'security-events': { name: 'Sicherheitsprotokoll' } },
    changes: {
      title: 'Verlauf',
      text: 'Alle Änderungen: auf diesen Seiten, über die Schnittstelle, durch Befehle und direkt in der Datenbank. Der Verlauf kann nicht geändert werden.',
      retention:
        'Einträge werden nach %{days} Tagen gelöscht, die von Buchungen, Rechnungsbestätigungen und Gutscheinen später; die letzte Änderung jedes Datensatzes bleibt.',
      line: {
        insert: '%{who} hat angelegt: %{what}',
        update: '%{who} hat geändert: %{what}',
        delete: '%{who} hat gelöscht: %{what}',
        insertOf: '%{who} hat angelegt: %{what} – %{of}',
        updateOf: '%{who} hat geändert: %{what} – %{of}',
        deleteOf: '%{who} hat gelöscht: %{what} – %{of}',
      },
      filter: {
        userId: 'Benutzer',
        subject: 'Art des Datensatzes',
        subjectId: 'Nummer des Datensatzes',
        tableName: 'Tabelle',
        action: 'Aktion',
        from: 'Von',
        to: 'Bis',
      },
      all: 'alle',
      column: 'Feld',
      before: 'Vorher',
      after: 'Nachher',
      open: 'Datensatz öffnen',
    },
  },
  en: {
    securityLog: { title: 'Security log' },
    resources: { 'security-events': { name: 'Security log' } },
    changes: {
      title: 'Change log',
      text: 'All changes: in the back office, through the interface, by commands, and directly in the database. The log cannot be changed.',
      retention:
        'Entries are deleted after %{days} days, those of bookings, invoice confirmations and vouchers later; the last change of each record is kept.',
      line: {
        insert: '%{who} created %{what}',
        update: '%{who} changed %{what}',
        delete: '%{who} deleted %{what}',
        insertOf: '%{who} created %{what} of %{of}',
        updateOf: '%{who} changed %{what} of %{of}',
        deleteOf: '%{who} deleted %{what} of %{of}',
      },
      filter: {
        userId: 'User',
        subject: 'Kind of record',
        subjectId: 'Number of the record',
        tableName: 'Table',
        action: 'Action',
        from: 'From',
        to: 'To',
      },
      all: 'all',
      column: 'Field',
      before: 'Before',
      after: 'After',
      open: 'Open the record',
    },
  },
})
