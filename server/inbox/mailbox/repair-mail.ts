// Repairs mails that break the rules in ways that are common: letters in headers as bytes, code pages of DOS, a multipart mail whose
// header names no boundary. It says so of mails that it cannot repair.
import iconv from 'iconv-lite'

/** A mail that the parser understands. */
export type Repaired = {
  raw: Buffer
  /** The code page of its texts, which the parser takes for windows-1252. */
  codepage: string | undefined
  /** Parts are of an unknown form: the text may be wrong. */
  isDamaged: boolean
}

/** Code pages of DOS, which the Encoding Standard of browsers and the parser lack. */
const dosCodepage = /^(?:cp|ibm|dos)?[-_]?(437|737|775|850|852|855|857|858|860|861|862|863|865)$/i
const dosCharset = (label: string): string | undefined => {
  const number = dosCodepage.exec(label)?.[1]
  return number && `cp${number}`
}

function isKnown(label: string): boolean {
  if (iconv.encodingExists(label)) return true
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A line of a header in UTF-8. Without any encoding, letters are those of Western Europe. */
function lineInUtf8(line: Buffer): Buffer {
  try {
    utf8.decode(line)
    return line
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(line))
  }
}

/** Words of headers in a code page of DOS, in UTF-8. */
const withUtf8Words = (head: string): string =>
  head.replace(
    /=\?([\w-]{2,20})(?:\*[\w-]*)?\?([bq])\?([^?\s]{0,2000})\?=/gi,
    (word, label: string, encoding: string, text: string) => {
      const charset = dosCharset(label)
      if (charset === undefined) return word
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replaceAll('_', ' ')
                .replace(/=([\da-f]{2})/gi, (_all, code: string) =>
                  String.fromCharCode(Number.parseInt(code, 16)),
                ),
              'latin1',
            )
      return `=?utf-8?B?${Buffer.from(iconv.decode(bytes, charset)).toString('base64')}?=`
    },
  )

const contentType = /^content-type:[^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*/im

/** Names the boundary of a multipart mail whose header lacks it. Without any, the body is text. */
function withBoundary(head: string, body: string): { head: string; isDamaged: boolean } {
  const [header = ''] = contentType.exec(head) ?? []
  if (!/^content-type:\s*multipart\//i.test(header) || /boundary\s*\*?\d*\*?\s*=\s*"?[^\s";]/i.test(header))
    return { head, isDamaged: false }
  const boundary = /^--(?!-)([^\r\n"\\]{1,70}?)[ \t]*\r?$/m.exec(body)?.[1]
  return boundary === undefined
    ? { head: head.replace(header, 'Content-Type: text/plain'), isDamaged: true }
    : {
        head: head.replace(header, () => `${header.replace(/[;\s]+$/, '')}; boundary="${boundary}"`),
        isDamaged: false,
      }
}

/** The character sets that the parts name. */
const charsetsOf = (text: string): string[] =>
  Array.from(
    text.matchAll(/^content-type:\s*text\/[^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*/gim),
    ([header]) => /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header)?.[1]?.toLowerCase() ?? '',
  ).filter((label) => label !== '')

const beginningBytes = 64 * 1024

export function repairMail(bytes: Uint8Array): Repaired {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const beginning = raw.subarray(0, beginningBytes).toString('latin1')
  const gap = /\r?\n\r?\n/.exec(beginning)
  const end = gap?.index ?? raw.length
  const whole = raw.toString('latin1')
  const { head, isDamaged } = withBoundary(withUtf8Words(whole.slice(0, end)), beginning.slice(end))
  const lines = head.split('\n').map((line) => lineInUtf8(Buffer.from(line, 'latin1')))
  const charsets = [...new Set(charsetsOf(whole))]
  const dos = charsets.find((label) => dosCharset(label) !== undefined)
  const isMixed = dos !== undefined && charsets.some((label) => label !== dos && label !== 'us-ascii')
  return {
    raw: Buffer.concat([
      ...lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\n'), line])),
      raw.subarray(end),
    ]),
    codepage: isMixed || dos === undefined ? undefined : dosCharset(dos),
    isDamaged:
      isDamaged || isMixed || charsets.some((label) => !isKnown(label) && dosCharset(label) === undefined),
  }
}

const bytesOfCharacters = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

/** A text that was taken for windows-1252, by its own code page. */
export const decodedAgain = (text: string, codepage: string | undefined): string =>
  codepage === undefined
    ? text
    : iconv.decode(
        Buffer.from(Array.from(text, (character) => bytesOfCharacters.get(character) ?? 0x3f)),
        codepage,
      )
