// Demands of an event on visitors: a price category, questions to each participant, a confirmation by mail; set in the office, walked on a
// phone. KONTOR_WALK_PICTURES is a folder for pictures.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { linkIn, mailTo, useMailServers } from './mail-servers.ts'
import { browserTest, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

const pictures = process.env['KONTOR_WALK_PICTURES']

useMailServers({ hasMailbox: false })

browserTest('an event asks for a price category, answers and a confirmation by mail', async (open) => {
  const { page, create, call, go } = await open.administrator()
  const event = await create('/events', { title: 'Klettern' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 60 }).toString(),
    status: 'confirmed',
    participantsMax: 5,
  })
  await runStatement(`insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included, valid_for) values
      (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true, ''), (${date.id}, 2, 'Mitglied', 80, 'EUR', 19, true, 'Mitglieder');
    update event set is_published = true where id = ${event.id};
    update event_date set is_published = true where event_id = ${event.id}`)

  await go(`/events/${event.id}/edit`)
  const section = (name: string) =>
    page
      .locator('details')
      .filter({ has: page.getByText(name, { exact: true }) })
      .last()
  const questions = section('Fragen an Besucher')
  await questions.locator('summary').click()
  await questions.getByRole('button', { name: /hinzufügen/i }).click()
  await questions.getByLabel('Art').click()
  await page.getByRole('option', { name: 'Auswahl' }).click()
  await questions.getByLabel('Frage, deutsch').fill('Größe des Gurts')
  await questions.getByLabel(/^Antworten, deutsch/).fill('klein\ngroß')
  await questions.getByLabel('Pflicht').check()
  await questions.getByLabel('Von jeder Person').check()
  await page.getByLabel('Buchungen per E-Mail bestätigen').click()
  await page.getByRole('option', { name: 'Immer' }).click()
  if (pictures) await page.screenshot({ path: join(pictures, 'event-visitors.png'), fullPage: true })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Speichern' }).click()
  assert.equal((await saved).status(), 200)

  const { visit, looksRight } = await openVisitorPage(open, { locale: 'de-DE', viewport: phone })
  const take = async (name: string) => {
    if (pictures) await visit.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }
  const press = async (name: string) => {
    await visit.getByRole('button', { name }).last().focus()
    await visit.keyboard.press('Enter')
  }
  await visit.goto(`/book/${date.id}`)
  await visit.getByLabel('Preisgruppe').selectOption('Mitglieder')
  await visit.getByLabel('Anzahl der Plätze').selectOption('2')
  await press('Anzahl und Preis aktualisieren')
  await visit.getByRole('row', { name: /Gesamtbetrag 160,00\s€/ }).waitFor()
  await visit.getByRole('radio', { name: 'als Privatperson' }).check()
  const orderer = visit.getByRole('group', { name: 'Wer bucht?' })
  await orderer.getByLabel('Vorname').fill('Vera')
  await orderer.getByLabel('Nachname').fill('Klettert')
  await orderer.locator('[type=email]').fill('vera@klettern.example')
  for (const [name, text] of [
    ['Straße und Hausnummer', 'Hafenstraße 7'],
    ['PLZ', '20457'],
    ['Ort', 'Hamburg'],
  ] as const)
    await visit.getByLabel(name, { exact: true }).fill(text)
  await visit.getByRole('radio', { name: 'ich selbst' }).check()
  await press('Weiter: prüfen')
  const alert = visit.getByRole('alert')
  await alert.getByRole('link', { name: 'Person 1, Größe des Gurts: Diese Angabe fehlt.' }).press('Enter')
  await visit.getByRole('group', { name: 'Person 1' }).getByLabel('Größe des Gurts').selectOption('groß')
  await looksRight()
  await take('booking-questions')
  await press('Weiter: prüfen')
  await press('Zahlungspflichtig buchen')
  await visit.getByRole('heading', { name: 'Bitte bestätigen Sie die Buchung' }).waitFor()
  await looksRight()
  await take('booking-to-confirm')
  const bookings = async () => (await call('GET', `/bookings?eventId=${event.id}&sort=id&order=asc`)).json
  assert.deepEqual(await bookings(), [])
  await go(`/dates/${date.id}/participants`)
  const pending = page.getByRole('list', { name: '1 unbestätigte Buchung' })
  await pending.getByText(/^Vera Klettert · 2 Plätze/).waitFor()
  await pending.getByText(/zu bestätigen bis/).waitFor()
  if (pictures) await page.screenshot({ path: join(pictures, 'booking-pending.png'), fullPage: true })

  await visit.goto(linkIn(await mailTo('vera@klettern.example', 'Bitte bestätigen'), '/book/confirm/'))
  await visit.getByText('Gesamtpreis: 160,00').waitFor()
  await looksRight()
  await take('booking-confirm')
  assert.deepEqual(await bookings(), [])
  await press('Zahlungspflichtig buchen')
  await visit.getByText('Alle Plätze sind gebucht.').waitFor()
  await looksRight()
  await visit.getByRole('link', { name: 'Buchung ansehen und ändern' }).click()

  await visit.getByRole('link', { name: 'Namen' }).click()
  const second = visit.getByRole('group', { name: /^Platz 2/ })
  await second.getByLabel('Vorname').fill('Nils')
  await second.getByLabel('Nachname').fill('Zweiter')
  await second.getByLabel('E-Mail-Adresse').fill('nils@klettern.example')
  await press('Namen speichern')
  await second.getByText('Größe des Gurts: Diese Angabe fehlt.').waitFor()
  await second.getByLabel('Größe des Gurts').selectOption('klein')
  await looksRight()
  await take('booking-names')
  await press('Namen speichern')
  await visit.getByRole('status').getByText('Die Namen sind gespeichert.').waitFor()
  assert.deepEqual(
    (await bookings()).map(({ firstName, finalPrice, answers }: Record<string, unknown>) => [
      firstName,
      finalPrice,
      answers,
    ]),
    [
      ['Vera', 80, { 'Größe des Gurts': 'groß' }],
      ['Nils', 80, { 'Größe des Gurts': 'klein' }],
    ],
  )

  const seat = linkIn(await mailTo('nils@klettern.example', 'Buchungsbestätigung'), '/seat/')
  await visit.goto(seat)
  await visit.getByLabel('Größe des Gurts').selectOption('groß')
  await looksRight()
  await take('booking-seat-questions')
  await press('Angaben speichern')
  await visit.getByRole('status').getByText('Ihre Angaben sind gespeichert.').waitFor()
  const [, nils] = await bookings()
  assert.deepEqual(nils.answers, { 'Größe des Gurts': 'groß' })

  await go(`/bookings/${nils.id}`)
  await page.getByText('Größe des Gurts: groß').waitFor()
  await page.getByRole('button', { name: 'Antworten …' }).click()
  const dialog = page.getByRole('dialog', { name: /^Antworten: Nils/ })
  await dialog.getByLabel('Größe des Gurts').click()
  await page.getByRole('option', { name: 'klein' }).click()
  if (pictures) await page.screenshot({ path: join(pictures, 'booking-answers.png') })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Größe des Gurts: klein').waitFor()
  await go(`/orders/${nils.orderId}`)
  await page.getByText('Preisgruppe (zu prüfen)').waitFor()
  if (pictures) await page.screenshot({ path: join(pictures, 'order-category.png'), fullPage: true })
})
