// Records that events and dates have in common.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  day,
  id,
  moneyOrNone,
  moneyText,
  renamed,
  time,
} from '../../platform/database/fields.ts'
import { Id, record } from '../../platform/http/schema.ts'
import { conferencePackageItem, eventPrice, pdf } from '../records/child-tables.ts'
import { categoryFields, fileFields } from '../records/reference-fields.ts'

/** A text of any length, "" when absent. */
export const Text = Type.String()

/** A calendar date `YYYY-MM-DD` or "". */
export const DateOrNone = day.schema

/** A time of day `HH:MM` or "". */
export const TimeOrNone = time.schema

export const categoryColumns = {
  eventcat_id: ['id', id],
  ...renamed(categoryFields, {
    lang_id: 'language',
    eventcatname_name: 'name',
    eventcat_desc: 'description',
    eventcat_footerdesc: 'footerDescription',
    eventcat_color: 'color',
    font_icon: 'fontIcon',
    diskitem_file: 'imageFileName',
    diskitem_id: 'imageFileId',
    catalog_id: 'catalogueId',
    eventcat_parent: 'parentId',
    catalog_protected: 'isProtected',
  }),
} as const

/** A category; catalog_id, eventcat_parent and diskitem_id are 0 if there is none. */
export const CatalogueCategory = record(answerProperties(categoryColumns), 'CatalogueCategory')
export type CatalogueCategory = Static<typeof CatalogueCategory>

/** The free fields of an event or a date. */
export const Misc = record(
  {
    misc1: Text,
    misc2: Text,
    misc3: Text,
    misc4: Text,
    misc5: Text,
    misc6: Text,
    misc7: Text,
    misc8: Text,
    misc9: Text,
    misc10: Text,
  },
  'Misc',
)
export type Misc = Static<typeof Misc>

/** One entry of a dropdown list structure; `dropdown_list_id` is a literal key. */
export const DropdownList = record(
  {
    dropdown_list_id: Type.Array(
      record({
        list_id: Text,
        name: Text,
        option: Type.Array(record({ entry_id: Text, value: Text, name: Text })),
      }),
    ),
  },
  'DropdownList',
)
export type DropdownList = Static<typeof DropdownList>

export const MetaTag = record(
  {
    meta_language_training: Text,
    meta_event_type_name: Text,
    meta_target_group_name: Text,
    meta_topic_name: Text,
    meta_competence_level_name: Text,
    meta_occupation_name: Text,
    meta_dropdown_list: Type.Array(DropdownList),
  },
  'MetaTag',
)
export type MetaTag = Static<typeof MetaTag>

export const DateMetaData = record(
  { meta_title: Text, meta_dropdown_list: Type.Array(DropdownList) },
  'DateMetaData',
)
export type DateMetaData = Static<typeof DateMetaData>

/** The interface's spelling of `deftpl_detfault_description` is part of the contract. */
export const EbgData = record(
  {
    deftpl_field: Type.Array(
      record({ deftpl_description: Text, deftpl_value: Text, deftpl_detfault_description: Text }),
    ),
  },
  'EbgData',
)
export type EbgData = Static<typeof EbgData>

export const fileColumns = {
  diskitem_id: ['id', id],
  ...renamed(fileFields, {
    access_right: 'accessRight',
    name: 'name',
    description: 'description',
    path: 'path',
  }),
} as const

/** A file of an event or of one of its dates; event_id is the event's in both. */
export const CatalogueFile = record({ event_id: Id, ...answerProperties(fileColumns) }, 'CatalogueFile')
export type CatalogueFile = Static<typeof CatalogueFile>

export const pdfFields = renamed(pdf('event_id').fields, {
  pdf_name: 'name',
  pdf_key: 'key',
  pdf_link: 'link',
})
export const CataloguePdf = record(answerProperties(pdfFields), 'CataloguePdf')
export type CataloguePdf = Static<typeof CataloguePdf>

export const GroupDiscount = record({ discount_string: Text }, 'GroupDiscount')
export type GroupDiscount = Static<typeof GroupDiscount>

export const eventPriceFields = renamed(eventPrice.fields, {
  price_title: 'title',
  price_description: 'description',
  price_value_gross: ['grossPrice', moneyText],
  price_value_net: ['netPrice', moneyText],
  price_currency: 'currency',
  price_vat: 'vatRate',
  price_vat_included: 'vatIncluded',
})

/** Price of an event; price_vat in percent. */
export const EventPrice = record(answerProperties(eventPriceFields), 'EventPrice')
export type EventPrice = Static<typeof EventPrice>

export const packageItemFields = renamed(conferencePackageItem('event_id').fields, {
  resource_type: 'resourceType',
  resource_id: 'resourceId',
  article_name: 'name',
  article_description: 'description',
  article_comment: 'comment',
  article_description_html: 'descriptionHtml',
  article_currency: 'currency',
  price_per_day: ['pricePerDay', moneyText],
  article_price_buy: ['purchasePrice', moneyOrNone],
  article_price_sale: ['salesPrice', moneyOrNone],
  article_price_sale_intern: ['internalSalesPrice', moneyOrNone],
  article_tax_amount: ['taxAmount', moneyOrNone],
  overwritten_sales_price: ['overwrittenSalesPrice', moneyOrNone],
  article_tax_included: 'taxIncluded',
})
export const ConferencePackageItem = record(answerProperties(packageItemFields), 'ConferencePackageItem')
export type ConferencePackageItem = Static<typeof ConferencePackageItem>
