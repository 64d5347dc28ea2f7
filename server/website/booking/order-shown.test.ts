// An order is shown whole, and with the same sums, on every channel: quote, response, page, mail, PDF, back office, invoice confirmation.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { openWebsiteWithMail, shownText } from '../../../test/support/website.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeMessages } from '../../messages/compose-messages.ts'

const { site, mailServer, close } = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
const { db } = site.kontor
let office: OfficeSession
let key: string
before(async () => {
  key = await site.createKey({ isSecret: true })
  office = await site.kontor.signIn({ rights: ['100400', '100100', '090300', 'booking'] })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published, visitors_may_name, visitors_may_cancel, visitors_may_move) values
      (1, 'Projektmanagement kompakt', true, true, true, true);
    insert into event_date (id, event_id, start_date, end_date, start_time, end_time, participants_max, status, is_published) values
      (10, 1, '2027-03-01', '2027-03-02', '09:00', '17:00', 20, 'open', true);
    insert into contact (id, contact_type, last_name) values (900, 'location', 'Haus am Hafen');
    insert into location (contact_id) values (900);
    insert into address (contact_id, address_type_id, is_default, street, house_number, zip, city) values (900, 1, true, 'Kai', '3', '20457', 'Hamburg');
    insert into date_location (date_id, contact_id) values (10, 900);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 30, 0), (1, 0, 50);
    insert into group_discount_step (event_id, min_seats, discount_percent) values (1, 3, 7.5);
    insert into voucher (code, name, kind, value, currency, is_active, is_combinable) values
      ('AMOUNT', 'a', 'amount', 13.37, 'EUR', true, true), ('SHARE', 's', 'percent', 12.5, 'EUR', true, true);
    update client set name = 'Akademie Nord' where id = 1;
    insert into letterhead (client_id, address_lines, phone, email, website) values
      (1, E'Werftweg 7\\n20459 Hamburg', '040 123456', 'post@akademie-nord.example', 'www.akademie-nord.example')`.execute(
    db,
  )
})
after(close)

const orderer = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const anna = { firstName: 'Anna', lastName: 'Köhler', email: 'anna@kontor.example' }
const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }

type Price = { cents: number; vat: number; included: boolean }

async function setPrice({ cents, vat, included }: Price) {
  const amount = (cents / 100).toFixed(2)
  await sql`
    delete from invoice_confirmation_booking; delete from invoice_confirmation; delete from booking; delete from voucher_use; delete from order_link; delete from order_acceptance; delete from booking_order;
    delete from date_price`.execute(db)
  await sql`insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included)
    values (10, 0, 'Normalpreis', ${included ? amount : null}::numeric, ${included ? null : amount}::numeric, 'EUR', ${vat}, ${included})`.execute(
    db,
  )
}

const book = (body: object) =>
  site.post('/bookings', { dateId: 10, orderer, invoiceTo, isConsumer: true, accepted: [], ...body }, { key })

async function sentMails(): Promise<Email[]> {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now()`.execute(db)
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  return Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}

const mailTo = (mails: readonly Email[], { email }: { email: string }) =>
  mails.filter(({ to }) => to?.some(({ address }) => address === email))

/** The confirmation of the order as a file of a mail. */
const confirmationIn = ({ attachments }: Email): string => {
  const file = attachments.find(({ filename }) => filename?.startsWith('Buchungsbestätigung'))
  return pdfText(Buffer.from(file!.content as ArrayBuffer))
}

const plain = (text: string): string => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

/** Net, tax and gross of a German text, as decimal texts. Without VAT, a word stands in place of its amount. */
function sumsIn(text: string, channel: string): string[] {
  const amount = '[:|\\s]+(-?[\\d.]+,\\d\\d) €'
  const tax = `(?:MwSt\\. [\\d,]+ %${amount}|Umsatzsteuer[:|\\s]+umsatzsteuerfrei)`
  const found = new RegExp(`Netto${amount}.*?${tax}.*?Gesamtpreis${amount}`, 's').exec(plain(text))
  assert.ok(found, `${channel} has no sums: ${text}`)
  return found.slice(1).map((one = '0,00') => one.replaceAll('.', '').replace(',', '.'))
}

const texts = (money: { amount: string } | null): string => money!.amount
const cents = (values: readonly number[]): string[] => values.map((value) => value.toFixed(2))

