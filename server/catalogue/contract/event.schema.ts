// The parameters and the records of GET /events.
import Type, { type Static } from 'typebox'
import { answerProperties, id, renamed } from '../../platform/database/fields.ts'
import { described, Id, IsoDate, record, withSelectableFields } from '../../platform/ground/schema.ts'
import { eventFields } from '../records/event-fields.ts'
import {
  CatalogueCategory,
  CatalogueFile,
  CataloguePdf,
  EbgData,
  GroupDiscount,
  MetaTag,
  Misc,
} from './child-rows.schema.ts'
import { EventDate } from './date.schema.ts'
import { ConferencePackageItem, EventPrice } from './price.schema.ts'

/** The columns of an event in its record, in the record's order. */
export const eventColumns = {
  event_id: ['id', id],
  ...renamed(eventFields, {
    event_identifier: 'identifier',
    event_title: 'title',
    event_subtitle: 'subtitle',
    event_article_no: 'articleNo',
    event_desc_link: 'descriptionLink',
    event_teaser: 'teaser',
    event_description: 'description',
    event_requirements: 'requirements',
    event_objectives: 'objectives',
    event_target_group: 'targetGroup',
    event_itinerary: 'itinerary',
    event_service: 'service',
    meta_data: 'metaData',
    days: 'numberOfDays',
    prospective_allowed: 'prospectiveAllowed',
    publish_coop_data_allowed: 'publishCoopDataAllowed',
  }),
} as const

/** A catalogue record, as GET /events returns it and as a data set holds it. */
export const Event = withSelectableFields(
  record(
    described(
      {
        ...answerProperties(eventColumns),
        event_catalog_categories: Type.Array(CatalogueCategory),
        event_misc: Type.Array(Misc),
        meta_tags: Type.Array(MetaTag),
        event_files: Type.Array(Type.Array(CatalogueFile)),
        event_prices: Type.Array(EventPrice),
        event_group_discounts: Type.Array(GroupDiscount),
        event_pdfs: Type.Array(CataloguePdf),
        ebg_data: Type.Array(EbgData),
        conference_package: Type.Array(ConferencePackageItem),
        dates: Type.Array(EventDate),
      },
      {
        event_id: 'Id of the event',
        event_identifier: 'Identifier',
        event_title: 'Title',
        event_subtitle: 'Subtitle',
        event_article_no: 'Article number',
        event_desc_link: 'Address of a further description',
        event_teaser: 'Teaser in HTML',
        event_description: 'Description in HTML',
        event_requirements: 'Requirements in HTML',
        event_objectives: 'Objectives in HTML',
        event_target_group: 'Target group in HTML',
        event_itinerary: 'Itinerary in HTML',
        event_service: 'Services included in HTML',
        meta_data: 'Meta data; "" without `eventMetaData`',
        days: 'Number of days',
        prospective_allowed: 'Whether prospective customers may register their interest',
        publish_coop_data_allowed: 'Whether data of the cooperation partners may be published',
        event_catalog_categories: 'Categories',
        event_misc: 'Free fields',
        meta_tags: 'Keywords; empty without `eventMetaTags`',
        event_files: 'Files: one list for each access right; empty without `eventDateFiles`',
        event_prices: 'Prices; empty without `prices`',
        event_group_discounts: 'Discounts for groups; empty without `prices`',
        event_pdfs: 'PDFs',
        ebg_data: 'EBG data; empty without `ebgData`',
        conference_package: 'Conference package',
        dates: 'Dates that match the filters, by start',
      },
    ),
    'CatalogueEvent',
    'An event of the catalogue with its dates. Without `fields`, every property is there',
  ),
)
export type Event = Static<typeof Event>

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const ids = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 1000, description }))
const idOrIds = (description: string) =>
  Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 1000 })], { description }))
const date = (description: string) => Type.Optional(Type.String({ ...IsoDate, description }))

const fieldNames = [...new Set([...Object.keys(Event.properties), ...Object.keys(EventDate.properties)])]

/** The parameters of GET /events, from the query, the JSON body or both (decision 2.3). An empty list is as if left out. */
export const EventQuery = record(
  {
    catalogId: ids('Catalogue ids: events with a category of, or a date in, one of them.'),
    eventId: idOrIds('Event ids.'),
    catalogCategoryId: idOrIds('Category ids; a category includes its subcategories.'),
    dateId: Type.Optional(Type.Integer({ ...Id, description: 'One date and its event.' })),
    displayDate: date('Leaves out dates whose display range does not hold this day.'),
    excludeWithoutDisplayDate: flag('Leaves out dates without a display range, too.'),
    dateStart: date('Dates that end on this day or later.'),
    dateEnd: date('Dates that start on this day or earlier.'),
    mainDateTrainer: flag('Fills main_trainer.'),
    allDateTrainers: flag('Fills all_trainers.'),
    nextDatesTrainers: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1200,
        description: 'Fills next_dates of the trainers shown, for this number of months from today.',
      }),
    ),
    eventDateFiles: Type.Optional(
      Type.String({
        maxLength: 65535,
        description:
          'Fills event_files and date_files: access rights, diskitem ids or `all`, comma-separated.',
      }),
    ),
    eventMetaData: flag('Fills meta_data.'),
    dateMetaData: flag('Fills date_meta_data.'),
    prices: flag('Fills event_prices, event_group_discounts and date_prices.'),
    ebgData: flag('Fills ebg_data of the event and its dates.'),
    eventMetaTags: flag('Fills meta_tags.'),
    hotelQuota: flag('Fills hotel_quota.'),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2147483647, description: 'Addition: so many events at most.' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description: 'Addition: leaves out the first events.',
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String({ enum: fieldNames }), {
        maxItems: 1000,
        description:
          'Addition: the fields of events and dates that are sent; a field of dates alone asks for `dates`, too. Without it, all are sent.',
      }),
    ),
  },
  'EventQuery',
  'What GET /events selects and fills; the same as query parameters',
)
export type EventQuery = Static<typeof EventQuery>
