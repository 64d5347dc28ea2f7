// German for the sentences of the catalogue's endpoints.
export const catalogueServerTexts: Readonly<Record<string, string>> = {
  'The event has dates (#). Delete them first, or unpublish the event.':
    'Die Veranstaltung hat Termine (#). Bitte zuerst diese löschen oder die Veranstaltung von der Website nehmen.',
  'The event is a module of series (#).': 'Die Veranstaltung ist Modul von Reihen (#).',
  'The check before publishing found errors (#).':
    'Die Prüfung vor dem Veröffentlichen hat Fehler gefunden (#).',
  'The catalogue has categories: # (#).': 'Der Katalog hat Kategorien: # (#).',
  'The catalogue has dates: # (#).': 'Der Katalog hat Termine: # (#).',
  'The category has subcategories: # (#).': 'Die Kategorie hat Unterkategorien: # (#).',
  'The category is used by events: # (#).': 'Die Kategorie haben Veranstaltungen: # (#).',
  'The trainer has dates: # (#).': 'Der Trainer hat Termine: # (#).',
  'The location has dates: # (#).': 'Am Ort sind Termine: # (#).',
  'The file is used: # (#).': 'Die Datei wird benutzt: # (#).',
  'must not be the category itself or one below it':
    'darf nicht die Kategorie selbst oder eine unter ihr sein',
  'must be the catalogue of the category above': 'muss der Katalog der übergeordneten Kategorie sein',
  'must have at most two decimals': 'darf höchstens zwei Nachkommastellen haben',
  'stands twice': 'steht doppelt da',
  'is that of trainer # already': 'hat schon Trainer #',
  'must be a person': 'muss eine Person sein',
  'cannot be changed, for the file is kept here': 'lässt sich nicht ändern, weil die Datei hier liegt',
  'The content of file # is not kept here.': 'Der Inhalt der Datei # liegt nicht hier.',
  'The file is larger than the limit.': 'Die Datei ist zu groß.',
}
