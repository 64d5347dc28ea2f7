// Texts of the whole log; what tables and columns are called stands in texts/log.ts.
import { texts } from '../shell/app/section.ts'

export const changesTexts = texts({
  de: {
    changes: {
      title: 'Verlauf',
      text: 'Jede Änderung, wer sie auch macht: auf den Seiten, über die Schnittstelle, durch einen Befehl oder von Hand in der Datenbank. Der Verlauf lässt sich nicht ändern.',
      line: {
        insert: '%{who} hat angelegt: %{what}',
        update: '%{who} hat geändert: %{what}',
        delete: '%{who} hat gelöscht: %{what}',
        insertOf: '%{who} hat angelegt: %{what} – %{of}',
        updateOf: '%{who} hat geändert: %{what} – %{of}',
        deleteOf: '%{who} hat gelöscht: %{what} – %{of}',
      },
      filter: {
        userId: 'Wer',
        subject: 'Art des Datensatzes',
        subjectId: 'Nummer des Datensatzes',
        relation: 'Tabelle',
        action: 'Was geschah',
        from: 'Von',
        to: 'Bis',
      },
      subjects: { user: 'Benutzer', date: 'Termin', category: 'Kategorie', file: 'Datei' },
      all: 'alle',
      clear: 'Filter löschen',
      column: 'Feld',
      before: 'Vorher',
      after: 'Nachher',
      open: 'Datensatz öffnen',
    },
  },
  en: {
    changes: {
      title: 'Log of changes',
      text: 'Every change, whoever makes it: on these pages, by the interface, by a command, or by hand in the database. The log cannot be changed.',
      line: {
        insert: '%{who} created %{what}',
        update: '%{who} changed %{what}',
        delete: '%{who} deleted %{what}',
        insertOf: '%{who} created %{what} of %{of}',
        updateOf: '%{who} changed %{what} of %{of}',
        deleteOf: '%{who} deleted %{what} of %{of}',
      },
      filter: {
        userId: 'Who',
        subject: 'Kind of record',
        subjectId: 'Number of the record',
        relation: 'Table',
        action: 'What happened',
        from: 'From',
        to: 'To',
      },
      subjects: { user: 'User', date: 'Date', category: 'Category', file: 'File' },
      all: 'all',
      clear: 'Clear filters',
      column: 'Field',
      before: 'Before',
      after: 'After',
      open: 'Open the record',
    },
  },
})
