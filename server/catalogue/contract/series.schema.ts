// Series of modules, and the dates linked with them.
import Type, { type Static } from 'typebox'
import { answerProperties, id, integer, money, renamed } from '../../platform/database/fields.ts'
import { Count, Id, record } from '../../platform/http/schema.ts'
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
export const LinkedDate = record({ date_config_id: Id, ...answerProperties(linkedDateFields) }, 'LinkedDate')
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
  {
    date_config_id: Id,
    date_id: Id,
    ...answerProperties(moduleFields),
    linked_dates: Type.Array(LinkedDate),
  },
  'SeriesConfig',
)
export type SeriesConfig = Static<typeof SeriesConfig>

export const LocationSummary = record(
  { name: Text, street: Text, zip: Text, city: Text, link: Text, additional_field: Text },
  'LocationSummary',
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
export const SeriesPrice = record(answerProperties(seriesPriceFields), 'SeriesPrice')
export type SeriesPrice = Static<typeof SeriesPrice>

const participantCounts = {
  participants_min: Count,
  participants_max: Count,
  participants_count: Count,
  participants_reserved: Count,
  participants_waitlist: Count,
}
const titleFields = {
  date_identifier: Text,
  date_title: Text,
  date_subtitle: Text,
  date_duration: Text,
  date_time_end: TimeOrNone,
}
const startAndEnd = { date_date_start: DateOrNone, date_date_end: DateOrNone, date_time_start: TimeOrNone }
const locationsAndPrices = {
  main_location: LocationSummary,
  location: Type.Array(LocationSummary),
  prices: Type.Array(SeriesPrice),
}

/** A date that belongs to a module; main_trainer and trainer are full names. */
export const SeriesDate = record(
  {
    date_id: Id,
    date_config_id: Id,
    ...participantCounts,
    is_preselected: Type.Boolean(),
    is_generally_bookable: Type.Boolean(),
    ...titleFields,
    main_trainer: Text,
    ...startAndEnd,
    trainer: Type.Array(Text),
    ...locationsAndPrices,
  },
  'SeriesDate',
)
export type SeriesDate = Static<typeof SeriesDate>

/** A series that a date belongs to. */
export const SeriesDateSummary = record(
  {
    date_id: Id,
    ...participantCounts,
    is_generally_bookable: Type.Boolean(),
    ...titleFields,
    ...startAndEnd,
    ...locationsAndPrices,
  },
  'SeriesDateSummary',
)
export type SeriesDateSummary = Static<typeof SeriesDateSummary>

export const SeriesEntry = record({ config: SeriesConfig, dates: Type.Array(SeriesDate) }, 'SeriesEntry')
export type SeriesEntry = Static<typeof SeriesEntry>

/** The modules of one type; `module_type` is a literal key (decision 1.6). */
export const SeriesModules = record({ module_type: Type.Array(SeriesEntry) }, 'SeriesModules')
export type SeriesModules = Static<typeof SeriesModules>

/** The series that a date belongs to; `parent_date_id` is a literal key (decision 1.6). */
export const SeriesParents = record({ parent_date_id: Type.Array(SeriesDateSummary) }, 'SeriesParents')
export type SeriesParents = Static<typeof SeriesParents>
