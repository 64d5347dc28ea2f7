// The widget in a browser, on a page of another origin with a strict Content-Security-Policy.
// KONTOR_WALK_PICTURES is a folder for a picture of it.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Browser, chromium, type Page } from 'playwright-core'
import { axe, violationsOf } from '../office/axe.ts'
import { browserPath, skipWithoutBrowser } from '../support/browser.ts'
import { openWebsite, type Website } from '../support/website.ts'

const folder = join(import.meta.dirname, '../../clients/samples/widget')
const pictures = process.env['KONTOR_WALK_PICTURES']
const options = { skip: skipWithoutBrowser }
let browser: Browser
let server: Server
let site: Website
let kontorUrl = ''
let body = ''
let lang = 'de'
let key = ''

before(async () => {
  if (skipWithoutBrowser) return
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  site = await openWebsite()
  kontorUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const css = await readFile(join(folder, 'style.css'), 'utf8')
  const policy = `default-src 'none'; style-src 'self'; script-src ${kontorUrl}; connect-src ${kontorUrl}; base-uri 'none'; form-action 'none'`
  server = createServer((request, response) => {
    const isPage = request.url !== '/style.css'
    const page = html
      .replace('https://kontor.example', kontorUrl)
      .replace('pk_demo', key)
      .replace('lang="de"', `lang="${lang}"`)
      .replace(/<kontor-dates.*<\/kontor-dates>/, body || '$&')
    response
      .writeHead(200, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'text/css',
        'content-security-policy': policy,
      })
      .end(isPage ? page : css)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'Einführung in R', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2099-03-01', 3, 'open', true, false), (11, 1, '2099-04-01', 1, 'open', true, true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (11, 1, 'Normalpreis', 240, 'EUR', 19, true);
    insert into terms_document (id, title, body, title_en, body_en, audience, must_be_accepted, is_active, position) values
      (1, 'AGB', '<p>Es gilt deutsches Recht.</p>', 'Terms', '<p>German law applies.</p>', 'everyone', true, true, 1)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  if (skipWithoutBrowser) return
  body = ''
  lang = 'de'
  key = await site.createKey({ origins: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] })
  await sql`delete from seat_hold; delete from booking; delete from order_link; delete from order_acceptance;
    delete from booking_order`.execute(site.kontor.db)
})
after(async () => {
  await browser?.close()
  server?.close()
  await site?.kontor.close()
})

