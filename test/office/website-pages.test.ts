// The pages for visitors in a browser: from the list of dates to a booking, on a phone and on a desktop, by keyboard, without script.
// KONTOR_WALK_PICTURES is a folder for pictures of the phone.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

type Style = { getComputedStyle(element: unknown): { color: string } }

/** A window of 1280 pixels at a zoom of 400 percent. */
const zoomed = { width: 320, height: 640 }
const pictures = process.env['KONTOR_WALK_PICTURES']
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

for (const [locale, viewport, label] of [
  [
    'de-DE',
    phone,
    {
      words: 'Suche',
      show: 'Termine anzeigen',
      book: /^Buchen: Besucherseite de-DE/,
      seats: 'Anzahl der Plätze',
      update: 'Anzahl und Preis aktualisieren',
      business: 'für ein Unternehmen oder beruflich',
      orderer: 'Wer bucht?',
      lastName: 'Nachname',
      street: 'Straße und Hausnummer',
      self: 'ich selbst',
      check: 'Weiter: prüfen',
      zip: 'PLZ',
      city: 'Ort',
      total: /Gesamtbetrag 240,00\s€/,
      buy: 'Zahlungspflichtig buchen',
      wrong: 'E-Mail-Adresse: Das ist keine gültige E-Mail-Adresse. Sie hat die Form name@beispiel.de.',
      thanks: 'Vielen Dank! Die Bestätigung kommt per E-Mail.',
      later: 'Name folgt: gebucht',
      question: /^Wie haben Sie von uns erfahren\?/,
    },
  ],
  [
    'en-GB',
    desktop,
    {
      words: 'Search',
      show: 'Show dates',
      book: /^Book: Besucherseite en-GB/,
      seats: 'Number of seats',
      update: 'Update number and price',
      business: 'for a company or for work',
      orderer: 'Who books?',
      lastName: 'Last name',
      street: 'Street and house number',
      self: 'myself',
      check: 'Continue: check',
      zip: 'Postal code',
      city: 'City',
      total: /Total €240\.00/,
      buy: 'Book with obligation to pay',
      wrong: 'E-mail address: this is not a valid e-mail address. It has the form name@example.com.',
      thanks: 'Thank you! The confirmation comes by e-mail.',
      later: 'named later: booked',
      question: /^How did you hear about us\?/,
    },
  ],
] as const)
  browserTest(`a visitor finds a date and books two seats, ${locale}`, async (open) => {
    const { create, call, go, page } = await open.administrator()
    const title = `Besucherseite ${locale}`
    const event = await create('/events', {
      title,
      questions: [
        {
          kind: 'choice',
          textDe: 'Wie haben Sie von uns erfahren?',
          textEn: 'How did you hear about us?',
          choicesDe: 'Suche\nEmpfehlung',
          choicesEn: 'Search\nRecommendation',
        },
      ],
    })
    const date = await create('/dates', {
      eventId: event.id,
      startDate: inDays(60),
      status: 'confirmed',
      participantsMax: 8,
    })
    await runStatement(`update event set is_published = true where id = ${event.id};
      update event_date set is_published = true where event_id = ${event.id};
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
        values (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true)`)

    const { visit } = await openVisitorPage(open, { locale, viewport })
    const { keyboard } = visit
    const looksRight = async () => {
      assert.deepEqual(
        await violationsOf(visit, { impacts: ['minor', 'moderate', 'serious', 'critical'] }),
        [],
      )
      for (const size of [viewport, zoomed]) {
        await visit.setViewportSize(size)
        const width = await visit.evaluate('document.documentElement.scrollWidth')
        assert.ok(Number(width) <= size.width, `the page is ${width} of ${size.width} pixels wide`)
      }
      await visit.setViewportSize(viewport)
      const scripts = await visit.locator('script:not([type="application/ld+json"])').count()
      assert.equal(scripts, 0)
    }
    const take = async (name: string) => {
      if (pictures && viewport === phone)
        await writeFile(join(pictures, `booking-${name}.png`), await visit.screenshot())
    }
    await visit.goto('/dates')
    await looksRight()
    await visit.getByRole('searchbox', { name: label.words }).fill(title)
    await keyboard.press('Enter')
    await visit.getByRole('link', { name: title, exact: true }).click()
    await looksRight()
    await visit.getByRole('link', { name: label.book }).first().focus()
    await keyboard.press('Enter')
    await visit.getByLabel(label.seats).selectOption('2')
    await visit.getByRole('button', { name: label.update }).click()
    await visit.getByRole('row', { name: label.total }).waitFor()
    await looksRight()
    await visit.getByRole('radio', { name: label.business }).scrollIntoViewIfNeeded()
    await take('form')

    await visit.getByRole('radio', { name: label.business }).focus()
    await keyboard.press('Space')
    await keyboard.press('Tab')
    // The field of the company is there by now.
    assert.equal(await visit.locator(':focus').getAttribute('name'), 'invoiceTo.company')
    await keyboard.press('Tab')
    await keyboard.type('Vera')
    await keyboard.press('Tab')
    await keyboard.type(`Visite ${locale}`)
    await keyboard.press('Tab')
    await keyboard.type('vera')
    for (const [name, text] of [
      [label.street, 'Hafenstraße 7'],
      [label.zip, '20457'],
      [label.city, 'Hamburg'],
    ] as const)
      await visit.getByLabel(name, { exact: true }).fill(text)
    await visit.getByLabel(label.question).selectOption({ index: 2 })
    await visit.getByRole('radio', { name: label.self }).check()
    // Enter presses the button that goes on.
    await keyboard.press('Enter')
    await visit.getByRole('alert').getByText(label.wrong).click()
    await looksRight()
    const orderer = visit.getByRole('group', { name: label.orderer })
    assert.equal(await orderer.getByLabel(label.lastName).inputValue(), `Visite ${locale}`)
    const email = orderer.locator('[type=email]')
    await email.fill(`vera.${locale}@visite.example`)
    await visit.getByRole('button', { name: label.check }).last().click()
    await visit.getByRole('button', { name: label.buy }).last().waitFor()
    await looksRight()
    await visit.getByRole('button', { name: label.buy }).last().scrollIntoViewIfNeeded()
    await take('summary')
    await visit.getByRole('button', { name: label.buy }).last().click()
    await visit.getByRole('status').getByText(label.thanks).waitFor()
    await visit.getByText(label.later).waitFor()
    await take('done')

    await go(`/dates/${date.id}?tab=participants`)
    await page.getByText(`Visite ${locale}`).first().waitFor()
    const { json: bookings } = await call('GET', `/bookings?dateId=${date.id}`)
    assert.equal(bookings.length, 2)
    await go('/')
    const orders = page.getByRole('region', { name: 'Neue Anmeldungen über die Website' })
    await orders.getByRole('link', { name: `Vera Visite ${locale}` }).waitFor()
    if (pictures && viewport === phone)
      await writeFile(join(pictures, 'office-orders.png'), await orders.screenshot())
    await orders.getByRole('link', { name: `Vera Visite ${locale}` }).click()
    await page.getByText('Wie haben Sie von uns erfahren? Empfehlung').waitFor()
  })