/** The sums of an order by channel. */
async function sumsByChannel(asked: object, seats: number): Promise<Record<string, string[]> | undefined> {
  const quote = (await site.post('/quotes', { dateId: 10, seats, ...asked }, { key })).json
  const { status, json, text } = await book({
    ...asked,
    seats: Array.from({ length: seats }, () => ({ later: true })),
  })
  // A voucher is not needed if there is nothing to pay.
  if (status === 400 && json.errors[0].pointer === '/voucher') return undefined
  assert.equal(status, 201, text)
  const [mail] = await sentMails()
  const bookings = (await office.call('GET', '/bookings')).json as { id: number; orderId: number }[]
  const [shown] = (await office.call('GET', `/orders/${bookings[0]!.orderId}/shown`)).json
  const bookingIds = bookings.map(({ id }) => id)
  const preview = await office.call('POST', '/invoice-confirmations/for-bookings/preview', { bookingIds })
  const invoiced = await office.call('POST', '/invoice-confirmations/for-bookings', { bookingIds })
  const [{ net, tax, gross }] = preview.json[0].totals
  const page = (await site.open(new URL(json.manageUrl).pathname)).text
  const rows = shown.sections.flatMap((section: { rows: { label: string; value: string }[] }) => section.rows)
  const [total] = shown.totals
  const [invoice] = invoiced.json[0].totals
  return {
    quote: [quote.net, quote.tax[0].amount, quote.gross].map(texts),
    lines: [quote.net, quote.tax[0].amount]
      .map(texts)
      .concat(
        cents([
          quote.lines.reduce(
            (sum: number, line: { amount: { amount: string } }) =>
              sum + Math.round(Number(line.amount.amount) * 100),
            0,
          ) / 100,
        ]),
      ),
    response: [json.order.net, json.order.tax[0].amount, json.gross].map(texts),
    page: sumsIn(page, 'the page'),
    mail: sumsIn(mail!.text!, 'the mail'),
    html: sumsIn(shownText(mail!.html!), 'the mail in HTML'),
    office: cents([total.net, total.tax, total.gross]),
    'office, in words': sumsIn(
      rows.map(({ label, value }: { label: string; value: string }) => `${label}: ${value}`).join('\n'),
      'the office',
    ),
    preview: cents([net, tax, gross]),
    invoice: cents([invoice.net, invoice.tax, invoice.gross]),
    ...(!withoutPoppler && { file: sumsIn(confirmationIn(mail!), 'the file') }),
  }
}

test('the sums of an order are the same on all channels, for all prices, rates, discounts and numbers of seats', async () => {
  const price = fc.record({
    cents: fc.integer({ min: 1, max: 200_000 }),
    vat: fc.constantFrom(0, 2.6, 7, 8.1, 19),
    included: fc.boolean(),
  })
  const seats = fc.integer({ min: 1, max: 12 })
  const voucher = fc.constantFrom(undefined, 'AMOUNT', 'SHARE')
  await fc.assert(
    fc.asyncProperty(price, seats, voucher, async (one, count, code) => {
      await setPrice(one)
      const sums = await sumsByChannel(code ? { voucher: code } : {}, count)
      if (!sums) return
      const { quote, ...others } = sums
      for (const [channel, own] of Object.entries(others)) assert.deepEqual(own, quote, channel)
    }),
    {
      numRuns: 20,
      examples: [
        [{ cents: 24_950, vat: 19, included: false }, 2, undefined],
        [{ cents: 129_050, vat: 19, included: false }, 10, undefined],
        [{ cents: 9_999, vat: 8.1, included: false }, 3, 'AMOUNT'],
      ],
    },
  )
})

