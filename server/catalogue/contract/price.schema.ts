// Prices and conference packages of events and dates.
import type { Static } from 'typebox'
import { answerProperties, moneyOrNone, moneyText, renamed } from '../../platform/database/fields.ts'
import { described, record } from '../../platform/ground/schema.ts'
import { conferencePackageItem, datePrice, eventPrice } from '../records/child-tables.ts'

const priceTexts = {
  price_title: 'Title',
  price_description: 'Description',
  price_value_gross: 'Gross price with two decimals, such as `1190.00`; "": none',
  price_value_net: 'Net price with two decimals; "": none',
  price_currency: 'Currency as a code of ISO 4217, such as `EUR`',
  price_vat: 'VAT in percent',
  price_vat_included: 'Whether the price is stated including VAT',
}

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
export const EventPrice = record(
  described(answerProperties(eventPriceFields), priceTexts),
  'EventPrice',
  'A price of an event',
)
export type EventPrice = Static<typeof EventPrice>

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
export const DatePrice = record(
  described(answerProperties(datePriceFields), {
    ...priceTexts,
    price_valid_from: 'First day on which it is valid, `YYYY-MM-DD`; "": any',
    price_valid_to: 'Last day on which it is valid, `YYYY-MM-DD`; "": any',
  }),
  'DatePrice',
  'A price of a date',
)
export type DatePrice = Static<typeof DatePrice>

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
export const ConferencePackageItem = record(
  described(answerProperties(packageItemFields), {
    resource_type: 'Type of the resource',
    resource_id: 'Id of the resource, as a text',
    article_name: 'Name of the article',
    article_description: 'Description',
    article_comment: 'Comment',
    article_description_html: 'Description in HTML',
    article_currency: 'Currency as a code of ISO 4217, such as `EUR`',
    price_per_day: 'Price for a day with two decimals; "": none',
    article_price_buy: 'Purchase price; 0: none',
    article_price_sale: 'Sales price; 0: none',
    article_price_sale_intern: 'Internal sales price; 0: none',
    article_tax_amount: 'VAT in percent',
    overwritten_sales_price: 'Sales price of this item instead of that of the article; 0: none',
    article_tax_included: 'Whether prices include VAT',
  }),
  'ConferencePackageItem',
  'An item of the conference package',
)
export type ConferencePackageItem = Static<typeof ConferencePackageItem>
