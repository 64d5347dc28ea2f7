// Parses a mail, which may be hostile, in a process of a worker pool: this file does not import the server.
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { addressText, oneLine } from '../mail-addresses.ts'
import { authenticateSender } from './authenticate-sender.ts'
import { readDeliveryReport } from './delivery-report.ts'
import type { Letter } from './letter.ts'
import { readInvitationAnswer } from './read-invitation-answer.ts'
import { decodedAgain, repairMail } from './repair-mail.ts'
import { bytesOf, type Unpacked, unpackLetter } from './unpack-letter.ts'

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

const parseMime = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 50 })

/** The parser returns what the header says if it is no time. */
const writtenAt = ({ date }: Email): string => {
  const time = new Date(date ?? '')
  const year = Number.isNaN(time.getTime()) ? 0 : time.getUTCFullYear()
  return year >= 1980 && year < 10_000 ? time.toISOString() : ''
}

const problemOf = ({ isEncrypted, isDamaged }: Pick<Unpacked, 'isEncrypted' | 'isDamaged'>) =>
  isEncrypted ? 'encrypted' : isDamaged ? 'damaged' : ''

/** A mail, and the servers that are believed to have authenticated its sender. */
export type RawLetter = { raw: Uint8Array; authservIds: readonly string[] }

/** @throws if it cannot be parsed */
export async function parseLetter({ raw, authservIds }: RawLetter): Promise<Letter> {
  const repaired = repairMail(raw)
  const email = await parseMime(repaired.raw)
  const report = readDeliveryReport(email)
  const unpacked = await unpackLetter(email, parseMime)
  const answer = report ? undefined : readInvitationAnswer(unpacked.attachments, email.from?.address ?? '')
  const textOf = (text: string) => decodedAgain(text.slice(0, maxBodyLength), repaired.codepage)
  const { html, others } = embedImages(textOf(unpacked.html), unpacked.attachments)
  const text = textOf(unpacked.text)
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
    writtenAt: writtenAt(email),
    isAutomatic: isAutomatic(email) || report !== undefined,
    sender: authenticateSender(email.headers, authservIds),
    body: storable(html !== '' ? html : text.trim() === '' ? (answer?.comment ?? '') : text),
    attachments: files
      .slice(0, maxAttachments)
      .map((one, index) => ({ name: fileNameOf(one, index), content: bytesOf(one) })),
    lacksAttachments: files.length > maxAttachments,
    report,
    answer,
    problem: problemOf({ ...unpacked, isDamaged: unpacked.isDamaged || repaired.isDamaged }),
  }
}
