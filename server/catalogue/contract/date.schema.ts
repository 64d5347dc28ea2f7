// A date of an event.
import Type, { type Static } from 'typebox'
import { answerProperties, id, renamed } from '../../platform/database/fields.ts'
import { described, Id, record, withSelectableFields } from '../../platform/ground/schema.ts'
import { datePartner, responsiblePerson, sessionDay } from '../records/child-tables.ts'
import { dateFields } from '../records/event-fields.ts'
import { CatalogueFile, CataloguePdf, DateMetaData, EbgData, Misc, Text } from './child-rows.schema.ts'
import { HotelQuota } from './hotel-quota.schema.ts'
import { ConferencePackageItem, DatePrice } from './price.schema.ts'
import { SeriesModules, SeriesParents } from './series.schema.ts'
import { Trainer } from './trainer.schema.ts'

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
export const CoopPartner = record(
  described(answerProperties(partnerFields), {
    address_street: 'Street',
    address_housenumber: 'House number',
    address_zip: 'Postal code',
    address_city: 'City',
    address_country: 'Country',
    address_department: 'Department',
    default_email: 'E-mail address',
    default_website: 'Address of the website',
    default_phone: 'Phone number',
  }),
  'CoopPartner',
  'A cooperation partner of a date',
)
export type CoopPartner = Static<typeof CoopPartner>

export const responsiblePersonFields = renamed(responsiblePerson.fields, {
  salutation: 'salutation',
  name: 'lastName',
  first_name: 'firstName',
  email: 'email',
  phone: 'phone',
  image_url: 'imageUrl',
})
export const ResponsiblePerson = record(
  described(answerProperties(responsiblePersonFields), {
    salutation: '`mr`, `ms` or "" (none)',
    name: 'Last name',
    first_name: 'First name',
    email: 'E-mail address',
    phone: 'Phone number',
    image_url: 'Address of a picture',
  }),
  'ResponsiblePerson',
  'Who is responsible for a date',
)
export type ResponsiblePerson = Static<typeof ResponsiblePerson>

/** A contact of type location; name, street, zip, city and phone are the contact's. */
export const DateLocation = record(
  described(
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
    {
      location_id: 'Id of the location, which is a contact',
      name: 'Name',
      street: 'Street and house number',
      zip: 'Postal code',
      city: 'City',
      link: 'Address of its website',
      additional_field: 'Further information',
      phone: 'Phone number',
    },
  ),
  'DateLocation',
  'A location of a date',
)
export type DateLocation = Static<typeof DateLocation>

export const sessionDayFields = renamed(sessionDay.fields, {
  date_hours_date: 'day',
  date_hours_time_start: 'startTime',
  date_hours_time_end: 'endTime',
  date_hours_comment: 'comment',
})
export const DateHours = record(
  described(answerProperties(sessionDayFields), {
    date_hours_date: 'Day, `YYYY-MM-DD`; "": none',
    date_hours_time_start: 'Start, `HH:MM`; "": none',
    date_hours_time_end: 'End, `HH:MM`; "": none',
    date_hours_comment: 'Comment',
  }),
  'DateHours',
  'A day of a date',
)
export type DateHours = Static<typeof DateHours>

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
export const EventDate = withSelectableFields(
  record(
    described(
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
      {
        date_id: 'Id of the date',
        number_of_days: 'Number of days',
        free_places:
          'Seats that are free: those of the date less bookings, reservations and seats given away elsewhere; never below 0',
        participants_min: 'Participants that the date needs',
        participants_max: 'Seats',
        client_id: 'Id of the client; 0: none',
        date_is_bookable:
          'Whether it can be booked now: released by staff, active, with a status that allows it, within its booking period, and with seats or a waiting list',
        date_is_active: 'Whether it is active; inactive dates are returned, too',
        waiting_list: 'Whether it has a waiting list',
        date_identifier: 'Identifier',
        date_title: 'Title',
        date_subtitle: 'Subtitle',
        cooperation_partner: 'Name of the cooperation partner',
        article_no: 'Article number',
        date_status:
          '`planned`, `confirmed`, `running`, `completed`, `cancelled` or `postponed`; the instance may have further values',
        date_format: '`onsite`, `online` or `hybrid`; the instance may have further values',
        date_lesson_units: 'Lesson units, in words or digits',
        start_date: 'First day, `YYYY-MM-DD`; "": none',
        start_time: 'Start, `HH:MM`; "": none',
        end_date: 'Last day, `YYYY-MM-DD`; "": none',
        end_time: 'End, `HH:MM`; "": none',
        booking_start_date: 'First day on which it can be booked, `YYYY-MM-DD`; "": any',
        booking_end_date: 'Last day on which it can be booked, `YYYY-MM-DD`; "": any',
        display_time_start: 'First day on which it is displayed, `YYYY-MM-DD`; "": any',
        display_time_end: 'Last day on which it is displayed, `YYYY-MM-DD`; "": any',
        date_website_booking_link: 'Address of the page on which it is booked',
        date_catalog: 'Ids of the catalogues that it is in',
        coop_partner_data: 'Cooperation partners',
        responsible_person: 'Responsible persons',
        location: 'Locations',
        date_hours: 'Its days with their hours',
        hotel_quota: 'Hotel quotas; empty without `hotelQuota`',
        all_trainers: 'All trainers; empty without `allDateTrainers`',
        main_trainer: 'The main trainer; empty without `mainDateTrainer`',
        date_prices: 'Prices; empty without `prices`',
        series_dates: 'The modules, if the date is a series',
        series_parents: 'The series that the date belongs to',
        date_meta_data: 'Meta data; empty without `dateMetaData`',
        ebg_data: 'EBG data; empty without `ebgData`',
        conference_package: 'Conference package',
        event_pdfs: 'PDFs',
        date_misc: 'Free fields',
        date_files: 'Files: one list for each access right; empty without `eventDateFiles`',
      },
    ),
    'EventDate',
    'A date of an event: one run with its days, locations and trainers. Without `fields`, every property is there',
  ),
)
export type EventDate = Static<typeof EventDate>
