import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../platform/test-instance.ts'
import { faultsOf } from '../platform/validation.ts'
import { loadEvents } from './catalogue.read.ts'
import { Event } from './event.schema.ts'

const misc = (first: string) => ({
  misc1: first,
  misc2: '',
  misc3: '',
  misc4: '',
  misc5: '',
  misc6: '',
  misc7: '',
  misc8: '',
  misc9: '',
  misc10: 'ten',
})
const list = [
  { dropdown_list_id: [{ list_id: '4', name: 'Level', option: [{ entry_id: '9', value: 'a', name: 'A' }] }] },
]
const tag = {
  meta_language_training: 'de',
  meta_event_type_name: 'Seminar',
  meta_target_group_name: '',
  meta_topic_name: 'Law',
  meta_competence_level_name: '',
  meta_occupation_name: '',
  meta_dropdown_list: list,
}
const ebg = (value: string) => [
  { deftpl_field: [{ deftpl_description: 'd', deftpl_value: value, deftpl_detfault_description: 'x' }] },
]
const json = (value: unknown) => `'${JSON.stringify(value)}'`

const data = `
insert into catalog values (1, 'One'), (2, 'Two');
insert into catalog_category (id, catalog_id, parent_id, lang_id, name, description, footer_description, color, font_icon, diskitem_file, diskitem_id, is_protected) values
  (5, 1, null, 'de', 'Law', 'd', 'f', '#fff', 'i', 'p.png', 12, true), (6, null, 5, '', '', '', '', '', '', '', 0, false);
insert into event (id, identifier, title, subtitle, article_no, desc_link, teaser, description, requirements, objectives, target_group, itinerary, service, meta_data,
    days, prospective_allowed, publish_coop_data_allowed, group_discounts, misc, meta_tags, ebg_data) values
  (1, 'i', 't', 's', 'a', 'l', 'te', 'de', 're', 'ob', 'tg', 'it', 'se', 'me', 3, true, true, '{"10 %, from 3","5 %"}', ${json([misc('e')])}, ${json([tag])}, ${json(ebg('event'))}),
  (2, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, false, false, '{}', '[]', '[]', '[]');
insert into event_in_category values (1, 6), (1, 5);
insert into event_price (event_id, position, title, description, gross, net, currency, vat, vat_included) values
  (1, 2, 'second', '', null, null, '', 0, false), (1, 1, 'first', 'd', 1190, 1000.1, 'EUR', 7.5, true);
insert into disk_item values (3, 'public', 'P', 'pd', '/p'), (1, 'internal', 'I', '', '/i'), (4, 'public', 'Q', '', '/q'), (2, 'participants', 'T', '', '/t'), (7, null, 'N', '', '/n');
insert into event_file values (1, 3), (1, 1), (1, 4), (1, 7);
insert into client (id, name) values (9, 'Nine');
insert into event_date (id, event_id, client_id, identifier, title, subtitle, number_of_days, participants_min, participants_max, places_elsewhere, is_active, is_bookable, waiting_list,
    cooperation_partner, article_no, status, format, lesson_units, start_date, start_time, end_date, end_time, booking_start_date, booking_end_date, display_start, display_end,
    website_booking_link, misc, meta_data, ebg_data) values
  (10, 1, 9, 'di', 'dt', 'ds', 2, 3, 12, 5, true, true, true, 'cp', 'an', 'confirmed', 'hybrid', '16', '2026-09-01', '09:00', '2026-09-02', '17:00', '2026-01-01', '2026-08-31',
    '2026-02-01', '2026-08-30', 'https://b', ${json([misc('d')])}, ${json([{ meta_title: 'mt', meta_dropdown_list: list }])}, ${json(ebg('date'))}),
  (20, 1, null, '', '', '', 0, 0, 0, 0, false, false, false, '', '', null, null, '', null, '', null, '', null, null, null, null, '', '[]', '[]', '[]');
insert into event_date_catalog values (10, 2), (10, 1);
insert into date_file values (10, 2), (10, 4);
insert into catalogue_pdf (event_id, date_id, position, name, key, link) values (1, null, 1, 'b', 'k', 'l'), (1, null, 0, 'a', '', ''), (null, 10, 0, 'c', '', '');
insert into conference_package_item (event_id, date_id, position, resource_type, resource_id, name, description, comment, description_html, price_buy, price_sale, price_sale_intern, currency, tax_included, tax_amount, price_per_day, overwritten_sales_price) values
  (1, null, 0, 'ART', '77', 'Lunch', 'd', 'c', '<p>', 0.1, 0.2, 0.3, 'EUR', true, 19, 1234567890.12, 9.99),
  (null, 10, 0, '', '', '', '', '', '', null, null, null, '', false, null, null, null);
insert into date_partner values (10, 0, 'st', 'hn', 'z', 'c', 'co', 'dep', 'e@x', 'w', 'p');
insert into date_responsible values (10, 1, 'mr', 'B', '', '', '', ''), (10, 0, 'ms', 'A', 'F', 'e@x', 'p', 'i');
insert into date_hours values (10, 0, '2026-09-01', '09:00', '12:00', 'am'), (10, 1, null, '', '', '');
insert into contact (id, contact_type, last_name) values (300, 'location', 'Hall'), (200, 'location', 'Bare');
insert into address (contact_id, address_type, is_default, street, house_number, zip, city) values (300, 1, true, 'Street', '5a', '10115', 'Berlin'), (300, 2, false, 'No', '', '', '');
insert into phone (contact_id, type, country_code, area_code, number, is_default) values (300, 'phone', '+49', '', '123', true), (300, 'fax', '+49', '30', '9', true), (300, 'phone', '', '', '4', false);
insert into location values (300, 'https://hall', 'floor 2'), (200, '', '');
insert into date_location values (10, 300), (10, 200);
insert into date_price (id, date_id, position, title, description, gross, net, currency, vat, vat_included, valid_from, valid_to) values
  (2, 10, 0, 'early', 'd', 99.9, 83.95, 'EUR', 19, false, '2026-01-01', '2026-03-01'), (1, 10, 1, 'late', '', null, null, '', 0, true, null, null);
insert into hotel_quota (id, date_id, data_identifier, name, status, file_url, resource_id, resource_name, room_name, room_beds, room_price, room_currency, room_tax_included, room_tax_amount,
    breakfast_price, breakfast_currency, breakfast_tax_included, breakfast_tax_amount, breakfast_is_mandatory) values
  (8, 10, 'x', 'Inn', 'option', 'u', '5', 'Inn Ltd', 'single', '1', 79.5, 'EUR', true, '7', 12, 'EUR', false, '19', true), (7, 10, '', '', null, '', '', '', '', '', null, '', false, '', null, '', false, '', false);
insert into trainer (id, identifier, salutation, first_name, last_name, title, company, description_html, image_url) values (1, 'T1', 'ms', 'Anna', 'Berg', 'Dr.', 'Co', '<p>', 'img'), (2, 'T2', '', '', 'Cole', '', '', '', '');
insert into date_trainer values (10, 0, 2, false, true), (10, 1, 1, true, true), (20, 0, 1, true, false);
`

