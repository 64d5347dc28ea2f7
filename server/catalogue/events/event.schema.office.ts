// Events in the back office: fields, child rows with their ids, and publication.
import Type, { type Static } from 'typebox'
import { answerProperties, type Fields, inputProperties } from '../../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, Name, partly, record, Version } from '../../platform/ground/schema.ts'
import {
  bookingQuestion,
  cancellationStep,
  conferencePackageItem,
  eventPrice,
  groupDiscountStep,
  pdf,
} from '../records/child-tables.ts'
import { eventFields } from '../records/event-fields.ts'

/** The child tables of an event by the field that lists their rows. */
export const eventChildTables = {
  prices: eventPrice,
  pdfs: pdf('event_id'),
  conferencePackageItems: conferencePackageItem('event_id'),
  cancellationSteps: cancellationStep,
  groupDiscountSteps: groupDiscountStep,
  questions: bookingQuestion,
}

const answerRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Id, ...answerProperties(fields) }))
/** An `id` of 0 or none: a new row. */
const inputRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Type.Optional(IdOrNone), ...inputProperties(fields) }), { maxItems: 200 })

const { prices, pdfs, conferencePackageItems, cancellationSteps, groupDiscountSteps, questions } =
  eventChildTables

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
  cancellationSteps: answerRows(cancellationSteps),
  groupDiscountSteps: answerRows(groupDiscountSteps),
  questions: answerRows(questions),
  dateCount: Count,
})
export type OfficeEvent = Static<typeof OfficeEvent>

const { identifier, title, subtitle, articleNo, numberOfDays } = eventFields
const listedFields = { identifier, title, subtitle, articleNo, numberOfDays }

export const ListedEvent = record({
  id: Id,
  isPublished: Type.Boolean(),
  ...answerProperties(listedFields),
  categoryIds: Type.Array(Id),
  dateCount: Count,
  /** Dates that are not over. */
  upcomingDateCount: Count,
  /** The start of the next date; '': none. */
  nextStartDate: Type.Union([IsoDate, Type.Literal('')]),
})
export type ListedEvent = Static<typeof ListedEvent>

/** Without isPublished: publishing is an endpoint of its own, with a check. */
const writableProperties = {
  ...inputProperties(eventFields),
  ...partly({
    categoryIds: Type.Array(Id, { maxItems: 1000 }),
    fileIds: Type.Array(Id, { maxItems: 1000 }),
    prices: inputRows(prices),
    pdfs: inputRows(pdfs),
    conferencePackageItems: inputRows(conferencePackageItems),
    cancellationSteps: inputRows(cancellationSteps),
    groupDiscountSteps: inputRows(groupDiscountSteps),
    questions: inputRows(questions),
  }),
}

export const NewEvent = record({ ...writableProperties, title: Name })
export const EventPatch = record({ version: Version, ...writableProperties })
export type EventInput = Partial<Omit<Static<typeof EventPatch>, 'version'>>
