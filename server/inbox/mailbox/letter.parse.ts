// Parses a mail, which may be hostile, in a process of a worker pool: this file does not import the server.
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { addressText, oneLine } from '../mail-addresses.ts'
import { authenticateSender } from './authenticate-sender.ts'
import { readDeliveryReport } from './delivery-report.ts'
import type { Letter } from './letter.ts'

/** As of a mail that the interface imports. */
const maxBodyLength = 10 * 1024 * 1024
const maxAttachments = 100
/** Images of this size in all are shown in the text. */
const maxInlineBytes = 2 * 1024 * 1024

const storable = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '').slice(0, maxBodyLength).toWellFormed()

const maxThreadLength = 50

/** The Message-IDs of a header, without angle brackets. */
export const messageIds = (header: string | undefined): string[] =>
  Array.from((header ?? '').slice(0, 100_000).matchAll(/<([^\s<>]{1,250})>/g), ([, id]) => id!.toWellFormed())

const headerOf = (email: Pick<Email, 'headers'>, name: string): string =>
  email.headers.find(({ key }) => key === name)?.value ?? ''

/**
 * Whether a program wrote the mail: by RFC 3834, and by the headers that came before it. Letters of people have List-Id,
 * `Precedence: list` and X-Auto-Response-Suppress, too: these only ask programs not to answer.
 */
function isAutomatic(email: Email): boolean {
  const autoSubmitted = headerOf(email, 'auto-submitted').trim().toLowerCase()
  if (autoSubmitted !== '' && !/^no\b/.test(autoSubmitted)) return true
  if (/^\s*(bulk|junk|auto_reply)\b/i.test(headerOf(email, 'precedence'))) return true
  if (/^\s*<\s*>/.test(headerOf(email, 'return-path'))) return true
  return ['x-autoreply', 'x-autorespond'].some((name) => headerOf(email, name) !== '')
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

const shownImage = /^image\/(?:png|jpe?g|gif|webp|bmp|avif)$/

/** HTML whose embedded images are part of it; and the attachments that are not shown in it. */
function embedImages(
  html: string,
  attachments: readonly Attachment[],
): { html: string; others: Attachment[] } {
  let left = maxInlineBytes
  const images = new Map<string, string>()
  const others = attachments.filter((attachment) => {
    const id = /^<?(.*?)>?$/.exec(attachment.contentId ?? '')![1]!
    const content = bytesOf(attachment)
    const isShown = id !== '' && shownImage.test(attachment.mimeType) && html.includes(`cid:${id}`)
    if (!isShown || content.length > left) return true
    left -= content.length
    images.set(id, `data:${attachment.mimeType};base64,${Buffer.from(content).toString('base64')}`)
    return false
  })
  return {
    html: html.replace(/\bcid:([^\s"'<>)]{1,250})/g, (whole, id: string) => images.get(id) ?? whole),
    others,
  }
}

const extensions: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** A name as a file may have it: one segment of a path, at most 200 bytes. */
function fileNameOf({ filename, mimeType }: Attachment, index: number): string {
  const plain = oneLine(filename ?? '', 255)
    .replaceAll(/[/\\]|\p{Bidi_Control}/gu, '_')
    .replace(/^\.+/, '')
    .trim()
  if (plain === '') return `${index + 1}.${extensions[mimeType] ?? 'bin'}`
  if (Buffer.byteLength(plain) <= 200) return plain
  const extension = /\.\w{1,10}$/.exec(plain)?.[0] ?? ''
  let stem = plain.slice(0, 150)
  while (Buffer.byteLength(stem + extension) > 200) stem = stem.slice(0, -1)
  return stem.toWellFormed() + extension
}

/** A mail, and the servers that are believed to have authenticated its sender. */
export type RawLetter = { raw: Uint8Array; authservIds: readonly string[] }

/** @throws if it cannot be parsed */
export async function parseLetter({ raw, authservIds }: RawLetter): Promise<Letter> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 50 })
  const report = readDeliveryReport(email)
  const { html, others } = embedImages((email.html ?? '').slice(0, maxBodyLength), email.attachments)
  // A report's own parts say nothing that its text does not say.
  const files = report ? [] : others.filter((one) => bytesOf(one).length > 0)
  const threadIds = [...messageIds(email.inReplyTo), ...messageIds(email.references).toReversed()]
  return {
    subject: oneLine(email.subject, 255),
    from: addressText(email.from ? [email.from] : []),
    replyTo: addressText(email.replyTo ?? []),
    to: addressText([...(email.to ?? []), ...(email.cc ?? [])]),
    messageId: messageIds(email.messageId)[0] ?? '',
    threadIds: [...new Set(threadIds)].slice(0, maxThreadLength),
    isAutomatic: isAutomatic(email) || report !== undefined,
    sender: authenticateSender(email.headers, authservIds),
    body: storable(html === '' ? (email.text ?? '') : html),
    attachments: files
      .slice(0, maxAttachments)
      .map((one, index) => ({ name: fileNameOf(one, index), content: bytesOf(one) })),
    lacksAttachments: files.length > maxAttachments,
    report,
  }
}
