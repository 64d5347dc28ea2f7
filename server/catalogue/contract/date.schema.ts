// Event catalogue: a date of an event.
import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, Money, MoneyText, record } from '../../platform/http/schema.ts'
import {
  CatalogueFile,
  CataloguePdf,
  ConferencePackageItem,
  DateMetaData,
  DateOrNone,
  EbgData,
  EventPrice,
  Misc,
  Text,
  TimeOrNone,
} from './child-rows.schema.ts'
import { SeriesModules, SeriesParents } from './series.schema.ts'

export const CoopPartner = record(
  {
    address_street: Text,
    address_housenumber: Text,
    address_zip: Text,
    address_city: Text,
    address_country: Text,
    address_department: Text,
    default_email: Text,
    default_website: Text,
    default_phone: Text,
  },
  'CoopPartner',
)
export type CoopPartner = Static<typeof CoopPartner>

export const ResponsiblePerson = record(
  { salutation: Text, name: Text, first_name: Text, email: Text, phone: Text, image_url: Text },
  'ResponsiblePerson',
)
export type ResponsiblePerson = Static<typeof ResponsiblePerson>

/** A contact of type location; name, street, zip, city and phone are the contact's. */
export const DateLocation = record(
  {
    location_id: Id,
    name: Text,
    street: Text,
    zip: Text,
    city: Text,
    link: Text,
    additional_field: Text,
    phone: Text,
  },
  'DateLocation',
)
export type DateLocation = Static<typeof DateLocation>

export const DateHours = record(
  {
    date_hours_date: DateOrNone,
    date_hours_time_start: TimeOrNone,
    date_hours_time_end: TimeOrNone,
    date_hours_comment: Text,
  },
  'DateHours',
)
export type DateHours = Static<typeof DateHours>

export const ResourceRooms = record(
  {
    name: Text,
    bedsAmount: Text,
    price: Money,
    priceCurrency: Text,
    priceTaxIncluded: Type.Boolean(),
    priceTaxAmount: Text,
    priceBreakfast: Money,
    priceCurrencyBreakfast: Text,
    priceTaxIncludedBreakfast: Type.Boolean(),
    priceTaxAmountBreakfast: Text,
    isMandatoryBreakfast: Type.Boolean(),
  },
  'ResourceRooms',
)
export type ResourceRooms = Static<typeof ResourceRooms>

/** Rooms held in a hotel; status as in decision 11.1. */
export const HotelQuota = record(
  {
    id: Id,
    data_identifier: Text,
    name: Text,
    status: Text,
    file_url: Text,
    resource_id: Text,
    resource_name: Text,
    resource_rooms: ResourceRooms,
  },
  'HotelQuota',
)
export type HotelQuota = Static<typeof HotelQuota>

/** A coming date of a trainer; here the id is a text. */
export const NextDate = record(
  { date_id: Text, title: Text, date_start: DateOrNone, date_end: DateOrNone },
  'NextDate',
)
export type NextDate = Static<typeof NextDate>

export const Trainer = record(
  {
    trainer_identifier: Text,
    salutation: Text,
    trainer_firstname: Text,
    trainer_lastname: Text,
    trainer_title: Text,
    trainer_company: Text,
    trainer_description_html: Text,
    trainer_image_url: Text,
    next_dates: Type.Array(NextDate),
  },
  'Trainer',
)
export type Trainer = Static<typeof Trainer>

/** Price of a date: that of an event, and when it is valid. */
export const DatePrice = record(
  {
    price_title: Text,
    price_description: Text,
    price_value_gross: MoneyText,
    price_value_net: MoneyText,
    price_currency: Text,
    price_valid_from: DateOrNone,
    price_valid_to: DateOrNone,
    price_vat: EventPrice.properties.price_vat,
    price_vat_included: Type.Boolean(),
  },
  'DatePrice',
)
export type DatePrice = Static<typeof DatePrice>

/**
 * A date of an event. date_status and date_format as in decision 11.1; free_places, date_is_bookable, series_parents and
 * next_dates are derived (decision 11.4).
 */
export const EventDate = record(
  {
    date_id: Id,
    number_of_days: Count,
    free_places: Count,
    participants_min: Count,
    participants_max: Count,
    client_id: IdOrNone,
    date_is_bookable: Type.Boolean(),
    date_is_active: Type.Boolean(),
    waiting_list: Type.Boolean(),
    date_identifier: Text,
    date_title: Text,
    date_subtitle: Text,
    cooperation_partner: Text,
    article_no: Text,
    date_status: Text,
    date_format: Text,
    date_lesson_units: Text,
    start_date: DateOrNone,
    start_time: TimeOrNone,
    end_date: DateOrNone,
    end_time: TimeOrNone,
    booking_start_date: DateOrNone,
    booking_end_date: DateOrNone,
    display_time_start: DateOrNone,
    display_time_end: DateOrNone,
    date_website_booking_link: Text,
    date_catalog: Type.Array(Id),
    coop_partner_data: Type.Array(CoopPartner),
    responsible_person: Type.Array(ResponsiblePerson),
    location: Type.Array(DateLocation),
    date_hours: Type.Array(DateHours),
    hotel_quota: Type.Array(HotelQuota),
    all_trainers: Type.Array(Trainer),
    main_trainer: Type.Array(Trainer),
    date_prices: Type.Array(DatePrice),
    series_dates: Type.Array(SeriesModules),
    series_parents: Type.Array(SeriesParents),
    date_meta_data: Type.Array(DateMetaData),
    ebg_data: Type.Array(EbgData),
    conference_package: Type.Array(ConferencePackageItem),
    event_pdfs: Type.Array(CataloguePdf),
    date_misc: Type.Array(Misc),
    date_files: Type.Array(Type.Array(CatalogueFile)),
  },
  'EventDate',
)
export type EventDate = Static<typeof EventDate>
