// Data set: child rows of events and dates.
import { categoryColumns, fileColumns, pdfFields } from '../../catalogue/contract/child-rows.schema.ts'
import {
  dateColumns,
  type EventDate,
  partnerFields,
  responsiblePersonFields,
  sessionDayFields,
} from '../../catalogue/contract/date.schema.ts'
import { type Event, eventColumns } from '../../catalogue/contract/event.schema.ts'
import { hotelQuotaFields, roomFields } from '../../catalogue/contract/hotel-quota.schema.ts'
import {
  datePriceFields,
  eventPriceFields,
  packageItemFields,
} from '../../catalogue/contract/price.schema.ts'
import { linkedDateFields, moduleFields, seriesPriceFields } from '../../catalogue/contract/series.schema.ts'
import { type Trainer, trainerColumns } from '../../catalogue/contract/trainer.schema.ts'
import {
  conferencePackageItem,
  datePartner,
  datePrice,
  dateTrainer,
  eventPrice,
  hotelQuota,
  pdf,
  responsiblePerson,
  sessionDay,
} from '../../catalogue/records/child-tables.ts'
import type { ChildTable, WantedRow } from '../../platform/database/child-rows.ts'
import type { Fields } from '../../platform/database/fields.ts'
import type { DataRecord } from '../records/section.ts'
import { shownLocationFields } from './locations.ts'

/** The descriptions of the fields of an event and its parts, by the titles of their schemas. */
export const describedFields: Readonly<Record<string, Fields>> = {
  CatalogueEvent: eventColumns,
  CatalogueCategory: categoryColumns,
  CatalogueFile: fileColumns,
  CataloguePdf: pdfFields,
  EventPrice: eventPriceFields,
  ConferencePackageItem: packageItemFields,
  EventDate: dateColumns,
  CoopPartner: partnerFields,
  ResponsiblePerson: responsiblePersonFields,
  DateLocation: shownLocationFields,
  DateHours: sessionDayFields,
  HotelQuota: hotelQuotaFields,
  ResourceRooms: roomFields,
  Trainer: trainerColumns,
  DatePrice: datePriceFields,
  SeriesConfig: moduleFields,
  LinkedDate: linkedDateFields,
}

type RecordTable<Record> = ChildTable & { rows: (record: Record) => readonly WantedRow[] }

export const eventRecordTables: readonly RecordTable<Event>[] = [
  { ...eventPrice, fields: eventPriceFields, rows: (event) => event.event_prices },
  { ...pdf('event_id'), fields: pdfFields, rows: (event) => event.event_pdfs },
  {
    ...conferencePackageItem('event_id'),
    fields: packageItemFields,
    rows: (event) => event.conference_package,
  },
]

// Fields of a price that only series show keep their stored value if they are left out.
const { price_type, cmscont_id, ct_set_id, ccategory_id, price_additional_field_text, price_valid_for } =
  seriesPriceFields
export const priceFieldsOfSeries = {
  price_type,
  cmscont_id,
  ct_set_id,
  ccategory_id,
  price_additional_field_text,
  price_valid_for,
}
const priceFields = { ...datePriceFields, ...priceFieldsOfSeries }

const { id: _id, resource_rooms: _rooms, ...plainQuotaFields } = hotelQuotaFields
const { name: room_name, ...plainRoomFields } = roomFields

/**
 * Child rows of dates.
 * @param trainerIds by `trainerKey`
 * @param seriesPrices further fields of the prices of a date, by its id
 */
export const dateRecordTables = (
  trainerIds: ReadonlyMap<string, number>,
  trainerKey: (trainer: Trainer) => string,
  seriesPrices: ReadonlyMap<number, readonly DataRecord[]>,
): readonly RecordTable<EventDate>[] => [
  { ...pdf('date_id'), fields: pdfFields, rows: (date) => date.event_pdfs },
  { ...conferencePackageItem('date_id'), fields: packageItemFields, rows: (date) => date.conference_package },
  { ...datePartner, fields: partnerFields, rows: (date) => date.coop_partner_data },
  { ...responsiblePerson, fields: responsiblePersonFields, rows: (date) => date.responsible_person },
  { ...sessionDay, fields: sessionDayFields, rows: (date) => date.date_hours },
  {
    ...dateTrainer,
    rows: ({ all_trainers, main_trainer }) =>
      toTrainerLinks(all_trainers.map(trainerKey), main_trainer.map(trainerKey), trainerIds),
  },
  {
    ...datePrice,
    fields: priceFields,
    rows: ({ date_id, date_prices }) =>
      date_prices.map((price, at) => {
        const { price_id, ...series } = seriesPrices.get(date_id)?.[at] ?? {}
        return { ...price, ...series, id: price_id ?? 0 }
      }),
  },
  {
    ...hotelQuota,
    fields: { ...plainQuotaFields, ...plainRoomFields, room_name },
    rows: (date) =>
      date.hotel_quota.map(({ resource_rooms: { name, ...room }, ...quota }) => ({
        ...quota,
        ...room,
        room_name: name,
      })),
  },
]

/** All trainers in their order, followed by main trainers that are not among them. */
function toTrainerLinks(all: string[], main: string[], ids: ReadonlyMap<string, number>): DataRecord[] {
  const rest = [...main]
  const links = all.map((key) => {
    const at = rest.indexOf(key)
    if (at >= 0) rest.splice(at, 1)
    return { trainerId: ids.get(key)!, isMain: at >= 0, isListed: true }
  })
  return [...links, ...rest.map((key) => ({ trainerId: ids.get(key)!, isMain: true, isListed: false }))]
}
