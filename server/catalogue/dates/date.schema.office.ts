// Dates in the back office: a date with all its child rows, as its page shows and changes it.
import Type, { type Static } from 'typebox'
import { completeRows, type WantedRow } from '../../platform/database/child-rows.ts'
import {
  answerProperties,
  type Fields,
  inputProperties,
  withEmptyFields,
} from '../../platform/database/fields.ts'
import { Count, Id, IdOrNone, partly, record } from '../../platform/http/schema.ts'
import {
  conferencePackageItem,
  datePartner,
  datePrice,
  dateTrainer,
  hotelQuota,
  pdf,
  responsiblePerson,
  seriesModule,
  seriesModuleDate,
  sessionDay,
} from '../records/child-tables.ts'
import { dateFields } from '../records/event-fields.ts'

/** The child rows of a date by the field that lists them; modules, whose rows have rows themselves, stand beside them. */
export const dateChildTables = {
  sessionDays: sessionDay,
  trainers: dateTrainer,
  partners: datePartner,
  responsiblePersons: responsiblePerson,
  prices: datePrice,
  hotelQuotas: hotelQuota,
  pdfs: pdf('date_id'),
  conferencePackageItems: conferencePackageItem('date_id'),
}
export type DateChildList = keyof typeof dateChildTables
export const dateChildLists = Object.keys(dateChildTables) as DateChildList[]

/** The lists of ids of a date, each with its table. */
export const dateLinkTables = {
  catalogueIds: { table: 'date_catalogue', owner: 'date_id', column: 'catalogue_id' },
  locationIds: { table: 'date_location', owner: 'date_id', column: 'contact_id' },
  fileIds: { table: 'date_file', owner: 'date_id', column: 'file_id' },
}
export type DateLinkList = keyof typeof dateLinkTables
export const dateLinkLists = Object.keys(dateLinkTables) as DateLinkList[]

// A date that can be taken for a module has the module's event and type.
const { moduleEventId: _event, moduleType: _type, ...moduleDateFields } = seriesModuleDate.fields

export { moduleDateFields }

const listOptions = { maxItems: 500 }
const ids = Type.Array(Id, listOptions)
const linkProperties = { catalogueIds: ids, locationIds: ids, fileIds: ids }

const answerRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record(answerProperties(fields)))
/** The id is left out where a row is new. */
const answerRowsWithId = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Type.Optional(Id), ...answerProperties(fields) }))
const Module = record({
  id: Type.Optional(Id),
  ...answerProperties(seriesModule.fields),
  dates: Type.Array(record(answerProperties(moduleDateFields))),
})

const tables = dateChildTables
/** What staff write of a date, complete. */
export const DateContent = record({
  ...answerProperties(dateFields),
  ...linkProperties,
  sessionDays: answerRows(tables.sessionDays),
  trainers: answerRows(tables.trainers),
  partners: answerRows(tables.partners),
  responsiblePersons: answerRows(tables.responsiblePersons),
  prices: answerRowsWithId(tables.prices),
  hotelQuotas: answerRowsWithId(tables.hotelQuotas),
  modules: Type.Array(Module),
  pdfs: answerRowsWithId(tables.pdfs),
  conferencePackageItems: answerRowsWithId(tables.conferencePackageItems),
})
export type DateContent = Static<typeof DateContent>

/** Something that is allowed, but perhaps not meant. */
const Warning = record({ field: Type.String(), message: Type.String() })

/** A series that has this date in a module. */
const ParentSeries = record({ id: Id, displayTitle: Type.String(), startDate: Type.String() })

export const DateRecord = record({
  id: Id,
  version: Type.Integer(),
  eventTitle: Type.String(),
  eventIdentifier: Type.String(),
  bookedCount: Count,
  reservedCount: Count,
  waitlistedCount: Count,
  freeSeats: Count,
  goesAhead: Type.Boolean(),
  series: Type.Array(ParentSeries),
  warnings: Type.Array(Warning),
  ...DateContent.properties,
})
export type DateRecord = Static<typeof DateRecord>

const inputRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record(inputProperties(fields)), listOptions)
/** `id` 0 or left out: a new row. */
const inputRowsWithId = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Type.Optional(IdOrNone), ...inputProperties(fields) }), listOptions)

const { eventId, ...otherProperties } = inputProperties(dateFields)
const inputWithoutEvent = {
  ...otherProperties,
  ...partly({
    ...linkProperties,
    sessionDays: inputRows(tables.sessionDays),
    trainers: inputRows(tables.trainers),
    partners: inputRows(tables.partners),
    responsiblePersons: inputRows(tables.responsiblePersons),
    prices: inputRowsWithId(tables.prices),
    hotelQuotas: inputRowsWithId(tables.hotelQuotas),
    modules: Type.Array(
      record({
        id: Type.Optional(IdOrNone),
        ...inputProperties(seriesModule.fields),
        dates: Type.Optional(Type.Array(record(inputProperties(moduleDateFields)), listOptions)),
      }),
      listOptions,
    ),
    pdfs: inputRowsWithId(tables.pdfs),
    conferencePackageItems: inputRowsWithId(tables.conferencePackageItems),
  }),
}

/** POST: an event, and whatever else is known. */
export const NewDate = record({ eventId, ...inputWithoutEvent })
/** PATCH: the version that was read, and what changes; a list is given whole. */
export const DateChange = record({
  version: Type.Integer({ minimum: 0 }),
  eventId: Type.Optional(eventId),
  ...inputWithoutEvent,
})
/** A date whose event is said elsewhere. */
export const NewDateWithoutEvent = record(inputWithoutEvent)
type DateInput = Static<typeof NewDateWithoutEvent> & { eventId?: number }

/** What was given of a date, its child rows with all their fields. */
export function completeInput<T extends DateInput>(
  input: T,
): Omit<T, DateChildList | 'modules'> & Partial<Pick<DateContent, DateChildList | 'modules'>> {
  const { modules, ...given } = input
  const lists = dateChildLists.flatMap((list) => {
    const rows: readonly WantedRow[] | undefined = input[list]
    return rows ? [[list, completeRows<Fields>(dateChildTables[list].fields, rows)]] : []
  })
  return {
    ...given,
    ...Object.fromEntries(lists),
    ...(modules && {
      modules: modules.map(({ id = 0, dates = [], ...module }) => ({
        ...withEmptyFields(seriesModule.fields, module),
        id,
        dates: dates.map((date) => withEmptyFields(moduleDateFields, date)),
      })),
    }),
  }
}
