// Dates in the back office: schemas of a date with all its child rows.
import Type, { type Static } from 'typebox'
import { completeRows, type WantedRow } from '../../platform/database/child-rows.ts'
import {
  answerProperties,
  type Fields,
  inputProperties,
  withEmptyFields,
} from '../../platform/database/fields.ts'
import {
  Count,
  FieldErrorRecord,
  Id,
  IdOrNone,
  partly,
  record,
  Version,
} from '../../platform/ground/schema.ts'
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

/** The child rows of a date by list. Modules are not among them: their rows have child rows themselves. */
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

/** The lists of ids of a date with their tables. */
export const dateLinkTables = {
  catalogueIds: { table: 'date_catalogue', owner: 'date_id', column: 'catalogue_id' },
  locationIds: { table: 'date_location', owner: 'date_id', column: 'contact_id' },
  roomIds: { table: 'date_room', owner: 'date_id', column: 'room_id' },
  fileIds: { table: 'date_file', owner: 'date_id', column: 'file_id' },
}
export type DateLinkList = keyof typeof dateLinkTables
export const dateLinkLists = Object.keys(dateLinkTables) as DateLinkList[]

// The dates of a module have its event and type.
const { moduleEventId: _event, moduleType: _type, ...moduleDateFields } = seriesModuleDate.fields

export { moduleDateFields }

const listOptions = { maxItems: 500 }
const ids = Type.Array(Id, listOptions)
const linkProperties = { catalogueIds: ids, locationIds: ids, roomIds: ids, fileIds: ids }

const answerRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record(answerProperties(fields)))
/** New rows have no id. */
const answerRowsWithId = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record({ id: Type.Optional(Id), ...answerProperties(fields) }))
const Module = record({
  id: Type.Optional(Id),
  ...answerProperties(seriesModule.fields),
  dates: Type.Array(record(answerProperties(moduleDateFields))),
})

const tables = dateChildTables
/** The fields of a date that users can change. */
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

/** A series with this date as a module. */
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
  /** Values that are allowed, but probably not intended. */
  warnings: Type.Array(FieldErrorRecord),
  ...DateContent.properties,
})
export type DateRecord = Static<typeof DateRecord>

const inputRows = <F extends Fields>({ fields }: { fields: F }) =>
  Type.Array(record(inputProperties(fields)), listOptions)
/** `id` is 0 or left out for a new row. */
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

/** Body of POST. */
export const NewDate = record({ eventId, ...inputWithoutEvent })
/** Body of PATCH: the version that the user saw, and the fields that change; lists are complete. */
export const DateChange = record({
  version: Version,
  eventId: Type.Optional(eventId),
  ...inputWithoutEvent,
})
/** A new date whose event is given elsewhere in the request. */
export const NewDateWithoutEvent = record(inputWithoutEvent)
type DateInput = Static<typeof NewDateWithoutEvent> & { eventId?: number }

/** The given fields of a date, its child rows with all their fields. */
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
