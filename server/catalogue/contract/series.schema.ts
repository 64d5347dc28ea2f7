// Event catalogue: dates that are series of modules, and the dates linked with them.
import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, Money, record } from '../../platform/http/schema.ts'
import { DateOrNone, Text, TimeOrNone } from './child-rows.schema.ts'

/** One date that can be taken for a module of a series. */
export const LinkedDate = record(
  {
    date_config_id: Id,
    linked_date_id: Id,
    module_event_id: IdOrNone,
    module_position: Type.Integer(),
    is_preselected: Type.Boolean(),
    module_is_bookable: Type.Boolean(),
    module_is_mandatory: Type.Boolean(),
    module_type: Text,
  },
  'LinkedDate',
)
export type LinkedDate = Static<typeof LinkedDate>

/** One module of a series; date_id is the series itself, module_type and sort_by as in decision 11.1. */
export const SeriesConfig = record(
  {
    date_config_id: Id,
    date_id: Id,
    module_event_id: IdOrNone,
    module_position: Type.Integer(),
    module_type: Text,
    sort_by: Text,
    module_is_mandatory: Type.Boolean(),
    module_is_bookable: Type.Boolean(),
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

/** A price of a date as a series shows it: price_value before, price_end with tax; price_tax_amount in percent. */
export const SeriesPrice = record(
  {
    price_id: Id,
    price_type: Type.Integer(),
    cmscont_id: Type.Integer(),
    ct_set_id: Type.Integer(),
    ccategory_id: Type.Integer(),
    date_id: Id,
    price_title: Text,
    price_description: Text,
    price_currency: Text,
    price_additional_field_text: Text,
    price_valid_for: Text,
    price_value: Money,
    price_tax_amount: Money,
    price_end: Money,
    price_tax_included: Type.Boolean(),
    price_valid_from: DateOrNone,
    price_valid_to: DateOrNone,
  },
  'SeriesPrice',
)
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
