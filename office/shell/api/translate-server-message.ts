// The server's sentences are English; German ones stand in tables.

/** Finds a server's sentence whose numbers and quoted texts differ; `undefined` where there is no text for it. Quoted texts get the quotes of the table's language. */
export function translateServerMessage(
  message: string,
  translations: Readonly<Record<string, string>>,
): string | undefined {
  if (translations[message]) return translations[message]
  const values: string[] = []
  const key = message.replace(/"[^"]*"|\d+(?:[.,]\d+)*/g, (value) => {
    values.push(value)
    return '#'
  })
  return translations[key]?.replace(/#/g, () => (values.shift() ?? '').replace(/^"(.*)"$/s, '„$1“'))
}
