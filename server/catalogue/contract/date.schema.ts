// A date of an event.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  id,
  moneyOrNone,
  moneyText,
  recordColumn,
  renamed,
} from '../../platform/database/fields.ts'
import { Id, record } from '../../platform/http/schema.ts'
import { datePartner, datePrice, hotelQuota, responsiblePerson, sessionDay } from '../records/child-tables.ts'
import { dateFields } from '../records/event-fields.ts'
import { trainerFields } from '../records/reference-fields.ts'
import {
  CatalogueFile,
  CataloguePdf,
  ConferencePackageItem,
  DateMetaData,
  DateOrNone,
  EbgData,
  Misc,
  Text,
} from './child-rows.schema.ts'
import { SeriesModules, SeriesParents } from './series.schema.ts'

export const partnerFields = renamed(datePartner.fields, {
  address_street: 'street',
  address_housenumber: 'houseNumber',
  address_zip: 'zip',
  address_city: 'city',
  address_country: 'country',
  address_department: 'department',
  default_email: 'email',
  default_website: 'website',
  default_phone: 'phone',
})
export const CoopPartner = record(answerProperties(partnerFields), 'CoopPartner')
export type CoopPartner = Static<typeof CoopPartner>

export const responsiblePersonFields = renamed(responsiblePerson.fields, {
  salutation: 'salutation',
  name: 'lastName',
  first_name: 'firstName',
  email: 'email',
  phone: 'phone',
  image_url: 'imageUrl',
})
export const ResponsiblePerson = record(answerProperties(responsiblePersonFields), 'ResponsiblePerson')
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

export const sessionDayFields = renamed(sessionDay.fields, {
  date_hours_date: 'day',
  date_hours_time_start: 'startTime',
  date_hours_time_end: 'endTime',
  date_hours_comment: 'comment',
})
export const DateHours = record(answerProperties(sessionDayFields), 'DateHours')
export type DateHours = Static<typeof DateHours>

export const roomFields = renamed(hotelQuota.fields, {
  name: 'roomName',
  bedsAmount: 'roomBeds',
  price: ['roomPrice', moneyOrNone],
  priceCurrency: 'roomCurrency',
  priceTaxIncluded: 'roomTaxIncluded',
  priceTaxAmount: 'roomTaxAmount',
  priceBreakfast: ['breakfastPrice', moneyOrNone],
  priceCurrencyBreakfast: 'breakfastCurrency',
  priceTaxIncludedBreakfast: 'breakfastTaxIncluded',
  priceTaxAmountBreakfast: 'breakfastTaxAmount',
  isMandatoryBreakfast: 'breakfastIsMandatory',
})
export const ResourceRooms = record(answerProperties(roomFields), 'ResourceRooms')
export type ResourceRooms = Static<typeof ResourceRooms>

export const hotelQuotaFields = {
  id: ['id', id],
  ...renamed(hotelQuota.fields, {
    data_identifier: 'dataIdentifier',
    name: 'name',
    status: 'status',
    file_url: 'fileUrl',
    resource_id: 'resourceId',
    resource_name: 'resourceName',
  }),
  resource_rooms: ['id', recordColumn(ResourceRooms, roomFields)],
} as const

/** Rooms held in a hotel; status as in decision 11.1. */
export const HotelQuota = record(answerProperties(hotelQuotaFields), 'HotelQuota')
export type HotelQuota = Static<typeof HotelQuota>

/** An upcoming date of a trainer. Here, the id is a text. */
export const NextDate = record(
  { date_id: Text, title: Text, date_start: DateOrNone, date_end: DateOrNone },
  'NextDate',
)
export type NextDate = Static<typeof NextDate>

export const trainerColumns = renamed(trainerFields, {
  trainer_identifier: 'identifier',
  salutation: 'salutation',
  trainer_firstname: 'firstName',
  trainer_lastname: 'lastName',
  trainer_title: 'title',
  trainer_company: 'company',
  trainer_description_html: 'descriptionHtml',
  trainer_image_url: 'imageUrl',
})

export const Trainer = record(
  { ...answerProperties(trainerColumns), next_dates: Type.Array(NextDate) },
  'Trainer',
)
export type Trainer = Static<typeof Trainer>

export const datePriceFields = renamed(datePrice.fields, {
  price_title: 'title',
  price_description: 'description',
  price_value_gross: ['grossPrice', moneyText],
  price_value_net: ['netPrice', moneyText],
  price_currency: 'currency',
  price_valid_from: 'validFrom',
  price_valid_to: 'validTo',
  price_vat: 'vatRate',
  price_vat_included: 'vatIncluded',
})

/** Price of a date: like that of an event, with a validity period. */
export const DatePrice = record(answerProperties(datePriceFields), 'DatePrice')
export type DatePrice = Static<typeof DatePrice>

/**
 * The columns of a date in its record, in the record's order. `free_places` and `date_is_bookable` are placeholders here: their
 * values are derived.
 */
export const dateColumns = {
  date_id: ['id', id],
  ...renamed(dateFields, {
    number_of_days: 'numberOfDays',
    free_places: 'participantsMax',
    participants_min: 'participantsMin',
    participants_max: 'participantsMax',
    client_id: 'clientId',
    date_is_bookable: 'isBookable',
    date_is_active: 'isActive',
    waiting_list: 'hasWaitingList',
    date_identifier: 'identifier',
    date_title: 'title',
    date_subtitle: 'subtitle',
    cooperation_partner: 'cooperationPartner',
    article_no: 'articleNo',
    date_status: 'status',
    date_format: 'format',
    date_lesson_units: 'lessonUnits',
    start_date: 'startDate',
    start_time: 'startTime',
    end_date: 'endDate',
    end_time: 'endTime',
    booking_start_date: 'bookingStartDate',
    booking_end_date: 'bookingEndDate',
    display_time_start: 'displayStartDate',
    display_time_end: 'displayEndDate',
    date_website_booking_link: 'websiteBookingLink',
  }),
} as const

/**
 * A date of an event. date_status and date_format as in decision 11.1; free_places, date_is_bookable, series_parents and
 * next_dates are derived (decision 11.4).
 */
export const EventDate = record(
  {
    ...answerProperties(dateColumns),
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
