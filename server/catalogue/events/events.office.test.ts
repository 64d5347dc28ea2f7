// Events in the back office, and their records of GET /events.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['catalogue'], name: 'Petra Planer' })
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
  (await office.call('GET', `/changes?subject=event&subjectId=${id}&afterId=${after}`)).json as Any[]
const price = {
  title: 'Teilnahme',
  netPrice: 1000,
  grossPrice: 1190,
  vatRate: 19,
  currency: 'EUR',
}
const newEvent = (given: object = {}) => record('POST', '/events', { title: 'Moderation', ...given })

test('an event with all fields is created, published, and returned by GET /events', async () => {
  const catalog = await record('POST', '/catalogues', { name: 'Programm' })
  const category = await record('POST', '/catalogue-categories', {
    name: 'Führung',
    catalogueId: catalog.id,
  })
  const { json: uploaded } = await office.upload('/files/upload/Programm.pdf?accessRight=public', 'PDF')
  const given = {
    identifier: 'MOD-1',
    subtitle: 'Grundlagen',
    articleNo: 'A 1',
    descriptionLink: 'https://kontor.example/mod',
    metaData: 'Moderation, Seminar',
    teaser: '<p>Kurz <strong>und</strong> gut</p>',
    description: '<p>Lang</p>',
    requirements: '<p>keine</p>',
    objectives: '<ul><li>leiten</li></ul>',
    targetGroup: '<p>alle</p>',
    itinerary: '<p>9 Uhr</p>',
    service: '<p>Mittagessen</p>',
    numberOfDays: 2,
    prospectiveAllowed: true,
    publishCoopDataAllowed: true,
    categoryIds: [category.id],
    fileIds: [uploaded[0].id],
    prices: [price, { title: 'Mitglieder', grossPrice: 99.9, vatRate: 7.5, vatIncluded: true }],
    groupDiscounts: ['ab 3 Personen 10 %'],
    pdfs: [{ name: 'Flyer', key: 'k', link: 'https://kontor.example/f.pdf' }],
    conferencePackageItems: [
      {
        name: 'Tagung',
        salesPrice: 49.5,
        pricePerDay: 12.3,
        descriptionHtml: '<p onclick="x()">Raum</p>',
      },
    ],
    misc: [{ misc1: 'eins', misc10: 'zehn' }],
    metaTags: [
      {
        topicName: 'Führung',
        dropdownLists: [
          {
            lists: [
              { listId: '7', name: 'Sprache', options: [{ entryId: '1', value: 'de', name: 'Deutsch' }] },
            ],
          },
        ],
      },
    ],
    ebgData: [{ fields: [{ description: 'a', value: 'b', defaultDescription: 'c' }] }],
  }
  const created = await newEvent(given)
  assert.equal(created.isPublished, false)
  assert.equal(await publicEvent(created.id), undefined)
  const preview = await record('GET', `/events/${created.id}/website`)
  assert.equal(preview.isPublished, false)
  const published = await record('POST', `/events/${created.id}/publish`, {
    version: created.version,
    isPublished: true,
  })
  assert.equal(published.isPublished, true)

  const publicRecord = await publicEvent(created.id)
  for (const [field, value] of Object.entries({
    event_identifier: given.identifier,
    event_subtitle: given.subtitle,
    event_article_no: given.articleNo,
    event_desc_link: given.descriptionLink,
    meta_data: given.metaData,
    event_teaser: given.teaser,
    event_description: given.description,
    event_requirements: given.requirements,
    event_objectives: given.objectives,
    event_target_group: given.targetGroup,
    event_itinerary: given.itinerary,
    event_service: given.service,
    days: given.numberOfDays,
    prospective_allowed: given.prospectiveAllowed,
    publish_coop_data_allowed: given.publishCoopDataAllowed,
  }))
    assert.equal(publicRecord[field], value, field)
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
  assert.deepEqual(publicRecord.event_group_discounts, [{ discount_string: 'ab 3 Personen 10 %' }])
  assert.deepEqual(publicRecord.event_pdfs, [
    { pdf_name: 'Flyer', pdf_key: 'k', pdf_link: 'https://kontor.example/f.pdf' },
  ])
  assert.equal(publicRecord.conference_package[0].article_description_html, '<p>Raum</p>')
  assert.equal(publicRecord.conference_package[0].article_price_sale, 49.5)
  assert.equal(publicRecord.conference_package[0].price_per_day, '12.30')
  assert.equal(publicRecord.event_misc[0].misc10, 'zehn')
  assert.equal(publicRecord.meta_tags[0].meta_dropdown_list[0].dropdown_list_id[0].option[0].name, 'Deutsch')
  assert.deepEqual(publicRecord.ebg_data, [
    { deftpl_field: [{ deftpl_description: 'a', deftpl_value: 'b', deftpl_detfault_description: 'c' }] },
  ])

  const website = await record('GET', `/events/${created.id}/website`)
  assert.equal(website.isPublished, true)
  const requestUrl = new URL(`http://x${website.url}`)
  assert.deepEqual(website.events, (await kontor.call('GET', `/events${requestUrl.search}`)).json)
  assert.deepEqual(
    { ...preview.events[0] },
    website.events[0],
    'once published, the response is that of the preview',
  )
})