const flags = {
  mainDateTrainer: true,
  allDateTrainers: true,
  nextDatesTrainers: 12,
  eventDateFiles: 'all',
  eventMetaData: true,
  dateMetaData: true,
  prices: true,
  ebgData: true,
  eventMetaTags: true,
  hotelQuota: true,
}

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
  await sql.raw(data).execute(kontor.db)
})
after(() => kontor.close())

async function ask(body: Record<string, unknown>) {
  const answer = await kontor.call('GET', '/events', { body })
  assert.equal(answer.status, 200, answer.text)
  for (const event of answer.json) assert.deepEqual(faultsOf(Event, event), [])
  const [event] = answer.json
  return { event, date: event.dates[0], bare: event.dates[1], text: answer.text }
}

const none = (object: object, ...names: string[]) =>
  assert.deepEqual(
    names.filter((name) => !Array.isArray(object[name as never]) || (object[name as never] as []).length > 0),
    [],
  )

test('1.1, 11.3 without flags the flagged parts are present and empty, everything else is there', async () => {
  const { event, date, text } = await ask({ eventId: 1 })
  assert.equal(event.meta_data, '')
  none(event, 'event_prices', 'event_group_discounts', 'meta_tags', 'ebg_data', 'event_files')
  none(
    date,
    'main_trainer',
    'all_trainers',
    'date_prices',
    'date_meta_data',
    'ebg_data',
    'hotel_quota',
    'date_files',
  )
  assert.ok(!text.includes('null'))
  assert.deepEqual(Object.keys(event), Object.keys(Event.properties))
  assert.deepEqual(Object.keys(date), Object.keys(Event.properties.dates.items.properties))
  const {
    meta_data,
    event_prices,
    event_group_discounts,
    meta_tags,
    ebg_data,
    event_files,
    dates,
    ...always
  } = event
  assert.deepEqual(always, {
    event_id: 1,
    event_identifier: 'i',
    event_title: 't',
    event_subtitle: 's',
    event_article_no: 'a',
    event_desc_link: 'l',
    event_teaser: 'te',
    event_description: 'de',
    event_requirements: 're',
    event_objectives: 'ob',
    event_target_group: 'tg',
    event_itinerary: 'it',
    event_service: 'se',
    days: 3,
    prospective_allowed: true,
    publish_coop_data_allowed: true,
    event_catalog_categories: [
      {
        eventcat_id: 5,
        lang_id: 'de',
        eventcatname_name: 'Law',
        eventcat_desc: 'd',
        eventcat_footerdesc: 'f',
        eventcat_color: '#fff',
        font_icon: 'i',
        diskitem_file: 'p.png',
        diskitem_id: 12,
        catalog_id: 1,
        eventcat_parent: 0,
        catalog_protected: true,
      },
      {
        eventcat_id: 6,
        lang_id: '',
        eventcatname_name: '',
        eventcat_desc: '',
        eventcat_footerdesc: '',
        eventcat_color: '',
        font_icon: '',
        diskitem_file: '',
        diskitem_id: 0,
        catalog_id: 0,
        eventcat_parent: 5,
        catalog_protected: false,
      },
    ],
    event_misc: [misc('e')],
    event_pdfs: [
      { pdf_name: 'a', pdf_key: '', pdf_link: '' },
      { pdf_name: 'b', pdf_key: 'k', pdf_link: 'l' },
    ],
    conference_package: [
      {
        resource_type: 'ART',
        resource_id: '77',
        article_name: 'Lunch',
        article_description: 'd',
        article_comment: 'c',
        article_description_html: '<p>',
        article_currency: 'EUR',
        price_per_day: '1234567890.12',
        article_price_buy: 0.1,
        article_price_sale: 0.2,
        article_price_sale_intern: 0.3,
        article_tax_amount: 19,
        overwritten_sales_price: 9.99,
        article_tax_included: true,
      },
    ],
  })
})

