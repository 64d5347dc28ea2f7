// Orders in the office: seats without a name, a full date, cancelling with a fee, an invoice confirmation from the booking.
import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { browserTest, type Visitor } from './office.ts'

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
    await page.getByText('3 Plätze gebucht').waitFor()
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

    // Cancelling proposes the fee of the terms; the waiting person gets the seat.
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

  // A seat without a name moves to another order of its company; the list cancels what is selected.
  await create('/bookings', {
    dateId: date.id,
    status: 'booked',
    participants: [],
    unnamedSeats: 1,
    order: { companyId: company.id, invoiceReference: 'REF 2' },
  })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Order …' }).click()
  await dialog.getByLabel('Order').click()
  await page.getByRole('option', { name: /REF 2/ }).click()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.waitFor({ state: 'detached' })
  await go('/bookings')
  await settled()
  const rows = page.getByRole('row').filter({ hasText: 'Ordering made easy' })
  for (const one of await rows.all()) await one.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cancel …' }).click()
  await page.getByRole('dialog', { name: 'Cancel 2 bookings?' }).getByLabel('Reason').fill('moved')
  await dialog.getByRole('button', { name: 'Cancel 2 bookings' }).click()
  await page.getByText('2 bookings cancelled').waitFor()
  const cancelled = (await call('GET', `/bookings?dateId=${date.id}`)).json as ListedBooking[]
  assert.deepEqual(
    cancelled.map((one) => [one.status, one.cancellationReason, one.orderId]),
    [0, 1].map(() => ['cancelled', 'moved', booking.orderId + 1]),
  )
})

/** A date of an event whose cancellation costs half of 400 €, and the ids of people who are booked on it one by one. */
async function bookedDate(
  { call, create }: Visitor,
  title: string,
  participantsMax: number,
  names: readonly string[],
) {
  const event = await create('/events', { title })
  await call('PATCH', `/events/${event.id}`, {
    version: event.version,
    cancellationSteps: [{ daysBefore: 0, feePercent: 50 }],
  })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(20),
    status: 'confirmed',
    participantsMax,
    hasWaitingList: true,
    prices: [{ title: 'Normalpreis', netPrice: 400, grossPrice: 476, vatRate: 19, currency: 'EUR' }],
  })
  for (const lastName of names) {
    const { id } = await create('/contacts', { contactType: 'person', lastName })
    await create('/bookings', {
      dateId: date.id,
      status: 'booked',
      participants: [{ contactId: id }],
      waitlistIfFull: true,
    })
  }
  return date
}
type ListedBooking = {
  id: number
  lastName: string
  status: string
  orderId: number
  cancellationReason: string
  cancellationFee: number | null
}

