// The checklist before the pages for visitors are opened, and the warning of the start page.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable;
    insert into event (id, title, is_published) values (1, 'R', true)`.execute(site.kontor.db)
})
after(() => site.kontor.close())

/** The items that are missing, for staff with the right. */
async function missing(): Promise<string[]> {
  const staff = await site.kontor.signIn({ rights: ['website'] })
  const { json } = await staff.call('GET', '/website-readiness')
  return json.flatMap(({ item, isDone }: { item: string; isDone: boolean }) => (isDone ? [] : [item]))
}

/** The warning that staff without any right see. */
async function warned(): Promise<string[]> {
  const staff = await site.kontor.signIn({ rights: [] })
  return (await staff.call('GET', '/start')).json[0].missingLegalItems
}

test('the checklist follows from the state; the start page warns all staff while the pages are on without legal texts', async () => {
  const all = [
    'imprint',
    'privacy',
    'terms',
    'withdrawal',
    'accessibility',
    'vatNote',
    'payment',
    'sender',
    'dates',
  ]
  assert.deepEqual(await missing(), all)
  // The pages are off.
  assert.deepEqual(await warned(), [])
  await sql`update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
  assert.deepEqual(await warned(), ['imprint', 'privacy', 'terms'])

  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2026-12-10', 3, 'open', true)`.execute(
    site.kontor.db,
  )
  // Consumers may withdraw from the booking of a date that is open.
  assert.deepEqual(await missing(), all.slice(0, -1))
  await sql`update event set withdrawal_exception_de = 'Freizeit'`.execute(site.kontor.db)
  assert.ok(!(await missing()).includes('withdrawal'))

  const staff = await site.kontor.signIn({ rights: ['website'] })
  const { json: pages } = await staff.call('GET', '/website-pages')
  const changed = await staff.call('PATCH', '/website-pages', {
    version: pages[0].version,
    vatNote: 'Alle Preise enthalten die Umsatzsteuer.',
    paymentText: 'Per Rechnung.',
  })
  assert.equal(changed.status, 200)
  for (const [kind, url] of [
    ['imprint', 'https://example.org/impressum'],
    ['privacy', 'https://example.org/datenschutz'],
    ['accessibility', 'https://example.org/barrierefreiheit'],
  ])
    assert.equal((await staff.call('POST', '/legal-pages', { kind, url })).status, 200)
  await sql`insert into terms_document (id, title, body, audience, must_be_accepted, is_active, position) values
    (1, 'AGB', '<p>Recht.</p>', 'everyone', true, true, 1)`.execute(site.kontor.db)
  assert.deepEqual([await missing(), await warned()], [['sender'], []])
})

test('the pages link the accessibility statement, and the form has the notes on VAT and payment', async () => {
  const { body } = await site.open('/dates')
  assert.match(body, /<a href="https:\/\/example\.org\/barrierefreiheit">Barrierefreiheit<\/a>/)
  assert.match((await site.open('/booking')).body, /href="https:\/\/example\.org\/barrierefreiheit"/)
  const form = await site.open('/book/10')
  assert.match(form.text, /Alle Preise enthalten die Umsatzsteuer\./)
  assert.match(form.text, /Zahlung: Per Rechnung\./)
})
