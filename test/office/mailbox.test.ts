// Mail in and out, in a browser: a letter comes, is answered, the answer to the answer is filed, a bounce marks the address.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { freePorts } from '../support/free-port.ts'
import { type ImapServer, startImapServer, withoutImapServer } from '../support/servers/imap-server.ts'
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts'
import { waitUntil } from '../support/wait-until.ts'
import { browserTest, runStatement, useSettings, type Visitor } from './office.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let imap: ImapServer
let smtp: MailServer

useSettings(async () => {
  imap = await startImapServer()
  smtp = await startMailServer()
  const [port] = await freePorts(1)
  return {
    KONTOR_PORT: String(port),
    KONTOR_URL: `http://127.0.0.1:${port}`,
    KONTOR_SMTP_URL: smtp.settings.server.href,
    KONTOR_MAIL_FROM: 'Kontor <office@kontor.example>',
    KONTOR_IMAP_URL: imap.settings.server.href,
  }
})
after(async () => {
  await imap?.stop()
  await smtp?.close()
})

/** axe finds nothing serious on the page of the office. */
async function assertAccessible({ page }: Visitor): Promise<void> {
  const found = await page.evaluate(async () => {
    const { axe: loaded } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    return (await loaded.run()).violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes[0]!.html}`)
  })
  assert.deepEqual(found, [])
}

type TaskRow = { id: number; subject: string; contactId: number }

/** A mail arrives, and is read at once. @returns its task */
async function receive({ call }: Visitor, subject: string, lines: readonly string[]): Promise<TaskRow> {
  await imap.deliver([...lines.slice(0, -1), `Subject: ${subject}`, '', lines.at(-1)].join('\r\n'))
  let task: TaskRow | undefined
  await runStatement(`select graphile_worker.add_job('read-mailbox')`)
  await waitUntil(
    async () => {
      const { json } = await call('GET', `/tasks?q=${encodeURIComponent(subject)}`)
      task = json.find((one: TaskRow) => one.subject === subject)
      return task !== undefined
    },
    `the mail “${subject}” is a task`,
    90_000,
  )
  return task!
}

/** The mailbox has been opened: what arrives from now on is read. */
const isRead = (visitor: Visitor) =>
  waitUntil(
    async () => (await visitor.call('GET', '/mailbox')).json[0].readAt !== '',
    'the mailbox is read',
    90_000,
  )

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

if (withoutImapServer) test('mail in and out', { skip: withoutImapServer }, () => {})
else {
  browserTest(
    'a letter comes, is answered, and its answer is filed; a bounce marks the address',
    async (open) => {
      const admin = await open.administrator()
      const { page, go, settled, create } = admin
      await admin.context.addInitScript(axe)
      await isRead(admin)
      await runStatement(
        `insert into setting values ('message_delay_minutes', '0') on conflict (name) do update set value = '0'`,
      )
      const address = 'paula.postfach@kunde.example'
      const contact = await create('/contacts', {
        contactType: 'person',
        firstName: 'Paula',
        lastName: 'Postfach',
        salutation: 'ms',
        emails: [{ email: address, isDefault: true }],
      })
      const task = await receive(admin, 'Parken am Haus der Akademie', [
        `From: Paula Postfach <${address}>`,
        'To: office@kontor.example',
        'Message-ID: <anreise@kunde.example>',
        'Guten Tag, wo kann ich parken?',
      ])
      assert.equal(task.contactId, contact.id, 'the sender is the contact')

      await go(`/tasks/${task.id}`)
      await page.getByRole('link', { name: 'Paula Postfach' }).first().waitFor()
      await page.getByRole('button', { name: 'Antworten' }).click()
      const editor = page.getByRole('region', { name: 'Antwort', exact: true })
      await editor.getByRole('textbox', { name: 'Text' }).click()
      await page.keyboard.type('Im Hof hinter dem Haus.')
      await editor.getByText('Zitierte E-Mail').click()
      await editor.getByText('wo kann ich parken?').waitFor()
      await settled()
      await assertAccessible(admin)
      await page.setViewportSize({ width: 390, height: 844 })
      await settled()
      const width = await page.evaluate(
        () =>
          (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document
            .documentElement.scrollWidth,
      )
      assert.ok(width <= 390, `the page is ${width} pixels wide`)
      await page.setViewportSize({ width: 1600, height: 1000 })
      await editor.getByRole('button', { name: 'Senden', exact: true }).click()
      await page.getByText('Die Antwort ist im Postausgang.').waitFor()
      await waitUntil(async () => smtp.received.length > 0, 'the reply is sent', 60_000)
      const [mail] = smtp.received
      assert.equal(mail!.headers['subject'], 'Re: Parken am Haus der Akademie')
      assert.equal(mail!.headers['in-reply-to'], '<anreise@kunde.example>')
      assert.match(mail!.text, /Im Hof hinter dem Haus\./)
      assert.match(mail!.text, /wo kann ich parken\?/)
      const replies = page.getByRole('region', { name: 'Antworten', exact: true })
      await replies.getByText('gesendet').waitFor()

      const messageId = mail!.headers['message-id']!
      const answer = await receive(admin, 'Danke für den Hinweis zum Parken', [
        'From: Paula privat <paula@privat.example>',
        'To: office@kontor.example',
        'Message-ID: <danke@privat.example>',
        `In-Reply-To: ${messageId}`,
        'Vielen Dank!',
      ])
      assert.equal(answer.contactId, contact.id, 'the answer is filed at the person')
      await go(`/tasks/${answer.id}`)
      await page.getByText('Antwort auf Ihre E-Mail zu').waitFor()
      await page.getByRole('link', { name: `T-${String(task.id).padStart(6, '0')}` }).click()
      await page.getByRole('heading', { name: 'Parken am Haus der Akademie' }).last().waitFor()

      await imap.deliver(report(messageId, address).join('\r\n'))
      await runStatement(`select graphile_worker.add_job('read-mailbox')`)
      await waitUntil(
        async () => (await admin.call('GET', `/contacts/${contact.id}`)).json[0].bouncedEmails.length > 0,
        'the address is marked',
        90_000,
      )
      await go(`/contacts/${contact.id}/show`)
      await page.getByText(new RegExp(`E-Mails an ${address} sind seit .* unzustellbar`)).waitFor()
      await settled()
      await assertAccessible(admin)
      await go('/')
      await page
        .getByRole('region', { name: 'Eine unzustellbare E-Mail-Adresse' })
        .getByText('Paula Postfach')
        .waitFor()
      await go(`/tasks/${task.id}`)
      await replies.getByText('unzustellbar').waitFor()
      await page.getByRole('button', { name: 'Antworten' }).click()
      await editor.getByText('no such user').waitFor()
      await go(`/contacts/${contact.id}/show`)
      await page.getByRole('button', { name: 'Wieder verwenden' }).click()
      await page.getByText('Die Adresse gilt wieder als zustellbar.').waitFor()
    },
  )

  browserTest(
    'in English: an unknown sender becomes a contact; a draft is not lost; a reply is called back',
    async (open) => {
      const admin = await open.administrator({ locale: 'en-GB' })
      const { page, go, settled } = admin
      await isRead(admin)
      await runStatement(
        `insert into setting values ('message_delay_minutes', '10') on conflict (name) do update set value = '10'`,
      )
      const task = await receive(admin, 'Question about the price of parking', [
        'From: "Newman, Nora" <nora.newman@kunde.example>',
        'To: office@kontor.example',
        'Hello, what does it cost?',
      ])
      await go(`/tasks/${task.id}`)
      await page.getByText('There is no contact with the address nora.newman@kunde.example.').waitFor()
      await page.getByRole('link', { name: 'Create contact' }).click()
      await settled()
      assert.equal(await page.getByLabel('Last name').inputValue(), 'Newman')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Nora Newman' }).last().waitFor()
      await go(`/tasks/${task.id}`)
      await page.getByRole('button', { name: 'Assign: Nora Newman' }).click()
      await page.getByText('The contact is assigned.').waitFor()
      await page.getByRole('link', { name: 'Nora Newman' }).waitFor()

      await page.getByRole('button', { name: 'Reply' }).click()
      const editor = page.getByRole('region', { name: 'Reply', exact: true })
      await editor.getByRole('textbox', { name: 'Text' }).click()
      await page.keyboard.type('It costs nothing.')
      let asked = ''
      page.once('dialog', (dialog) => {
        asked = dialog.message()
        void dialog.dismiss()
      })
      await page.getByRole('menuitem', { name: 'Contacts' }).first().click()
      await waitUntil(async () => asked !== '', 'leaving asks', 20_000)
      await editor.getByText('It costs nothing.').waitFor()
      await editor.getByRole('button', { name: 'Cancel' }).click()
      await editor.getByRole('button', { name: 'Go on writing' }).click()
      await editor.getByRole('button', { name: 'Send and finish' }).click()
      const replies = page.getByRole('region', { name: 'Replies', exact: true })
      await replies.getByText('waiting', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Reopen' }).waitFor()
      await replies.getByRole('button', { name: 'Call back' }).click()
      await page.getByText('The reply has been called back.').waitFor()
      await editor.getByText('It costs nothing.').waitFor()
      await replies.getByText('called back', { exact: true }).waitFor()
    },
  )
}