test('only changed columns and rows are written; the log has the user and both values of a changed price', async () => {
  const { id, version, prices } = await newEvent({ prices: [price, { ...price, title: 'Zwei' }] })
  const [one, two] = prices
  const next = await record('PATCH', `/events/${id}`, {
    version,
    title: 'Moderation',
    prices: [one, { ...two, netPrice: 900, grossPrice: 1071 }],
  })
  const log = await changes(id, version)
  assert.deepEqual(
    log.map((entry) => [entry.actor.name, entry.tableName, entry.rowId, entry.before, entry.after]),
    [
      [
        'Petra Planer',
        'event_price',
        two.id,
        { net_price: 1000, gross_price: 1190 },
        { net_price: 900, gross_price: 1071 },
      ],
    ],
  )
  // Only the order changes; then one row is removed and one is added.
  const swapped = await record('PATCH', `/events/${id}`, {
    version: next.version,
    prices: [...next.prices].reverse(),
  })
  assert.deepEqual(
    swapped.prices.map((row: Any) => row.id),
    [two.id, one.id],
  )
  assert.deepEqual(
    (await changes(id, next.version)).map(({ action, after }) => [action, Object.keys(after)]),
    [['update', ['position']]],
  )
  const last = await record('PATCH', `/events/${id}`, {
    version: swapped.version,
    prices: [{ title: 'Neu' }, swapped.prices[1]],
  })
  assert.deepEqual(
    last.prices.map((row: Any) => row.title),
    ['Neu', 'Teilnahme'],
  )
  assert.deepEqual((await changes(id, swapped.version)).map(({ action }) => action).sort(), [
    'delete',
    'insert',
  ])
  const same = await record('PATCH', `/events/${id}`, {
    version: last.version,
    prices: last.prices,
    misc: last.misc,
  })
  assert.equal(same.version, last.version)
})

test('edited HTML is sanitised; imported HTML that is not edited stays as it is', async () => {
  const imported = '<div style="color:red" onclick="x()">alt<br>neu</div>'
  const { id } = await db
    .insertInto('event')
    .values({ title: 'Import', description: imported, teaser: imported })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = await record('GET', `/events/${id}`)
  assert.equal(before.description, imported)
  const saved = await record('PATCH', `/events/${id}`, {
    version: before.version,
    description: imported,
    teaser:
      '<p>Ja <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">k</a> <a href="https://a.example" target="_blank">l</a></p><table><tr><td colspan="2">t</td></tr></table>',
    objectives: '<p></p>',
  })
  assert.equal(saved.description, imported)
  assert.equal(saved.objectives, '')
  assert.doesNotMatch(saved.teaser, /script|onerror|javascript/)
  assert.match(saved.teaser, /<td colspan="2">t<\/td>/)
  assert.match(saved.teaser, /rel="noopener noreferrer"/)
  assert.equal((await publicEvent(id)).event_teaser, saved.teaser)
})