browserTest(
  'several bookings are cancelled with one reason and a fee for each; the waiting person gets a message, and a fee is changed',
  async (open) => {
    const visitor = await open.administrator()
    const { page, go, call, settled } = visitor
    const date = await bookedDate(visitor, 'Stornieren leicht gemacht', 2, [
      'Absage',
      'Bleibtnicht',
      'Charlottenburg',
    ])
    await go(`/dates/${date.id}`)
    await settled()
    await page.getByRole('checkbox', { name: 'Absage auswählen' }).check()
    await page.getByRole('checkbox', { name: 'Bleibtnicht auswählen' }).check()
    await page.getByLabel('Neuer Status').click()
    await page.getByRole('option', { name: 'storniert' }).click()
    await page.getByRole('button', { name: 'Setzen' }).click()
    const dialog = page.getByRole('dialog', { name: '2 Buchungen stornieren?' })
    await dialog.getByText('Zusammen: 400,00').waitFor()
    // The dialog grows with the messages that it would send: a button that moves under the pointer is not clicked.
    await settled()
    const fee = (name: string) => dialog.getByRole('group', { name }).getByLabel('Gebühr')
    assert.equal(await fee('Absage').inputValue(), '200,00')
    await dialog.getByRole('button', { name: 'Ohne Gebühren' }).click()
    await dialog.getByText('Zusammen: 0,00').waitFor()
    await fee('Bleibtnicht').fill('50')
    await dialog.getByLabel('Grund').fill('Projekt verschoben')
    await dialog.getByRole('button', { name: '2 stornieren' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Charlottenburg rückt nach.').waitFor()
    const listed: ListedBooking[] = (await call('GET', `/dates/${date.id}/bookings`)).json
    assert.deepEqual(
      listed.map((one) => [one.lastName, one.status, one.cancellationReason, one.cancellationFee]),
      [
        ['Charlottenburg', 'booked', '', null],
        ['Absage', 'cancelled', 'Projekt verschoben', null],
        ['Bleibtnicht', 'cancelled', 'Projekt verschoben', 50],
      ],
    )

    // Afterwards reason and fee can still be changed.
    await go(`/bookings/${listed[1]!.id}`)
    await page.getByRole('button', { name: 'Grund und Gebühr' }).click()
    const change = page.getByRole('dialog', { name: 'Storno von Absage' })
    assert.equal(await change.getByLabel('Grund').inputValue(), 'Projekt verschoben')
    await change.getByLabel('Stornogebühr').fill('20')
    await change.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText(/Projekt verschoben · Gebühr 20,00/).waitFor()

    // A cancelled date costs nothing.
    await go(`/dates/${date.id}`)
    await page.getByRole('button', { name: 'Absagen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Absagen' }).click()
    await page.getByRole('button', { name: 'Buchung stornieren' }).click()
    const off = page.getByRole('dialog', { name: '1 Buchung stornieren?' })
    await off.getByText('Der Termin findet nicht statt: keine Gebühr.').waitFor()
    assert.equal(await off.getByLabel('Grund').inputValue(), 'Termin entfällt')
    await off.getByRole('button', { name: 'Stornieren' }).click()
    await off.waitFor({ state: 'detached' })
    const [last] = (await call('GET', `/bookings/${listed[0]!.id}`)).json
    assert.deepEqual([last.status, last.cancellationReason], ['cancelled', 'Termin entfällt'])
  },
)

browserTest(
  'an order is made of earlier bookings, gets another booking and another seat, and is cancelled as a whole',
  async (open) => {
    const visitor = await open.administrator()
    const { page, go, call, create, settled } = visitor
    // The demo has bookings of the time before there were orders.
    const { json: demo } = await call('GET', '/bookings?status=attended&perPage=1000&sort=startDate')
    const earlier = Map.groupBy(
      (demo as (ListedBooking & { dateId: number; contactId: number; seriesBookingId: number })[]).filter(
        ({ orderId, seriesBookingId }) => orderId === 0 && seriesBookingId === 0,
      ),
      ({ dateId }) => dateId,
    )
    const [dateId, [first, second]] = [...earlier].find(([, bookings]) => bookings.length > 1)!
    await go(`/dates/${dateId}`)
    await settled()
    for (const { lastName } of [first!, second!])
      await page
        .getByRole('checkbox', { name: new RegExp(`${lastName} auswählen`) })
        .first()
        .check()
    await page.getByRole('button', { name: 'Anmeldung …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Bestellnummer oder Kostenstelle').fill('Nachtrag 7')
    await dialog.getByRole('button', { name: 'Anlegen' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { orderId } = (await call('GET', `/bookings/${first!.id}`)).json[0]
    assert.ok(orderId > 0)
    const [order] = (await call('GET', `/orders/${orderId}`)).json
    assert.equal(order.invoiceReference, 'Nachtrag 7')

    // A booking of the same person moves to another of their orders.
    const date = await bookedDate(visitor, 'Umbuchen leicht gemacht', 5, [])
    const later = await create('/bookings', {
      dateId: date.id,
      status: 'booked',
      participants: [{ contactId: order.ordererId || first!.contactId }],
    })
    await go(`/bookings/${later.id}`)
    await page.getByRole('button', { name: 'Anmeldung …' }).click()
    await dialog.getByLabel('Anmeldung').click()
    await page.getByRole('option', { name: /Nachtrag 7/ }).click()
    await dialog.getByRole('button', { name: 'Zuordnen' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: new RegExp(`Anmeldung ${orderId},`) }).click()

    // A further seat, without a name yet; then the order is cancelled.
    await page.getByRole('table', { name: 'Plätze' }).waitFor()
    await page.getByRole('button', { name: 'Plätze hinzufügen' }).click()
    await dialog.getByLabel(/Termin/).fill('Umbuchen leicht')
    await page.getByRole('option', { name: /Umbuchen leicht/ }).click()
    await dialog.getByLabel('Plätze ohne Namen').fill('1')
    await dialog.getByRole('button', { name: 'Buchen', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Platz ohne Namen', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Stornieren …' }).click()
    await dialog
      .getByText(/Umbuchen leicht gemacht/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: '4 stornieren' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await call('GET', `/orders/${orderId}`)).json[0].seatCount, 0)
  },
)

browserTest('the bookings of a contact and an order fit a phone', async (open) => {
  const { page, go, create, settled } = await open.administrator()
  await page.setViewportSize({ width: 390, height: 844 })
  const date = await create('/dates', {
    eventId: (await create('/events', { title: 'Eine Veranstaltung mit einem recht langen Titel' })).id,
    startDate: inDays(20),
    status: 'confirmed',
    participantsMax: 5,
  })
  const { id } = await create('/contacts', { contactType: 'person', lastName: 'Schmal' })
  const booking = await create('/bookings', {
    dateId: date.id,
    status: 'booked',
    participants: [{ contactId: id }],
    comment: 'Kommt eine Stunde später, weil der Zug erst dann fährt',
  })
  for (const path of [`/contacts/${id}/show`, `/orders/${booking.orderId}`]) {
    await go(path)
    await settled()
    const table = page.getByRole('table').filter({ hasText: 'recht langen Titel' })
    await table.getByText('Kommt eine Stunde später').filter({ visible: true }).waitFor()
    await table.getByText('gebucht').filter({ visible: true }).waitFor()
    const width = (await table.boundingBox())!.width
    assert.ok(width <= 390 - 2 * 16, `${path}: ${width}`)
    const title = table.getByText('recht langen Titel').filter({ visible: true })
    assert.ok((await title.boundingBox())!.width > 180, path)
  }
})

browserTest('the seats of a date that is over get their invoice confirmations at once', async (open) => {
  const { page, go, call, create, settled } = await open.administrator({ locale: 'en-GB' })
  const event = await create('/events', { title: 'Invoicing made easy' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(-1),
    status: 'confirmed',
    participantsMax: 9,
    prices: [{ title: 'Standard', netPrice: 100, grossPrice: 119, vatRate: 19, currency: 'EUR' }],
  })
  for (const name of ['Harbour Ltd', 'Meadow Ltd']) {
    const company = await create('/companies', { name })
    const order = { companyId: company.id, invoiceReference: `PO ${name}` }
    const seats = { status: 'booked', participants: [], unnamedSeats: 2, order }
    assert.equal((await call('POST', '/bookings', { dateId: date.id, ...seats })).status, 200)
  }
  await go(`/dates/${date.id}`)
  await settled()
  await page.getByText('4 seats have no invoice confirmation yet.').waitFor()
  const openDialog = page.getByRole('button', { name: 'Invoice confirmations …' })
  await openDialog.click()
  const dialog = page.getByRole('dialog', { name: 'Invoice confirmations for this date' })
  await dialog.getByRole('checkbox', { name: /Harbour Ltd.*2 seats · PO Harbour Ltd/ }).press('Space')
  await dialog.getByText('€238.00').first().waitFor()
  await dialog.getByRole('button', { name: 'Create 1 confirmation' }).click()
  await page.getByText('The invoice confirmation was created').waitFor()
  await page.getByText('2 seats have no invoice confirmation yet.').waitFor()
  const [confirmation] = (await call('GET', '/invoice-confirmations?q=Meadow')).json
  assert.deepEqual(
    [confirmation.contactName, confirmation.totals],
    ['Meadow Ltd', [{ currency: 'EUR', net: 200, tax: 38, gross: 238 }]],
  )
})
