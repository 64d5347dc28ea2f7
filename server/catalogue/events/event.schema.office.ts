// An event as the back office has it: its fields, its child rows with their ids, and what the website does not show.
import Type, { type Static } from 'typebox'
import { answerProperties, type Fields, inputProperties } from '../../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, Name, partly, record, Version } from '../../platform/http/schema.ts'
import { conferencePackageItem, eventPrice, pdf } from '../records/child-tables.ts'
import { eventFields } from '../records/event-fields.ts'

/** The child rows of an event by the field that lists them. */
export const eventChildTables = {
  prices: eventPrice,
  pdfs: pdf('event_id'),
  conferencePackageItems: conferencePackageItem('event_id'),
}

const answerRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Id, ...answerProperties(fields) }))
/** `id` 0 or left out: a new row. */
const inputRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Type.Optional(IdOrNone), ...inputProperties(fields) }), { maxItems: 200 })

const { prices, pdfs, conferencePackageItems } = eventChildTables

/** One event. */
export const OfficeEvent = record({
  id: Id,
  version: Version,
  isPublished: Type.Boolean(),
  ...answerProperties(eventFields),
  categoryIds: Type.Array(Id),
  fileIds: Type.Array(Id),
  prices: answerRows(prices),
  pdfs: answerRows(pdfs),
  conferencePackageItems: answerRows(conferencePackageItems),
  dateCount: Count,
})
export type OfficeEvent = Static<typeof OfficeEvent>

const { identifier, title, subtitle, articleNo, numberOfDays } = eventFields
const listedFields = { identifier, title, subtitle, articleNo, numberOfDays }

/** An event in a list. */
export const ListedEvent = record({
  id: Id,
  isPublished: Type.Boolean(),
  ...answerProperties(listedFields),
  categoryIds: Type.Array(Id),
  dateCount: Count,
  /** Dates that are not over. */
  upcomingDateCount: Count,
  /** The next of them, '' where there is none. */
  nextStartDate: Type.Union([IsoDate, Type.Literal('')]),
})
export type ListedEvent = Static<typeof ListedEvent>

/** What can be written of an event. Whether it is published is a matter of its own, with a check. */
const writableProperties = {
  ...inputProperties(eventFields),
  ...partly({
    categoryIds: Type.Array(Id, { maxItems: 1000 }),
    fileIds: Type.Array(Id, { maxItems: 1000 }),
    prices: inputRows(prices),
    pdfs: inputRows(pdfs),
    conferencePackageItems: inputRows(conferencePackageItems),
  }),
}

export const NewEvent = record({ ...writableProperties, title: Name })
export const EventPatch = record({ version: Version, ...writableProperties })
export type EventInput = Partial<Omit<Static<typeof EventPatch>, 'version'>>
