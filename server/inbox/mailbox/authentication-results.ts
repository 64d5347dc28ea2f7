// Parses the header Authentication-Results (RFC 8601). It runs in a process of the worker pool: this file does not import the server.

/** The result of a method, such as `spf=pass smtp.mailfrom=kunde.example`. */
export type MethodResult = {
  method: string
  result: string
  /** By type and name: `smtp.mailfrom`. */
  properties: ReadonlyMap<string, string>
}

export type AuthenticationResults = { authservId: string; results: MethodResult[] }

/** A header without its comments. Quoted strings are kept apart, because they may contain separators. */
export type PlainHeader = { text: string; quoted: readonly string[] }

/** Removes the comments of a header, which may be nested (RFC 5322, 3.2.2). */
export function withoutComments(header: string): PlainHeader {
  const quoted: string[] = []
  let text = ''
  let depth = 0
  let string: string | undefined
  for (const [part] of header.matchAll(/\\.|[^\\]/gsu)) {
    if (string !== undefined) {
      if (part === '"') {
        text += `"${quoted.push(string) - 1}"`
        string = undefined
      } else string += part.replace(/^\\/, '')
    } else if (part === '(') depth++
    else if (part === ')' && depth > 0) {
      depth--
      text += ' '
    } else if (depth === 0) {
      if (part === '"') string = ''
      else text += part
    }
  }
  return { text, quoted }
}

/**
 * The results of a header.
 * @returns undefined if it is of no known form; results of another form than RFC 8601's are left out
 */
export function parseAuthenticationResults(header: string): AuthenticationResults | undefined {
  const { text, quoted } = withoutComments(header)
  const unquote = (value: string) => value.replaceAll(/"(\d+)"/g, (_, index) => quoted[Number(index)] ?? '')
  // A space, or a comment, may stand at each side of these.
  const [head = '', ...parts] = text.replaceAll(/\s*([=/.])\s*/g, '$1').split(';')
  const [authservId = '', version = '1', ...rest] = head.trim().split(/\s+/)
  if (authservId === '' || version !== '1' || rest.length > 0) return undefined
  const results = parts.flatMap((part): MethodResult[] => {
    const [spec = '', ...properties] = part.trim().split(/\s+/)
    const [, method, result] = /^([a-z][a-z\d-]*)(?:\/\d+)?=([a-z]+)$/i.exec(spec) ?? []
    if (!method || !result) return []
    return [
      {
        method: method.toLowerCase(),
        result: result.toLowerCase(),
        properties: new Map(
          properties.flatMap((property): [string, string][] => {
            const [, name, value] = /^([a-z][a-z\d-]*(?:\.[\w-]+)?)=(.*)$/i.exec(property) ?? []
            return name === undefined ? [] : [[name.toLowerCase(), unquote(value!)]]
          }),
        ),
      },
    ]
  })
  return { authservId: unquote(authservId).toLowerCase(), results }
}
