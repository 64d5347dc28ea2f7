// German for what is said of rows: on the page and in the file of the faults.

/** By the sentence with `#` for its numbers and quoted texts. */
export const rowErrorTextsDe: Readonly<Record<string, string>> = {
  'is not a known salutation': 'ist keine bekannte Anrede',
  'is the same as row #': 'ist dasselbe wie Zeile #',
  'may be contact # or contact #': 'kann Kontakt # oder Kontakt # sein',
  'there is no category #': 'die Kategorie # gibt es nicht',
  'the company # that was made with it stays': 'die Firma #, die damit angelegt wurde, bleibt',
  'was changed since': 'wurde seither geändert',
  '# was changed since': '# wurde seither geändert',
  'was deleted or merged since': 'wurde seither gelöscht oder zusammengeführt',
  'A contact with this e-mail address and last name exists.':
    'Einen Kontakt mit dieser E-Mail-Adresse und diesem Nachnamen gibt es schon.',
  'A company with this name exists.': 'Eine Firma mit diesem Namen gibt es schon.',
}

/** What is said of any form, and has its German where the page has all of it. */
const formErrorTextsDe: Readonly<Record<string, string>> = {
  'is required': 'wird gebraucht',
  'must be an e-mail address': 'muss eine E-Mail-Adresse sein',
  'must have at most # characters': 'darf höchstens # Zeichen haben',
}

/** A sentence in German; as it is where there is none. */
export function translateToGerman(message: string): string {
  const values: string[] = []
  const key = message.replace(/"[^"]*"|\d+(?:[.,]\d+)*/g, (value) => {
    values.push(value)
    return '#'
  })
  const german = rowErrorTextsDe[key] ?? formErrorTextsDe[key]
  return german?.replace(/#/g, () => values.shift() ?? '') ?? message
}
