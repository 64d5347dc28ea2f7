// Keys for websites: created in the office, copied into a page of another origin, which shows dates, what is booked, and the end
// of its key.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop, runStatement, type Visitor } from './office.ts'

declare const navigator: { clipboard: { readText(): Promise<string> } }
declare const document: { documentElement: { scrollWidth: number } }

const phone = { width: 390, height: 844 }
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

/** A published date of tomorrow with one seat, in a catalogue of its own with the same name. */
async function dateWithOneSeat({ create }: Visitor, title: string): Promise<number> {
  const catalogue = await create('/catalogues', { name: title })
  const event = await create('/events', { title })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(1),
    status: 'confirmed',
    participantsMax: 1,
    catalogueIds: [catalogue.id],
  })
  await runStatement(`update event set is_published = true where id = ${event.id}`)
  await runStatement(`update event_date set is_published = true where id = ${date.id}`)
  return date.id
}

/** A website of another origin, whose only page is set later. */
async function openWebsite(): Promise<{ origin: string; show(html: string): void; server: Server }> {
  let html = ''
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  )
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const show = (page: string) => {
    html = page
  }
  return { origin: `http://127.0.0.1:${port}`, show, server }
}

/** Copies by the button, and returns what the clipboard has. */
async function copied(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Kopiert.').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

browserTest(
  'the copied page works on the origins of its key: dates, a booking within a second, the end of the key',
  async ({ administrator }) => {
    const admin = await administrator()
    const { page, context, go, settled, create } = admin
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const dateId = await dateWithOneSeat(admin, 'Ein Platz')
    const website = await openWebsite()
    const visiting = await context.browser()!.newContext()
    try {
      await go('/website-keys')
      await settled()
      await page.getByRole('link', { name: 'Anlegen' }).click()
      await page.getByLabel(/^Name/).fill('Landeseite')
      await page.getByRole('combobox', { name: /^Mandant/ }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('combobox', { name: /^Kataloge/ }).fill('Ein Pl')
      await page.getByRole('option', { name: 'Ein Platz' }).click()
      const origins = page.getByLabel('Erlaubte Websites')
      await origins.fill('keine Website')
      await page.getByRole('button', { name: 'Speichern' }).click()
      await page.getByText('„keine Website“ ist keine Adresse einer Website.').first().waitFor()
      await origins.fill(`${website.origin}\n\nhttps://www.example.org/\n`)
      await page.getByRole('button', { name: 'Speichern' }).click()
      const preview = page.getByRole('region', { name: 'Termine dieses Schlüssels' })
      await preview.getByText('wenige Plätze (1 Platz frei)').waitFor()
      assert.equal(await preview.getByRole('listitem').count(), 1)
      await page.getByText(`${website.origin}, https://www.example.org`).first().waitFor()

      const curl = await copied(page, 'Befehl kopieren')
      assert.match(
        curl,
        /^curl -H 'Authorization: Bearer pk_[\w-]{43}' 'http:.*\/public\/v1\/dates\?limit=5'$/,
      )
      await settled()
      website.show(`<!doctype html><html lang="de"><title>x</title>${await copied(page, 'Widget kopieren')}`)
      const booking = await visiting.newPage()
      await booking.goto(website.origin)
      await booking.getByRole('link', { name: /^Buchen: Ein Platz/ }).click()
      await booking.getByRole('heading', { name: 'Buchen: Ein Platz' }).waitFor()
      await booking.close()
      await settled()
      const html = await copied(page, 'Seite kopieren')
      website.show(html.replace('60_000', '200'))
      const visited = await visiting.newPage()
      visited.setDefaultTimeout(30_000)
      await visited.goto(website.origin)
      const item = visited.getByRole('listitem').filter({ hasText: 'Ein Platz' })
      await item.getByText('wenige Plätze').waitFor()
      assert.equal(await visited.getByRole('listitem').count(), 1)

      const person = { firstName: 'Ina', lastName: 'Platz', email: 'ina.platz@kontor.example' }
      await create('/bookings', { dateId, status: 'booked', participants: [person] })
      const bookedAt = performance.now()
      await item.getByText('ausgebucht').waitFor()
      const delay = performance.now() - bookedAt
      assert.ok(delay < 1000, `shown after ${Math.round(delay)} ms`)

      const elsewhere = await visiting.newPage()
      website.show(html)
      await elsewhere.goto(website.origin.replace('127.0.0.1', 'localhost'))
      await elsewhere.getByText('Die Termine sind gerade nicht erreichbar.').waitFor()
      assert.equal(await elsewhere.getByRole('listitem').count(), 0)

      await page.getByRole('button', { name: 'Widerrufen' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('zeigen ab sofort keine Termine mehr').waitFor()
      await dialog.getByRole('button', { name: 'Widerrufen' }).click()
      await page.getByText('Anfragen mit ihm werden abgelehnt.').waitFor()
      await visited.getByRole('status').getByText('A valid key is required').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Widerrufen' }).count(), 0)
    } finally {
      await visiting.close()
      website.server.close()
    }
  },
)

browserTest('a secret key is shown once; settings are changed in the form', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await go('/website-keys/create')
  await page.getByLabel(/^Name/).fill('Server')
  await page.getByRole('combobox', { name: /^Mandant/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('radio', { name: /^Geheim/ }).check()
  assert.equal(await page.getByLabel('Erlaubte Websites').count(), 0)
  await page.getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Geheimer Schlüssel' })
  const secret = await dialog.getByLabel('Schlüssel', { exact: true }).inputValue()
  assert.match(secret, /^sk_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Fertig' }).click()
  await page.getByText('Ein geheimer Schlüssel ist nicht gespeichert').waitFor()
  await settled()
  assert.ok(!(await page.content()).includes(secret))
  assert.equal(await page.getByRole('button', { name: 'Seite kopieren' }).count(), 0)

  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByLabel(/^Name/).fill('Server der Website')
  await page.getByLabel('Freie Plätze verbergen').check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await settled()
  await page.getByRole('link', { name: 'Zurück' }).click()
  await page.getByRole('heading', { name: 'Server der Website', exact: true }).waitFor()
  await page.getByText('verborgen', { exact: true }).waitFor()
})

browserTest('a key is opened, copied and revoked with the keyboard', async ({ administrator }) => {
  const { page, go, settled, create } = await administrator()
  const { id } = await create('/website-keys', { clientId: 1, name: 'Tastatur' })
  await go('/website-keys')
  await settled()
  await page.getByRole('row').filter({ hasText: 'Tastatur' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/website-keys/${id}$`))
  await settled()
  const code = page.locator('pre').first()
  await code.focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').innerText(), 'Widget kopieren')
  await page.getByRole('button', { name: 'Widerrufen' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.locator(':focus').innerText(), 'Widerrufen')
})

for (const dark of [false, true])
  browserTest(
    `axe finds no serious error, and no page scrolls sideways at 390 pixels, ${dark ? 'dark' : 'light'}`,
    async ({ administrator }) => {
      const { page, context, go, settled, create } = await administrator({ dark })
      await context.addInitScript(axe)
      const { id } = await create('/website-keys', {
        clientId: 1,
        name: 'Barrierefrei',
        origins: ['https://www.example.org'],
      })
      const { id: revoked } = await create('/website-keys', { clientId: 1, name: 'Alt' })
      await create(`/website-keys/${revoked}/revoke`, {})
      const found: Record<string, string[]> = {}
      for (const path of ['', '/create', `/${id}`, `/${id}/edit`, `/${revoked}`]) {
        await page.setViewportSize(desktop)
        await go(`/website-keys${path}`)
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
