// Mail servers for a service whose back office is tested in a browser: mail leaves by SMTP, and comes back by IMAP.
import { after } from 'node:test'
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
      ...(servers.imap && { KONTOR_IMAP_URL: servers.imap.settings.server.href }),
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

/** The mailbox has been opened: what arrives from now on is read. */
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
