// Event catalogue: what staff write of events and dates, each field described once.
import Type from 'typebox'
import {
  bool,
  count,
  day,
  fields,
  id,
  longText,
  lookupKey,
  reference,
  shortText,
  texts,
  textUpTo,
  time,
} from '../../platform/database/fields.ts'
import { LongText } from '../../platform/http/schema.ts'
import { DateMetaData, EbgData, MetaTag, Misc } from '../contract/child-rows.schema.ts'
import { valueList } from './value-lists.ts'

/** A formatted text, which is sanitised when it is written. */
export const html = { ...longText }

export const eventFields = fields({
  identifier: shortText,
  title: shortText,
  subtitle: shortText,
  articleNo: shortText,
  descriptionLink: shortText,
  metaData: longText,
  teaser: html,
  description: html,
  requirements: html,
  objectives: html,
  targetGroup: html,
  itinerary: html,
  service: html,
  numberOfDays: { ...count, input: Type.Integer({ minimum: 0, maximum: 10_000 }) },
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
  duration: shortText,
  lessonUnits: shortText,
  participantsMin: count,
  participantsMax: count,
  seatsElsewhere: count,
  hasWaitingList: bool,
  isBookable: bool,
  isActive: bool,
  isPublished: bool,
  cooperationPartner: shortText,
  articleNo: shortText,
  websiteBookingLink: textUpTo(2000),
  misc: valueList(Misc, 20),
  metaData: valueList(DateMetaData, 100),
  ebgData: valueList(EbgData, 100),
})
