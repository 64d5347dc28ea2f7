import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'

// Date 10 is a series of the modules 1, 2 (elective), 3 (mandatory), 4 (without a type); 11 is another series with date 21.
const fixtureSql = `
insert into event (id, title, is_published) values (1, 'Series', true), (2, 'Module', true), (3, 'Hidden', false);
insert into event_date (id, event_id, identifier, title, subtitle, duration, participants_min, participants_max, status, start_date, start_time, end_date, end_time, is_published) values
  (10, 1, '', 'S10', '', '', 0, 5, 'planned', '2026-09-01', '', null, '', true),
  (11, 1, 's11', 'S11', 'sub', '2 days', 1, 5, 'planned', '2026-10-01', '08:00', '2026-10-02', '16:00', true),
  (12, 1, '', 'S12', '', '', 0, 5, 'planned', null, '', null, '', false),
  (20, 2, 'm20', 'M20', 'sub', '1 day', 2, 8, 'confirmed', '2026-09-03', '09:00', '2026-09-04', '17:00', true),
  (21, 2, 'm21', 'M21', '', '', 0, 0, 'cancelled', '2026-09-02', '', null, '', true),
  (22, 2, '', 'M22', '', '', 0, 0, null, null, '', null, '', true),
  (23, 2, '', 'unpublished', '', '', 0, 0, null, null, '', null, '', false),
  (30, 3, '', 'of hidden', '', '', 0, 0, null, null, '', null, '', true);
insert into contact (id, contact_type, last_name) values (5, 'person', 'P'), (300, 'location', 'Hall'), (200, 'location', 'First');
insert into location values (300, 'https://hall', ''), (200, '', 'a');
insert into address (contact_id, address_type_id, is_default, street, house_number, zip, city) values (200, 1, true, 'S', '1', 'Z', 'C');
insert into date_location values (20, 300), (20, 200);
insert into booking (contact_id, date_id, status) values (5, 20, 'booked'), (5, 20, 'attended'), (5, 20, 'reserved'), (5, 20, 'waitlisted');
insert into trainer (id, identifier, title, first_name, last_name) values (1, 'T1', 'Dr.', 'Anna', 'Berg'), (2, 'T2', '', '', 'Cole');
insert into date_trainer values (20, 0, 2, false, true), (20, 1, 1, true, true);
insert into date_price (id, date_id, position, title, description, gross_price, net_price, currency, vat_rate, vat_included, valid_from, valid_to, price_type, cmscont_id, ct_set_id, ccategory_id, additional_field_text, valid_for) values
  (6, 20, 0, 'net', 'd', 119.9, 100.76, 'EUR', 19, false, '2026-01-01', '2026-02-01', 1, 2, 3, 4, 'add', 'all'),
  (5, 20, 1, 'gross', '', 50, 46.73, '', 7, true, null, null, 0, 0, 0, 0, '', '');
insert into series_module (id, date_id, module_event_id, position, module_type, sort_by, is_mandatory, is_bookable) values
  (1, 10, 2, 2, 'elective', 'position', false, true), (2, 10, 2, 1, 'elective', 'date', false, false),
  (3, 10, 3, 0, 'mandatory', null, true, true), (4, 10, null, 0, null, null, false, false),
  (5, 11, 2, 0, 'mandatory', 'position', true, true), (6, 11, 2, 1, 'mandatory', 'position', true, true), (7, 12, 2, 0, 'mandatory', null, true, true);
insert into series_module_date values
  (1, 20, 2, 2, true, true, false, 'elective'), (1, 21, 2, 1, false, false, true, null), (1, 23, 2, 0, true, true, true, null),
  (2, 20, 3, 1, false, false, false, null), (2, 21, null, 2, false, false, false, null), (2, 22, null, 0, false, false, false, null),
  (3, 30, 3, 0, true, true, true, null),
  (5, 21, 2, 0, false, false, false, null), (6, 21, 2, 0, false, false, false, null), (7, 21, 2, 0, false, false, false, null);
`

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
  await sql.raw(fixtureSql).execute(kontor.db)
})
after(() => kontor.close())

const getDate = async (id: number) => {
  const { status, json, text } = await kontor.call('GET', `/events?dateId=${id}`)
  assert.equal(status, 200, text)
  assert.ok(!text.includes('null'))
  return json[0].dates[0]
}

type Entry = {
  config: { date_config_id: number; linked_dates: { linked_date_id: number }[] }
  dates: { date_id: number }[]
}
const summarize = (series: { module_type: Entry[] }[]) =>
  series.map(({ module_type }) =>
    module_type.map(({ config, dates }) => [
      config.date_config_id,
      config.linked_dates.map((link) => link.linked_date_id),
      dates.map((date) => date.date_id),
    ]),
  )

test('1.6 series_dates: one element per module type, entries by position, dates by position or date; unpublished ones do not appear', async () => {
  const { series_dates } = await getDate(10)
  assert.deepEqual(summarize(series_dates), [
    [[4, [], []]],
    [
      [2, [21, 20, 22], [21, 20, 22]],
      [1, [21, 20], [21, 20]],
    ],
    [[3, [], []]],
  ])
})

