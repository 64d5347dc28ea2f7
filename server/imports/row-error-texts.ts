// The errors of rows in German: for the file of the errors. The back office uses the texts of `imports` as well.
import type { importErrors } from './import.errors.ts'
import type { RowError } from './parse-row.ts'

type RowErrorCode =
  | 'unreadableCharacter'
  | 'emptyCell'
  | 'tooLong'
  | 'notEmail'
  | 'severalEmails'
  | 'unknownSalutation'
  | 'unknownCategory'
  | 'sameAsRow'
  | 'ambiguousContact'
  | 'otherFirstName'
  | 'otherFirstNameInRow'
  | 'otherLastName'
  | 'similarContact'
  | 'changedSince'
  | 'columnChangedSince'
  | 'deletedSince'
  | 'logDeleted'
  | 'companyKept'

/** By the codes of `imports`; `%{name}` is a parameter. */
export const importRowErrorsDe: Readonly<Record<RowErrorCode & keyof typeof importErrors, string>> = {
  unreadableCharacter: '„%{text}“ hat ein unlesbares Zeichen: Die Datei ist in UTF-8, diese Stelle nicht',
  emptyCell: 'ist leer, muss aber ausgefüllt sein',
  tooLong: 'hat %{length} Zeichen („%{text}…“), höchstens %{max} sind erlaubt',
  notEmail: '„%{text}“ ist keine E-Mail-Adresse wie name@firma.de',
  severalEmails: '„%{text}“ enthält mehrere E-Mail-Adressen, erlaubt ist nur eine',
  unknownSalutation: '„%{text}“ ist keine Anrede wie Herr, Frau, Mr oder Ms',
  unknownCategory:
    'die Kategorie „%{name}“ gibt es nicht: erwartet wird eine vorhandene, wenn der Import keine Kategorien anlegt',
  sameAsRow: 'ist dasselbe wie Zeile %{row}',
  ambiguousContact: 'kann Kontakt %{first} oder Kontakt %{second} sein',
  otherFirstName:
    'ist nicht der von Kontakt %{id} („%{name}“) mit dieser E-Mail-Adresse und diesem Nachnamen: vielleicht eine andere Person',
  otherLastName:
    'ist vielleicht eine Schreibweise des Nachnamens von Kontakt %{id} („%{name}“) mit dieser E-Mail-Adresse, vielleicht eine andere Person',
  similarContact: 'ist vielleicht der vorhandene Kontakt %{id} („%{name}“), vielleicht ein anderer',
  otherFirstNameInRow:
    'ist nicht der von Zeile %{row} („%{name}“) mit dieser E-Mail-Adresse und diesem Nachnamen: vielleicht eine andere Person',
  changedSince: 'wurde seither geändert',
  columnChangedSince: '„%{column}“ wurde seither geändert',
  deletedSince: 'wurde seither gelöscht oder zusammengeführt',
  logDeleted: 'kann nicht wiederhergestellt werden: Die alten Einträge im Verlauf sind gelöscht',
  companyKept: 'die Firma %{id}, die damit angelegt wurde, bleibt',
}

const textsDe: Readonly<Record<string, string>> = {
  link: 'muss ein Link mit http, https, mailto oder tel sein, oder ohne solchen Anfang',
  'contacts.sameContact': 'Einen Kontakt mit dieser E-Mail-Adresse und diesem Nachnamen gibt es schon.',
  'contacts.sameCompany': 'Eine Firma mit diesem Namen gibt es schon.',
  'contacts.hasBookings': 'hat Buchungen',
  'contacts.hasInvoiceConfirmations': 'hat Rechnungsbestätigungen',
  'contacts.hasInvoicesToAddress': 'hat eine Adresse, an die Rechnungsbestätigungen gingen',
  'contacts.hasLeads': 'hat Leads',
  'contacts.hasTasks': 'hat Aufgaben',
  'contacts.hasConsents': 'hat Newsletter-Einwilligungen',
  'contacts.hasPersons': 'hat Personen',
  'contacts.hasAddressesOfPersons': 'hat Adressen von Personen',
  'contacts.hasDatesAtLocation': 'ist Ort von Terminen',
  'contacts.hasDatesOfTrainer': 'ist Trainer von Terminen',
  'contacts.usedByOthers': 'wird von einem anderen Mandanten gebraucht',
  'contacts.hasMergedContacts': 'wurde mit anderen Kontakten zusammengeführt',
  ...Object.fromEntries(Object.entries(importRowErrorsDe).map(([code, text]) => [`imports.${code}`, text])),
}

/** A row's error in German; in English if it has no German text. */
export const rowErrorTextDe = ({ code = '', params = {}, message }: RowError): string =>
  textsDe[code]?.replace(/%\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) ?? message
