// The page of an order in a browser: persons are named and seats cancelled on a phone, by keyboard, without script.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { axe, violationsOf } from './axe.ts'
import { browserTest, runStatement } from './office.ts'

const phone = { width: 390, height: 844 }
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

async function linkOf(orderId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  await runStatement(`insert into order_link (order_id, hash) values (${orderId}, decode('${hash}', 'hex'))`)
  return `/booking/${secret}`
}

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

    const visitor = await open.visitor({ locale, dark: locale === 'en-GB', viewport: phone, touch: true })
    await visitor.context.addInitScript(axe)
    const { page: visit } = visitor
    const looksRight = async () => {
      assert.deepEqual(await violationsOf(visit), [])
      const width = await visit.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= phone.width, `the page is ${width} pixels wide`)
    }
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