test('an orderer of three seats who takes part gets one mail with the whole order and its file: all that § 312f BGB asks for', async () => {
  await sql`update website_pages set payment_text = 'per Rechnung, zahlbar in 14 Tagen'`.execute(db)
  await setPrice({ cents: 24_950, vat: 19, included: false })
  const admin = await site.kontor.signIn({ admin: true })
  const { json: stored } = await admin.call('POST', '/terms-documents', {
    title: 'AGB',
    body: '<p>1</p>',
    audience: 'everyone',
    mustBeAccepted: true,
    isActive: true,
  })
  await sql`update terms_version set created_at = '2026-11-24T12:00:00Z'`.execute(db)
  const accepted = [{ id: stored[0].id, version: 1 }]
  const { json, status, text } = await book({
    seats: [orderer, anna, { later: true }],
    accepted,
    voucher: 'SHARE',
  })
  assert.equal(status, 201, text)
  const mails = await sentMails()
  // The calendar entry of a further day has a mail of its own.
  const toOrderer = mailTo(mails, orderer).filter(({ text: body }) => body!.includes(json.code))
  assert.equal(toOrderer.length, 1)
  const [mail] = toOrderer
  const channels = {
    mail: plain(mail!.text!),
    html: shownText(mail!.html!),
    ...(!withoutPoppler && { file: plain(confirmationIn(mail!)) }),
    page: (await site.open(new URL(json.manageUrl).pathname)).text,
  }
  for (const [channel, shown] of Object.entries(channels))
    for (const part of [
      json.code,
      // The service, its days, times and place.
      'Projektmanagement kompakt',
      'Montag, 1. März 2027',
      '09:00–17:00 Uhr',
      'Haus am Hafen, Kai 3, 20457 Hamburg',
      // The seats with their persons, prices and discounts.
      'Ben Öztürk: gebucht',
      'Anna Köhler: gebucht',
      'Name folgt: gebucht',
      '199,60 € zzgl. 19 % MwSt.',
      'Gutschein SHARE',
      'Gruppenrabatt ab 3 Plätzen',
      // The price with VAT.
      '598,80 €',
      '113,77 €',
      '712,57 €',
      'per Rechnung, zahlbar in 14 Tagen',
      // The provider.
      'Akademie Nord',
      'Werftweg 7',
      '20459 Hamburg',
      '040 123456',
      'post@akademie-nord.example',
      // Terms, cancellation, withdrawal.
      'AGB, Fassung 1',
      'umbuchen und stornieren: bis 28. Februar 2027',
      '50 % des Preises',
      'innerhalb von 14 Tagen',
    ])
      assert.ok(shown.replaceAll(/\s+/g, ' ').includes(part), `${channel} lacks ${part}: ${shown}`)
  // The orderer takes part: the calendar entry is theirs; the price is not for the others.
  assert.ok(mail!.attachments.some(({ mimeType }) => mimeType === 'text/calendar'))
  const [other] = mailTo(mails, anna)
  assert.doesNotMatch(other!.text!, /€/)
  assert.deepEqual(
    [json.order.dates[0].places, json.order.provider.addressLines, json.order.accepted],
    [
      ['Haus am Hafen, Kai 3, 20457 Hamburg'],
      ['Werftweg 7', '20459 Hamburg'],
      [{ title: 'AGB', version: 1 }],
    ],
  )
  assert.deepEqual(
    json.order.seatPrices.map(({ amount }: { amount: string }) => amount),
    ['199.60', '199.60', '199.60'],
  )
  assert.deepEqual(json.order.dates[0].changes, [
    { what: ['name'], until: '2027-03-02' },
    { what: ['move', 'cancel'], until: '2027-02-28' },
  ])
})

test('a mail or a file to whom a stranger named has names of one line, and no other text of the stranger', async () => {
  await sql`update terms_document set is_active = false`.execute(db)
  await setPrice({ cents: 10_000, vat: 19, included: true })
  const spam = { firstName: 'Win at', lastName: 'https://spam.example', email: 'x@kontor.example' }
  const { status, text } = await book({
    seats: [spam],
    comment: 'Visit https://spam.example',
    invoiceTo: { ...invoiceTo, company: 'spam.example', reference: 'spam.example' },
  })
  assert.equal(status, 201, text)
  for (const mail of await sentMails()) {
    assert.doesNotMatch(`${mail.text}${mail.html}`, /spam/)
    if (!withoutPoppler && mailTo([mail], orderer).length > 0)
      assert.doesNotMatch(confirmationIn(mail), /spam/)
  }
})

test('an order in English is confirmed in English', async () => {
  await sql`update terms_document set is_active = false`.execute(db)
  const visitor = { firstName: 'Eve', lastName: 'Stone', email: 'eve@kontor.example' }
  const subjectFor = async (language: 'de' | 'en') => {
    const { status, text } = await book({ orderer: visitor, seats: [{ later: true }], language })
    assert.equal(status, 201, text)
    const [mail] = mailTo(await sentMails(), visitor)
    return mail!.subject!.split(':')[0]
  }
  assert.equal(await subjectFor('en'), 'Your booking')
  // Nor does it matter whether the contact is known.
  assert.equal(await subjectFor('en'), 'Your booking')
  assert.equal(await subjectFor('de'), 'Buchungsbestätigung')
})
