// Loads the child rows of events and dates.
import type { Reader } from '../../platform/database/database.ts'
import type { Fields } from '../../platform/database/fields.ts'
import { pdfFields } from '../contract/child-rows.schema.ts'
import { partnerFields, responsiblePersonFields, sessionDayFields } from '../contract/date.schema.ts'
import { hotelQuotaFields } from '../contract/hotel-quota.schema.ts'
import { datePriceFields, eventPriceFields, packageItemFields } from '../contract/price.schema.ts'
import { loadDateCatalogues } from './categories.sql.ts'
import {
  conferencePackageItem,
  datePartner,
  datePrice,
  eventPrice,
  hotelQuota,
  pdf,
  responsiblePerson,
  sessionDay,
} from './child-tables.ts'
import { loadDateFiles, loadEventFiles } from './files.sql.ts'
import { loadLocations } from './locations.sql.ts'
import { loadRows, type ReadScope } from './rows.ts'
import type { SeriesDateRow } from './series.sql.ts'
import { type BookingState, loadSeries } from './series.ts'

export type EventChildRows = Awaited<ReturnType<typeof loadEventChildRows>>

/** Prices and files, by event. */
export const loadEventChildRows = async (reader: Reader, eventIds: number[]) => ({
  prices: await loadRows(reader, { ...eventPrice, order: 'position', fields: eventPriceFields }, eventIds),
  files: await loadEventFiles(reader, eventIds),
})

export type DateChildRows = Awaited<ReturnType<typeof loadDateChildRows>>

/** Child rows of dates, except trainers, by date. */
export const loadDateChildRows = async (
  reader: Reader,
  dateIds: number[],
  scope: ReadScope,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
) => ({
  catalogues: await loadDateCatalogues(reader, dateIds),
  partners: await loadRows(reader, { ...datePartner, order: 'position', fields: partnerFields }, dateIds),
  responsible: await loadRows(
    reader,
    { ...responsiblePerson, order: 'position', fields: responsiblePersonFields },
    dateIds,
  ),
  locations: await loadLocations(reader, dateIds),
  hours: await loadRows(reader, { ...sessionDay, order: 'position', fields: sessionDayFields }, dateIds),
  series: await loadSeries(reader, dateIds, scope, bookingStateOf),
  prices: await loadRows(reader, { ...datePrice, order: 'position', fields: datePriceFields }, dateIds),
  quotas: await loadRows(reader, { ...hotelQuota, order: 'id', fields: hotelQuotaFields }, dateIds),
  files: await loadDateFiles(reader, dateIds),
})

export type SharedChildRows = Awaited<ReturnType<typeof loadSharedChildRows>>

/** Child rows that events and dates have in common, by event and by date. */
export const loadSharedChildRows = async (reader: Reader, eventIds: number[], dateIds: number[]) => {
  const load = async <F extends Fields>(tableOf: typeof pdf | typeof conferencePackageItem, fields: F) => ({
    byEvent: await loadRows(reader, { ...tableOf('event_id'), order: 'position', fields }, eventIds),
    byDate: await loadRows(reader, { ...tableOf('date_id'), order: 'position', fields }, dateIds),
  })
  return { pdfs: await load(pdf, pdfFields), packages: await load(conferencePackageItem, packageItemFields) }
}
