// Events in the back office: written there, read back from GET /events.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['100100'], name: 'Petra Planer' })
const reader = await kontor.signIn({ rights: [] })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const record = async (method: string, path: string, body?: unknown): Promise<Any> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 200, text)
  return json[0]
}
const errorFields = ({ json }: Any) => json.details.map((one: Any) => one.field)
const publicEvent = async (
  eventId: number,
  query = 'prices=1&eventMetaData=1&eventMetaTags=1&ebgData=1&eventDateFiles=all',
) => (await kontor.call('GET', `/events?eventId=${eventId}&${query}`)).json[0]
const changes = async (id: number, after = 0) =>
  (await office.call('GET', `/changes?subject=event&subjectId=${id}&after=${after}`)).json as Any[]
const price = {
  price_title: 'Teilnahme',
  price_value_net: '1000.00',
  price_value_gross: '1190.00',
  price_vat: 19,
  price_currency: 'EUR',
}
const newEvent = (given: object = {}) => record('POST', '/events', { event_title: 'Moderation', ...given })

test('an event with everything is made, published, and comes back from GET /events', async () => {
  const catalog = await record('POST', '/catalogs', { name: 'Programm' })
  const category = await record('POST', '/catalog-categories', {
    eventcatname_name: 'Führung',
    catalog_id: catalog.id,
  })
  const { json: uploaded } = await office.upload('/files/upload/Programm.pdf?access_right=public', 'PDF')
  const given = {
    event_identifier: 'MOD-1',
    event_subtitle: 'Grundlagen',
    event_article_no: 'A 1',
    event_desc_link: 'https://kontor.example/mod',
    meta_data: 'Moderation, Seminar',
    event_teaser: '<p>Kurz <strong>und</strong> gut</p>',
    event_description: '<p>Lang</p>',
    event_requirements: '<p>keine</p>',
    event_objectives: '<ul><li>leiten</li></ul>',
    event_target_group: '<p>alle</p>',
    event_itinerary: '<p>9 Uhr</p>',
    event_service: '<p>Mittagessen</p>',
    days: 2,
    prospective_allowed: true,
    publish_coop_data_allowed: true,
    category_ids: [category.id],
    file_ids: [uploaded[0].id],
    event_prices: [
      price,
      { price_title: 'Mitglieder', price_value_gross: '99.90', price_vat: 7.5, price_vat_included: true },
    ],
    event_group_discounts: [{ discount_string: 'ab 3 Personen 10 %' }],
    event_pdfs: [{ pdf_name: 'Flyer', pdf_key: 'k', pdf_link: 'https://kontor.example/f.pdf' }],
    conference_package: [
      {
        article_name: 'Tagung',
        article_price_sale: 49.5,
        price_per_day: '12.30',
        article_description_html: '<p onclick="x()">Raum</p>',
      },
    ],
    event_misc: [{ misc1: 'eins', misc10: 'zehn' }],
    meta_tags: [
      {
        meta_topic_name: 'Führung',
        meta_dropdown_list: [
          {
            dropdown_list_id: [
              { list_id: '7', name: 'Sprache', option: [{ entry_id: '1', value: 'de', name: 'Deutsch' }] },
            ],
          },
        ],
      },
    ],
    ebg_data: [
      { deftpl_field: [{ deftpl_description: 'a', deftpl_value: 'b', deftpl_detfault_description: 'c' }] },
    ],
  }
  const created = await newEvent(given)
  assert.equal(created.is_published, false)
  assert.equal(await publicEvent(created.id), undefined)
  const preview = await record('GET', `/events/${created.id}/website`)
  assert.equal(preview.is_sent, false)
  const published = await record('POST', `/events/${created.id}/publish`, {
    version: created.version,
    is_published: true,
  })
  assert.equal(published.is_published, true)

  const publicRecord = await publicEvent(created.id)
  for (const field of Object.keys(given).filter((name) => typeof (given as Any)[name] !== 'object'))
    assert.equal(publicRecord[field], (given as Any)[field], field)
  assert.deepEqual(
    publicRecord.event_catalog_categories.map((one: Any) => one.eventcat_id),
    [category.id],
  )
  assert.deepEqual(
    publicRecord.event_files.flat().map((one: Any) => [one.name, one.access_right, one.path]),
    [['Programm.pdf', 'public', `catalogue/${uploaded[0].id}/Programm.pdf`]],
  )
  assert.deepEqual(
    publicRecord.event_prices.map((one: Any) => [
      one.price_title,
      one.price_value_net,
      one.price_value_gross,
      one.price_vat,
      one.price_vat_included,
    ]),
    [
      ['Teilnahme', '1000.00', '1190.00', 19, false],
      ['Mitglieder', '', '99.90', 7.5, true],
    ],
  )
  assert.deepEqual(publicRecord.event_group_discounts, given.event_group_discounts)
  assert.deepEqual(publicRecord.event_pdfs, given.event_pdfs)
  assert.equal(publicRecord.conference_package[0].article_description_html, '<p>Raum</p>')
  assert.equal(publicRecord.conference_package[0].article_price_sale, 49.5)
  assert.equal(publicRecord.conference_package[0].price_per_day, '12.30')
  assert.equal(publicRecord.event_misc[0].misc10, 'zehn')
  assert.equal(publicRecord.meta_tags[0].meta_dropdown_list[0].dropdown_list_id[0].option[0].name, 'Deutsch')
  assert.deepEqual(publicRecord.ebg_data, given.ebg_data)

  const website = await record('GET', `/events/${created.id}/website`)
  assert.equal(website.is_sent, true)
  const requestUrl = new URL(`http://x${website.address}`)
  assert.deepEqual(website.events, (await kontor.call('GET', `/events${requestUrl.search}`)).json)
  assert.deepEqual({ ...preview.events[0] }, website.events[0], 'the preview is what is sent then')
})

