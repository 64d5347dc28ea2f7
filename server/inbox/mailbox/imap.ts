// A connection to the mailbox of the settings.
import type { ImapFlow, MailboxObject } from 'imapflow'
import { readPassword } from '../../platform/database/database-password.ts'
import type { MailboxSettings } from '../../platform/settings/mailbox-settings.ts'
import { isLoopback } from '../../platform/settings/setting-values.ts'

/** Without the password. */
export const mailboxName = ({ server, user, folder }: MailboxSettings): string =>
  `${user}@${server.host}/${folder}`

/** Larger answers of the server end the connection. */
const maxAnswerBytes = 128 * 2 ** 20

async function clientOf({ server, user, password }: MailboxSettings): Promise<ImapFlow> {
  // Loaded when it is needed: it would slow down every start.
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port } = server
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // As for SMTP: no certificate can be valid for the loopback interface.
    ...(secure ? {} : { doSTARTTLS: !isLoopback(hostname) }),
    auth: {
      user,
      pass: password ? await readPassword(password, 'the mailbox') : decodeURIComponent(server.password),
    },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    maxLiteralSize: maxAnswerBytes,
    maxResponseSize: 2 * maxAnswerBytes,
  })
  // Callers that wait for an answer get the error, too.
  client.on('error', () => {})
  return client
}

/** The server's own words: imapflow says only "Command failed". */
const reasonOf = (thrown: unknown): Error => {
  const error = thrown as Error & { responseText?: string; code?: string; authenticationFailed?: boolean }
  const said = error.responseText ? `${error.message}: ${error.responseText}` : error.message
  return Object.assign(new Error(error.authenticationFailed ? `the sign-in failed: ${said}` : said), {
    code: error.code,
  })
}

/** Opens the mailbox for the duration of some work. @throws Error that names what is wrong, without the password */
export async function withMailbox<T>(
  settings: MailboxSettings,
  work: (client: ImapFlow, mailbox: MailboxObject) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await clientOf(settings)
  const close = () => client.close()
  signal?.addEventListener('abort', close, { once: true })
  try {
    await client.connect().catch((error) => {
      throw reasonOf(error)
    })
    const mailbox = await client.mailboxOpen(settings.folder).catch((error) => {
      throw reasonOf(error)
    })
    const result = await work(client, mailbox)
    await client.logout().catch(() => {})
    return result
  } finally {
    signal?.removeEventListener('abort', close)
    client.close()
  }
}

/** Moves mails to a folder, which is created if it is missing. */
export async function moveMails(client: ImapFlow, uids: readonly number[], folder: string): Promise<void> {
  if (uids.length === 0) return
  const move = () => client.messageMove(uids.join(','), folder, { uid: true })
  if (await move().catch(() => false)) return
  await client.mailboxCreate(folder).catch((error) => {
    throw reasonOf(error)
  })
  await move().catch((error) => {
    throw reasonOf(error)
  })
}

/** Connects, signs in and opens the folder. @returns what is wrong; undefined: nothing */
export const checkMailbox = (settings: MailboxSettings): Promise<string | undefined> =>
  withMailbox(settings, async () => undefined).catch((error: Error) => error.message)
