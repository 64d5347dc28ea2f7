// Webhooks: created in the office, tried against a receiver, which fails and works again; their log, secret and end.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop, useSettings } from './office.ts'

declare const document: { documentElement: { scrollWidth: number } }

const phone = { width: 390, height: 844 }

useSettings(async () => ({ KONTOR_WEBHOOK_NETWORKS: '127.0.0.1/32' }))

/** Of the receiver's answers. */
let status = 500
const received: { headers: Record<string, string>; body: string }[] = []
const receiver = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  received.push({
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(pieces).toString(),
  })
  response.writeHead(status).end(status === 200 ? '' : 'Wartung')
})
await new Promise<void>((done) => {
  receiver.listen(0, '127.0.0.1', done)
})
after(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kontor`

browserTest(
  'a webhook is created, tried, sent again and given a new secret; its log shows request and answer',
  async ({ administrator }) => {
    const { page, go, settled } = await administrator()
    await go('/webhooks')
    await settled()
    await page.getByRole('link', { name: 'Anlegen' }).click()
    await page.getByLabel(/^Name/).fill('Buchhaltung')
    await page.getByRole('combobox', { name: /^Mandant/ }).click()
    await page.getByRole('option').first().click()
    const address = page.getByLabel(/^Adresse/)
    await address.fill('http://10.0.0.1/kontor')
    await page.getByRole('checkbox', { name: 'Neue Buchung' }).check()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page
      .getByText('darf keine Adresse dieses Rechners oder eines privaten Netzes sein')
      .first()
      .waitFor()
    await address.fill(url)
    await page.getByRole('button', { name: 'Speichern' }).click()
    const once = page.getByRole('dialog', { name: 'Geheimnis des Webhooks' })
    const secret = await once.getByLabel('Geheimnis', { exact: true }).inputValue()
    await once.getByRole('button', { name: 'Fertig' }).click()
    await page.getByRole('heading', { name: 'Buchhaltung', exact: true }).waitFor()
    await page.getByText('Keine Zustellungen.').waitFor()
    assert.ok(!(await page.content()).includes(secret))

    await page.getByRole('button', { name: 'Testnachricht senden' }).click()
    const log = page.getByRole('list', { name: 'Zustellungen' })
    await log.getByText(/1 Versuch · Antwort 500 · nächster Versuch/).waitFor()
    await log.getByText('Anfrage und Antwort').click()
    await log.getByText('Wartung', { exact: true }).waitFor()
    const request = await log.locator('pre').first().innerText()
    assert.ok(request.startsWith(`POST ${url}`) && request.includes('webhook.test'), request)
    assert.ok(!request.includes(secret))

    status = 200
    await log.getByRole('button', { name: 'Nochmals senden' }).click()
    await log.getByText('zugestellt', { exact: true }).waitFor()
    await log.getByText(/2 Versuche|1 Versuch/).waitFor()
    const { body, headers } = received.at(-1)!
    new Webhook(secret).verify(body, headers)

    await page.getByRole('button', { name: 'Neues Geheimnis' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Neues Geheimnis' }).click()
    const next = await once.getByLabel('Geheimnis', { exact: true }).inputValue()
    assert.notEqual(next, secret)
    await once.getByRole('button', { name: 'Fertig' }).click()
    await page.getByRole('button', { name: 'Testnachricht senden' }).click()
    await log.getByText('zugestellt', { exact: true }).nth(1).waitFor()
    for (const one of [secret, next]) new Webhook(one).verify(received.at(-1)!.body, received.at(-1)!.headers)

    await page.getByRole('combobox', { name: 'Stand' }).click()
    await page.getByRole('option', { name: 'gescheitert' }).click()
    await page.getByText('Keine Zustellungen.').waitFor()
  },
)

browserTest('a webhook is switched off in its form, and deleted', async ({ administrator }) => {
  const { page, go, settled, create } = await administrator()
  const { id } = await create('/webhooks', { clientId: 1, name: 'Altsystem', url, events: ['lead.created'] })
  await go(`/webhooks/${id}`)
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Aktiv').uncheck()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await settled()
  await page.getByRole('link', { name: 'Zurück' }).click()
  await page.getByText('abgeschaltet', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Testnachricht senden' }).count(), 0)
  // A page that is still loading closes its dialogs.
  await settled()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await page.waitForURL(/\/webhooks(\?|$)/)
  await settled()
  assert.equal(await page.getByRole('row').filter({ hasText: 'Altsystem' }).count(), 0)
})

for (const dark of [false, true])
  browserTest(
    `axe finds no serious error, and no page scrolls sideways at 390 pixels, ${dark ? 'dark' : 'light'}`,
    async ({ administrator }) => {
      const { page, context, go, settled, create, call } = await administrator({ dark })
      await context.addInitScript(axe)
      const { id } = await create('/webhooks', {
        clientId: 1,
        name: 'Barrierefrei',
        url: `${url}/${'lang'.repeat(40)}`,
        events: ['date.changed', 'date.removed'],
      })
      await create(`/webhooks/${id}/test`, {})
      for (let waits = 0; waits < 100; waits++) {
        const { json } = await call('GET', `/webhooks/${id}/deliveries`)
        if (json[0].attemptCount > 0) break
        await page.waitForTimeout(200)
      }
      const found: Record<string, string[]> = {}
      for (const path of ['', '/create', `/${id}`, `/${id}/edit`]) {
        await page.setViewportSize(desktop)
        await go(`/webhooks${path}`)
        await page
          .getByText(path === '/create' ? 'Adresse' : 'Barrierefrei')
          .first()
          .waitFor()
        await settled()
        for (const folded of await page.locator('.RaLayout-content details > summary').all())
          await folded.click()
        await settled()
        const violations = await violationsOf(page)
        await page.setViewportSize(phone)
        await settled()
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (width > phone.width) violations.push(`${width} pixels wide`)
        if (violations.length > 0) found[path] = violations
      }
      assert.deepEqual(found, {})
    },
  )
