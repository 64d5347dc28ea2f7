// One walk in a real browser, for the suite of the rules: the office as it is built, sign-in, a form, and a booking on the pages for
// visitors. The others are in test/office.
import assert from 'node:assert/strict'
import { browserTest, runStatement } from '../office/office.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

browserTest(
  'a user signs in and creates a contact; a visitor books, and the user sees the booking',
  async (open) => {
    const { page, go, call, create } = await open.visitor()
    await go('/contacts/create')
    await page.getByLabel('Passwort').fill('demo')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page
      .getByRole('textbox', { name: /^Vorname/ })
      .first()
      .fill('Rosa')
    await page
      .getByRole('textbox', { name: /^Nachname/ })
      .first()
      .fill('Rundgang')
    await page
      .getByRole('textbox', { name: /^E-Mail/ })
      .first()
      .fill('rosa@rundgang.example')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.waitForURL(/\/contacts\/\d+\/show/)
    await page.getByText('Rosa Rundgang').first().waitFor()

    const event = await create('/events', { title: 'Rundgang für alle' })
    const date = await create('/dates', {
      eventId: event.id,
      startDate: inDays(60),
      status: 'confirmed',
      participantsMax: 8,
    })
    await runStatement(`update event set is_published = true where id = ${event.id};
    update event_date set is_published = true where id = ${date.id};
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
      values (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true)`)

    const { page: visit } = await open.visitor()
    await visit.goto('/dates')
    await visit.getByRole('searchbox', { name: 'Suche' }).fill('Rundgang für alle')
    await visit.keyboard.press('Enter')
    await visit.getByRole('link', { name: 'Rundgang für alle', exact: true }).first().click()
    await visit
      .getByRole('link', { name: /^Buchen: / })
      .first()
      .click()
    await visit.getByRole('radio', { name: 'als Privatperson' }).check()
    const orderer = visit.getByRole('group', { name: 'Wer bucht?' })
    await orderer.getByLabel('Vorname').fill('Vera')
    await orderer.getByLabel('Nachname').fill('Visite')
    await orderer.locator('[type=email]').fill('vera@rundgang.example')
    for (const [label, text] of [
      ['Straße und Hausnummer', 'Hafenstraße 7'],
      ['PLZ', '20457'],
      ['Ort', 'Hamburg'],
    ] as const)
      await visit.getByLabel(label, { exact: true }).fill(text)
    await visit.getByRole('radio', { name: 'ich selbst' }).check()
    await visit.getByRole('button', { name: 'Weiter: prüfen' }).last().click()
    await visit.getByRole('listitem').filter({ hasText: 'Vera Visite' }).waitFor()
    await visit.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().click()
    await visit
      .getByRole('status')
      .getByText(/^Vielen Dank!/)
      .waitFor()

    const bookings = (await call('GET', `/bookings?dateId=${date.id}`)).json
    assert.equal(bookings.length, 1)
    await go(`/dates/${date.id}`)
    await page.getByText('Vera Visite').first().waitFor()
  },
)
