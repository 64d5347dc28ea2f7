// The pages of an order and of a seat in a browser: persons are named, seats cancelled, contracts withdrawn from and offers accepted, by
// keyboard, without script. KONTOR_WALK_PICTURES is a folder for the pictures of a withdrawal and of an offer.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

const pictures = process.env['KONTOR_WALK_PICTURES']
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

async function insertLink(table: 'order_link' | 'seat_link', owner: string, id: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  await runStatement(`insert into ${table} (${owner}, hash) values (${id}, decode('${hash}', 'hex'))`)
  return secret
}
const linkOf = async (orderId: number) => `/booking/${await insertLink('order_link', 'order_id', orderId)}`
const seatLinkOf = async (id: number) => `/seat/${await insertLink('seat_link', 'booking_id', id)}`

for (const [locale, label] of [
  [
    'de-DE',
    {
      names: 'Namen',
      seat: /^Platz 2: Name folgt/,
      firstName: 'Vorname',
      lastName: 'Nachname',
      email: 'E-Mail-Adresse',
      save: 'Namen speichern',
      wrong: 'Noch ist nichts gespeichert: Bitte korrigieren Sie die markierten Felder.',
      beside: 'Geben Sie eine gültige E-Mail-Adresse an.',
      named: 'Die Namen sind gespeichert.',
      move: 'Umbuchen',
      newDate: 'Neuer Termin',
      confirmMove: 'Verbindlich umbuchen',
      moved: 'Die gewählten Plätze sind umgebucht.',
      cancel: 'Stornieren',
      fee: 'stornieren, Gebühr 65,00 €',
      confirm: 'Verbindlich stornieren',
      cancelled: 'Die gewählten Plätze sind storniert.',
      documents: 'Unterlagen',
      calendar: /^Kalendereintrag: /,
      letters: 'Nachrichten',
    },
  ],
  [
    'en-GB',
    {
      names: 'Names',
      seat: /^Seat 2: named later/,
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail address',
      save: 'Save names',
      wrong: 'Nothing has been saved yet: please correct the marked fields.',
      beside: 'Please enter a valid e-mail address.',
      named: 'The names have been saved.',
      move: 'Move',
      newDate: 'New date',
      confirmMove: 'Move the seats',
      moved: 'The chosen seats have been moved.',
      cancel: 'Cancel',
      fee: 'cancel, fee €65.00',
      confirm: 'Cancel the chosen seats',
      cancelled: 'The chosen seats have been cancelled.',
      documents: 'Documents',
      calendar: /^Calendar entry: /,
      letters: 'Messages',
    },
  ],
] as const)
  browserTest(`a seat is named and cancelled by a link, ${locale}`, async (open) => {
    const admin = await open.administrator()
    const { create, call, go, page } = admin
    const event = await create('/events', { title: `Buchungsseite ${locale}` })
    await runStatement(
      `insert into cancellation_step (event_id, days_before, fee_percent) values (${event.id}, 30, 0), (${event.id}, 0, 50)`,
    )
    const date = await create('/dates', {
      eventId: event.id,
      startDate: inDays(60),
      status: 'confirmed',
      participantsMax: 8,
    })
    const other = await create('/dates', {
      eventId: event.id,
      startDate: inDays(5),
      status: 'confirmed',
      participantsMax: 8,
    })
    await runStatement(`update event set is_published = true where id = ${event.id};
      update event_date set is_published = true where event_id = ${event.id};
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
        values (${other.id}, 1, 'Kurzfristig', 130, 'EUR', 19, true)`)
    const price = {
      priceTitle: 'Normalpreis',
      priceAmount: 120,
      priceCurrency: 'EUR',
      priceVatRate: 19,
      priceVatIncluded: true,
    }
    const participants = [
      { firstName: 'Olga', lastName: `Seite ${locale}`, email: `olga.${locale}@seite.example` },
    ]
    await create('/bookings', { dateId: date.id, status: 'booked', participants, unnamedSeats: 1, price })
    const [{ orderId }] = (await call('GET', `/bookings?dateId=${date.id}`)).json

    const { visit, looksRight } = await openVisitorPage(open, { locale, viewport: phone })
    await visit.goto(await linkOf(orderId))
    await looksRight()
    await visit.getByRole('link', { name: label.names }).click()
    await looksRight()
    const seat = visit.getByRole('group', { name: label.seat })
    await seat.getByLabel(label.firstName).fill('Nils')
    // By keyboard from here.
    const { keyboard } = visit
    await keyboard.press('Tab')
    await keyboard.type(`Später ${locale}`)
    await keyboard.press('Tab')
    await keyboard.type('nils')
    await keyboard.press('Enter')
    await visit.getByRole('alert').getByText(label.wrong).waitFor()
    await looksRight()
    const email = seat.getByLabel(label.email)
    assert.equal(await email.inputValue(), 'nils')
    assert.equal(await seat.getByLabel(label.lastName).inputValue(), `Später ${locale}`)
    const describedBy = await email.getAttribute('aria-describedby')
    assert.equal(await visit.locator(`[id="${describedBy}"]`).textContent(), label.beside)
    await email.fill(`nils.${locale}@seite.example`)
    await visit.getByRole('button', { name: label.save }).click()
    await visit.getByRole('status').getByText(label.named).waitFor()
    await looksRight()

    await visit.getByRole('link', { name: label.move, exact: true }).click()
    await looksRight()
    await visit.getByRole('group', { name: /Nils/ }).getByLabel(label.newDate).focus()
    await keyboard.press('ArrowDown')
    await visit.getByRole('button', { name: label.confirmMove }).click()
    await visit.getByRole('status').getByText(label.moved).waitFor()
    await looksRight()

    await visit.getByRole('link', { name: label.cancel, exact: true }).click()
    await looksRight()
    await visit.getByRole('radio', { name: label.fee }).focus()
    await keyboard.press('Space')
    await visit.getByRole('button', { name: label.confirm }).click()
    await visit.getByRole('status').getByText(label.cancelled).waitFor()
    await looksRight()
    await visit.getByRole('link', { name: label.documents }).click()
    const calendar = visit.getByRole('link', { name: label.calendar })
    await looksRight()
    const [file] = await Promise.all([visit.waitForEvent('download'), calendar.click()])
    assert.equal(file.suggestedFilename(), 'date.ics')
    await visit.getByRole('link', { name: label.letters }).click()
    await looksRight()

    await go(`/dates/${other.id}`)
    await page.getByText(`Nils Später ${locale}`).first().waitFor()
    const bookings = (await call('GET', `/bookings?orderId=${orderId}&sort=lastName&order=desc`)).json
    assert.deepEqual(
      bookings.map((one: { firstName: string; status: string; cancellationFee: number | null }) => [
        one.firstName,
        one.status,
        one.cancellationFee,
      ]),
      [
        ['Nils', 'cancelled', 65],
        ['Olga', 'booked', null],
      ],
    )
  })

