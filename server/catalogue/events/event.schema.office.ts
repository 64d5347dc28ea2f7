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
  event_desc_link: 'description_link',
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
export const PackageItemRow = record({ item_id: Id, ...ConferencePackageItem.properties })
export type PackageItemRow = Static<typeof PackageItemRow>

const childRows = {
  category_ids: Type.Array(Id),
  file_ids: Type.Array(Id),
  event_prices: Type.Array(EventPriceRow),
  event_group_discounts: Type.Array(GroupDiscount),
  event_pdfs: Type.Array(PdfRow),
  conference_package: Type.Array(PackageItemRow),
  event_misc: Type.Array(Misc),
  meta_tags: Type.Array(MetaTag),
  ebg_data: Type.Array(EbgData),
}

const forEachName = <K extends string, S extends TSchema>(names: Record<K, unknown>, schema: S) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema])) as Record<K, S>

const scalarFields = {
  days: Count,
  prospective_allowed: Type.Boolean(),
  publish_coop_data_allowed: Type.Boolean(),
}

/** One event. */
export const OfficeEvent = record({
  id: Id,
  version: Version,
  is_published: Type.Boolean(),
  ...forEachName(plainTexts, Type.String()),
  ...forEachName(formattedTexts, Type.String()),
  ...scalarFields,
  ...childRows,
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

const optionalRecord = <P extends Record<string, TSchema>>(properties: P) => record(partly(properties))
const longTexts = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, LongText])) as Record<K, typeof LongText>

/** An amount as a text with two decimals, '' for none. */
export const AmountInput = Type.String({ pattern: '^(-?[0-9]+\\.[0-9]{2})?$', maxLength: 13 })
/** Percent, at most two decimals. */
export const PercentInput = Type.Number({ minimum: 0, maximum: 999.99 })
const MoneyInput = Type.Number({ minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 })

export const PriceInput = optionalRecord({
  price_id: IdOrNone,
  ...longTexts('price_title', 'price_description', 'price_currency'),
  price_value_gross: AmountInput,
  price_value_net: AmountInput,
  price_vat: PercentInput,
  price_vat_included: Type.Boolean(),
})
export type PriceInput = Static<typeof PriceInput>

export const PdfInput = optionalRecord({ pdf_id: IdOrNone, ...longTexts('pdf_name', 'pdf_key', 'pdf_link') })
export type PdfInput = Static<typeof PdfInput>

export const PackageItemInput = optionalRecord({
  item_id: IdOrNone,
  ...longTexts('resource_type', 'resource_id', 'article_name', 'article_description', 'article_comment'),
  ...longTexts('article_description_html', 'article_currency'),
  price_per_day: AmountInput,
  article_price_buy: MoneyInput,
  article_price_sale: MoneyInput,
  article_price_sale_intern: MoneyInput,
  article_tax_amount: MoneyInput,
  overwritten_sales_price: MoneyInput,
  article_tax_included: Type.Boolean(),
})
export type PackageItemInput = Static<typeof PackageItemInput>

export const MiscInput = optionalRecord(forEachName(Misc.properties, LongText))

const DropdownListsInput = Type.Array(
  optionalRecord({
    dropdown_list_id: Type.Array(
      optionalRecord({
        ...longTexts('list_id', 'name'),
        option: Type.Array(optionalRecord(longTexts('entry_id', 'value', 'name'))),
      }),
    ),
  }),
)
export const MetaTagInput = optionalRecord({
  ...longTexts('meta_language_training', 'meta_event_type_name', 'meta_target_group_name', 'meta_topic_name'),
  ...longTexts('meta_competence_level_name', 'meta_occupation_name'),
  meta_dropdown_list: DropdownListsInput,
})
export const DateMetaDataInput = optionalRecord({
  meta_title: LongText,
  meta_dropdown_list: DropdownListsInput,
})
export const EbgDataInput = optionalRecord({
  deftpl_field: Type.Array(
    optionalRecord(longTexts('deftpl_description', 'deftpl_value', 'deftpl_detfault_description')),
  ),
})

/** What can be written of an event. Whether it is published is a matter of its own, with a check. */
export const writableProperties = partly({
  ...forEachName(plainTexts, ShortText),
  meta_data: LongText,
  ...forEachName(formattedTexts, LongText),
  ...scalarFields,
  days: Type.Integer({ minimum: 0, maximum: 10_000 }),
  category_ids: Type.Array(Id, { maxItems: 1000 }),
  file_ids: Type.Array(Id, { maxItems: 1000 }),
  event_prices: Type.Array(PriceInput, { maxItems: 200 }),
  event_group_discounts: Type.Array(optionalRecord(longTexts('discount_string')), { maxItems: 200 }),
  event_pdfs: Type.Array(PdfInput, { maxItems: 200 }),
  conference_package: Type.Array(PackageItemInput, { maxItems: 200 }),
  event_misc: Type.Array(MiscInput, { maxItems: 50 }),
  meta_tags: Type.Array(MetaTagInput, { maxItems: 50 }),
  ebg_data: Type.Array(EbgDataInput, { maxItems: 50 }),
})

export const NewEvent = record(writableProperties)
export type EventInput = Static<typeof NewEvent>
export const EventPatch = record({ version: Version, ...writableProperties })
export { DropdownList }
