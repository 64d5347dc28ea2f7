// The draft of a reply: its recipients, its subject and the quoted mail.
import { escapeTemplateValue, htmlToText } from '../../mail/body.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { parseAddresses } from '../mail-addresses.ts'
import { cleanMailBody } from '../mail-body.clean.ts'
import { isHtml, type ShownMail } from '../mail-body.document.ts'

/** The most characters of a quoted mail. */
const maxBodyLength = 64 * 1024
const maxQuoteLength = 20_000

export type AnsweredLetter = {
  subject: string
  body: string
  mailFrom: string
  mailTo: string
  replyTo: string
  /** As its sender says, otherwise when it was received, or became a task. */
  writtenAt: Date
  format: ShownMail['format']
}

/** `Re: ` and the subject, however often it was answered. */
export const replySubject = (subject: string): string =>
  `Re: ${subject.replace(/^(?:(?:re|aw|antw)\s*:\s*)+/i, '')}`.trim().slice(0, 255).toWellFormed()

/** The recipient of a reply. */
export const replyRecipient = ({ replyTo, mailFrom }: Pick<AnsweredLetter, 'replyTo' | 'mailFrom'>): string =>
  parseAddresses(replyTo)[0]?.address ?? parseAddresses(mailFrom)[0]?.address ?? ''

/** The other recipients of the mail. @param own addresses of the instance */
export const otherRecipients = (letter: AnsweredLetter, own: readonly string[]): string[] => {
  const left = new Set([...own, replyRecipient(letter)].map(emailKey))
  return parseAddresses(letter.mailTo)
    .map(({ address }) => address)
    .filter((address) => {
      const key = emailKey(address)
      const isNew = !left.has(key)
      left.add(key)
      return isNew
    })
}

const introductions = {
  de: (at: string, who: string) => `Am ${at} schrieb ${who}:`,
  en: (at: string, who: string) => `On ${at}, ${who} wrote:`,
}

/** The mail as a quotation in HTML. */
export function quoteLetter(letter: AnsweredLetter, language: 'de' | 'en', timeZone: string): string {
  const body = letter.body.slice(0, maxBodyLength)
  const text = (isHtml({ ...letter, body }) ? htmlToText(cleanMailBody(body, false).html) : body).slice(
    0,
    maxQuoteLength,
  )
  const at = letter.writtenAt.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const introduction = introductions[language](at, letter.mailFrom)
  const quoted = escapeTemplateValue(text.toWellFormed().trim()).replace(/\r?\n/g, '<br />')
  return `<p>${escapeTemplateValue(introduction)}</p><blockquote>${quoted}</blockquote>`
}
