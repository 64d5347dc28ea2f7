// Opens what a mail is packed into: opaque signatures (S/MIME), and winmail.dat of Outlook. It says so of mails that it cannot open.
import type { Attachment, Email } from 'postal-mime'
import { openSignedData } from './signed-data.ts'
import { readTnef } from './tnef.ts'

export type Unpacked = {
  html: string
  text: string
  attachments: Attachment[]
  isEncrypted: boolean
  isDamaged: boolean
}

const maxDepth = 4
const isCms = /^application\/(?:x-)?pkcs7-mime$/
const isTnef = ({ mimeType, filename }: Attachment): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(mimeType) || /^winmail\.dat$/i.test(filename ?? '')

export const bytesOf = ({ content }: Pick<Attachment, 'content'>): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

/** PGP encrypts a mail as two parts (RFC 3156). */
const isEncryptedByPgp = ({ attachments }: Email): boolean =>
  attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted')

/**
 * The text and the attachments of a mail.
 * @param parse for the mails in it
 */
export async function unpackLetter(
  email: Email,
  parse: (raw: Uint8Array) => Promise<Email>,
  depth = 0,
): Promise<Unpacked> {
  const unpacked: Unpacked = {
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: [],
    isEncrypted: isEncryptedByPgp(email),
    isDamaged: false,
  }
  const add = (inner: Omit<Unpacked, 'isEncrypted'> & { isEncrypted?: boolean }) => {
    if (unpacked.html === '' && unpacked.text.trim() === '') {
      unpacked.html = inner.html
      unpacked.text = inner.text
    }
    unpacked.attachments.push(...inner.attachments)
    unpacked.isEncrypted ||= inner.isEncrypted ?? false
    unpacked.isDamaged ||= inner.isDamaged
  }
  for (const attachment of email.attachments)
    if (isTnef(attachment)) {
      const { attachments, ...content } = readTnef(bytesOf(attachment))
      // Nothing is lost.
      const whole = content.isDamaged ? [attachment] : []
      add({
        ...content,
        attachments: [
          ...attachments.map(
            ({ filename, content: bytes }): Attachment => ({
              filename,
              mimeType: 'application/octet-stream',
              disposition: 'attachment',
              content: bytes,
            }),
          ),
          ...whole,
        ],
      })
    } else if (isCms.test(attachment.mimeType) && depth < maxDepth) {
      const { mail, isEncrypted } = openSignedData(bytesOf(attachment))
      if (mail) add(await unpackLetter(await parse(mail), parse, depth + 1))
      else add({ html: '', text: '', attachments: [attachment], isEncrypted, isDamaged: !isEncrypted })
    } else unpacked.attachments.push(attachment)
  return unpacked
}
