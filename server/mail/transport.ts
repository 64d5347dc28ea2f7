// Sends a mail by SMTP.
import { readPassword } from '../platform/database/database-password.ts'
import { isLoopback } from '../platform/settings/setting-values.ts'
import type { MailSettings } from '../platform/settings/settings.ts'
import type { MailContent } from './content.ts'

/** `failed`: the server rejects the mail permanently; `later`: another attempt may succeed. */
export type SendResult =
  | {
      status: 'sent'
      /** Of several recipients, those whom the server rejected, and why; '': none. */
      rejected: string
    }
  | { status: 'failed' | 'later'; error: string; code: string }

const sendTimeoutMs = 120_000

async function transportOf({ server, password: source }: MailSettings) {
  // Loaded when it is needed: it would slow down every start.
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = server
  const secure = protocol === 'smtps:'
  const pass = source ? await readPassword(source, 'the mail server') : decodeURIComponent(password)
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Traffic on the loopback interface needs no encryption, and no certificate can be valid for it.
    ignoreTLS: !secure && isLoopback(hostname),
    requireTLS: !secure && username !== '' && !isLoopback(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass } }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type Transport = Awaited<ReturnType<typeof transportOf>>

/** Connects to the server and signs in, without sending. @returns what is wrong; undefined: nothing */
export async function checkMailServer(settings: MailSettings): Promise<string | undefined> {
  let transport: Transport | undefined
  try {
    transport = await transportOf(settings)
    await transport.verify()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    transport?.close()
  }
}

const withoutName = (address: string) => ({ name: '', address })

/** @param messageKey becomes the Message-ID, by which receivers recognise a repeated mail */
export async function send(
  settings: MailSettings,
  to: string,
  messageKey: string,
  content: MailContent,
  signal: AbortSignal,
): Promise<SendResult> {
  const { from = settings.from } = content
  const { subject, text, html, replyTo, inReplyTo, references, attachments = [], calendar } = content
  const { cc = [], isPersonal = false } = content
  const recipients = content.to ?? [to]
  let transport: Transport | undefined
  try {
    transport = await transportOf(settings)
    const { rejectedErrors = [] } = await transport.sendMail({
      from,
      to: recipients.map(withoutName),
      ...(cc.length > 0 && { cc: cc.map(withoutName) }),
      // Bounces come to the mailbox of the instance.
      envelope: { from: settings.from.address, to: [...recipients, ...cc] },
      messageId: `<${messageKey}@${settings.from.address.slice(settings.from.address.lastIndexOf('@') + 1)}>`,
      subject,
      text,
      html,
      ...(replyTo && { replyTo }),
      ...(inReplyTo && { inReplyTo }),
      ...(references?.length && { references: [...references] }),
      // Mail programs look for one calendar among the alternatives of the text.
      ...(calendar && {
        icalEvent: { method: calendar.method, filename: calendar.fileName, content: calendar.content },
      }),
      attachments: attachments.map(({ fileName, contentType, content }) => ({
        filename: fileName,
        contentType,
        content,
      })),
      ...(!isPersonal && { headers: { 'Auto-Submitted': 'auto-generated' } }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]),
    })
    return { status: 'sent', rejected: rejectedErrors.map(({ message }) => message).join(' · ') }
  } catch (error) {
    return outcomeOf(error as TransportError)
  } finally {
    transport?.close()
  }
}

type TransportError = Error & { code?: string; command?: string; responseCode?: number; permanent?: boolean }

/** Only permanent errors about the recipient or the message are final; errors of the connection or of the server are not. */
function outcomeOf({
  message,
  code = '',
  command = '',
  responseCode,
  permanent,
}: TransportError): SendResult {
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  const isInvalidAddress =
    code === 'EENVELOPE' && command === 'API' && message.startsWith('Invalid recipient')
  const failed = isInvalidAddress || (permanent === true && isAboutMessage)
  return {
    status: failed ? 'failed' : 'later',
    error: message,
    code: [code, responseCode].filter(Boolean).join(' '),
  }
}