test('of two users who edit the same event, the second gets 409, and the text of the first stays', async () => {
  const { id, version } = await newEvent()
  const other = await kontor.signIn({ rights: ['catalogue'] })
  const answers = await Promise.all([
    office.call('PATCH', `/events/${id}`, { version, title: 'Eins' }),
    other.call('PATCH', `/events/${id}`, { version, prices: [price] }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const rejected = answers.find(({ status }) => status === 409)!
  assert.equal(rejected.headers['x-kontor-conflict'], 'stale')
})

test('errors name their fields: wrong types, unknown references, rows of another event', async () => {
  const one = await newEvent({ prices: [price] })
  const two = await newEvent({ prices: [price] })
  const patch = (body: object) => office.call('PATCH', `/events/${one.id}`, { version: one.version, ...body })
  assert.deepEqual(
    errorFields(await patch({ title: 5, numberOfDays: -1, isPublished: true, nonsense: 1 })).sort(),
    ['isPublished', 'nonsense', 'numberOfDays', 'title'],
  )
  assert.deepEqual(errorFields(await patch({ categoryIds: [2147483647] })), ['categoryIds[0]'])
  assert.deepEqual(errorFields(await patch({ fileIds: [2147483647] })), ['fileIds[0]'])
  assert.deepEqual(errorFields(await patch({ prices: [{ id: two.prices[0].id }] })), ['prices[0]'])
  assert.deepEqual(errorFields(await patch({ prices: [{ netPrice: '1,5' }, { vatRate: 1.234 }] })), [
    'prices[0].netPrice',
    'prices[1].vatRate',
  ])
  assert.deepEqual(errorFields(await patch({ prices: [{ vatRate: 1.234 }] })), ['prices[0].vatRate'])
  assert.deepEqual(errorFields(await office.call('POST', '/events', { title: ' ' })), ['title'])
  assert.equal((await office.call('PATCH', '/events/2147483647', { version: 0 })).status, 404)
  assert.equal((await office.call('GET', '/events/2147483647/publication-check')).status, 404)
  assert.equal((await office.call('GET', `/events/${one.id}/website?dateId=2147483647`)).status, 404)
  assert.equal((await record('GET', `/events/${one.id}`)).version, one.version)
})

test('every user can read; writing needs the right 100100', async () => {
  const { id, version } = await newEvent()
  for (const path of ['/events', `/events/${id}`, `/events/${id}/publication-check`, `/events/${id}/website`])
    assert.equal((await reader.call('GET', path)).status, 200, path)
  for (const [method, path, body] of [
    ['POST', '/events', { title: 'x' }],
    ['PATCH', `/events/${id}`, { version }],
    ['DELETE', `/events/${id}`, undefined],
    ['POST', `/events/${id}/copy`, { title: 'x' }],
    ['POST', `/events/${id}/publish`, { version, isPublished: true }],
  ] as const)
    assert.equal((await reader.call(method, path, body)).status, 403, `${method} ${path}`)
})

test('lists: search; filters by category with subcategories, catalogue, publication and upcoming dates; order and pages', async () => {
  const catalog = await record('POST', '/catalogues', { name: 'Liste' })
  const top = await record('POST', '/catalogue-categories', {
    name: 'Oben',
    catalogueId: catalog.id,
  })
  const below = await record('POST', '/catalogue-categories', {
    name: 'Unten',
    parentId: top.id,
  })
  const a = await newEvent({ title: 'Zebra 100 %', identifier: 'LX-1', categoryIds: [below.id] })
  const b = await newEvent({ title: 'Affe', identifier: 'LX-2', categoryIds: [top.id] })
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
  assert.deepEqual(await ids(`categoryId=${top.id}`), [b.id, a.id])
  assert.deepEqual(await ids(`categoryId=${below.id}`), [a.id])
  assert.deepEqual(await ids(`catalogueId=${catalog.id}&sort=id`), [a.id, b.id])
  assert.deepEqual(await ids('q=lx&hasUpcomingDates=true'), [a.id])
  assert.deepEqual(await ids('q=lx&hasUpcomingDates=false'), [b.id])
  assert.deepEqual(await ids('q=lx&isPublished=true'), [])
  assert.deepEqual(await ids('q=lx&sort=nextStartDate'), [a.id, b.id])
  assert.deepEqual(await ids('q=lx&perPage=1&page=2'), [a.id])
  const { json } = await office.call('GET', `/events?ids=${a.id}`)
  assert.deepEqual(
    [json[0].dateCount, json[0].upcomingDateCount, json[0].nextStartDate],
    [2, 1, '2026-06-20'],
  )
  assert.equal((await office.call('GET', '/events?sort=nonsense')).status, 400)
})

test('a copy has all fields but no dates, is not published, and has its own log', async () => {
  const given = {
    prices: [price],
    pdfs: [{ name: 'Flyer' }],
    conferencePackageItems: [{ name: 'T' }],
    misc: [{ misc1: 'x' }],
    identifier: 'KOPIE',
  }
  const { id } = await newEvent(given)
  await db.insertInto('event_date').values({ event_id: id, start_date: '2026-07-01' }).execute()
  const copy = await record('POST', `/events/${id}/copy`, { title: 'Moderation (Kopie)' })
  assert.notEqual(copy.id, id)
  assert.deepEqual(
    [copy.title, copy.identifier, copy.isPublished, copy.dateCount],
    ['Moderation (Kopie)', '', false, 0],
  )
  assert.equal(copy.prices[0].grossPrice, 1190)
  assert.deepEqual(
    [copy.pdfs[0].name, copy.conferencePackageItems[0].name, copy.misc[0].misc1],
    ['Flyer', 'T', 'x'],
  )
  assert.ok((await changes(copy.id)).length >= 4)
  assert.equal((await office.call('POST', '/events/2147483647/copy', { title: 'x' })).status, 404)
})

test('an event is deleted only if it has no dates', async () => {
  const { id } = await newEvent({ prices: [price] })
  const date = await db
    .insertInto('event_date')
    .values({ event_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rejected = await office.call('DELETE', `/events/${id}`)
  assert.deepEqual(
    [rejected.status, rejected.json.code, rejected.json.params],
    [409, 'events.hasDates', { count: 1 }],
  )
  await db.deleteFrom('event_date').where('id', '=', date.id).execute()
  assert.equal((await office.call('DELETE', `/events/${id}`)).status, 200)
  assert.equal((await office.call('GET', `/events/${id}`)).status, 404)
})

test('the check before publishing reports findings, and errors prevent publishing', async () => {
  const found = async (id: number) =>
    (await office.call('GET', `/events/${id}/publication-check`)).json.map(
      (one: Any) => `${one.severity} ${one.code} ${one.field}`,
    )
  const { id, version } = await newEvent({
    prices: [{ netPrice: 100, grossPrice: 120, vatRate: 19 }],
  })
  assert.deepEqual(await found(id), [
    'warning publishing.noDescription description',
    'warning publishing.noCategory categoryIds',
    'error publishing.priceMismatch prices[0].grossPrice',
    'warning publishing.noDates dates',
  ])
  const rejected = await office.call('POST', `/events/${id}/publish`, { version, isPublished: true })
  assert.deepEqual(
    [rejected.status, rejected.json.code, rejected.json.params],
    [409, 'events.hasFindings', { count: 1 }],
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
  const { json } = await office.call('GET', `/events/${id}/publication-check`)
  assert.deepEqual(
    json
      .filter((one: Any) => one.dateId === date.id)
      .map((one: Any) => `${one.severity} ${one.code} ${one.dateTitle}`),
    [
      'warning publishing.cancelled Juli',
      'error publishing.displayOver Juli',
      'warning publishing.bookingClosed Juli',
      'warning publishing.noSeats Juli',
      'warning publishing.noTrainer Juli',
      'warning publishing.noLocation Juli',
    ],
  )
  await db.updateTable('event_date').set({ is_published: false }).where('id', '=', date.id).execute()
  assert.ok((await found(id)).includes('warning publishing.unpublishedDates dates'))

  // The date alone is checked with the event as it is.
  const firstOfDate = async () =>
    (await office.call('GET', `/dates/${date.id}/publication-check`)).json[0].code
  assert.equal(await firstOfDate(), 'publishing.eventUnpublished')
  await db.updateTable('event').set({ is_published: true }).where('id', '=', id).execute()
  assert.equal(await firstOfDate(), 'publishing.cancelled')
})

test('new and changed amounts are not negative, and VAT is at most 100 %', async () => {
  const rejected = async (method: string, path: string, body: object) => {
    const { status, json } = await office.call(method, path, body)
    return [status, ...(json.details ?? []).map(({ field }: { field: string }) => field)]
  }
  assert.deepEqual(
    await rejected('POST', '/events', {
      title: 'Rabatt',
      prices: [{ netPrice: -100, grossPrice: -119, vatRate: 119 }],
      conferencePackageItems: [{ salesPrice: -1 }],
    }),
    [
      400,
      'prices[0].netPrice',
      'prices[0].grossPrice',
      'prices[0].vatRate',
      'conferencePackageItems[0].salesPrice',
    ],
  )
  // A data set may have them.
  const { id } = await newEvent({ prices: [price, { title: 'Mitglieder', netPrice: 10, grossPrice: 11.9 }] })
  await db.updateTable('event_price').set({ net_price: -5 }).where('event_id', '=', id).execute()
  const { version, prices } = await record('GET', `/events/${id}`)
  const [one, two] = prices
  assert.deepEqual(
    await rejected('PATCH', `/events/${id}`, {
      version,
      prices: [
        { ...one, title: 'Rabatt' },
        { ...two, netPrice: -6 },
      ],
    }),
    [400, 'prices[1].netPrice'],
  )
  assert.deepEqual(
    await rejected('PATCH', `/events/${id}`, { version, prices: [{ ...one, title: 'Rabatt' }, two] }),
    [200],
  )
})

test('the website preview shows unpublished dates, and published ones as the website gets them', async () => {
  const { id, version } = await newEvent({ prices: [price] })
  await record('POST', `/events/${id}/publish`, { version, isPublished: true })
  const [one, two] = await db
    .insertInto('event_date')
    .values([
      { event_id: id, start_date: '2026-07-01', title: 'sichtbar' },
      { event_id: id, start_date: '2026-08-01', title: 'verborgen', is_published: false },
    ])
    .returning('id')
    .execute()
  const titles = async (query: string) => {
    const { isPublished, events } = await record('GET', `/events/${id}/website${query}`)
    return [isPublished, ...events[0].dates.map((date: Any) => date.date_title)]
  }
  assert.deepEqual(await titles(''), [true, 'sichtbar'])
  assert.deepEqual(await titles(`?dateId=${one!.id}`), [true, 'sichtbar'])
  assert.deepEqual(await titles(`?dateId=${two!.id}`), [false, 'verborgen'])
  const { version: now } = await record('GET', `/events/${id}`)
  await record('POST', `/events/${id}/publish`, { version: now, isPublished: false })
  assert.equal(await publicEvent(id), undefined)
  assert.deepEqual(await titles(''), [false, 'sichtbar'])
})