test('1.1, 11.4 a series entry has its config and all fields of each date, without any flag', async () => {
  const { series_dates } = await getDate(10)
  const [entry] = series_dates[1].module_type.slice(1)
  assert.deepEqual(entry.config, {
    date_config_id: 1,
    date_id: 10,
    module_event_id: 2,
    module_position: 2,
    module_type: 'elective',
    sort_by: 'position',
    module_is_mandatory: false,
    module_is_bookable: true,
    linked_dates: [
      {
        date_config_id: 1,
        linked_date_id: 21,
        module_event_id: 2,
        module_position: 1,
        is_preselected: false,
        module_is_bookable: false,
        module_is_mandatory: true,
        module_type: '',
      },
      {
        date_config_id: 1,
        linked_date_id: 20,
        module_event_id: 2,
        module_position: 2,
        is_preselected: true,
        module_is_bookable: true,
        module_is_mandatory: false,
        module_type: 'elective',
      },
    ],
  })
  const first = { name: 'First', street: 'S 1', zip: 'Z', city: 'C', link: '', additional_field: 'a' }
  assert.deepEqual(entry.dates[1], {
    date_id: 20,
    date_config_id: 1,
    participants_min: 2,
    participants_max: 8,
    participants_count: 2,
    participants_reserved: 1,
    participants_waitlist: 1,
    is_preselected: true,
    is_generally_bookable: true,
    date_identifier: 'm20',
    date_title: 'M20',
    date_subtitle: 'sub',
    date_duration: '1 day',
    date_time_end: '17:00',
    main_trainer: 'Dr. Anna Berg',
    date_date_start: '2026-09-03',
    date_date_end: '2026-09-04',
    date_time_start: '09:00',
    trainer: ['Cole', 'Dr. Anna Berg'],
    main_location: first,
    location: [
      first,
      { name: 'Hall', street: '', zip: '', city: '', link: 'https://hall', additional_field: '' },
    ],
    prices: [
      {
        price_id: 5,
        price_type: 0,
        cmscont_id: 0,
        ct_set_id: 0,
        ccategory_id: 0,
        date_id: 20,
        price_title: 'gross',
        price_description: '',
        price_currency: '',
        price_additional_field_text: '',
        price_valid_for: '',
        price_value: 50,
        price_tax_amount: 7,
        price_end: 50,
        price_tax_included: true,
        price_valid_from: '',
        price_valid_to: '',
      },
      {
        price_id: 6,
        price_type: 1,
        cmscont_id: 2,
        ct_set_id: 3,
        ccategory_id: 4,
        date_id: 20,
        price_title: 'net',
        price_description: 'd',
        price_currency: 'EUR',
        price_additional_field_text: 'add',
        price_valid_for: 'all',
        price_value: 100.76,
        price_tax_amount: 19,
        price_end: 119.9,
        price_tax_included: false,
        price_valid_from: '2026-01-01',
        price_valid_to: '2026-02-01',
      },
    ],
  })
  assert.equal(entry.dates[0].is_generally_bookable, false, 'cancelled')
  assert.deepEqual(entry.dates[0].main_location, {
    name: '',
    street: '',
    zip: '',
    city: '',
    link: '',
    additional_field: '',
  })
  assert.equal(entry.dates[0].main_trainer, '')
})

test('11.2 a module does not name an unpublished event', async () => {
  const { series_dates } = await getDate(10)
  assert.equal(series_dates[2].module_type[0].config.module_event_id, 0)
  assert.equal(series_dates[1].module_type[0].config.linked_dates[1].module_event_id, 0)
})

test('11.4 series_parents is the reverse of series_dates: each parent once, by id', async () => {
  const { series_parents, series_dates } = await getDate(21)
  assert.deepEqual(series_dates, [])
  assert.equal(series_parents.length, 1)
  assert.deepEqual(Object.keys(series_parents[0]), ['parent_date_id'])
  assert.deepEqual(
    series_parents[0].parent_date_id.map((parent: { date_id: number }) => parent.date_id),
    [10, 11],
  )
  assert.deepEqual(series_parents[0].parent_date_id[1], {
    date_id: 11,
    participants_min: 1,
    participants_max: 5,
    participants_count: 0,
    participants_reserved: 0,
    participants_waitlist: 0,
    is_generally_bookable: true,
    date_identifier: 's11',
    date_title: 'S11',
    date_subtitle: 'sub',
    date_duration: '2 days',
    date_time_end: '16:00',
    date_date_start: '2026-10-01',
    date_date_end: '2026-10-02',
    date_time_start: '08:00',
    main_location: { name: '', street: '', zip: '', city: '', link: '', additional_field: '' },
    location: [],
    prices: [],
  })
  assert.deepEqual((await getDate(10)).series_parents, [])
})