test('1.1, 11.3 a date has its own fields and what belongs to it', async () => {
  const { date } = await ask({ eventId: 1 })
  const {
    main_trainer,
    all_trainers,
    date_prices,
    date_meta_data,
    ebg_data,
    hotel_quota,
    date_files,
    ...always
  } = date
  assert.deepEqual(always, {
    date_id: 10,
    number_of_days: 2,
    free_places: 7,
    participants_min: 3,
    participants_max: 12,
    client_id: 9,
    date_is_bookable: true,
    date_is_active: true,
    waiting_list: true,
    date_identifier: 'di',
    date_title: 'dt',
    date_subtitle: 'ds',
    cooperation_partner: 'cp',
    article_no: 'an',
    date_status: 'confirmed',
    date_format: 'hybrid',
    date_lesson_units: '16',
    start_date: '2026-09-01',
    start_time: '09:00',
    end_date: '2026-09-02',
    end_time: '17:00',
    booking_start_date: '2026-01-01',
    booking_end_date: '2026-08-31',
    display_time_start: '2026-02-01',
    display_time_end: '2026-08-30',
    date_website_booking_link: 'https://b',
    date_catalog: [1, 2],
    coop_partner_data: [
      {
        address_street: 'st',
        address_housenumber: 'hn',
        address_zip: 'z',
        address_city: 'c',
        address_country: 'co',
        address_department: 'dep',
        default_email: 'e@x',
        default_website: 'w',
        default_phone: 'p',
      },
    ],
    responsible_person: [
      { salutation: 'ms', name: 'A', first_name: 'F', email: 'e@x', phone: 'p', image_url: 'i' },
      { salutation: 'mr', name: 'B', first_name: '', email: '', phone: '', image_url: '' },
    ],
    location: [
      {
        location_id: 200,
        name: 'Bare',
        street: '',
        zip: '',
        city: '',
        link: '',
        additional_field: '',
        phone: '',
      },
      {
        location_id: 300,
        name: 'Hall',
        street: 'Street 5a',
        zip: '10115',
        city: 'Berlin',
        link: 'https://hall',
        additional_field: 'floor 2',
        phone: '+49 123',
      },
    ],
    date_hours: [
      {
        date_hours_date: '2026-09-01',
        date_hours_time_start: '09:00',
        date_hours_time_end: '12:00',
        date_hours_comment: 'am',
      },
      { date_hours_date: '', date_hours_time_start: '', date_hours_time_end: '', date_hours_comment: '' },
    ],
    series_dates: [],
    series_parents: [],
    conference_package: [
      {
        resource_type: '',
        resource_id: '',
        article_name: '',
        article_description: '',
        article_comment: '',
        article_description_html: '',
        article_currency: '',
        price_per_day: '',
        article_price_buy: 0,
        article_price_sale: 0,
        article_price_sale_intern: 0,
        article_tax_amount: 0,
        overwritten_sales_price: 0,
        article_tax_included: false,
      },
    ],
    event_pdfs: [{ pdf_name: 'c', pdf_key: '', pdf_link: '' }],
    date_misc: [misc('d')],
  })
})

