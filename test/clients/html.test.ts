// The plain HTML page in a browser, on another origin than Kontor.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createClient } from '../../clients/typescript/src/index.ts'
import { browserPath, skipWithoutBrowser } from '../support/browser.ts'
import { serveDemo } from '../support/data-folders.ts'
import { removeDataFolder, stop } from '../support/kontor-process.ts'
import { openWebsite } from '../support/website.ts'

const file = join(import.meta.dirname, '../../clients/samples/html/index.html')
const options = { skip: skipWithoutBrowser }
let browser: Browser
let server: Server
let html = ''
before(async () => {
  if (skipWithoutBrowser) return
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  )
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
})
after(async () => {
  await browser?.close()
  server?.close()
})

/** Opens the page with the address of a service; its errors are collected. */
async function open(url: string, key: string): Promise<{ page: Page; errors: string[] }> {
  const source = await readFile(file, 'utf8')
  html = source
    .replace('https://kontor.example', url)
    .replace('pk_demo', key)
    .replace('refreshMs = 60_000', 'refreshMs = 500')
  assert.notEqual(html, source)
  const page = await browser.newPage({ locale: 'de-DE' })
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, errors }
}

test('HTML: the demo’s dates with filters and pages', options, async () => {
  const demo = await serveDemo()
  try {
    const kontor = createClient({ baseUrl: demo.url, key: 'pk_demo' })
    const { page, errors } = await open(demo.url, 'pk_demo')
    const total = page.getByRole('status')
    const dates = page.getByRole('listitem')
    // As the sample asks: sold-out dates as well.
    const shown: { availability: ('listed' | 'full')[] } = { availability: ['listed', 'full'] }
    const all = await kontor.dates({ ...shown, limit: 40 })
    await total.getByText(`${all.total} Termine`, { exact: true }).waitFor()
    assert.equal(await dates.count(), 20)
    assert.match(
      await dates.first().innerText(),
      new RegExp(`^.*\\n?${all.data[0]!.title.slice(0, 10)}`, 'm'),
    )
    await page.getByRole('button', { name: 'Weitere Termine' }).click()
    await dates.nth(39).waitFor()
    assert.ok((await dates.nth(39).innerText()).includes(all.data[39]!.title))

    const { cities, months } = await kontor.facets(shown)
    const city = cities[0]!
    await page.getByLabel('Ort').selectOption(`${city.name} (${city.count})`)
    await total.getByText(`${city.count} Termine`, { exact: true }).waitFor()
    await page.getByLabel('Ort').selectOption('')
    const month = months.at(-1)!
    await page.getByLabel('Monat').selectOption(month.id)
    const [year, number] = month.id.split('-').map(Number)
    const lastDay = new Date(Date.UTC(year!, number!, 0)).getUTCDate()
    const inMonth = await kontor.dates({ ...shown, from: `${month.id}-01`, to: `${month.id}-${lastDay}` })
    await total.getByText(`${inMonth.total} Termine`, { exact: true }).waitFor()
    await page.getByLabel('Monat').selectOption('')
    await page.getByLabel('Plätze').selectOption('frei')
    const free = await kontor.dates({ availability: ['available', 'few'] })
    await total.getByText(`${free.total} Termine`, { exact: true }).waitFor()
    await page.getByLabel('Suche').fill('gibtesnicht')
    await total.getByText('0 Termine').waitFor()
    assert.deepEqual(errors, [])
    await page.close()
  } finally {
    await stop(demo)
    await removeDataFolder(demo.data)
  }
})

test(
  'HTML: the last seat that is booked in the office shows as sold out within a second',
  options,
  async () => {
    const site = await openWebsite()
    try {
      await sql`
      insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
      insert into event (id, title) values (1, 'R');
      update event set is_published = true;
      insert into event_date (id, event_id, title, start_date, participants_max, status, is_published)
        select id, 1, 'One seat ' || id, '2099-01-01', 1, 'open', true from generate_series(1, 3) as id;
      insert into event_date (id, event_id, title, start_date, participants_max, status, is_published)
        values (4, 1, 'Off', '2099-01-02', 1, 'cancelled', true)`.execute(site.kontor.db)
      const { page, errors } = await open(
        await site.kontor.app.listen({ port: 0, host: '127.0.0.1' }),
        await site.createKey(),
      )
      await page.getByRole('listitem').filter({ hasText: 'One seat 1' }).waitFor()
      assert.equal(await page.getByText('Off').count(), 0)
      const office = await site.kontor.signIn()
      // On a busy machine, the quickest of three tells.
      const shownAfterMs: number[] = []
      for (const dateId of [1, 2, 3]) {
        const seat = page.getByRole('listitem').filter({ hasText: `One seat ${dateId}` })
        await seat.getByText('wenige Plätze').waitFor()
        const participants = [
          { firstName: 'Ina', lastName: 'Platz', email: `ina.platz.${dateId}@kontor.example` },
        ]
        const booked = await office.call('POST', '/bookings', { dateId, status: 'booked', participants })
        const bookedAt = performance.now()
        assert.equal(booked.status, 200, booked.text)
        await seat.getByText('ausgebucht').waitFor()
        shownAfterMs.push(performance.now() - bookedAt)
      }
      assert.ok(Math.min(...shownAfterMs) < 1000, `shown after ${shownAfterMs.map(Math.round).join(', ')} ms`)
      assert.deepEqual(errors, [])
      await page.close()
    } finally {
      await site.kontor.close()
    }
  },
)