browserTest(
  'before the first key, the checklist of the pages is in reach, and its items lead to their fields',
  async (open) => {
    const admin = await open.administrator()
    const client = await admin.create('/clients', { name: `Neu ${Date.now()}` })
    const { link } = await admin.create('/users', {
      name: 'Nur Website',
      email: `website${Date.now()}@kontor.example`,
      clientIds: [client.id],
      rights: ['website'],
    })
    await runStatement(`update website_pages set payment_text = ''`)
    const { context, page, go } = await open.visitor()
    await context.addInitScript(axe)
    await page.goto(link.slice(link.indexOf('/office')))
    await page.getByLabel(/^Neues Passwort(?! wiederholen)/).fill('lang genug 42')
    await page.getByLabel('Neues Passwort wiederholen').fill('lang genug 42')
    await page.getByRole('button', { name: 'Festlegen und anmelden' }).click()
    await page.getByRole('navigation', { name: 'Hauptmenü' }).waitFor()
    await go('/website-keys')
    await page.getByText('Jetzt den ersten anlegen?').waitFor()
    await page.getByRole('link', { name: 'Seiten für Besucher' }).click()
    const colourOf = (text: string) =>
      page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => (globalThis as unknown as Style).getComputedStyle(element).color)
    assert.notEqual(await colourOf('fehlt'), await colourOf('Bereit zum Öffnen'))
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('button', { name: 'Zahlungsmittel', exact: true }).click()
    await page.waitForFunction("document.activeElement?.getAttribute('name') === 'paymentText'")
  },
)
