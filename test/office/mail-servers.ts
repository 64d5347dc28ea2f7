// Mail servers for a service whose back office is tested in a browser: mail leaves by SMTP, and comes back by IMAP.
import { after } from 'node:test'
import PostalMime from 'postal-mime'
import { freePorts } from '../support/free-port.ts'
import { type ImapServer, startImapServer } from '../support/servers/imap-server.ts'
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts'
import { waitUntil } from '../support/wait-until.ts'
import { runStatement, useSettings, type Visitor } from './office.ts'

const waitMs = 90_000

/** The servers; undefined until the service has started. */
export const servers: { imap?: ImapServer; smtp?: MailServer } = {}

/** Lets the service of this file send mail, and read it if it has a mailbox. Call it before the tests. */
export function useMailServers({ hasMailbox = true } = {}): void {
  useSettings(async () => {
    if (hasMailbox) servers.imap = await startImapServer()
    servers.smtp = await startMailServer()
    const [port] = await freePorts(1)
    return {
      KONTOR_PORT: String(port),
      KONTOR_URL: `http://127.0.0.1:${port}`,
      KONTOR_SMTP_URL: servers.smtp.settings.server.href,
      KONTOR_MAIL_FROM: 'Kontor <office@kontor.example>',
      ...(servers.imap && {
        KONTOR_IMAP_URL: servers.imap.settings.server.href,
        KONTOR_IMAP_AUTHSERV_IDS: 'mx.kontor.example',
      }),
    }
  })
  after(async () => {
    await servers.imap?.stop()
    await servers.smtp?.close()
  })
}

/** How many minutes messages wait, for being called back. */
export const setMessageDelay = (minutes: number): Promise<void> =>
  runStatement(
    `insert into setting values ('message_delay_minutes', '${minutes}') on conflict (name) do update set value = excluded.value`,
  )

/** Runs a job now, which otherwise comes at its time. */
export const runJob = (name: 'read-mailbox' | 'plan-messages' | 'send-mail'): Promise<void> =>
  runStatement(`select graphile_worker.add_job('${name}')`)

/** The text of the mail to an address whose subject begins so. */
export async function mailTo(address: string, subject: string): Promise<string> {
  const find = async () => {
    const own = servers.smtp!.received.filter(({ to }) => to.includes(address))
    const mails = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))
    return mails.find((mail) => mail.subject?.startsWith(subject))
  }
  await waitUntil(
    async () => {
      await runJob('send-mail')
      return (await find()) !== undefined
    },
    `a mail "${subject}" to ${address}`,
    60_000,
  )
  return (await find())!.text!
}
/** The link to a path in the text of a mail. */
export const linkIn = (text: string, path: string): string =>
  new RegExp(`https?://[^/\\s]+(${path}[^\\s]*)`).exec(text)![1]!

/** The mailbox has been opened: mails that arrive from now on are read. */
export const isRead = (visitor: Visitor): Promise<void> =>
  waitUntil(
    async () => (await visitor.call('GET', '/mailbox')).json[0].readAt !== '',
    'the mailbox is read',
    waitMs,
  )

type TaskRow = { id: number; subject: string; contactId: number }

/** A mail arrives, and is read at once. `lines`: headers, and the text as the last one. @returns its task */
export async function receive(
  { call }: Visitor,
  subject: string,
  lines: readonly string[],
): Promise<TaskRow> {
  await servers.imap!.deliver([...lines.slice(0, -1), `Subject: ${subject}`, '', lines.at(-1)].join('\r\n'))
  await runJob('read-mailbox')
  let task: TaskRow | undefined
  await waitUntil(
    async () => {
      const { json } = await call('GET', `/tasks?q=${encodeURIComponent(subject)}`)
      task = json.find((one: TaskRow) => one.subject === subject)
      return task !== undefined
    },
    `the mail “${subject}” is a task`,
    waitMs,
  )
  return task!
}

/** A report that a mail could not be delivered arrives, and marks the address. */
export async function bounce(
  { call }: Visitor,
  { messageId, address, contactId }: { messageId: string; address: string; contactId: number },
): Promise<void> {
  await servers.imap!.deliver(report(messageId, address).join('\r\n'))
  await runJob('read-mailbox')
  await waitUntil(
    async () => (await call('GET', `/contacts/${contactId}`)).json[0].bouncedEmails.length > 0,
    'the address is marked',
    waitMs,
  )
}

const report = (messageId: string, address: string) => [
  'From: MAILER-DAEMON@mx.example',
  'To: office@kontor.example',
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  'Subject: Undelivered Mail',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'It did not arrive.',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example',
  '',
  `Final-Recipient: rfc822; ${address}`,
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 no such user',
  '',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  `Message-ID: ${messageId}`,
  '',
  '--b--',
]
