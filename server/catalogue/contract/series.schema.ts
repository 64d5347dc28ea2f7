// Series of modules, and the dates linked with them.
import Type, { type Static } from 'typebox'
import { answerProperties, id, integer, money, renamed } from '../../platform/database/fields.ts'
import { Count, described, Id, record } from '../../platform/ground/schema.ts'
import { datePrice, seriesModule, seriesModuleDate } from '../records/child-tables.ts'
import { DateOrNone, Text, TimeOrNone } from './child-rows.schema.ts'

const modulePosition = { module_position: ['position', integer] } as const

export const linkedDateFields = {
  ...renamed(seriesModuleDate.fields, { linked_date_id: 'linkedDateId', module_event_id: 'moduleEventId' }),
  ...modulePosition,
  ...renamed(seriesModuleDate.fields, {
    is_preselected: 'isPreselected',
    module_is_bookable: 'isBookable',
    module_is_mandatory: 'isMandatory',
    module_type: 'moduleType',
  }),
}
/** A date to choose from for a module of a series. */
export const LinkedDate = record(
  described(
    { date_config_id: Id, ...answerProperties(linkedDateFields) },
    {
      date_config_id: 'Id of the module',
      linked_date_id: 'Id of the date',
      module_event_id: 'Id of the event of the module; 0: none',
      module_position: 'Position within the module',
      is_preselected: 'Whether the date is preselected',
      module_is_bookable: 'Whether it can be booked by itself',
      module_is_mandatory: 'Whether it is mandatory',
      module_type: '`mandatory`, `elective` or `optional`; the instance may have further values',
    },
  ),
  'LinkedDate',
  'A date to choose from for a module of a series',
)
export type LinkedDate = Static<typeof LinkedDate>

export const moduleFields = {
  ...renamed(seriesModule.fields, { module_event_id: 'moduleEventId' }),
  ...modulePosition,
  ...renamed(seriesModule.fields, {
    module_type: 'moduleType',
    sort_by: 'sortBy',
    module_is_mandatory: 'isMandatory',
    module_is_bookable: 'isBookable',
  }),
}
/** A module of a series; date_id is the series itself, module_type and sort_by as in decision 11.1. */
export const SeriesConfig = record(
  described(
    {
      date_config_id: Id,
      date_id: Id,
      ...answerProperties(moduleFields),
      linked_dates: Type.Array(LinkedDate),
    },
    {
      date_config_id: 'Id of the module',
      date_id: 'Id of the date that is the series',
      module_event_id: 'Id of the event of the module; 0: none',
      module_position: 'Position within the series',
      module_type: '`mandatory`, `elective` or `optional`; the instance may have further values',
      sort_by: 'Order of its dates: `position` or `date`; the instance may have further values',
      module_is_mandatory: 'Whether the module is mandatory',
      module_is_bookable: 'Whether the module can be booked by itself',
      linked_dates: 'The dates to choose from',
    },
  ),
  'SeriesConfig',
  'A module of a series',
)
export type SeriesConfig = Static<typeof SeriesConfig>

export const LocationSummary = record(
  described(
    { name: Text, street: Text, zip: Text, city: Text, link: Text, additional_field: Text },
    {
      name: 'Name',
      street: 'Street and house number',
      zip: 'Postal code',
      city: 'City',
      link: 'Address of its website',
      additional_field: 'Further information',
    },
  ),
  'LocationSummary',
  'A location in short; without one, all texts are empty',
)
export type LocationSummary = Static<typeof LocationSummary>

export const seriesPriceFields = {
  price_id: ['id', id],
  price_type: ['price_type', integer],
  cmscont_id: ['cmscont_id', integer],
  ct_set_id: ['ct_set_id', integer],
  ccategory_id: ['ccategory_id', integer],
  date_id: ['date_id', id],
  ...renamed(datePrice.fields, {
    price_title: 'title',
    price_description: 'description',
    price_currency: 'currency',
    price_additional_field_text: 'additionalFieldText',
    price_valid_for: 'validFor',
  }),
  price_value: [
    'net_price',
    {
      ...money,
      read: (net: string) => money.read(`case when t.vat_included then t.gross_price else ${net} end`),
    },
  ],
  ...renamed(datePrice.fields, {
    price_tax_amount: 'vatRate',
    price_end: ['grossPrice', money],
    price_tax_included: 'vatIncluded',
    price_valid_from: 'validFrom',
    price_valid_to: 'validTo',
  }),
} as const
/** A price of a date as a series shows it: price_value is gross if price_tax_included, otherwise net. price_end is gross, price_tax_amount in percent. */
export const SeriesPrice = record(
  described(answerProperties(seriesPriceFields), {
    price_id: 'Id of the price',
    price_type: 'Type of the price; 0: none',
    cmscont_id: 'Number taken over from another system; 0: none',
    ct_set_id: 'Number taken over from another system; 0: none',
    ccategory_id: 'Number taken over from another system; 0: none',
    date_id: 'Id of the date',
    price_title: 'Title',
    price_description: 'Description',
    price_currency: 'Currency as a code of ISO 4217, such as `EUR`',
    price_additional_field_text: 'Further information',
    price_valid_for: 'Whom it is valid for',
    price_value: 'Price: gross if price_tax_included, else net',
    price_tax_amount: 'VAT in percent',
    price_end: 'Gross price',
    price_tax_included: 'Whether price_value includes VAT',
    price_valid_from: 'First day on which it is valid, `YYYY-MM-DD`; "": any',
    price_valid_to: 'Last day on which it is valid, `YYYY-MM-DD`; "": any',
  }),
  'SeriesPrice',
  'A price of a date as a series shows it',
)
export type SeriesPrice = Static<typeof SeriesPrice>

