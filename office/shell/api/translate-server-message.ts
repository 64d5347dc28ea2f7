// Translates English messages of the server by tables.

/** Finds the translation of a message, whatever its numbers and quoted texts; undefined: none. */
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
