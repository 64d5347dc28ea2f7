// Data set: the parts of events and dates, their fields and columns.
import type { EventDate, HotelQuota, Trainer } from '../../catalogue/contract/date.schema.ts'
import type { Event } from '../../catalogue/contract/event.schema.ts'
import type { ColumnType, Fields } from '../records/columns.ts'
import {
  bool,
  day,
  id,
  integer,
  money,
  moneyOrNone,
  moneyText,
  optionalText,
  text,
  time,
} from '../records/columns.ts'
import type { Item } from '../records/section.ts'

/** A list of parts that have no id but their place. */
export type PositionedTable<Record> = {
  table: string
  owner: 'event_id' | 'date_id'
  fields: Fields
  rows: (record: Record) => readonly Item[]
}

const eventPriceFields: Fields = {
  price_title: ['title', text],
  price_description: ['description', text],
  price_value_gross: ['gross_price', moneyText],
  price_value_net: ['net_price', moneyText],
  price_currency: ['currency', text],
  price_vat: ['vat_rate', money],
  price_vat_included: ['vat_included', bool],
}

const keepStored = (kind: ColumnType, fallback: string): ColumnType => ({
  ...kind,
  write: (input, stored) => `coalesce(${input}, ${stored}, ${fallback})`,
})

/** A price of a date; what only a series shows of it stays where it is not said. */
export const priceFields: Fields = {
  price_id: ['id', keepStored(id, `nextval(pg_get_serial_sequence('date_price', 'id'))`)],
  ...eventPriceFields,
  price_valid_from: ['valid_from', day],
  price_valid_to: ['valid_to', day],
  price_type: ['price_type', keepStored(integer, '0')],
  cmscont_id: ['cmscont_id', keepStored(integer, '0')],
  ct_set_id: ['ct_set_id', keepStored(integer, '0')],
  ccategory_id: ['ccategory_id', keepStored(integer, '0')],
  price_additional_field_text: ['additional_field_text', keepStored(text, `''`)],
  price_valid_for: ['valid_for', keepStored(text, `''`)],
}

const pdfFields: Fields = { pdf_name: ['name', text], pdf_key: ['key', text], pdf_link: ['link', text] }

const packageFields: Fields = {
  resource_type: ['resource_type', text],
  resource_id: ['resource_id', text],
  article_name: ['name', text],
  article_description: ['description', text],
  article_comment: ['comment', text],
  article_description_html: ['description_html', text],
  article_currency: ['currency', text],
  price_per_day: ['price_per_day', moneyText],
  article_price_buy: ['purchase_price', moneyOrNone],
  article_price_sale: ['sales_price', moneyOrNone],
  article_price_sale_intern: ['internal_sales_price', moneyOrNone],
  article_tax_amount: ['tax_amount', moneyOrNone],
  overwritten_sales_price: ['overwritten_sales_price', moneyOrNone],
  article_tax_included: ['tax_included', bool],
}

export const eventChildTables: readonly PositionedTable<Event>[] = [
  { table: 'event_price', owner: 'event_id', fields: eventPriceFields, rows: (event) => event.event_prices },
  { table: 'catalogue_pdf', owner: 'event_id', fields: pdfFields, rows: (event) => event.event_pdfs },
  {
    table: 'conference_package_item',
    owner: 'event_id',
    fields: packageFields,
    rows: (event) => event.conference_package,
  },
]

const partnerFields: Fields = {
  address_street: ['street', text],
  address_housenumber: ['house_number', text],
  address_zip: ['zip', text],
  address_city: ['city', text],
  address_country: ['country', text],
  address_department: ['department', text],
  default_email: ['email', text],
  default_website: ['website', text],
  default_phone: ['phone', text],
}

const responsibleFields: Fields = {
  salutation: ['salutation', text],
  name: ['last_name', text],
  first_name: ['first_name', text],
  email: ['email', text],
  phone: ['phone', text],
  image_url: ['image_url', text],
}

const hoursFields: Fields = {
  date_hours_date: ['day', day],
  date_hours_time_start: ['start_time', time],
  date_hours_time_end: ['end_time', time],
  date_hours_comment: ['comment', text],
}

const trainerLinkFields: Fields = {
  trainerId: ['trainer_id', id],
  isMain: ['is_main', bool],
  isListed: ['is_listed', bool],
}

/** Parts of dates; trainers are known by their keys. */
export const dateChildTables = (
  trainerIds: ReadonlyMap<string, number>,
  keyOf: (trainer: Trainer) => string,
): readonly PositionedTable<EventDate>[] => [
  { table: 'catalogue_pdf', owner: 'date_id', fields: pdfFields, rows: (date) => date.event_pdfs },
  {
    table: 'conference_package_item',
    owner: 'date_id',
    fields: packageFields,
    rows: (date) => date.conference_package,
  },
  { table: 'date_partner', owner: 'date_id', fields: partnerFields, rows: (date) => date.coop_partner_data },
  {
    table: 'date_responsible_person',
    owner: 'date_id',
    fields: responsibleFields,
    rows: (date) => date.responsible_person,
  },
  { table: 'date_session_day', owner: 'date_id', fields: hoursFields, rows: (date) => date.date_hours },
  {
    table: 'date_trainer',
    owner: 'date_id',
    fields: trainerLinkFields,
    rows: ({ all_trainers, main_trainer }) =>
      toTrainerLinks(all_trainers.map(keyOf), main_trainer.map(keyOf), trainerIds),
  },
]

/** All trainers in their order, main trainers that are none of them behind. */
function toTrainerLinks(all: string[], main: string[], ids: ReadonlyMap<string, number>): Item[] {
  const rest = [...main]
  const links = all.map((key) => {
    const at = rest.indexOf(key)
    if (at >= 0) rest.splice(at, 1)
    return { trainerId: ids.get(key)!, isMain: at >= 0, isListed: true }
  })
  return [...links, ...rest.map((key) => ({ trainerId: ids.get(key)!, isMain: true, isListed: false }))]
}

export const quotaFields: Fields = {
  id: ['id', id],
  owner: ['date_id', id],
  data_identifier: ['data_identifier', text],
  name: ['name', text],
  status: ['status', optionalText],
  file_url: ['file_url', text],
  resource_id: ['resource_id', text],
  resource_name: ['resource_name', text],
  room_name: ['room_name', text],
  bedsAmount: ['room_beds', text],
  price: ['room_price', moneyOrNone],
  priceCurrency: ['room_currency', text],
  priceTaxIncluded: ['room_tax_included', bool],
  priceTaxAmount: ['room_tax_amount', text],
  priceBreakfast: ['breakfast_price', moneyOrNone],
  priceCurrencyBreakfast: ['breakfast_currency', text],
  priceTaxIncludedBreakfast: ['breakfast_tax_included', bool],
  priceTaxAmountBreakfast: ['breakfast_tax_amount', text],
  isMandatoryBreakfast: ['breakfast_is_mandatory', bool],
}

export const toQuotaRow = (
  { resource_rooms: { name, ...room }, ...quota }: HotelQuota,
  owner: number,
): Item => ({
  ...quota,
  ...room,
  room_name: name,
  owner,
})
