// Event catalogue: the parts of events and dates, each loaded by flat queries.
import type { Reader } from '../../platform/database/database.ts'
import type { CataloguePdf, ConferencePackageItem } from '../contract/child-rows.schema.ts'
import { type ByOwner, loadConferencePackages, loadPdfs } from './attachments.sql.ts'
import { loadDateCatalogs } from './categories.sql.ts'
import { loadHours, loadLocations, loadPartners, loadResponsiblePersons } from './date-details.sql.ts'
import { loadDateFiles, loadEventFiles } from './files.sql.ts'
import { loadHotelQuotas } from './hotel-quota.sql.ts'
import { loadDatePrices, loadEventPrices } from './prices.sql.ts'
import type { Scope } from './rows.ts'
import type { SeriesDateRow } from './series.sql.ts'
import { type BookingState, loadSeries } from './series.ts'

export type EventChildRows = Awaited<ReturnType<typeof loadEventChildRows>>

/** What events have beside their own columns and categories, by event. */
export const loadEventChildRows = async (reader: Reader, eventIds: number[]) => ({
  prices: await loadEventPrices(reader, eventIds),
  files: await loadEventFiles(reader, eventIds),
})

export type DateChildRows = Awaited<ReturnType<typeof loadDateChildRows>>

/** What dates have beside their own columns and trainers, by date. */
export const loadDateChildRows = async (
  reader: Reader,
  dateIds: number[],
  scope: Scope,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
) => ({
  catalogs: await loadDateCatalogs(reader, dateIds),
  partners: await loadPartners(reader, dateIds),
  responsible: await loadResponsiblePersons(reader, dateIds),
  locations: await loadLocations(reader, dateIds),
  hours: await loadHours(reader, dateIds),
  series: await loadSeries(reader, dateIds, scope, bookingStateOf),
  prices: await loadDatePrices(reader, dateIds),
  quotas: await loadHotelQuotas(reader, dateIds),
  files: await loadDateFiles(reader, dateIds),
})

export type SharedChildRows = { pdfs: ByOwner<CataloguePdf>; packages: ByOwner<ConferencePackageItem> }

/** What events and dates both have. */
export const loadSharedChildRows = async (
  reader: Reader,
  eventIds: number[],
  dateIds: number[],
): Promise<SharedChildRows> => ({
  pdfs: await loadPdfs(reader, eventIds, dateIds),
  packages: await loadConferencePackages(reader, eventIds, dateIds),
})