test('1.1 an empty date has every field, nothing is null', async () => {
  const { bare, text } = await ask({ eventId: 1, ...flags })
  assert.ok(!text.includes('null'))
  assert.deepEqual(Object.keys(bare), Object.keys(Event.properties.dates.items.properties))
  assert.equal(bare.client_id, 0)
  assert.equal(bare.date_status, '')
  assert.equal(bare.start_date, '')
})

test('1.4, 11.3 prices fills event_prices, event_group_discounts and date_prices; money as text has two decimals', async () => {
  const { event, date } = await ask({ eventId: 1, prices: true })
  assert.deepEqual(event.event_prices, [
    {
      price_title: 'first',
      price_description: 'd',
      price_value_gross: '1190.00',
      price_value_net: '1000.10',
      price_currency: 'EUR',
      price_vat: 7.5,
      price_vat_included: true,
    },
    {
      price_title: 'second',
      price_description: '',
      price_value_gross: '',
      price_value_net: '',
      price_currency: '',
      price_vat: 0,
      price_vat_included: false,
    },
  ])
  assert.deepEqual(event.event_group_discounts, [
    { discount_string: '10 %, from 3' },
    { discount_string: '5 %' },
  ])
  assert.deepEqual(date.date_prices, [
    {
      price_title: 'early',
      price_description: 'd',
      price_value_gross: '99.90',
      price_value_net: '83.95',
      price_currency: 'EUR',
      price_valid_from: '2026-01-01',
      price_valid_to: '2026-03-01',
      price_vat: 19,
      price_vat_included: false,
    },
    {
      price_title: 'late',
      price_description: '',
      price_value_gross: '',
      price_value_net: '',
      price_currency: '',
      price_valid_from: '',
      price_valid_to: '',
      price_vat: 0,
      price_vat_included: true,
    },
  ])
})

test('11.3 eventMetaData, dateMetaData and eventMetaTags fill their own part alone', async () => {
  const first = await ask({ eventId: 1, eventMetaData: true })
  assert.equal(first.event.meta_data, 'me')
  none(first.event, 'meta_tags')
  none(first.date, 'date_meta_data')
  const second = await ask({ eventId: 1, dateMetaData: true })
  assert.equal(second.event.meta_data, '')
  assert.deepEqual(second.date.date_meta_data, [{ meta_title: 'mt', meta_dropdown_list: list }])
  const third = await ask({ eventId: 1, eventMetaTags: true })
  assert.deepEqual(third.event.meta_tags, [tag])
  assert.deepEqual(Object.keys(third.event.meta_tags[0]), Object.keys(tag), 'the order of the interface')
})

test('11.3 ebgData fills both ebg_data', async () => {
  const { event, date } = await ask({ eventId: 1, ebgData: true })
  assert.deepEqual(event.ebg_data, ebg('event'))
  assert.deepEqual(date.ebg_data, ebg('date'))
})

