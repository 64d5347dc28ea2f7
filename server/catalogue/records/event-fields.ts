// The fields of events and dates, each described once.
import Type from 'typebox'
import {
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
  quantityText,
  reference,
  shortText,
  texts,
  textUpTo,
  time,
} from '../../platform/database/fields.ts'
import { LongText } from '../../platform/ground/schema.ts'
import { DateMetaData, EbgData, MetaTag, Misc } from '../contract/child-rows.schema.ts'
import { valueList } from './value-lists.ts'

/** A text that fits on a certificate. */
const certificateText = textUpTo(3000)

/** Why consumers cannot withdraw from a booking (§ 312g BGB); '': they can. */
const withdrawalException = textUpTo(1000)

/** Why prices have no VAT; '': as the provider says of all. */
const vatExemption = textUpTo(200)

/** Whose bookings are made by a link in a mail only. `disposable`: of e-mail addresses that anybody gets for some minutes. */
export const confirmationRules = ['never', 'disposable', 'always'] as const
export type ConfirmationRule = (typeof confirmationRules)[number]

/** The texts that websites show of an event, in this order. */
export const eventTexts = {
  teaser: html,
  description: html,
  objectives: html,
  targetGroup: html,
  requirements: html,
  itinerary: html,
  service: html,
}
export type EventTexts = Record<keyof typeof eventTexts, string>

export const eventFields = fields({
  identifier: shortText,
  title: shortText,
  subtitle: shortText,
  articleNo: shortText,
  descriptionLink: link,
  metaData: longText,
  ...eventTexts,
  numberOfDays: { ...count, input: Type.Integer({ minimum: 0, maximum: 10_000 }) },
  certificatePercent: { ...count, input: Type.Integer({ minimum: 0, maximum: 100 }) },
  certificateTextDe: certificateText,
  certificateTextEn: certificateText,
  withdrawalExceptionDe: withdrawalException,
  withdrawalExceptionEn: withdrawalException,
  vatExemptionDe: vatExemption,
  vatExemptionEn: vatExemption,
  visitorsMayName: bool,
  visitorsMayMove: bool,
  visitorsMayCancel: bool,
  visitorsConfirmByMail: choice(confirmationRules, 'never'),
  visitorChangeDays: { ...count, input: Type.Integer({ minimum: 1, maximum: 365 }) },
  prospectiveAllowed: bool,
  publishCoopDataAllowed: bool,
  groupDiscounts: { ...texts, input: Type.Array(LongText, { maxItems: 200 }) },
  misc: valueList(Misc, 50),
  metaTags: valueList(MetaTag, 50),
  ebgData: valueList(EbgData, 50),
})

export const dateFields = fields({
  eventId: id,
  clientId: reference,
  identifier: shortText,
  title: shortText,
  subtitle: shortText,
  status: lookupKey,
  format: lookupKey,
  startDate: day,
  startTime: time,
  endDate: day,
  endTime: time,
  bookingStartDate: day,
  bookingEndDate: day,
  displayStartDate: day,
  displayEndDate: day,
  numberOfDays: count,
  duration: quantityText,
  lessonUnits: quantityText,
  participantsMin: count,
  participantsMax: count,
  seatsElsewhere: count,
  hasWaitingList: bool,
  isBookable: bool,
  isActive: bool,
  isPublished: bool,
  cooperationPartner: shortText,
  articleNo: shortText,
  websiteBookingLink: linkUpTo(2000),
  onlineLink: linkUpTo(2000),
  misc: valueList(Misc, 20),
  metaData: valueList(DateMetaData, 100),
  ebgData: valueList(EbgData, 100),
})
