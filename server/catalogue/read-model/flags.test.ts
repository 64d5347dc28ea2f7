import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ebg, list, tag } from '../../../test/support/catalogue-data.ts'
import { assertEmpty, catalogueInstance } from '../../../test/support/catalogue-instance.ts'

const { db, getEvent } = catalogueInstance()

test('1.4, 11.3 prices fills event_prices, event_group_discounts and date_prices; money as text has two decimals', async () => {
  const { event, date } = await getEvent({ prices: true })
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

test('11.3 eventMetaData, dateMetaData and eventMetaTags fill only their own fields', async () => {
  const first = await getEvent({ eventMetaData: true })
  assert.equal(first.event.meta_data, 'me')
  assertEmpty(first.event, 'meta_tags')
  assertEmpty(first.date, 'date_meta_data')
  const second = await getEvent({ dateMetaData: true })
  assert.equal(second.event.meta_data, '')
  assert.deepEqual(second.date.date_meta_data, [{ meta_title: 'mt', meta_dropdown_list: list }])
  const third = await getEvent({ eventMetaTags: true })
  assert.deepEqual(third.event.meta_tags, [tag])
  assert.deepEqual(Object.keys(third.event.meta_tags[0]!), Object.keys(tag), 'the order of the interface')
})

test('11.3 ebgData fills both ebg_data', async () => {
  const { event, date } = await getEvent({ ebgData: true })
  assert.deepEqual(event.ebg_data, ebg('event'))
  assert.deepEqual(date.ebg_data, ebg('date'))
})

test('11.3 hotelQuota fills hotel_quota, by id; an absent room is the object of absent values', async () => {
  const { date } = await getEvent({ hotelQuota: true })
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
  const fileIds = async (eventDateFiles: string) => {
    const { event, date } = await getEvent({ eventDateFiles })
    return [ids(event.event_files), ids(date.date_files)]
  }
  assert.deepEqual(await fileIds('all'), [
    [[7], [1], [3, 4]],
    [[2], [4]],
  ])
  assert.deepEqual(await fileIds('public'), [[[3, 4]], [[4]]])
  assert.deepEqual(await fileIds('participants, internal'), [[[1]], [[2]]])
  assert.deepEqual(await fileIds('3,2,99'), [[[3]], [[2]]])
  assert.deepEqual(await fileIds('internal,4'), [[[1], [4]], [[4]]])
  assert.deepEqual(await fileIds(''), [[], []])
  const { event, date } = await getEvent({ eventDateFiles: '3,4' })
  assert.deepEqual(event.event_files[0]![0], {
    event_id: 1,
    diskitem_id: 3,
    access_right: 'public',
    name: 'P',
    description: 'pd',
    path: '/p',
  })
  assert.equal(date.date_files[0]![0]!.event_id, 1)
})

test('11.1 an access right that staff added can be asked for', async () => {
  await sql`insert into file_access_right values ('partners', 'partners')`.execute(db())
  assert.deepEqual((await getEvent({ eventDateFiles: 'partners' })).event.event_files, [])
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
  const main = await getEvent({ mainDateTrainer: true })
  assert.deepEqual(main.date.main_trainer, [anna])
  assert.deepEqual(main.emptyDate.main_trainer, [anna], 'a main trainer who is not listed')
  assertEmpty(main.date, 'all_trainers')
  const all = await getEvent({ allDateTrainers: true })
  assert.deepEqual(
    all.date.all_trainers.map((trainer) => trainer.trainer_identifier),
    ['T2', 'T1'],
  )
  assertEmpty(all.date, 'main_trainer')
  assertEmpty(all.emptyDate, 'all_trainers')
})
