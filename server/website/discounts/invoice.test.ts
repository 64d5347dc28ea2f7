// A quote, the booking on the website or in the office, and the invoice confirmation have the same sums, to the cent.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
let office: OfficeSession
let key: string
let ordererId: number
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  key = await site.createKey({ isSecret: true })
  office = await site.kontor.signIn({ rights: ['100400', '100100', '090300', 'booking'] })
  ordererId = (await office.call('POST', '/contacts', { lastName: 'Ott' })).json[0].id
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'R', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 20, 'open', true);
    insert into group_discount_step (event_id, min_seats, discount_percent) values (1, 3, 7.5);
    insert into voucher (code, name, kind, value, currency, is_active, is_combinable) values
      ('AMOUNT', 'a', 'amount', 13.37, 'EUR', true, true), ('SHARE', 's', 'percent', 12.5, 'EUR', true, true)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const orderer = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }

async function setPrices(prices: readonly { cents: number; vat: number; included: boolean; for: string }[]) {
  await sql`delete from booking; delete from voucher_use; delete from order_link; delete from booking_order; delete from date_price`.execute(
    site.kontor.db,
  )
  for (const [position, one] of prices.entries()) {
    const amount = one.cents / 100
    await sql`insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included, valid_for)
      values (10, ${position}, ${`P${position}`}, ${one.included ? amount : null}, ${one.included ? null : amount}, 'EUR', ${one.vat}, ${one.included}, ${one.for})`.execute(
      site.kontor.db,
    )
  }
}

/** Net, tax and gross of the invoice confirmation for all seats. */
async function confirmedSums(): Promise<number[]> {
  const ids = (await office.call('GET', '/bookings')).json.map(({ id }: { id: number }) => id)
  const path = '/invoice-confirmations/for-bookings/preview'
  const { status, json, text } = await office.call('POST', path, { bookingIds: ids })
  assert.equal(status, 200, text)
  const [{ net, tax, gross }] = json[0].totals
  return [net, tax, gross]
}

test('the sums of quote, booking and invoice confirmation are the same under all rules', async () => {
  const price = fc.record({
    cents: fc.integer({ min: 1, max: 200_000 }),
    vat: fc.constantFrom(0, 2.6, 7, 8.1, 19),
    included: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      price,
      price,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 'AMOUNT', 'SHARE'),
      fc.boolean(),
      async (general, members, seats, voucher, isMember) => {
        await setPrices([
          { ...members, for: 'Mitglieder' },
          { ...general, for: '' },
        ])
        const asked = {
          dateId: 10,
          ...(voucher && { voucher }),
          ...(isMember && { visitorCategory: 'Mitglieder' }),
        }
        const quote = (await site.post('/quotes', { ...asked, seats }, { key })).json
        assert.equal(quote.lines[0].text, isMember ? 'P0' : 'P1')
        const total = Number(quote.gross.amount)
        assert.ok(total >= 0)
        assert.equal(
          Math.round((Number(quote.net.amount) + Number(quote.tax[0].amount.amount)) * 100),
          Math.round(total * 100),
        )
        const booked = await site.post(
          '/bookings',
          {
            ...asked,
            seats: Array.from({ length: seats }, () => ({ later: true })),
            orderer,
            invoiceTo,
            isConsumer: false,
            accepted: [],
          },
          { key },
        )
        if (booked.status === 400) {
          // Nothing to pay, so that no voucher is needed.
          assert.equal(booked.json.errors[0].pointer, '/voucher')
          return
        }
        assert.deepEqual(booked.json.gross, quote.gross)
        const quoted = [quote.net.amount, quote.tax[0].amount.amount, quote.gross.amount].map(Number)
        assert.deepEqual(await confirmedSums(), quoted)
        if (voucher || isMember || seats >= 3) return
        await sql`delete from booking`.execute(site.kontor.db)
        const byOffice = {
          dateId: 10,
          status: 'booked',
          participants: [],
          unnamedSeats: seats,
          order: { ordererId },
        }
        assert.equal((await office.call('POST', '/bookings', byOffice)).status, 200)
        assert.deepEqual(await confirmedSums(), quoted)
      },
    ),
    { numRuns: 60 },
  )
})