test('11.3 hotelQuota fills hotel_quota, by id; an absent room is the object of absent values', async () => {
  const { date } = await ask({ eventId: 1, hotelQuota: true })
  assert.deepEqual(date.hotel_quota, [
    {
      id: 7,
      data_identifier: '',
      name: '',
      status: '',
      file_url: '',
      resource_id: '',
      resource_name: '',
      resource_rooms: {
        name: '',
        bedsAmount: '',
        price: 0,
        priceCurrency: '',
        priceTaxIncluded: false,
        priceTaxAmount: '',
        priceBreakfast: 0,
        priceCurrencyBreakfast: '',
        priceTaxIncludedBreakfast: false,
        priceTaxAmountBreakfast: '',
        isMandatoryBreakfast: false,
      },
    },
    {
      id: 8,
      data_identifier: 'x',
      name: 'Inn',
      status: 'option',
      file_url: 'u',
      resource_id: '5',
      resource_name: 'Inn Ltd',
      resource_rooms: {
        name: 'single',
        bedsAmount: '1',
        price: 79.5,
        priceCurrency: 'EUR',
        priceTaxIncluded: true,
        priceTaxAmount: '7',
        priceBreakfast: 12,
        priceCurrencyBreakfast: 'EUR',
        priceTaxIncludedBreakfast: false,
        priceTaxAmountBreakfast: '19',
        isMandatoryBreakfast: true,
      },
    },
  ])
})

test('1.7, 11.3 eventDateFiles: one inner array per access right, by its name, then by id', async () => {
  const ids = (groups: { diskitem_id: number }[][]) =>
    groups.map((files) => files.map((file) => file.diskitem_id))
  const asked = async (eventDateFiles: string) => {
    const { event, date } = await ask({ eventId: 1, eventDateFiles })
    return [ids(event.event_files), ids(date.date_files)]
  }
  assert.deepEqual(await asked('all'), [
    [[7], [1], [3, 4]],
    [[2], [4]],
  ])
  assert.deepEqual(await asked('public'), [[[3, 4]], [[4]]])
  assert.deepEqual(await asked('participants, internal'), [[[1]], [[2]]])
  assert.deepEqual(await asked('3,2,99'), [[[3]], [[2]]])
  assert.deepEqual(await asked('internal,4'), [[[1], [4]], [[4]]])
  assert.deepEqual(await asked(''), [[], []])
  const { event, date } = await ask({ eventId: 1, eventDateFiles: '3,4' })
  assert.deepEqual(event.event_files[0][0], {
    event_id: 1,
    diskitem_id: 3,
    access_right: 'public',
    name: 'P',
    description: 'pd',
    path: '/p',
  })
  assert.equal(date.date_files[0][0].event_id, 1)
})

test('11.1 an access right that staff added can be asked for', async () => {
  await sql`insert into file_access_right values ('partners', 'partners')`.execute(kontor.db)
  assert.deepEqual((await ask({ eventId: 1, eventDateFiles: 'partners' })).event.event_files, [])
})

test('11.3 mainDateTrainer fills main_trainer, allDateTrainers all_trainers in the given order', async () => {
  const anna = {
    trainer_identifier: 'T1',
    salutation: 'ms',
    trainer_firstname: 'Anna',
    trainer_lastname: 'Berg',
    trainer_title: 'Dr.',
    trainer_company: 'Co',
    trainer_description_html: '<p>',
    trainer_image_url: 'img',
    next_dates: [],
  }
  const main = await ask({ eventId: 1, mainDateTrainer: true })
  assert.deepEqual(main.date.main_trainer, [anna])
  assert.deepEqual(main.bare.main_trainer, [anna], 'a main trainer who is not listed')
  none(main.date, 'all_trainers')
  const all = await ask({ eventId: 1, allDateTrainers: true })
  assert.deepEqual(
    all.date.all_trainers.map((trainer: { trainer_identifier: string }) => trainer.trainer_identifier),
    ['T2', 'T1'],
  )
  none(all.date, 'main_trainer')
  none(all.bare, 'all_trainers')
})

test('12 the export has every part of every event, unpublished ones too', async () => {
  await sql`update event set is_published = false where id = 1`.execute(kontor.db)
  await sql`update event_date set is_published = false where id = 20`.execute(kontor.db)
  const records = await Array.fromAsync(loadEvents(kontor.db, { everything: true, today: '2026-06-15' }))
  assert.deepEqual(
    records.map((event) => event.event_id),
    [1, 2],
  )
  assert.deepEqual(
    (await Array.fromAsync(loadEvents(kontor.db, { ids: [2], everything: true, today: '2026-06-15' })))
      .length,
    1,
  )
  await sql`update event set is_published = true where id = 1`.execute(kontor.db)
  await sql`update event_date set is_published = true where id = 20`.execute(kontor.db)
  const { nextDatesTrainers, ...withoutNext } = flags
  assert.deepEqual(records[0], (await ask({ eventId: 1, ...withoutNext })).event)
})
