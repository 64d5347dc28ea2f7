// The server's sentences are English; German ones stand in tables.

/** Finds a server's sentence whose numbers and quoted texts differ; `undefined` where there is no text for it. Quoted texts get the quotes of the table's language. */
export function serverSentence(message: string, table: Readonly<Record<string, string>>): string | undefined {
  if (table[message]) return table[message]
  const values: string[] = []
  const key = message.replace(/"[^"]*"|\d+(?:[.,]\d+)*/g, (value) => {
    values.push(value)
    return '#'
  })
  return table[key]?.replace(/#/g, () => (values.shift() ?? '').replace(/^"(.*)"$/s, '„$1“'))
}