test('only what changed is written, and the log says who changed which price from what to what', async () => {
  const {
    id,
    version,
    event_prices: prices,
  } = await newEvent({ event_prices: [price, { ...price, price_title: 'Zwei' }] })
  const [one, two] = prices
  const next = await record('PATCH', `/events/${id}`, {
    version,
    event_title: 'Moderation',
    event_prices: [one, { ...two, price_value_net: '900.00', price_value_gross: '1071.00' }],
  })
  const log = await changes(id, version)
  assert.deepEqual(
    log.map((entry) => [entry.actor.name, entry.relation, entry.recordId, entry.before, entry.after]),
    [
      [
        'Petra Planer',
        'event_price',
        two.price_id,
        { net_price: 1000, gross_price: 1190 },
        { net_price: 900, gross_price: 1071 },
      ],
    ],
  )
  // The order alone: one row moves. One goes, one comes.
  const swapped = await record('PATCH', `/events/${id}`, {
    version: next.version,
    event_prices: [...next.event_prices].reverse(),
  })
  assert.deepEqual(
    swapped.event_prices.map((row: Any) => row.price_id),
    [two.price_id, one.price_id],
  )
  assert.deepEqual(
    (await changes(id, next.version)).map(({ action, after }) => [action, Object.keys(after)]),
    [['update', ['position']]],
  )
  const last = await record('PATCH', `/events/${id}`, {
    version: swapped.version,
    event_prices: [{ price_title: 'Neu' }, swapped.event_prices[1]],
  })
  assert.deepEqual(
    last.event_prices.map((row: Any) => row.price_title),
    ['Neu', 'Teilnahme'],
  )
  assert.deepEqual((await changes(id, swapped.version)).map(({ action }) => action).sort(), [
    'delete',
    'insert',
  ])
  const same = await record('PATCH', `/events/${id}`, {
    version: last.version,
    event_prices: last.event_prices,
    event_misc: last.event_misc,
  })
  assert.equal(same.version, last.version)
})

