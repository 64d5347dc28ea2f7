// German for sentences of the server about contacts and companies.
const has: Readonly<Record<string, string>> = {
  participations: 'Buchungen',
  'invoice confirmations': 'Rechnungsbestätigungen',
  'invoice confirmations to its address': 'Rechnungsbestätigungen an seine Adresse',
  leads: 'Leads',
  'leads of the company': 'Leads der Firma',
  tasks: 'Aufgaben',
  'newsletter consents': 'Newsletter-Einwilligungen',
  people: 'Personen',
  'addresses of its people': 'Adressen von Personen',
  'dates that take place there': 'Termine, die dort stattfinden',
  'dates that the trainer holds': 'Termine als Trainer',
  'contacts that were merged into it': 'Kontakte, die darin aufgegangen sind',
}

const reasons = Object.entries(has).map(([english, german]): [string, string] => [
  `The contact cannot be deleted: it has ${english}. Merge it with another one instead.`,
  `Der Kontakt kann nicht gelöscht werden: zu ihm gehören ${german}. Er kann mit einem anderen zusammengeführt werden.`,
])

export const contactsServerTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(reasons),
  'A contact with this e-mail address and last name exists.':
    'Es gibt schon einen Kontakt mit dieser E-Mail-Adresse und diesem Namen.',
  'A company with this name exists.': 'Es gibt schon eine Firma mit diesem Namen.',
  'is given more than once': 'ist doppelt angegeben',
  'can be set once': 'kann nur einmal gesetzt sein',
  'is not a part of this contact': 'gehört nicht zu diesem Kontakt',
  'there is no company #': 'die Firma # gibt es nicht',
  'there is no contact category #': 'die Kontaktkategorie # gibt es nicht',
  'there is no address type #': 'den Adresstyp # gibt es nicht',
  'lacks an address that an invoice confirmation was sent to':
    'eine Adresse, an die eine Rechnungsbestätigung ging, muss bleiben',
  'must narrow the list to at most # rows': 'die Liste muss auf höchstens # Zeilen eingegrenzt werden',
  'is a contact of another type': 'ist ein Eintrag anderer Art',
  'is the same contact': 'ist derselbe Eintrag',
  'The contact that it became part of was merged itself later: undo that merge first.':
    'Der Eintrag, in dem er aufging, ging später selbst in einem anderen auf: bitte zuerst das rückgängig machen.',
}
