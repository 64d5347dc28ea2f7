// Searches the service's log for secrets and errors.

export type LogWatch = {
  add(line: string): void
  /** Lines of level error or fatal that nobody expected, and lines with secrets; each with how often it came. */
  faults(): { fault: string; count: number }[]
  lines(): number
}

/** Part of every password, and of names and addresses in paths and bodies: no line of the log may have it. */
export const privateMark = 'geheimnisträger'

// Tokens; sessions, invitations and CSRF tokens; hashes of passwords.
const secretForms = [
  /kontor_[\w-]{43}/,
  /(?<![\w-])[\w-]{43}(?![\w-])/,
  /\$argon2/,
  /geheimnistr(ä|%C3%A4)ger/i,
]

/** @param isExpected whether a line of level error belongs to the present step of the attack */
export function watchLog(isExpected: (line: string) => boolean): LogWatch {
  const faults = new Map<string, number>()
  let count = 0
  const report = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1)
  return {
    add(line) {
      count++
      if (secretForms.some((form) => form.test(line))) report(`a secret in the log: ${line.slice(0, 500)}`)
      if (!/^\{"level":[56]0,/.test(line) || isExpected(line)) return
      // Lines that differ by ids and times alone are one fault.
      report(`the log: ${line.replace(/"(time|pid|reqId|hostname)":("[^"]*"|\d+),?/g, '').slice(0, 1500)}`)
    },
    faults: () => [...faults].map(([fault, times]) => ({ fault, count: times })),
    lines: () => count,
  }
}
