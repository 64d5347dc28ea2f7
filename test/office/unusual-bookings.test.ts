// Unusually many bookings by the form: the start page shows the group, and staff refuse and book it by keyboard.
import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { useMailServers } from './mail-servers.ts'
import { browserTest, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

useMailServers({ hasMailbox: false })

browserTest(
  'the start page shows unusual bookings; a group is refused, and booked after all, by keyboard',
  async (open) => {
    const { page, create, call, go } = await open.administrator()
    const event = await create('/events', { title: 'Segeln' })
    const date = await create('/dates', {
      eventId: event.id,
      startDate: Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 60 }).toString(),
      status: 'confirmed',
      participantsMax: 60,
    })
    await runStatement(`insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true);
    update event set is_published = true where id = ${event.id};
    update event_date set is_published = true where event_id = ${event.id}`)

    const { visit } = await openVisitorPage(open, { locale: 'de-DE', viewport: phone })
    await visit.goto(`/book/${date.id}`)
    await visit.getByLabel('Anzahl der Plätze').selectOption('21')
    await visit.getByRole('button', { name: 'Anzahl und Preis aktualisieren' }).last().press('Enter')
    await visit.getByRole('radio', { name: 'als Privatperson' }).check()
    const orderer = visit.getByRole('group', { name: 'Wer bucht?' })
    await orderer.getByLabel('Vorname').fill('Vera')
    await orderer.getByLabel('Nachname').fill('Segelt')
    await orderer.locator('[type=email]').fill('vera@segeln.example')
    for (const [name, text] of [
      ['Straße und Hausnummer', 'Hafenstraße 7'],
      ['PLZ', '20457'],
      ['Ort', 'Hamburg'],
    ] as const)
      await visit.getByLabel(name, { exact: true }).fill(text)
    await visit.getByRole('radio', { name: 'ich selbst' }).check()
    await visit.getByRole('button', { name: 'Weiter: prüfen' }).last().press('Enter')
    await visit.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().press('Enter')
    await visit.getByRole('heading', { name: 'Bitte bestätigen Sie die Buchung' }).waitFor()

    const seats = async () =>
      (await call('GET', `/bookings?eventId=${event.id}&perPage=100`)).json.filter(
        ({ status }: { status: string }) => status === 'booked',
      ).length
    await go('/')
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Ungewöhnlich viele Buchungen über das Formular' })
    await notice.getByText(/^1 Buchung · 21 Plätze · Segeln, /).waitFor()
    await notice
      .getByText(/aus dem Netz 127\.0\.0\.0\/24, Stunde ab .*Vera Segelt.*zu bestätigen bis/)
      .waitFor()
    await notice.getByRole('button', { name: 'Ablehnen' }).press('Enter')
    await page.getByText('1 Buchung abgelehnt.').waitFor()
    await notice.getByText(/abgelehnt, noch zu buchen bis/).waitFor()
    assert.equal(await notice.getByRole('button', { name: 'Ablehnen' }).count(), 0)
    assert.equal(await seats(), 0)
    await notice.getByRole('button', { name: 'Ohne Bestätigung buchen' }).press('Enter')
    await page.getByText('1 Buchung angelegt.').waitFor()
    await notice.waitFor({ state: 'detached' })
    assert.equal(await seats(), 21)
  },
)