/** Opens the sample page. Refusals of the browser, and errors, are collected. */
async function open(viewport = { width: 390, height: 844 }): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ locale: 'de-DE', viewport, bypassCSP: false })
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.addInitScript(`${axe};
    addEventListener('kontor-booked', ({ detail }) => { document.title = JSON.stringify(detail) })`)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?utm_source=newsletter`)
  return { page, errors }
}

async function looksRight(page: Page): Promise<void> {
  assert.deepEqual(await violationsOf(page, { impacts: ['minor', 'moderate', 'serious', 'critical'] }), [])
  const { width } = page.viewportSize()!
  const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(needed <= width, `the page is ${needed} of ${width} pixels wide`)
}

const count = async (table: 'seat_hold' | 'booking'): Promise<number> =>
  Number(
    (await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(site.kontor.db))
      .rows[0]!.count,
  )

/** The first step is filled in; the second one has the terms. */
const goOn = (page: Page, name = 'Weiter: prüfen') => page.getByRole('button', { name }).last().click()

async function enter(page: Page, entered: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(entered)) await page.locator(`[id="${name}"]`).fill(text)
}
const ben = {
  'orderer.firstName': 'Ben',
  'orderer.lastName': 'Öztürk',
  'orderer.email': 'ben@kontor.example',
  'invoiceTo.street': 'Hafenstraße 7',
  'invoiceTo.zip': '20457',
  'invoiceTo.city': 'Hamburg',
}

test('the widget is at most 40 kB, and any page may load it', options, async () => {
  const response = await fetch(`${kontorUrl}/widget/v1.js`, { headers: { 'accept-encoding': 'identity' } })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /javascript/)
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  const script = Buffer.from(await response.arrayBuffer())
  assert.ok(gzipSync(script).length <= 40_000, `${gzipSync(script).length} bytes`)
  const again = await site.kontor.app.inject({
    url: '/widget/v1.js',
    headers: { 'if-none-match': response.headers.get('etag')! },
  })
  assert.equal(again.statusCode, 304)
})

test('a list of dates, in which two seats are booked, largely by keyboard', options, async () => {
  const { page, errors } = await open()
  await page.getByText('2 Termine').waitFor()
  await looksRight(page)
  if (pictures) await writeFile(join(pictures, 'booking-widget.png'), await page.screenshot())
  await page.getByRole('link', { name: /^Buchen: Einführung in R, .*1. März 2099/ }).press('Enter')
  await page.locator('h2:focus', { hasText: 'Buchen: Einführung in R' }).waitFor()
  await looksRight(page)

  await goOn(page)
  const alert = page.getByRole('alert')
  await alert.getByText('Ich buche: Bitte wählen Sie eine Möglichkeit.').waitFor()
  const wrong = await alert.getByRole('listitem').allInnerTexts()
  assert.deepEqual([wrong.length, new Set(wrong).size], [8, 8], wrong.join('\n'))
  await alert.getByRole('link', { name: 'PLZ: Diese Angabe fehlt.' }).press('Enter')
  await page.keyboard.type('20457')
  assert.equal(await page.getByLabel('PLZ', { exact: true }).inputValue(), '20457')
  await looksRight(page)

  // A form that is sent meanwhile waits for the hold.
  await page.route(/\/holds\?/, async (route) => {
    await sleep(1000)
    await route.continue()
  })
  await page.getByLabel('für ein Unternehmen oder beruflich').check()
  await page.getByLabel('ich selbst').check()
  await enter(page, { ...ben, 'orderer.email': 'ben@' })
  await page.getByLabel('Anzahl der Plätze').selectOption('2')
  await page.getByRole('row', { name: /Gesamtbetrag 480,00\s€/ }).waitFor()
  assert.equal(await page.locator('[id="orderer.lastName"]').inputValue(), 'Öztürk')
  assert.equal(await page.locator('[id="invoiceTo.country"]').inputValue(), 'DE')
  await page.locator('[id="invoiceTo.city"]').press('Enter')
  await alert.getByText('E-Mail-Adresse: Das ist keine gültige E-Mail-Adresse.').waitFor()
  assert.equal(await count('booking'), 0)
  const held = await site.kontor.db.selectFrom('seat_hold').select('seats').execute()
  assert.deepEqual(held, [{ seats: 2 }])

  await enter(page, { 'orderer.email': 'ben@kontor.example' })
  await page.locator('[id="invoiceTo.city"]').press('Enter')
  await page.getByText('Ben Öztürk, ben@kontor.example').first().waitFor()
  await looksRight(page)
  await page.getByLabel('Ich akzeptiere: AGB').check()
  await page.getByLabel('Ich akzeptiere: AGB').press('Enter')
  await page.getByRole('heading', { name: 'Die Buchung ist eingegangen' }).waitFor()
  await page.getByText('Alle Plätze sind gebucht.').waitFor()
  await looksRight(page)
  const booked = JSON.parse(await page.title())
  assert.deepEqual([booked.status, booked.seats.length, booked.manageUrl], ['confirmed', 2, undefined])
  assert.match(
    String(await page.getByRole('link', { name: 'Buchung ansehen und ändern' }).getAttribute('href')),
    /^http.*\/booking\/./,
  )
  assert.equal(await count('booking'), 2)
  assert.equal(await count('seat_hold'), 0)
  const { utm } = await site.kontor.db.selectFrom('booking_order').select('utm').executeTakeFirstOrThrow()
  assert.deepEqual(utm, { source: 'newsletter' })

  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByText('noch 1 Platz frei').first().waitFor()
  assert.deepEqual(errors, [])
  await page.close()
})

test('a date in English, whose last seat is taken meanwhile; then its waiting list', options, async () => {
  lang = 'en'
  body = '<kontor-date id="11"></kontor-date>'
  const { page, errors } = await open({ width: 1440, height: 900 })
  const openBooking = (name: RegExp) => page.getByRole('link', { name }).click()
  await openBooking(/^Book: Einführung in R/)
  await page.getByLabel('as a private person').waitFor()
  const office = await site.kontor.signIn()
  const participants = [{ firstName: 'Ina', lastName: 'Platz', email: 'ina.platz@kontor.example' }]
  assert.equal(
    (await office.call('POST', '/bookings', { dateId: 11, status: 'booked', participants })).status,
    200,
  )
  await page.getByLabel('as a private person').check()
  await page.getByRole('alert').getByText('There is no free seat any more.').waitFor()

  await page.getByRole('button', { name: 'Back' }).click()
  await openBooking(/^Join the waiting list/)
  await page.getByLabel('as a private person').check()
  await page.getByLabel('myself').check()
  await enter(page, ben)
  await goOn(page, 'Continue: check')
  await page.getByLabel('I accept: Terms').check()
  await page.getByRole('button', { name: 'Join the waiting list with obligation to pay' }).last().click()
  await page.getByText('The seats are on the waiting list.').waitFor()
  await looksRight(page)
  // The browser itself writes the answer 409 to the console.
  assert.deepEqual(
    errors.filter((text) => !text.includes('409')),
    [],
  )
  await page.close()
})

test('an answer that is lost: sent again by itself, the form books once', options, async () => {
  body = '<kontor-booking date="10"></kontor-booking>'
  const { page } = await open()
  let sentCount = 0
  await page.route(/\/bookings\?/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sentCount++
    if (sentCount > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('als Privatperson').check()
  await page.getByLabel('ich selbst').check()
  await enter(page, ben)
  await goOn(page)
  await page.getByLabel('Ich akzeptiere: AGB').check()
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().dblclick()
  await page.getByText('Alle Plätze sind gebucht.').waitFor()
  assert.equal(sentCount, 2)
  assert.equal(await count('booking'), 1)
  await page.close()
})

test('a booking that has to be confirmed by mail is not shown as booked', options, async () => {
  body = '<kontor-booking date="10"></kontor-booking>'
  const setRule = (rule: string) =>
    sql`update event set visitors_confirm_by_mail = ${rule} where id = (select event_id from event_date where id = 10)`.execute(
      site.kontor.db,
    )
  await setRule('always')
  const { page, errors } = await open()
  await page.getByLabel('als Privatperson').check()
  await page.getByLabel('ich selbst').check()
  await enter(page, ben)
  await goOn(page)
  await page.getByLabel('Ich akzeptiere: AGB').check()
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().click()
  await page.locator('h2:focus', { hasText: 'Bitte bestätigen Sie die Buchung' }).waitFor()
  await page.getByText('in der E-Mail an ben@kontor.example').waitFor()
  await looksRight(page)
  assert.equal(await count('booking'), 0)
  await setRule('never')
  assert.deepEqual(errors, [])
  await page.close()
})

test('another language of a list keeps what was typed in its form', options, async () => {
  const { page } = await open()
  await page.getByRole('link', { name: /^Buchen: Einführung in R, .*1. März 2099/ }).click()
  await page.locator('[id="orderer.lastName"]').fill('Öztürk')
  await page.evaluate("document.querySelector('kontor-dates').setAttribute('lang', 'en')")
  await page.getByText('Who books?').waitFor()
  assert.equal(await page.locator('[id="orderer.lastName"]').inputValue(), 'Öztürk')
  await page.close()
})

test('another language keeps what was typed, in both steps', options, async () => {
  body = '<kontor-booking date="10"></kontor-booking>'
  const { page, errors } = await open()
  await page.getByLabel('als Privatperson').check()
  await page.getByLabel('ich selbst').check()
  await page.getByLabel('Anzahl der Plätze').selectOption('2')
  await page.getByText('Jetzt sind es 2 Plätze').waitFor()
  await enter(page, {
    ...ben,
    'seats[1].firstName': 'Cara',
    'seats[1].lastName': 'Lenz',
    'seats[1].email': 'cara@kontor.example',
  })
  const switchTo = (language: string) =>
    page.evaluate(`document.querySelector('kontor-booking').setAttribute('lang', '${language}')`)
  await switchTo('en')
  await page.getByText('Who books?').waitFor()
  assert.equal(await page.locator('[id="seats[1].lastName"]').inputValue(), 'Lenz')
  await goOn(page, 'Continue: check')
  await page.getByRole('listitem').filter({ hasText: 'Cara Lenz' }).waitFor()
  await switchTo('de')
  await page.getByText('Ihre Angaben').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Cara Lenz' }).waitFor()
  assert.deepEqual(errors, [])
  await page.close()
})

test('a booking by itself, with an informal address; a key that is wrong is an error', options, async () => {
  body = '<kontor-booking date="10" informal></kontor-booking>'
  const { page } = await open()
  await page.getByText('Im nächsten Schritt siehst du alle Angaben').waitFor()
  await page.evaluate("document.querySelector('kontor-booking').setAttribute('key', 'pk_wrong')")
  await page.getByRole('alert').getByText('Der Schlüssel gilt hier nicht').waitFor()
  await page.close()
})

test(
  'a wrong key, an origin that the key does not name, a missing date and no network have texts of their own',
  options,
  async () => {
    const shows = async (text: string, prepare = async (_page: Page) => {}) => {
      const { page } = await open()
      await prepare(page)
      await page.getByRole('alert').getByText(text).waitFor()
      await page.close()
    }
    body = '<kontor-date id="999"></kontor-date>'
    await shows('Diesen Termin gibt es nicht oder nicht mehr.')
    body = '<kontor-dates key="pk_wrong"></kontor-dates>'
    await shows('Der Schlüssel gilt hier nicht')
    body = '<kontor-dates key="secret"></kontor-dates>'
    await shows('Der Schlüssel gilt hier nicht')
    body = `<kontor-dates key="${await site.createKey({ origins: ['https://other.example'] })}"></kontor-dates>`
    await shows('Der Schlüssel gilt hier nicht')
    body = '<kontor-dates></kontor-dates>'
    await shows('Es gibt keine Verbindung zum Server.', async (page) => {
      await page.getByText('2 Termine').waitFor()
      await page.context().setOffline(true)
      await page.evaluate("document.querySelector('kontor-dates').setAttribute('city', 'Hamburg')")
    })
  },
)

test(
  'hints for what is probably wrong; the date fills: the form stays, and leads to another date',
  options,
  async (t) => {
    body = '<kontor-booking date="10"></kontor-booking>'
    const { page } = await open()
    await page.getByLabel('als Privatperson').check()
    await page.getByLabel('ich selbst').check()
    assert.deepEqual(await page.getByLabel('Anzahl der Plätze').locator('option').allInnerTexts(), [
      '1',
      '2',
      '3',
    ])
    await enter(page, { ...ben, 'orderer.email': 'ben@gmial.com', 'invoiceTo.zip': '2045' })
    await goOn(page)
    await page.getByText('„2045“ hat nicht die Form einer Postleitzahl').waitFor()
    await page.getByRole('button', { name: 'Nein: ben@gmail.com' }).click()
    await page.getByText('Ben Öztürk, ben@gmail.com').first().waitFor()
    await looksRight(page)

    t.after(() =>
      sql`update event_date set booked_count = 0, reserved_count = 0, participants_max = 3, has_waiting_list = false where id = 10;
    update event_date set participants_max = 1 where id = 11`.execute(site.kontor.db),
    )
    await sql`delete from seat_hold; update event_date set seats_elsewhere = 3 where id = 10; update event_date set participants_max = 5 where id = 11`.execute(
      site.kontor.db,
    )
    t.after(() => sql`update event_date set seats_elsewhere = 0 where id = 10`.execute(site.kontor.db))
    await page.getByLabel('Ich akzeptiere: AGB').check()
    await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().click()
    await page.getByRole('alert').getByText('Es ist kein Platz mehr frei.').waitFor()
    await looksRight(page)
    await page.getByRole('button', { name: /1\. April 2099/ }).click()
    await page.locator('h2:focus', { hasText: 'Buchen: Einführung in R' }).waitFor()
    assert.equal(await page.locator('[id="orderer.lastName"]').inputValue(), 'Öztürk')
    assert.equal(await page.locator('[id="orderer.email"]').inputValue(), 'ben@gmail.com')
    await page.close()
  },
)

test(
  'a date that is not open yet says from when, and a full one with a waiting list offers it',
  options,
  async (t) => {
    t.after(() =>
      sql`update event_date set booking_start_date = null, seats_elsewhere = 0, has_waiting_list = false where id = 10`.execute(
        site.kontor.db,
      ),
    )
    await sql`update event_date set booking_start_date = '2098-01-10' where id = 10`.execute(site.kontor.db)
    const { page } = await open()
    await page.getByText('2 Termine').waitFor()
    await page.getByText('10. Januar 2098').waitFor()
    await page.evaluate("document.body.innerHTML = '<kontor-booking date=10></kontor-booking>'")
    await page.getByText('10. Januar 2098').waitFor()
    await sql`update event_date set booking_start_date = null, seats_elsewhere = 3, has_waiting_list = true where id = 10`.execute(
      site.kontor.db,
    )
    await page.evaluate("document.body.innerHTML = '<kontor-booking date=10 lang=en></kontor-booking>'")
    await page.getByRole('button', { name: 'Continue: check' }).last().waitFor()
    await page.close()
  },
)
