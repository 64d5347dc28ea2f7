// An event as the back office has it: the interface's fields, rows with their ids, and what the website does not show.
import Type, { type Static, type TSchema } from 'typebox'
import {
  Count,
  Id,
  IdOrNone,
  IsoDate,
  LongText,
  partly,
  record,
  ShortText,
  Version,
} from '../../platform/http/schema.ts'
import {
  ConferencePackageItem,
  DropdownList,
  EbgData,
  EventPrice,
  GroupDiscount,
  MetaTag,
  Misc,
} from '../contract/child-rows.schema.ts'

/** Texts of an event, each with its column; the formatted ones are sanitised when they are written. */
export const plainTexts = {
  event_identifier: 'identifier',
  event_title: 'title',
  event_subtitle: 'subtitle',
  event_article_no: 'article_no',
  event_desc_link: 'desc_link',
  meta_data: 'meta_data',
} as const
export const formattedTexts = {
  event_teaser: 'teaser',
  event_description: 'description',
  event_requirements: 'requirements',
  event_objectives: 'objectives',
  event_target_group: 'target_group',
  event_itinerary: 'itinerary',
  event_service: 'service',
} as const

export const EventPriceRow = record({ price_id: Id, ...EventPrice.properties })
export type EventPriceRow = Static<typeof EventPriceRow>
export const PdfRow = record({
  pdf_id: Id,
  pdf_name: Type.String(),
  pdf_key: Type.String(),
  pdf_link: Type.String(),
})
export type PdfRow = Static<typeof PdfRow>
export const PackageRow = record({ item_id: Id, ...ConferencePackageItem.properties })
export type PackageRow = Static<typeof PackageRow>

const parts = {
  category_ids: Type.Array(Id),
  file_ids: Type.Array(Id),
  event_prices: Type.Array(EventPriceRow),
  event_group_discounts: Type.Array(GroupDiscount),
  event_pdfs: Type.Array(PdfRow),
  conference_package: Type.Array(PackageRow),
  event_misc: Type.Array(Misc),
  meta_tags: Type.Array(MetaTag),
  ebg_data: Type.Array(EbgData),
}

const named = <K extends string, S extends TSchema>(names: Record<K, unknown>, schema: S) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema])) as Record<K, S>

const own = {
  days: Count,
  prospective_allowed: Type.Boolean(),
  publish_coop_data_allowed: Type.Boolean(),
}

/** One event. */
export const OfficeEvent = record({
  id: Id,
  version: Version,
  is_published: Type.Boolean(),
  ...named(plainTexts, Type.String()),
  ...named(formattedTexts, Type.String()),
  ...own,
  ...parts,
  date_count: Count,
})
export type OfficeEvent = Static<typeof OfficeEvent>

/** An event in a list. */
export const ListedEvent = record({
  id: Id,
  is_published: Type.Boolean(),
  event_identifier: Type.String(),
  event_title: Type.String(),
  event_subtitle: Type.String(),
  event_article_no: Type.String(),
  days: Count,
  category_ids: Type.Array(Id),
  date_count: Count,
  /** Dates that are not over. */
  dates_ahead: Count,
  /** The next of them, '' where there is none. */
  next_start: Type.Union([IsoDate, Type.Literal('')]),
})

const given = <P extends Record<string, TSchema>>(properties: P) => record(partly(properties))
const texts = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, LongText])) as Record<K, typeof LongText>

/** An amount as a text with two decimals, '' for none. */
export const GivenAmount = Type.String({ pattern: '^(-?[0-9]+\\.[0-9]{2})?$', maxLength: 13 })
/** Percent, at most two decimals. */
export const GivenPercent = Type.Number({ minimum: 0, maximum: 999.99 })
const GivenMoney = Type.Number({ minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 })

export const GivenPrice = given({
  price_id: IdOrNone,
  ...texts('price_title', 'price_description', 'price_currency'),
  price_value_gross: GivenAmount,
  price_value_net: GivenAmount,
  price_vat: GivenPercent,
  price_vat_included: Type.Boolean(),
})
export type GivenPrice = Static<typeof GivenPrice>

export const GivenPdf = given({ pdf_id: IdOrNone, ...texts('pdf_name', 'pdf_key', 'pdf_link') })
export type GivenPdf = Static<typeof GivenPdf>

export const GivenItem = given({
  item_id: IdOrNone,
  ...texts('resource_type', 'resource_id', 'article_name', 'article_description', 'article_comment'),
  ...texts('article_description_html', 'article_currency'),
  price_per_day: GivenAmount,
  article_price_buy: GivenMoney,
  article_price_sale: GivenMoney,
  article_price_sale_intern: GivenMoney,
  article_tax_amount: GivenMoney,
  overwritten_sales_price: GivenMoney,
  article_tax_included: Type.Boolean(),
})
export type GivenItem = Static<typeof GivenItem>

export const GivenMisc = given(named(Misc.properties, LongText))

const GivenLists = Type.Array(
  given({
    dropdown_list_id: Type.Array(
      given({
        ...texts('list_id', 'name'),
        option: Type.Array(given(texts('entry_id', 'value', 'name'))),
      }),
    ),
  }),
)
export const GivenMetaTag = given({
  ...texts('meta_language_training', 'meta_event_type_name', 'meta_target_group_name', 'meta_topic_name'),
  ...texts('meta_competence_level_name', 'meta_occupation_name'),
  meta_dropdown_list: GivenLists,
})
export const GivenDateMetaData = given({ meta_title: LongText, meta_dropdown_list: GivenLists })
export const GivenEbgData = given({
  deftpl_field: Type.Array(given(texts('deftpl_description', 'deftpl_value', 'deftpl_detfault_description'))),
})

/** What can be written of an event. Whether it is published is a matter of its own, with a check. */
export const writable = partly({
  ...named(plainTexts, ShortText),
  meta_data: LongText,
  ...named(formattedTexts, LongText),
  ...own,
  days: Type.Integer({ minimum: 0, maximum: 10_000 }),
  category_ids: Type.Array(Id, { maxItems: 1000 }),
  file_ids: Type.Array(Id, { maxItems: 1000 }),
  event_prices: Type.Array(GivenPrice, { maxItems: 200 }),
  event_group_discounts: Type.Array(given(texts('discount_string')), { maxItems: 200 }),
  event_pdfs: Type.Array(GivenPdf, { maxItems: 200 }),
  conference_package: Type.Array(GivenItem, { maxItems: 200 }),
  event_misc: Type.Array(GivenMisc, { maxItems: 50 }),
  meta_tags: Type.Array(GivenMetaTag, { maxItems: 50 }),
  ebg_data: Type.Array(GivenEbgData, { maxItems: 50 }),
})

export const NewEvent = record(writable)
export type GivenEvent = Static<typeof NewEvent>
export const ChangedEvent = record({ version: Version, ...writable })
export { DropdownList }
