// Finds the report of a mail server about undelivered mail in a mail: RFC 3464, and the form of Exim.
import type { Attachment, Email } from 'postal-mime'
import type { DeliveryReport, RecipientReport } from './letter.ts'

const maxRecipients = 1000
const maxReasonLength = 500
/** Of a part: a report is short. */
const maxBytes = 1024 * 1024

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, maxBytes)
    : Buffer.from(new Uint8Array(content.slice(0, maxBytes))).toString('utf8')

type Block = Map<string, string>

/** The fields of a block, unfolded; the first one of a name counts. */
function fieldsOf(block: string): Block {
  const fields: Block = new Map()
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}

const blocksOf = (text: string): Block[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .filter((block) => block.size > 0)

/** `rfc822; a@b` without the type. */
const withoutType = (field: string | undefined): string => (field ?? '').replace(/^[\w-]+\s*;\s*/, '').trim()

const reasonOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength)

/** The recipients whom the mail did not reach; delays and deliveries are not reported. */
const failedRecipients = (blocks: readonly Block[]): RecipientReport[] =>
  blocks
    .filter((block) => /^failed\b/i.test(block.get('action') ?? ''))
    .slice(0, maxRecipients)
    .map((block) => {
      const [, status = ''] = /^([245]\.\d{1,3}\.\d{1,3})/.exec(block.get('status') ?? '') ?? []
      return {
        recipient: (
          withoutType(block.get('original-recipient')) || withoutType(block.get('final-recipient'))
        ).replace(/^<(.*)>$/, '$1'),
        status,
        reason: reasonOf(withoutType(block.get('diagnostic-code')) || status),
      }
    })
    .filter(({ recipient }) => recipient !== '')

const messageIdIn = (text: string): string => /^message-id:\s*<([^\s<>]{1,250})>/im.exec(text)?.[1] ?? ''

const headerEnd = (text: string): string => text.split(/\r?\n\r?\n/)[0]!

/** The Message-ID of the mail that came back, from its headers in the report. */
const returnedMessageId = (attachments: readonly Attachment[]): string =>
  attachments
    .filter(({ mimeType }) => /^(message\/(global|rfc822)|text\/rfc822)/.test(mimeType))
    .map((part) => messageIdIn(headerEnd(textOf(part)).replace(/\r?\n[ \t]+/g, ' ')))
    .find((id) => id !== '') ?? ''

/** @returns undefined: the mail reports nothing that was not delivered */
export function readDeliveryReport(email: Email): DeliveryReport | undefined {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const status = email.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  )
  if (status) {
    const recipients = failedRecipients(blocksOf(textOf(status)))
    return recipients.length > 0 ? { messageId: returnedMessageId(email.attachments), recipients } : undefined
  }
  // Exim: a list of addresses in a header, and the mail behind a line of the text.
  const failed = header('x-failed-recipients')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one.includes('@'))
  if (failed.length === 0) return undefined
  const text = (email.text ?? '').slice(0, maxBytes)
  const [, code = ''] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  const [reason = ''] = /^.*\b[45]\d\d[ -].*$/m.exec(text) ?? []
  return {
    messageId: returnedMessageId(email.attachments) || messageIdIn(text),
    recipients: failed
      .slice(0, maxRecipients)
      .map((recipient) => ({ recipient, status: code, reason: reasonOf(reason) })),
  }
}
