// German for the sentences of the catalogue's endpoints.
export const catalogueServerTexts: Readonly<Record<string, string>> = {
  'The event has dates (#). Delete them first, or unpublish the event.':
    'Die Veranstaltung hat Termine (#). Bitte zuerst diese löschen oder die Veranstaltung von der Website nehmen.',
  'The event is a module of series (#).': 'Die Veranstaltung ist Modul von Reihen (#).',
  'The check before publishing found errors (#).':
    'Die Prüfung vor dem Veröffentlichen hat Fehler gefunden (#).',
  'must have at most two decimals': 'darf höchstens zwei Nachkommastellen haben',
  'stands twice': 'steht doppelt da',
  'The file is larger than the limit.': 'Die Datei ist zu groß.',
}
