// Rooms that are held in a hotel for a date.
import type { Static } from 'typebox'
import { answerProperties, id, moneyOrNone, recordColumn, renamed } from '../../platform/database/fields.ts'
import { described, record } from '../../platform/ground/schema.ts'
import { hotelQuota } from '../records/child-tables.ts'

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
export const ResourceRooms = record(
  described(answerProperties(roomFields), {
    name: 'Name of the room',
    bedsAmount: 'Number of beds, in words or digits',
    price: 'Price of a night; 0: none',
    priceCurrency: 'Currency as a code of ISO 4217, such as `EUR`',
    priceTaxIncluded: 'Whether the price includes VAT',
    priceTaxAmount: 'VAT, in words or digits',
    priceBreakfast: 'Price of the breakfast; 0: none',
    priceCurrencyBreakfast: 'Currency of the breakfast',
    priceTaxIncludedBreakfast: 'Whether the price of the breakfast includes VAT',
    priceTaxAmountBreakfast: 'VAT of the breakfast, in words or digits',
    isMandatoryBreakfast: 'Whether breakfast is part of every booking',
  }),
  'ResourceRooms',
  'The rooms of a quota',
)
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
export const HotelQuota = record(
  described(answerProperties(hotelQuotaFields), {
    id: 'Id of the quota',
    data_identifier: 'Identifier',
    name: 'Name',
    status:
      '`requested`, `option`, `confirmed`, `released` or `cancelled`; the instance may have further values',
    file_url: 'Address of the agreement',
    resource_id: 'Id of the hotel, as a text',
    resource_name: 'Name of the hotel',
    resource_rooms: 'The rooms',
  }),
  'HotelQuota',
  'Rooms held in a hotel',
)
export type HotelQuota = Static<typeof HotelQuota>