for (const [locale, viewport, label] of [
  [
    'de-DE',
    phone,
    {
      withdraw: 'Vertrag widerrufen',
      contract: /^Buchungsnummer/,
      name: 'Ihr Name',
      email: 'E-Mail-Adresse für die Bestätigung',
      next: 'Weiter',
      wrong: 'Noch ist nichts widerrufen: Bitte korrigieren Sie die markierten Felder.',
      confirm: 'Widerruf bestätigen',
      declared: /Hiermit widerrufe ich/,
      change: 'Angaben ändern',
      done: 'Ihr Widerruf ist eingegangen',
      newLink: 'Neuen Link zuschicken',
      address: 'E-Mail-Adresse',
      mailbox: 'Sehen Sie in Ihr Postfach',
    },
  ],
  [
    'en-GB',
    desktop,
    {
      withdraw: 'Withdraw from contract',
      contract: /^Booking number/,
      name: 'Your name',
      email: 'E-mail address for the confirmation',
      next: 'Continue',
      wrong: 'Nothing has been withdrawn yet: please correct the marked fields.',
      confirm: 'Confirm withdrawal',
      declared: /I hereby withdraw/,
      change: 'Change details',
      done: 'Your withdrawal has been received',
      newLink: 'Send a new link',
      address: 'E-mail address',
      mailbox: 'Look into your mailbox',
    },
  ],
] as const)
  browserTest(
    `a consumer withdraws from a booking, and another one is left to staff, ${locale}`,
    async (open) => {
      const admin = await open.administrator({ locale: 'de-DE', dark: locale === 'en-GB' })
      const { create, call, go, page } = admin
      await admin.context.addInitScript(axe)
      const title = `Widerruf ${locale}`
      const event = await create('/events', { title })
      const date = await create('/dates', {
        eventId: event.id,
        startDate: inDays(60),
        status: 'confirmed',
        participantsMax: 8,
      })
      const email = `vera.${locale}@widerruf.example`
      const participants = [{ firstName: 'Vera', lastName: title, email }]
      await create('/bookings', { dateId: date.id, status: 'booked', participants })
      const [{ orderId }] = (await call('GET', `/bookings?dateId=${date.id}`)).json
      const code = locale === 'de-DE' ? 'WDRF-2222' : 'WDRF-3333'
      await runStatement(`update booking_order set source = 'website', code = '${code}', is_consumer = true,
      entered = '{"orderer": {"email": "${email}"}}' where id = ${orderId}`)

      const { visit, looksRight } = await openVisitorPage(open, { locale, viewport })
      const { keyboard } = visit
      /** Both steps, by keyboard, from the page of the order. */
      const withdraw = async (address: string) => {
        await visit.goto(await linkOf(orderId))
        await visit.getByRole('main').getByRole('link', { name: label.withdraw }).focus()
        await keyboard.press('Enter')
        await visit
          .getByLabel(label.contract)
          .and(visit.locator(`[value="${code}"]`))
          .waitFor()
        await looksRight()
        await visit.getByLabel(label.name).focus()
        await keyboard.type(title)
        await visit.getByLabel(label.email).focus()
        await keyboard.type('vera')
        await keyboard.press('Enter')
        await visit.getByRole('alert').getByText(label.wrong).waitFor()
        await looksRight()
        await visit.getByLabel(label.email).fill(address)
        await keyboard.press('Enter')
        await visit.getByText(label.declared).waitFor()
        await looksRight()
        if (pictures && viewport === phone)
          await visit.screenshot({ path: join(pictures, 'booking-withdrawal.png') })
        await visit.getByRole('button', { name: label.change }).click()
        await visit
          .getByLabel(label.name)
          .and(visit.locator(`[value="${title}"]`))
          .waitFor()
        await keyboard.press('Tab')
        await visit.getByRole('button', { name: label.next }).focus()
        await keyboard.press('Enter')
        await visit.getByRole('button', { name: label.confirm }).focus()
        await keyboard.press('Enter')
        await visit.getByRole('heading', { name: label.done }).waitFor()
        await visit.getByText(address).waitFor()
        await looksRight()
      }
      await withdraw(`other.${email}`)
      assert.equal((await call('GET', `/bookings?dateId=${date.id}`)).json[0].status, 'booked')
      await withdraw(email)
      assert.equal((await call('GET', `/bookings?dateId=${date.id}`)).json[0].status, 'cancelled')
      // From any page for visitors.
      await visit.goto('/dates')
      await visit.getByRole('contentinfo').getByRole('link', { name: label.withdraw }).click()
      await visit.getByRole('heading', { name: label.withdraw }).waitFor()

      await go('/')
      await page.getByText('1 Widerruf ist zu bearbeiten.').waitFor()
      await page.getByRole('link', { name: 'Ansehen' }).click()
      await page.getByRole('row', { name: /andere E-Mail-Adresse als bei der Anmeldung/ }).waitFor()
      assert.deepEqual(await violationsOf(page), [])
      await page.getByRole('cell', { name: title }).click()
      await page.getByRole('region', { name: 'Erklärung' }).getByText(`other.${email}`).waitFor()
      await page.getByLabel('Erledigt').check()
      await page.getByLabel('Notiz').fill('Kundin angerufen')
      assert.deepEqual(await violationsOf(page), [])
      await page.getByRole('button', { name: 'Speichern' }).click()
      await page.getByText('Gespeichert').waitFor()
      await go('/withdrawals')
      await page
        .getByRole('row', { name: /sofort kostenlos storniert/ })
        .first()
        .waitFor()
      assert.deepEqual((await call('GET', '/withdrawals?isDone=false')).json, [])

      const link = await linkOf(orderId)
      await go(`/orders/${orderId}`)
      await page.getByRole('button', { name: 'Links widerrufen' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Links widerrufen' }).click()
      await page.getByRole('button', { name: 'Links widerrufen' }).waitFor({ state: 'detached' })
      await visit.goto(link)
      await looksRight()
      await visit.getByRole('link', { name: label.newLink }).click()
      await visit.getByLabel(label.address).fill('vera')
      await keyboard.press('Enter')
      await visit.getByRole('alert').waitFor()
      await looksRight()
      await visit.getByLabel(label.address).fill(email)
      await keyboard.press('Enter')
      await visit.getByRole('heading', { name: label.mailbox }).waitFor()
      await looksRight()
    },
  )

for (const [locale, viewport, label] of [
  [
    'de-DE',
    phone,
    {
      accept: 'Zahlungspflichtig annehmen',
      decline: 'Ablehnen und Warteliste verlassen',
      accepted: /^Vielen Dank! Der Platz ist gebucht\./,
      diet: 'Verpflegung',
      save: 'Angaben speichern',
      saved: 'Ihre Angaben sind gespeichert.',
    },
  ],
  [
    'en-GB',
    desktop,
    {
      accept: 'Accept with obligation to pay',
      decline: 'Decline and leave the waiting list',
      accepted: /^Thank you! The seat is booked\./,
      diet: 'Diet',
      save: 'Save',
      saved: 'Your details have been saved.',
    },
  ],
] as const)
  browserTest(`a waiting person is offered a seat and accepts it, ${locale}`, async (open) => {
    const { create, call, go, page } = await open.administrator()
    const event = await create('/events', { title: `Warteliste ${locale}` })
    const date = await create('/dates', {
      eventId: event.id,
      startDate: inDays(60),
      status: 'confirmed',
      participantsMax: 1,
    })
    await call('PATCH', `/dates/${date.id}/seats`, { hasWaitingList: true })
    const price = {
      priceTitle: 'Normalpreis',
      priceAmount: 120,
      priceCurrency: 'EUR',
      priceVatRate: 19,
      priceVatIncluded: true,
    }
    for (const [lastName, status] of [
      ['Erste', 'booked'],
      ['Nächste', 'waitlisted'],
    ]) {
      const person = {
        firstName: 'Ina',
        lastName: `${lastName} ${locale}`,
        email: `${lastName}.${locale}@seite.example`,
      }
      await create('/bookings', { dateId: date.id, status, participants: [person], price })
    }
    await go(`/dates/${date.id}`)
    const choice = page.getByLabel('Freier Platz')
    await choice.focus()
    await page.keyboard.press('Enter')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('option', { name: '24 Stunden lang anbieten' }).click()
    await saved
    const [booked] = (await call('GET', `/bookings?dateId=${date.id}&status=booked`)).json
    assert.equal((await call('GET', `/dates/${date.id}/seats`)).json[0].offerHours, 24)
    await call('PATCH', `/bookings/${booked.id}`, { version: booked.version, status: 'cancelled' })
    await page.reload()
    await page.getByRole('table').getByText('angeboten', { exact: true }).waitFor()
    await page.getByText(/^bis /).first().waitFor()
    if (pictures && viewport === phone) await page.screenshot({ path: join(pictures, 'office-offer.png') })

    const [offer] = (await call('GET', `/bookings?dateId=${date.id}&status=offered`)).json
    const { visit, looksRight } = await openVisitorPage(open, { locale, viewport })
    await visit.goto(await seatLinkOf(offer.id))
    await visit.getByRole('button', { name: label.decline }).waitFor()
    await looksRight()
    if (pictures && viewport === phone) await visit.screenshot({ path: join(pictures, 'booking-offer.png') })
    await visit.getByRole('button', { name: label.accept }).focus()
    await visit.keyboard.press('Enter')
    await visit.getByRole('status').getByText(label.accepted).waitFor()
    await looksRight()
    await visit.getByLabel(label.diet).fill('vegan')
    await visit.getByRole('button', { name: label.save }).focus()
    await visit.keyboard.press('Enter')
    await visit.getByRole('status').getByText(label.saved).waitFor()
    await looksRight()
    const [{ status, dietaryNotes }] = (await call('GET', `/bookings?dateId=${date.id}&status=booked`)).json
    assert.deepEqual([status, dietaryNotes], ['booked', 'vegan'])
  })

browserTest('a company sees its bookings by a link that staff create and revoke', async (open) => {
  const { create, call, go, page } = await open.administrator()
  const company = await create('/companies', { name: 'Wattenmeer Logistik' })
  const event = await create('/events', { title: 'Firmenseite' })
  const date = await create('/dates', {
    eventId: event.id,
    startDate: inDays(60),
    status: 'confirmed',
    participantsMax: 8,
  })
  await create('/bookings', {
    dateId: date.id,
    status: 'booked',
    participants: [],
    unnamedSeats: 2,
    order: { companyId: company.id },
  })
  await go(`/companies/${company.id}/show`)
  await page.getByLabel('Für wen').fill('Frau Sommer')
  await page.keyboard.press('Enter')
  const address = await page.getByText(/\/company\/[\w-]{43}$/).textContent()
  const { page: visit, context } = await open.visitor({ locale: 'de-DE', viewport: phone, touch: true })
  await context.addInitScript(axe)
  await visit.goto(address!)
  await visit.locator('summary', { hasText: 'Firmenseite' }).click()
  await visit.getByText('Name folgt: gebucht').waitFor()
  assert.deepEqual(await violationsOf(visit), [])
  if (pictures) await visit.screenshot({ path: join(pictures, 'booking-company.png') })
  await page.getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click()
  await page.getByText(/^widerrufen am/).waitFor()
  assert.equal((await call('GET', `/companies/${company.id}/links`)).json[0].name, 'Frau Sommer')
  assert.equal((await visit.reload())!.status(), 404)
})
