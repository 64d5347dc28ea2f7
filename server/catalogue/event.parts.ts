// Event catalogue: the parts of events and dates, each loaded by flat queries, and only when its flag asks.
import type { Reader } from '../platform/database.ts'
import { loadConferencePackages, loadPdfs, type OfBoth } from './attachments.sql.ts'
import { loadCategories, loadDateCatalogs } from './categories.sql.ts'
import type { EventQuery } from './event.schema.ts'
import { allFiles, type FilesWanted, loadDateFiles, loadEventFiles } from './files.sql.ts'
import { loadHotelQuotas } from './hotel-quota.sql.ts'
import type { CataloguePdf, ConferencePackageItem } from './parts.schema.ts'
import { loadHours, loadLocations, loadPartners, loadResponsible } from './places.sql.ts'
import { loadDatePrices, loadEventPrices } from './prices.sql.ts'
import type { Scope } from './rows.ts'
import { loadSeries } from './series.ts'
import { loadTrainers, type TrainersWanted } from './trainers.sql.ts'

/** What the flags of a query ask for (decision 11.3). */
export type Wanted = {
  trainers: TrainersWanted
  files: FilesWanted | undefined
  eventMetaData: boolean
  dateMetaData: boolean
  metaTags: boolean
  prices: boolean
  ebgData: boolean
  hotelQuota: boolean
}

/** Every flag, but next_dates, which are derived. */
export const everything: Wanted = {
  trainers: { main: true, all: true, nextMonths: undefined },
  files: allFiles,
  eventMetaData: true,
  dateMetaData: true,
  metaTags: true,
  prices: true,
  ebgData: true,
  hotelQuota: true,
}

export const wantedOf = (query: EventQuery, files: FilesWanted | undefined): Wanted => ({
  trainers: {
    main: query.mainDateTrainer === true,
    all: query.allDateTrainers === true,
    nextMonths: query.nextDatesTrainers,
  },
  files,
  eventMetaData: query.eventMetaData === true,
  dateMetaData: query.dateMetaData === true,
  metaTags: query.eventMetaTags === true,
  prices: query.prices === true,
  ebgData: query.ebgData === true,
  hotelQuota: query.hotelQuota === true,
})

// A part that no flag asks for.
const none: ReadonlyMap<number, never[]> = new Map()

export type EventParts = Awaited<ReturnType<typeof loadEventParts>>

/** What events have beside their own columns, by event. */
export const loadEventParts = async (reader: Reader, eventIds: number[], wanted: Wanted) => ({
  categories: await loadCategories(reader, eventIds),
  prices: wanted.prices ? await loadEventPrices(reader, eventIds) : undefined,
  files: wanted.files ? await loadEventFiles(reader, eventIds, wanted.files) : none,
})

export type DateParts = Awaited<ReturnType<typeof loadDateParts>>

/** What dates have beside their own columns, by date. */
export async function loadDateParts(reader: Reader, dateIds: number[], wanted: Wanted, scope: Scope) {
  const { main, all } = wanted.trainers
  return {
    catalogs: await loadDateCatalogs(reader, dateIds),
    partners: await loadPartners(reader, dateIds),
    responsible: await loadResponsible(reader, dateIds),
    locations: await loadLocations(reader, dateIds),
    hours: await loadHours(reader, dateIds),
    series: await loadSeries(reader, dateIds, scope),
    trainers:
      main || all ? await loadTrainers(reader, dateIds, wanted.trainers, scope) : { main: none, all: none },
    prices: wanted.prices ? await loadDatePrices(reader, dateIds) : none,
    quotas: wanted.hotelQuota ? await loadHotelQuotas(reader, dateIds) : none,
    files: wanted.files ? await loadDateFiles(reader, dateIds, wanted.files) : none,
  }
}

export type SharedParts = { pdfs: OfBoth<CataloguePdf>; packages: OfBoth<ConferencePackageItem> }

/** What events and dates both have. */
export const loadSharedParts = async (
  reader: Reader,
  eventIds: number[],
  dateIds: number[],
): Promise<SharedParts> => ({
  pdfs: await loadPdfs(reader, eventIds, dateIds),
  packages: await loadConferencePackages(reader, eventIds, dateIds),
})
