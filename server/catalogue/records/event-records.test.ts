import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { allFlags, misc } from '../../../test/support/catalogue-data.ts'
import { assertEmpty, catalogueInstance } from '../../../test/support/catalogue-instance.ts'
import { Event } from '../contract/event.schema.ts'
import { loadEvents } from './load-events.ts'

const { db, getEvent } = catalogueInstance()

test('1.1, 11.3 without flags, their fields are present and empty, and all others are filled', async () => {
  const { event, date, text } = await getEvent()
  assert.equal(event.meta_data, '')
  assertEmpty(event, 'event_prices', 'event_group_discounts', 'meta_tags', 'ebg_data', 'event_files')
  assertEmpty(
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

test('1.1, 11.3 a date has its own fields and its child rows', async () => {
  const { date } = await getEvent()
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
  const { emptyDate, text } = await getEvent(allFlags)
  assert.ok(!text.includes('null'))
  assert.deepEqual(Object.keys(emptyDate), Object.keys(Event.properties.dates.items.properties))
  assert.equal(emptyDate.client_id, 0)
  assert.equal(emptyDate.date_status, '')
  assert.equal(emptyDate.start_date, '')
})

test('12 the export has all fields of all events, including unpublished ones', async () => {
  await sql`update event set is_published = false where id = 1`.execute(db())
  await sql`update event_date set is_published = false where id = 20`.execute(db())
  const records = await Array.fromAsync(loadEvents(db(), { everything: true, today: '2026-06-15' }))
  assert.deepEqual(
    records.map((event) => event.event_id),
    [1, 2],
  )
  assert.deepEqual(
    (await Array.fromAsync(loadEvents(db(), { ids: [2], everything: true, today: '2026-06-15' }))).length,
    1,
  )
  await sql`update event set is_published = true where id = 1`.execute(db())
  await sql`update event_date set is_published = true where id = 20`.execute(db())
  const { nextDatesTrainers, ...withoutNext } = allFlags
  assert.deepEqual(records[0], (await getEvent({ ...withoutNext })).event)
})