const participantCounts = described(
  {
    participants_min: Count,
    participants_max: Count,
    participants_count: Count,
    participants_reserved: Count,
    participants_waitlist: Count,
  },
  {
    participants_min: 'Participants that the date needs',
    participants_max: 'Seats',
    participants_count: 'Bookings that take a seat',
    participants_reserved: 'Reservations',
    participants_waitlist: 'Bookings on the waiting list',
  },
)
const titleFields = described(
  {
    date_identifier: Text,
    date_title: Text,
    date_subtitle: Text,
    date_duration: Text,
    date_time_end: TimeOrNone,
  },
  {
    date_identifier: 'Identifier',
    date_title: 'Title',
    date_subtitle: 'Subtitle',
    date_duration: 'Duration in words',
    date_time_end: 'End, `HH:MM`; "": none',
  },
)
const startAndEnd = described(
  { date_date_start: DateOrNone, date_date_end: DateOrNone, date_time_start: TimeOrNone },
  {
    date_date_start: 'First day, `YYYY-MM-DD`; "": none',
    date_date_end: 'Last day, `YYYY-MM-DD`; "": none',
    date_time_start: 'Start, `HH:MM`; "": none',
  },
)
const locationsAndPrices = described(
  {
    main_location: LocationSummary,
    location: Type.Array(LocationSummary),
    prices: Type.Array(SeriesPrice),
  },
  { main_location: 'The first location', location: 'All locations', prices: 'The prices' },
)

const bookable = described(
  { is_generally_bookable: Type.Boolean() },
  {
    is_generally_bookable:
      'Whether it can be booked: active, with a status that allows it, within its booking period, and with seats or a waiting list',
  },
)

/** A date that belongs to a module; main_trainer and trainer are full names. */
export const SeriesDate = record(
  {
    ...described(
      { date_id: Id, date_config_id: Id },
      { date_id: 'Id of the date', date_config_id: 'Id of the module' },
    ),
    ...participantCounts,
    ...described({ is_preselected: Type.Boolean() }, { is_preselected: 'Whether it is preselected' }),
    ...bookable,
    ...titleFields,
    ...described({ main_trainer: Text }, { main_trainer: 'Full name of the main trainer' }),
    ...startAndEnd,
    ...described({ trainer: Type.Array(Text) }, { trainer: 'Full names of all trainers' }),
    ...locationsAndPrices,
  },
  'SeriesDate',
  'A date that belongs to a module of a series',
)
export type SeriesDate = Static<typeof SeriesDate>

/** A series that a date belongs to. */
export const SeriesDateSummary = record(
  {
    ...described({ date_id: Id }, { date_id: 'Id of the series, which is a date itself' }),
    ...participantCounts,
    ...bookable,
    ...titleFields,
    ...startAndEnd,
    ...locationsAndPrices,
  },
  'SeriesDateSummary',
  'A series that a date belongs to',
)
export type SeriesDateSummary = Static<typeof SeriesDateSummary>

export const SeriesEntry = record(
  described(
    { config: SeriesConfig, dates: Type.Array(SeriesDate) },
    { config: 'The module', dates: 'Its dates' },
  ),
  'SeriesEntry',
  'A module with its dates',
)
export type SeriesEntry = Static<typeof SeriesEntry>

/** The modules of one type; `module_type` is a literal key (decision 1.6). */
export const SeriesModules = record(
  described(
    { module_type: Type.Array(SeriesEntry) },
    { module_type: 'The modules; the key has this name literally' },
  ),
  'SeriesModules',
  'The modules of one type',
)
export type SeriesModules = Static<typeof SeriesModules>

/** The series that a date belongs to; `parent_date_id` is a literal key (decision 1.6). */
export const SeriesParents = record(
  described(
    { parent_date_id: Type.Array(SeriesDateSummary) },
    { parent_date_id: 'The series; the key has this name literally' },
  ),
  'SeriesParents',
  'The series that a date belongs to',
)
export type SeriesParents = Static<typeof SeriesParents>
