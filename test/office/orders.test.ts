// Orders in the office: seats without a name, a full date, cancelling with a fee, an invoice confirmation from the booking.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

browserTest(
  'a company books four seats, two without a name; one is cancelled with a fee, the others are invoiced',
  async (open) => {
    const { page, go, call, create, settled } = await open.administrator()
    const event = await create('/events', { title: 'Anmelden leicht gemacht' })
    const patched = await call('PATCH', `/events/${event.id}`, {
      version: event.version,
      cancellationSteps: [{ daysBefore: 0, feePercent: 50 }],
    })
    assert.equal(patched.status, 200)
    const date = await create('/dates', {
      eventId: event.id,
      startDate: inDays(20),
      status: 'confirmed',
      participantsMax: 3,
      prices: [{ title: 'Normalpreis', netPrice: 400, grossPrice: 476, vatRate: 19, currency: 'EUR' }],
    })
    const company = await create('/companies', { name: 'Vier Plätze GmbH' })
    const anna = await create('/contacts', {
      contactType: 'person',
      firstName: 'Anna',
      lastName: 'Vierplatz',
      companyId: company.id,
    })

    await go(`/dates/${date.id}`)
    await settled()
    await page.getByRole('button', { name: 'Buchen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Person suchen/).fill('Vierplatz')
    await page.getByRole('option', { name: /Anna Vierplatz/ }).click()
    await dialog.getByLabel('Plätze ohne Namen').fill('3')
    await dialog.getByText('Anmeldung: Firma, Rechnung, Bemerkung').click()
    await dialog.getByLabel('Bestellnummer oder Kostenstelle').fill('PO-4711')

    // Cancel asks before it throws away what was typed.
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
    assert.equal(await dialog.getByLabel('Bestellnummer oder Kostenstelle').inputValue(), 'PO-4711')

    // The date is full, and has no waiting list: three of four fit.
    await dialog.getByRole('button', { name: '4 Plätze buchen' }).click()
    await dialog
      .getByRole('button', { name: /Warteliste einschalten: 3 buchen, 1 auf die Warteliste/ })
      .waitFor()
    await dialog.getByRole('button', { name: 'Nur 3 buchen' }).click()
    await page.getByText('3 Personen gebucht').waitFor()
    assert.equal(await dialog.getByLabel('Plätze ohne Namen').inputValue(), '1')
    await dialog.getByRole('button', { name: 'Buchen' }).click()
    await dialog.getByRole('button', { name: 'Warteliste einschalten und darauf setzen' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { json: bookings } = await call('GET', `/dates/${date.id}/bookings`)
    assert.deepEqual(
      bookings.map(({ contactId, status }: { contactId: number; status: string }) => [
        contactId === anna.id,
        contactId === 0,
        status,
      ]),
      [
        [false, true, 'booked'],
        [false, true, 'booked'],
        [true, false, 'booked'],
        [false, true, 'waitlisted'],
      ],
    )

    // A seat gets its name.
    const [unnamed] = bookings
    await go(`/bookings/${unnamed.id}`)
    await page.getByRole('button', { name: 'Namen eintragen' }).click()
    await dialog.getByRole('button', { name: 'Neuer Kontakt' }).click()
    await dialog.getByLabel(/^Vorname/).fill('Bernd')
    await dialog.getByLabel(/^Nachname/).fill('Nachgemeldet')
    await dialog.getByLabel(/^E-Mail/).fill('bernd@vierplatz.example')
    await dialog.getByRole('button', { name: 'Übernehmen' }).click()
    await dialog.getByRole('button', { name: 'Eintragen' }).click()
    await page.getByRole('heading', { name: 'Bernd Nachgemeldet', exact: true }).waitFor()

    // Cancelling proposes the fee of the terms; who waited gets the seat.
    await page.getByRole('button', { name: 'Stornieren' }).click()
    await dialog.getByText(/50\s% von 400,00/).waitFor()
    assert.equal(await dialog.getByLabel('Stornogebühr').inputValue(), '200,00')
    await dialog.getByLabel('Grund').fill('krank')
    await dialog.getByRole('button', { name: 'Stornieren' }).click()
    await page.getByText(/Storniert am .* krank · Gebühr 200,00/).waitFor()
    const after = (await call('GET', `/dates/${date.id}/bookings`)).json
    assert.deepEqual(
      after.map(({ status }: { status: string }) => status),
      ['booked', 'booked', 'booked', 'cancelled'],
    )

    // The order: its seats, who pays, and the invoice confirmation with the reference.
    await page.getByRole('link', { name: /Anmeldung \d+, Vier Plätze GmbH/ }).click()
    await page.getByRole('table', { name: 'Plätze' }).waitFor()
    assert.equal(await page.getByLabel('Bestellnummer oder Kostenstelle').inputValue(), 'PO-4711')
    await page.getByRole('button', { name: 'Rechnungsbestätigung' }).click()
    await dialog.getByText('An Vier Plätze GmbH').waitFor()
    await dialog.getByText('3 × Anmelden leicht gemacht, Normalpreis').waitFor()
    await dialog.getByText('Stornogebühr, Anmelden leicht gemacht, Normalpreis').waitFor()
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    await page.waitForURL(/invoice-confirmations\/\d+\/show/)
    const id = Number(/confirmations\/(\d+)/.exec(page.url())![1])
    const [confirmation] = (await call('GET', `/invoice-confirmations/${id}`)).json
    assert.deepEqual([confirmation.reference, confirmation.totals[0].net], ['PO-4711', 1400])
  },
)

browserTest('the list of orders and the page of a booking in English', async (open) => {
  const { page, go, call, create, settled } = await open.administrator({ locale: 'en-GB' })
  const event = await create('/events', { title: 'Ordering made easy' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(30),
    status: 'confirmed',
    participantsMax: 3,
  })
  const company = await create('/companies', { name: 'Orders Ltd' })
  const booking = await create('/bookings', {
    dateId: date.id,
    status: 'booked',
    participants: [],
    unnamedSeats: 1,
    order: { companyId: company.id, invoiceReference: 'REF 1' },
  })
  await go('/bookings')
  await settled()
  await page.getByRole('link', { name: 'Orders' }).click()
  const row = page.getByRole('row').filter({ hasText: 'REF 1' })
  await row.getByText('1 seat', { exact: false }).first().waitFor()
  await row.click()
  await page.getByRole('table', { name: 'Seats' }).getByText('Seat without a name · Orders Ltd').waitFor()
  await go(`/bookings/${booking.id}`)
  await page.getByRole('button', { name: 'Enter name' }).waitFor()
  await page.getByLabel('Diet').fill('vegan')
  await page.getByRole('button', { name: 'Save' }).click()
  await settled()
  assert.equal((await call('GET', `/bookings/${booking.id}`)).json[0].dietaryNotes, 'vegan')
})
