// The child tables of events and dates, each described once. The schemas of the interface, of the back office and of the data set
// follow from these descriptions.

import Type from 'typebox'
import type { ChildTable } from '../../platform/database/child-rows.ts'
import {
  amount,
  bool,
  choice,
  count,
  day,
  fields,
  html,
  id,
  link,
  linkUpTo,
  longText,
  lookupKey,
  name,
  percent,
  quantityText,
  reference,
  requiredDay,
  shortText,
  time,
} from '../../platform/database/fields.ts'
import { questionKindNames } from './question-kinds.ts'
import { overlapCheck } from './reference-fields.ts'

/** Events may have negative amounts, which are discounts. */
const signed = -9_999_999_999.99

const priceColumns = (minimum: number, maximumVat: number) => ({
  title: longText,
  description: longText,
  grossPrice: amount(minimum),
  netPrice: amount(minimum),
  currency: shortText,
  vatRate: percent(maximumVat),
  vatIncluded: bool,
})

export const eventPrice = {
  table: 'event_price',
  owner: 'event_id',
  key: 'id',
  ordered: true,
  fields: fields(priceColumns(signed, 999.99)),
} satisfies ChildTable

export const datePrice = {
  table: 'date_price',
  owner: 'date_id',
  key: 'id',
  ordered: true,
  fields: fields({
    ...priceColumns(0, 100),
    validFrom: day,
    validTo: day,
    validFor: shortText,
    additionalFieldText: shortText,
    priceType: count,
  }),
} satisfies ChildTable

/** Terms of cancellation: the fee at least so many days before the start, in percent of the price. */
export const cancellationStep = {
  table: 'cancellation_step',
  owner: 'event_id',
  key: 'id',
  ordered: false,
  fields: fields({ daysBefore: count, feePercent: percent(100) }),
} satisfies ChildTable

const minSeats = Type.Integer({ minimum: 2, maximum: 100 })

/** Group discounts: the reduction of each seat from so many seats of an order on, in percent of the price. */
export const groupDiscountStep = {
  table: 'group_discount_step',
  owner: 'event_id',
  key: 'id',
  ordered: false,
  fields: fields({
    minSeats: { ...id, schema: minSeats, input: minSeats },
    discountPercent: percent(100),
  }),
} satisfies ChildTable

/** Questions that visitors answer when they book. Choices are lines of text. */
export const bookingQuestion = {
  table: 'booking_question',
  owner: 'event_id',
  key: 'id',
  ordered: true,
  fields: fields({
    kind: choice(questionKindNames, 'text'),
    textDe: name,
    textEn: shortText,
    choicesDe: longText,
    choicesEn: longText,
    isRequired: bool,
    isPerParticipant: bool,
  }),
} satisfies ChildTable

/** The choices of a question, of which each has a line. */
export const choiceLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Owner = 'event_id' | 'date_id'

export const pdf = (owner: Owner) =>
  ({
    table: 'catalogue_pdf',
    owner,
    key: 'id',
    ordered: true,
    fields: fields({ name: longText, key: longText, link: linkUpTo(65535) }),
  }) satisfies ChildTable

export const conferencePackageItem = (owner: Owner) => {
  const price = amount(owner === 'event_id' ? signed : 0)
  return {
    table: 'conference_package_item',
    owner,
    key: 'id',
    ordered: true,
    fields: fields({
      resourceType: longText,
      resourceId: longText,
      name: longText,
      description: longText,
      comment: longText,
      descriptionHtml: html,
      purchasePrice: price,
      salesPrice: price,
      internalSalesPrice: price,
      currency: longText,
      taxIncluded: bool,
      taxAmount: price,
      pricePerDay: price,
      overwrittenSalesPrice: price,
    }),
  } satisfies ChildTable
}

export const sessionDay = {
  table: 'date_session_day',
  owner: 'date_id',
  key: 'position',
  ordered: true,
  fields: fields({ day, startTime: time, endTime: time, comment: shortText }),
} satisfies ChildTable

export const trainerAbsence = {
  table: 'trainer_absence',
  owner: 'trainer_id',
  key: 'id',
  ordered: false,
  fields: fields({ firstDay: requiredDay, lastDay: requiredDay, reason: shortText }),
} satisfies ChildTable

export const room = {
  table: 'room',
  owner: 'location_id',
  key: 'id',
  ordered: false,
  fields: fields({ name, capacity: count, overlapCheck }),
} satisfies ChildTable

export const dateTrainer = {
  table: 'date_trainer',
  owner: 'date_id',
  key: 'position',
  ordered: true,
  fields: fields({ trainerId: id, isMain: bool, isListed: bool }),
} satisfies ChildTable

export const datePartner = {
  table: 'date_partner',
  owner: 'date_id',
  key: 'position',
  ordered: true,
  fields: fields({
    department: shortText,
    street: shortText,
    houseNumber: shortText,
    zip: shortText,
    city: shortText,
    country: shortText,
    email: shortText,
    website: link,
    phone: shortText,
  }),
} satisfies ChildTable

export const responsiblePerson = {
  table: 'date_responsible_person',
  owner: 'date_id',
  key: 'position',
  ordered: true,
  fields: fields({
    salutation: shortText,
    firstName: shortText,
    lastName: shortText,
    email: shortText,
    phone: shortText,
    imageUrl: link,
  }),
} satisfies ChildTable

export const hotelQuota = {
  table: 'hotel_quota',
  owner: 'date_id',
  key: 'id',
  ordered: false,
  fields: fields({
    dataIdentifier: shortText,
    name: shortText,
    status: lookupKey,
    fileUrl: link,
    resourceId: shortText,
    resourceName: shortText,
    roomName: shortText,
    roomBeds: quantityText,
    roomPrice: amount(0),
    roomCurrency: shortText,
    roomTaxIncluded: bool,
    roomTaxAmount: quantityText,
    breakfastPrice: amount(0),
    breakfastCurrency: shortText,
    breakfastTaxIncluded: bool,
    breakfastTaxAmount: quantityText,
    breakfastIsMandatory: bool,
  }),
} satisfies ChildTable

export const seriesModule = {
  table: 'series_module',
  owner: 'date_id',
  key: 'id',
  ordered: true,
  fields: fields({
    moduleEventId: reference,
    moduleType: lookupKey,
    sortBy: lookupKey,
    isMandatory: bool,
    isBookable: bool,
  }),
} satisfies ChildTable

export const seriesModuleDate = {
  table: 'series_module_date',
  owner: 'series_module_id',
  key: 'linkedDateId',
  ordered: true,
  fields: fields({
    linkedDateId: id,
    moduleEventId: reference,
    moduleType: lookupKey,
    isPreselected: bool,
    isBookable: bool,
    isMandatory: bool,
  }),
} satisfies ChildTable
