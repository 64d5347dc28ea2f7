// German for what the server says of tables and their rows.
import { rowErrorTextsDe } from '../../server/imports/row-error-texts.ts'

export const importsServerTexts: Readonly<Record<string, string>> = {
  ...rowErrorTextsDe,
  'is no table': 'ist keine Tabelle',
  'is an old Excel file (XLS); please save it as XLSX or CSV':
    'ist eine alte Excel-Datei (XLS); bitte als XLSX oder CSV speichern',
  'is a damaged XLSX file': 'ist eine beschädigte XLSX-Datei',
  'is too large when it is unpacked': 'ist ausgepackt zu groß',
  'has no such sheet': 'hat dieses Blatt nicht',
  'has no row below the headings': 'hat unter den Überschriften keine Zeile',
  'has more than # rows': 'hat mehr als # Zeilen',
  'has more than # columns': 'hat mehr als # Spalten',
  'has a quote that is not closed or not doubled in row #':
    'hat in Zeile # ein Anführungszeichen, das nicht geschlossen oder nicht verdoppelt ist',
  'takes too long to read': 'braucht zu lange, um gelesen zu werden',
  'takes too much memory to read': 'braucht zu viel Speicher, um gelesen zu werden',
  'cannot be read': 'kann nicht gelesen werden',
  'needs a column for lastName': 'Eine Spalte muss der Nachname sein.',
  'needs a column for name': 'Eine Spalte muss der Name der Firma sein.',
  'has the street twice': 'Die Straße ist zweimal gewählt.',
  'is chosen for another column already': 'ist schon für eine andere Spalte gewählt',
  'is no field of this kind': 'gibt es bei dieser Art nicht',
  'The import is in another state: checked.': 'Der Import ist geprüft.',
  'The import is in another state: undoing.': 'Der Import wird gerade zurückgenommen.',
  'The import is in another state: running.': 'Der Import läuft schon.',
  'The import is in another state: done.': 'Der Import ist schon ausgeführt.',
  'The import is in another state: undone.': 'Der Import ist schon zurückgenommen.',
  'All rows or none are to be imported, and the check found faults.':
    'Es sollen alle Zeilen oder keine importiert werden, und die Prüfung hat Fehler gefunden.',
}
