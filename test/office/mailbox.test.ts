// Mail in and out, in a browser: a letter comes, is answered, the answer to the answer is filed, a bounce marks the address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutImapServer } from '../support/servers/imap-server.ts'
import { waitUntil } from '../support/wait-until.ts'
import { axe, violationsOf } from './axe.ts'
import { bounce, isRead, receive, servers, setMessageDelay, useMailServers } from './mail-servers.ts'
import { browserTest } from './office.ts'

useMailServers()

if (withoutImapServer) test('mail in and out', { skip: withoutImapServer }, () => {})
else {
  browserTest(
    'a letter comes, is answered, and its answer is filed; a bounce marks the address',
    async (open) => {
      const admin = await open.administrator()
      const { page, go, settled, create } = admin
      await admin.context.addInitScript(axe)
      await isRead(admin)
      await setMessageDelay(0)
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
      assert.deepEqual(await violationsOf(page), [])
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
      await waitUntil(async () => servers.smtp!.received.length > 0, 'the reply is sent', 60_000)
      const [mail] = servers.smtp!.received
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

      const forged = await receive(admin, 'Bitte ändern Sie meine Rechnung', [
        'Authentication-Results: mx.kontor.example; spf=pass smtp.mailfrom=x.example; dmarc=fail',
        `From: Paula Postfach <${address}>`,
        'To: office@kontor.example',
        'Message-ID: <rechnung@x.example>',
        `In-Reply-To: ${messageId}`,
        'Neue Kontonummer!',
      ])
      assert.equal(forged.contactId, 0, 'a forged answer is filed nowhere')
      await go(`/tasks/${forged.id}`)
      await page.getByText('Absender nicht nachgewiesen').first().waitFor()
      await page.getByText(`Sie gibt sich als Antwort auf Ihre E-Mail an ${address} aus.`).waitFor()
      await settled()
      assert.deepEqual(await violationsOf(page), [])
      await page.getByRole('button', { name: 'Trotzdem ablegen' }).click()
      await page.getByText('Die E-Mail ist abgelegt.').waitFor()
      await page.getByRole('link', { name: 'Paula Postfach' }).first().waitFor()

      await bounce(admin, { messageId, address, contactId: contact.id })
      await go(`/contacts/${contact.id}/show`)
      await page.getByText(new RegExp(`E-Mails an ${address} sind seit .* unzustellbar`)).waitFor()
      await settled()
      assert.deepEqual(await violationsOf(page), [])
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

  browserTest('a letter of a program is answered after a warning; an encrypted one says so', async (open) => {
    const admin = await open.administrator()
    const { page, go, settled } = admin
    await admin.context.addInitScript(axe)
    await isRead(admin)
    const task = await receive(admin, 'Abwesend bis Montag', [
      'From: Paul Programm <paul@kunde.example>',
      'To: office@kontor.example',
      'Auto-Submitted: auto-replied',
      'Date: Mon, 1 Jun 2026 10:00:00 +0200',
      'Ich bin nicht im Büro.',
    ])
    await go(`/tasks/${task.id}`)
    await page.getByText(/^Geschrieben .*2026/).waitFor()
    await page.keyboard.press('r')
    await page.getByText('Diese E-Mail hat ein Programm geschrieben.').waitFor()
    await settled()
    assert.deepEqual(await violationsOf(page), [])
    const encrypted = await receive(admin, 'Vertrauliche Unterlagen', [
      'From: Paul Programm <paul@kunde.example>',
      'To: office@kontor.example',
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
      '--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--',
    ])
    await go(`/tasks/${encrypted.id}`)
    await page.getByText('Die E-Mail ist verschlüsselt').waitFor()
  })

  browserTest(
    'in English: an unknown sender becomes a contact; a draft is not lost; a reply is called back',
    async (open) => {
      const admin = await open.administrator({ locale: 'en-GB' })
      const { page, go, settled } = admin
      await isRead(admin)
      await setMessageDelay(10)
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