test('HTML is sanitised where it is edited, and what was imported stays as it is', async () => {
  const imported = '<div style="color:red" onclick="x()">alt<br>neu</div>'
  const { id } = await db
    .insertInto('event')
    .values({ title: 'Import', description: imported, teaser: imported })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = await record('GET', `/events/${id}`)
  assert.equal(before.event_description, imported)
  const saved = await record('PATCH', `/events/${id}`, {
    version: before.version,
    event_description: imported,
    event_teaser:
      '<p>Ja <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">k</a> <a href="https://a.example" target="_blank">l</a></p><table><tr><td colspan="2">t</td></tr></table>',
    event_objectives: '<p></p>',
  })
  assert.equal(saved.event_description, imported)
  assert.equal(saved.event_objectives, '')
  assert.doesNotMatch(saved.event_teaser, /script|onerror|javascript/)
  assert.match(saved.event_teaser, /<td colspan="2">t<\/td>/)
  assert.match(saved.event_teaser, /rel="noopener noreferrer"/)
  assert.equal((await publicEvent(id)).event_teaser, saved.event_teaser)
})

test('two people edit the same event: the second is told, and the first one’s text stands', async () => {
  const { id, version } = await newEvent()
  const other = await kontor.signIn({ rights: ['100100'] })
  const answers = await Promise.all([
    office.call('PATCH', `/events/${id}`, { version, event_title: 'Eins' }),
    other.call('PATCH', `/events/${id}`, { version, event_prices: [price] }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const rejected = answers.find(({ status }) => status === 409)!
  assert.equal(rejected.headers['x-kontor-conflict'], 'stale')
})

test('faults name their fields: wrong types, what does not exist, rows of another event', async () => {
  const one = await newEvent({ event_prices: [price] })
  const two = await newEvent({ event_prices: [price] })
  const patch = (body: object) => office.call('PATCH', `/events/${one.id}`, { version: one.version, ...body })
  assert.deepEqual(
    errorFields(await patch({ event_title: 5, days: -1, is_published: true, nonsense: 1 })).sort(),
    ['days', 'event_title', 'is_published', 'nonsense'],
  )
  assert.deepEqual(errorFields(await patch({ category_ids: [2147483647] })), ['category_ids[0]'])
  assert.deepEqual(errorFields(await patch({ file_ids: [2147483647] })), ['file_ids[0]'])
  assert.deepEqual(errorFields(await patch({ event_prices: [{ price_id: two.event_prices[0].price_id }] })), [
    'event_prices[0]',
  ])
  assert.deepEqual(
    errorFields(await patch({ event_prices: [{ price_value_net: '1,5' }, { price_vat: 1.234 }] })),
    ['event_prices[0].price_value_net'],
  )
  assert.deepEqual(errorFields(await patch({ event_prices: [{ price_vat: 1.234 }] })), [
    'event_prices[0].price_vat',
  ])
  assert.deepEqual(errorFields(await office.call('POST', '/events', { event_title: ' ' })), ['event_title'])
  assert.equal((await office.call('PATCH', '/events/2147483647', { version: 0 })).status, 404)
  assert.equal((await office.call('GET', '/events/2147483647/check')).status, 404)
  assert.equal((await office.call('GET', `/events/${one.id}/website?dateId=2147483647`)).status, 404)
  assert.equal((await record('GET', `/events/${one.id}`)).version, one.version)
})

test('everybody signed in reads; writing needs 100100', async () => {
  const { id, version } = await newEvent()
  for (const path of ['/events', `/events/${id}`, `/events/${id}/check`, `/events/${id}/website`])
    assert.equal((await reader.call('GET', path)).status, 200, path)
  for (const [method, path, body] of [
    ['POST', '/events', { event_title: 'x' }],
    ['PATCH', `/events/${id}`, { version }],
    ['DELETE', `/events/${id}`, undefined],
    ['POST', `/events/${id}/copy`, { event_title: 'x' }],
    ['POST', `/events/${id}/publish`, { version, is_published: true }],
  ] as const)
    assert.equal((await reader.call(method, path, body)).status, 403, `${method} ${path}`)
})

test('lists: search, category with those below it, catalogue, published, dates ahead; order and pages', async () => {
  const catalog = await record('POST', '/catalogs', { name: 'Liste' })
  const top = await record('POST', '/catalog-categories', {
    eventcatname_name: 'Oben',
    catalog_id: catalog.id,
  })
  const below = await record('POST', '/catalog-categories', {
    eventcatname_name: 'Unten',
    eventcat_parent: top.id,
  })
  const a = await newEvent({ event_title: 'Zebra 100 %', event_identifier: 'LX-1', category_ids: [below.id] })
  const b = await newEvent({ event_title: 'Affe', event_identifier: 'LX-2', category_ids: [top.id] })
  await db
    .insertInto('event_date')
    .values([
      { event_id: a.id, start_date: '2026-06-20', end_date: '2026-06-21' },
      { event_id: a.id, start_date: '2026-06-10', end_date: '2026-06-12' },
      { event_id: b.id, start_date: '2026-06-01', end_date: '2026-06-01' },
    ])
    .execute()
  const ids = async (query: string) =>
    (await office.call('GET', `/events?${query}`)).json.map((one: Any) => one.id)
  assert.deepEqual(await ids('q=lx'), [b.id, a.id])
  assert.deepEqual(await ids('q=lx&order=desc'), [a.id, b.id])
  assert.deepEqual(await ids('q=zeb+100'), [a.id])
  assert.deepEqual(await ids('q=lx+%25'), [a.id])
  assert.deepEqual(await ids('q=z_b'), [])
  assert.deepEqual(await ids(`category_id=${top.id}`), [b.id, a.id])
  assert.deepEqual(await ids(`category_id=${below.id}`), [a.id])
  assert.deepEqual(await ids(`catalog_id=${catalog.id}&sort=id`), [a.id, b.id])
  assert.deepEqual(await ids('q=lx&ahead=true'), [a.id])
  assert.deepEqual(await ids('q=lx&ahead=false'), [b.id])
  assert.deepEqual(await ids('q=lx&is_published=true'), [])
  assert.deepEqual(await ids('q=lx&sort=next_start'), [a.id, b.id])
  assert.deepEqual(await ids('q=lx&perPage=1&page=2'), [a.id])
  const { json } = await office.call('GET', `/events?ids=${a.id}`)
  assert.deepEqual([json[0].date_count, json[0].dates_ahead, json[0].next_start], [2, 1, '2026-06-20'])
  assert.equal((await office.call('GET', '/events?sort=nonsense')).status, 400)
})

test('a copy has everything but dates, is not published, and has a log of its own', async () => {
  const given = {
    event_prices: [price],
    event_pdfs: [{ pdf_name: 'Flyer' }],
    conference_package: [{ article_name: 'T' }],
    event_misc: [{ misc1: 'x' }],
    event_identifier: 'KOPIE',
  }
  const { id } = await newEvent(given)
  await db.insertInto('event_date').values({ event_id: id, start_date: '2026-07-01' }).execute()
  const copy = await record('POST', `/events/${id}/copy`, { event_title: 'Moderation (Kopie)' })
  assert.notEqual(copy.id, id)
  assert.deepEqual(
    [copy.event_title, copy.event_identifier, copy.is_published, copy.date_count],
    ['Moderation (Kopie)', '', false, 0],
  )
  assert.equal(copy.event_prices[0].price_value_gross, '1190.00')
  assert.deepEqual(
    [copy.event_pdfs[0].pdf_name, copy.conference_package[0].article_name, copy.event_misc[0].misc1],
    ['Flyer', 'T', 'x'],
  )
  assert.ok((await changes(copy.id)).length >= 4)
  assert.equal((await office.call('POST', '/events/2147483647/copy', { event_title: 'x' })).status, 404)
})

test('an event is deleted where nothing needs it', async () => {
  const { id } = await newEvent({ event_prices: [price] })
  const date = await db
    .insertInto('event_date')
    .values({ event_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rejected = await office.call('DELETE', `/events/${id}`)
  assert.deepEqual(
    [rejected.status, rejected.json.message],
    [409, 'The event has dates (1). Delete them first, or unpublish the event.'],
  )
  await db.deleteFrom('event_date').where('id', '=', date.id).execute()
  assert.equal((await office.call('DELETE', `/events/${id}`)).status, 200)
  assert.equal((await office.call('GET', `/events/${id}`)).status, 404)
})

test('the check: what is found, and errors keep the event from being published', async () => {
  const found = async (id: number) =>
    (await office.call('GET', `/events/${id}/check`)).json.map(
      (one: Any) => `${one.severity} ${one.code} ${one.field}`,
    )
  const { id, version } = await newEvent({
    event_prices: [{ price_value_net: '100.00', price_value_gross: '120.00', price_vat: 19 }],
  })
  assert.deepEqual(await found(id), [
    'warning no_description event_description',
    'warning no_category category_ids',
    'error price_mismatch event_prices[0].price_value_gross',
    'warning no_dates dates',
  ])
  const rejected = await office.call('POST', `/events/${id}/publish`, { version, is_published: true })
  assert.deepEqual(
    [rejected.status, rejected.json.message],
    [409, 'The check before publishing found errors (1).'],
  )
  const date = await db
    .insertInto('event_date')
    .values({
      event_id: id,
      title: 'Juli',
      start_date: '2026-07-01',
      end_date: '2026-07-02',
      status: 'cancelled',
      format: 'onsite',
      display_end_date: '2026-06-14',
      booking_end_date: '2026-06-14',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { json } = await office.call('GET', `/events/${id}/check`)
  assert.deepEqual(
    json
      .filter((one: Any) => one.dateId === date.id)
      .map((one: Any) => `${one.severity} ${one.code} ${one.date}`),
    [
      'warning status_cancelled Juli',
      'error display_over Juli',
      'warning booking_closed Juli',
      'warning no_places Juli',
      'warning no_trainer Juli',
      'warning no_location Juli',
    ],
  )
  await db.updateTable('event_date').set({ is_published: false }).where('id', '=', date.id).execute()
  assert.ok((await found(id)).includes('warning dates_unpublished dates'))
})

test('a date that is not published is previewed, a published one is as the website has it', async () => {
  const { id, version } = await newEvent({ event_prices: [price] })
  await record('POST', `/events/${id}/publish`, { version, is_published: true })
  const [one, two] = await db
    .insertInto('event_date')
    .values([
      { event_id: id, start_date: '2026-07-01', title: 'sichtbar' },
      { event_id: id, start_date: '2026-08-01', title: 'verborgen', is_published: false },
    ])
    .returning('id')
    .execute()
  const titles = async (query: string) => {
    const { is_sent, events } = await record('GET', `/events/${id}/website${query}`)
    return [is_sent, ...events[0].dates.map((date: Any) => date.date_title)]
  }
  assert.deepEqual(await titles(''), [true, 'sichtbar'])
  assert.deepEqual(await titles(`?dateId=${one!.id}`), [true, 'sichtbar'])
  assert.deepEqual(await titles(`?dateId=${two!.id}`), [false, 'verborgen'])
  const { version: now } = await record('GET', `/events/${id}`)
  await record('POST', `/events/${id}/publish`, { version: now, is_published: false })
  assert.equal(await publicEvent(id), undefined)
  assert.deepEqual(await titles(''), [false, 'sichtbar'])
})
