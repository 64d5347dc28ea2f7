// Addresses of mail as text. Also for processes that parse mail: this file does not import the server.
import { type Address, addressParser } from 'postal-mime'

const maxLength = 65_535

/** One line without control characters: nothing that a header says becomes another header of an answer. */
export const oneLine = (text: string | undefined, maxLength: number): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()

const addressPattern = /^[^\s<>@,;"]+@[^\s<>@,;"]+$/

/** Addresses as text: `Name <address>`, separated by commas. Parts that are no address are left out. */
export function addressText(addresses: readonly Address[]): string {
  const mailboxes = addresses.flatMap((one) => one.group ?? [one])
  let text = ''
  for (const { name, address } of mailboxes) {
    const plain = oneLine(address, 254)
    if (!addressPattern.test(plain)) continue
    const shownName = oneLine(name, 200).replace(/["\\<>]/g, '')
    const quoted = /[,;:@()[\]]/.test(shownName) ? `"${shownName}"` : shownName
    const next = shownName === '' ? plain : `${quoted} <${plain}>`
    if (text.length + next.length + 2 > maxLength) break
    text += text === '' ? next : `, ${next}`
  }
  return text
}

/** Somebody who wrote a mail, or got one. */
export type Mailbox = { name: string; address: string }

/** The parser's time grows with the square of the colons, which begin groups. */
const maxColons = 1000

/** The addresses of a text such as `Name <a@b>, c@d`; none of a text that only takes time. */
export const parseAddresses = (text: string): Mailbox[] =>
  text.split(':', maxColons + 2).length > maxColons + 1
    ? []
    : addressParser(text, { flatten: true })
        .map(({ name, address }) => ({ name: oneLine(name, 200), address: oneLine(address, 254) }))
        .filter(({ address }) => addressPattern.test(address))
