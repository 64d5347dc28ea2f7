// The bookings of modules show of a claimed contact what that of the series shows: what was entered.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { createSeatLink } from '../../bookings/orders/seat-link.ts'
import { asEntered, loadMessageSeats } from '../../messages/values.sql.ts'
import { inTransaction } from '../../platform/database/database.ts'

let site: Website
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Modul', true), (2, 'Reihe', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (20, 2, '2027-04-01', 20, 'open', true), (21, 1, '2027-04-02', 20, 'open', true);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

test('a known person who is booked for a series is told, shown and listed as entered at its modules, too, until the link proves it', async () => {
  const { db } = site.kontor
  const office = await site.kontor.signIn({ rights: ['100400', '100100', 'booking', 'catalogue', '090300'] })
  const company = await office.call('POST', '/companies', { name: 'Nordlicht GmbH' })
  assert.equal(company.status, 200, company.text)
  const known = await office.call('POST', '/contacts', {
    salutation: 'ms',
    title: 'Prof. Dr.',
    firstName: 'Annabella',
    lastName: 'Köhler',
    companyId: company.json[0].id,
    emails: [{ email: 'annabella@nordlicht.example', isDefault: true }, { email: 'koehler@kontor.example' }],
  })
  assert.equal(known.status, 200, known.text)
  const typed = { firstName: 'A.', lastName: 'Köhler', email: 'koehler@kontor.example' }
  const { status, text } = await site.post(
    '/bookings',
    {
      dateId: 20,
      seats: [typed],
      orderer: { firstName: 'Ben', lastName: 'Fremd', email: 'ben@fremd.example' },
      invoiceTo: { company: 'Fremd', street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
      isConsumer: false,
      accepted: [],
    },
    { key: await site.createKey({ isSecret: true }) },
  )
  assert.equal(status, 201, text)

  const toldAt = async (dateId: number) => {
    const [seat] = (await loadMessageSeats(db, { dateIds: [dateId] })).map(asEntered)
    const { salutation, title, firstName, lastName, email, company } = seat!.participant!
    return { salutation, title, firstName, lastName, email, company }
  }
  const told = { ...typed, salutation: '', title: '', company: 'Fremd' }
  assert.deepEqual(await toldAt(20), told)
  assert.deepEqual(await toldAt(21), told)

  const { rows } = await sql<{ id: number }>`select id from booking where date_id = 21`.execute(db)
  const path = await inTransaction(db, { userId: null, via: 'test' }, (tx) => createSeatLink(tx, rows[0]!.id))
  const page = await site.open(path)
  assert.match(page.text, /A\. Köhler: gebucht/)
  assert.doesNotMatch(page.text, /Annabella/)
  const links = await office.call('POST', `/companies/${company.json[0].id}/links`, { name: 'Frau Sommer' })
  const ofCompany = await site.open(links.json[0].link)
  assert.equal(ofCompany.text.match(/A\. Köhler: gebucht/g)!.length, 2)
  assert.doesNotMatch(ofCompany.text, /Annabella/)

  // Staff see both: the contact, and what was entered.
  const bookings = (await office.call('GET', '/bookings?sort=id&order=asc')).json
  assert.deepEqual(
    bookings.map(({ dateId, firstName, enteredAs }: Record<string, unknown>) => [
      dateId,
      firstName,
      enteredAs,
    ]),
    [20, 21].map((dateId) => [dateId, 'Annabella', 'A. Köhler, koehler@kontor.example']),
  )

  // A button of the page that a link in the mail opens proves the mailbox, for the series and its modules.
  await site.send(path, {})
  assert.equal((await toldAt(21)).firstName, 'Annabella')
  assert.equal((await toldAt(20)).firstName, 'Annabella')
})

test('a module that somebody else attends does not have the entries of the series', async () => {
  const { db } = site.kontor
  await sql`insert into contact (id, contact_type, first_name, last_name) values (900, 'person', 'Dora', 'Lenz');
    update booking set claims_contact = true where date_id = 20;
    update booking set contact_id = 900 where date_id = 21`.execute(db)
  const [seat] = (await loadMessageSeats(db, { dateIds: [21] })).map(asEntered)
  assert.equal(seat!.participant!.firstName, 'Dora')
})
