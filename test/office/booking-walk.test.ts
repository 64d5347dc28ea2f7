// The whole way of a booking in a browser, with the mails read from a mail server: three seats, a name by link, a move, an offer from the
// waiting list, a cancellation with a fee, a withdrawal with its receipt. KONTOR_WALK_PICTURES is a folder for pictures of the phone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { linkIn, mailTo, useMailServers } from './mail-servers.ts'
import { browserTest, desktop, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

const pictures = process.env['KONTOR_WALK_PICTURES']
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

useMailServers({ hasMailbox: false })

for (const [locale, viewport, label] of [
  [
    'de-DE',
    phone,
    {
      words: 'Suche',
      book: /^Buchen: /,
      seats: 'Anzahl der Plätze',
      update: 'Anzahl und Preis aktualisieren',
      consumer: 'als Privatperson',
      seat: /^Platz 3/,
      firstName: 'Vorname',
      lastName: 'Nachname',
      email: 'E-Mail-Adresse',
      orderer: 'Wer bucht?',
      street: 'Straße und Hausnummer',
      self: 'ich selbst',
      check: 'Weiter: prüfen',
      zip: 'PLZ',
      city: 'Ort',
      buy: 'Zahlungspflichtig buchen',
      thanks: /^Vielen Dank!/,
      booked: 'Buchungsbestätigung',
      names: 'Namen',
      saveNames: 'Namen speichern',
      named: 'Die Namen sind gespeichert.',
      move: 'Umbuchen',
      newDate: 'Neuer Termin',
      confirmMove: 'Verbindlich umbuchen',
      moved: 'Die gewählten Plätze sind umgebucht.',
      offer: 'Ein Platz für Sie',
      accept: 'Zahlungspflichtig annehmen',
      accepted: /Der Platz ist gebucht/,
      cancel: 'Stornieren',
      fee: /^stornieren, Gebühr 60,00/,
      confirmCancel: 'Verbindlich stornieren',
      cancelled: 'Die gewählten Plätze sind storniert.',
      name: 'Ihr Name',
      receiptTo: 'E-Mail-Adresse für die Bestätigung',
      next: 'Weiter',
      confirm: 'Widerruf bestätigen',
      done: 'Ihr Widerruf ist eingegangen',
      receipt: 'Eingang Ihres Widerrufs',
      received: /erhalten\. Sie haben erklärt:/,
    },
  ],
  [
    'en-GB',
    desktop,
    {
      words: 'Search',
      book: /^Book: /,
      seats: 'Number of seats',
      update: 'Update number and price',
      consumer: 'as a private person',
      seat: /^Seat 3/,
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail address',
      orderer: 'Who books?',
      street: 'Street and house number',
      self: 'myself',
      check: 'Continue: check',
      zip: 'Postal code',
      city: 'City',
      buy: 'Book with obligation to pay',
      thanks: /^Thank you!/,
      booked: 'Your booking',
      names: 'Names',
      saveNames: 'Save names',
      named: 'The names have been saved.',
      move: 'Move',
      newDate: 'New date',
      confirmMove: 'Move the seats',
      moved: 'The chosen seats have been moved.',
      offer: 'A seat for you',
      accept: 'Accept with obligation to pay',
      accepted: /The seat is booked/,
      cancel: 'Cancel',
      fee: /^cancel, fee €60\.00/,
      confirmCancel: 'Cancel the chosen seats',
      cancelled: 'The chosen seats have been cancelled.',
      name: 'Your name',
      receiptTo: 'E-mail address for the confirmation',
      next: 'Continue',
      confirm: 'Confirm withdrawal',
      done: 'Your withdrawal has been received',
      receipt: 'Receipt of your withdrawal',
      received: /You declared|you have declared/i,
    },
  ],
] as const)
  browserTest(`from the list of dates to the receipt of a withdrawal, ${locale}`, async (open) => {
    const language = locale.slice(0, 2)
    const { create, call } = await open.administrator()
    await runStatement(
      `insert into setting values ('message_language', '${language}') on conflict (name) do update set value = excluded.value`,
    )
    const title = `Rundgang ${locale}`
    const event = await create('/events', { title })
    const dateOf = async (days: number, participantsMax: number) => {
      const date = await create('/dates', {
        eventId: event.id,
        startDate: inDays(days),
        status: 'confirmed',
        participantsMax,
      })
      await runStatement(`insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
        values (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true)`)
      return date
    }
    const date = await dateOf(60, 3)
    const other = await dateOf(70, 8)
    await call('PATCH', `/dates/${date.id}/seats`, { hasWaitingList: true, offerHours: 24 })
    await runStatement(`update event set is_published = true where id = ${event.id};
      update event_date set is_published = true where event_id = ${event.id}`)

    const { visit, looksRight } = await openVisitorPage(open, { locale, viewport })
    const take = async (name: string) => {
      if (pictures && viewport === phone)
        await visit.screenshot({ path: join(pictures, `booking-${name}.png`) })
    }
    const press = async (name: string | RegExp) => {
      await visit.getByRole('button', { name }).last().focus()
      await visit.keyboard.press('Enter')
    }
    const email = `vera.${locale}@rundgang.example`

    await visit.goto('/dates')
    await visit.getByRole('searchbox', { name: label.words }).fill(title)
    await visit.keyboard.press('Enter')
    await visit.getByRole('link', { name: title, exact: true }).first().click()
    await visit.getByRole('link', { name: label.book }).first().click()
    await visit.getByLabel(label.seats).selectOption('3')
    await press(label.update)
    await visit.getByRole('radio', { name: label.consumer }).check()
    const orderer = visit.getByRole('group', { name: label.orderer })
    await orderer.getByLabel(label.firstName).fill('Vera')
    await orderer.getByLabel(label.lastName).fill(`Rundgang ${locale}`)
    await orderer.locator('[type=email]').fill(email)
    const second = visit.getByRole('group', { name: 'Person 2' })
    await second.locator('input').nth(0).fill('Nils')
    await second.locator('input').nth(1).fill(`Zweiter ${locale}`)
    await second.locator('[type=email]').fill(`nils.${locale}@rundgang.example`)
    for (const [name, text] of [
      [label.street, 'Hafenstraße 7'],
      [label.zip, '20457'],
      [label.city, 'Hamburg'],
    ] as const)
      await visit.getByLabel(name, { exact: true }).fill(text)
    await visit.getByRole('radio', { name: label.self }).check()
    await looksRight()
    await press(label.check)
    await visit.getByRole('button', { name: label.buy }).last().waitFor()
    await looksRight()
    await press(label.buy)
    await visit.getByRole('status').getByText(label.thanks).waitFor()

    const confirmation = await mailTo(email, label.booked)
    const waiting = {
      firstName: 'Uwe',
      lastName: `Wartet ${locale}`,
      email: `uwe.${locale}@rundgang.example`,
    }
    await create('/bookings', { dateId: date.id, status: 'waitlisted', participants: [waiting] })

    await visit.goto(linkIn(confirmation, '/booking/'))
    await visit.getByRole('link', { name: label.names }).click()
    const third = visit.getByRole('group', { name: label.seat })
    await third.getByLabel(label.firstName).fill('Olga')
    await third.getByLabel(label.lastName).fill(`Dritte ${locale}`)
    await third.getByLabel(label.email).fill(`olga.${locale}@rundgang.example`)
    await press(label.saveNames)
    await visit.getByRole('status').getByText(label.named).waitFor()

    await visit.getByRole('link', { name: label.move, exact: true }).click()
    const choice = visit.getByRole('group', { name: /Nils/ }).getByLabel(label.newDate)
    await choice.selectOption({ index: 1 })
    await looksRight()
    await take('move')
    await press(label.confirmMove)
    await visit.getByRole('status').getByText(label.moved).waitFor()
    const onOther = (await call('GET', `/bookings?dateId=${other.id}`)).json
    assert.deepEqual(
      onOther.map(({ firstName, status }: Record<string, string>) => [firstName, status]),
      [['Nils', 'booked']],
    )

    // The next one is asked, and accepts.
    await runStatement(
      `insert into cancellation_step (event_id, days_before, fee_percent) values (${event.id}, 0, 50)`,
    )
    const offer = await mailTo(waiting.email, label.offer)
    await visit.goto(linkIn(offer, '/(?:seat|booking)/'))
    await looksRight()
    await press(label.accept)
    await visit.getByRole('status').getByText(label.accepted).waitFor()
    await mailTo(waiting.email, label.booked)

    await visit.goto(linkIn(confirmation, '/booking/'))
    await visit.getByRole('link', { name: label.cancel, exact: true }).click()
    await visit.getByRole('group', { name: /Olga/ }).getByRole('radio', { name: label.fee }).check()
    await looksRight()
    await take('cancel')
    await press(label.confirmCancel)
    await visit.getByRole('status').getByText(label.cancelled).waitFor()

    await visit.goto(linkIn(confirmation, '/withdraw'))
    await visit.getByLabel(label.name).fill(`Vera Rundgang ${locale}`)
    await visit.getByLabel(label.receiptTo).fill(email)
    await press(label.next)
    await press(label.confirm)
    await visit.getByRole('heading', { name: label.done }).waitFor()
    await looksRight()
    await take('withdrawn')
    assert.match(await mailTo(email, label.receipt), label.received)
    const { json: left } = await call('GET', `/bookings?eventId=${event.id}&sort=id&order=asc`)
    assert.deepEqual(
      left.map(({ firstName, status }: Record<string, string>) => [firstName, status]),
      [
        ['Vera', 'cancelled'],
        ['Nils', 'cancelled'],
        ['Olga', 'cancelled'],
        ['Uwe', 'booked'],
      ],
    )
  })
