// Responses of the public interface from the read model.
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import { readModelOf } from '../catalogue/read-model/events.endpoints.ts'
import type { CatalogueResponse } from '../catalogue/read-model/read-model.ts'
import type { PublicRequest } from '../platform/http/public/public-endpoint.ts'
import type { CachedResponse } from '../platform/http/response-cache.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { type DateIndex, openDateIndex } from './date-index.ts'
import type { RecordContext } from './records.ts'

const indexes = new WeakMap<Instance['db'], (catalogue: CatalogueIndex) => DateIndex>()

/** The index of dates of an instance, which its endpoints share. */
export function dateIndexOf({ db }: Instance, catalogue: CatalogueIndex): DateIndex {
  let open = indexes.get(db)
  if (!open) {
    open = openDateIndex(readModelOf(db))
    indexes.set(db, open)
  }
  return open(catalogue)
}

/** A cached response that is built from the catalogue. */
export const respondFromCatalogue = (
  { db }: Instance,
  { cacheKey }: { cacheKey: string },
  build: (catalogue: CatalogueIndex) => CatalogueResponse,
): CachedResponse | Promise<CachedResponse> => readModelOf(db).respondWith(cacheKey, build)

export const recordContextOf = (
  catalogue: CatalogueIndex,
  { today, settings, key, publicUrl, isForPages = false }: PublicRequest,
): RecordContext => ({
  catalogue,
  today,
  timeZone: settings.timeZone,
  hidesSeats: key.hidesSeats,
  publicUrl,
  hasPages: key.isOfPages,
  isForPages,
})

/** A response in another format, in UTF-8. */
export const textResponse = (
  text: string,
  mediaType: string,
  counters: Iterable<number>,
): CatalogueResponse => ({
  bytes: Buffer.from(text),
  headers: { 'content-type': `${mediaType}; charset=utf-8` },
  counters: new Set(counters),
})

/** A response as JSON. @param counters those that it shows */
export const json = (record: unknown, counters: Iterable<number>): CatalogueResponse => ({
  bytes: Buffer.from(JSON.stringify(record)),
  headers: {},
  counters: new Set(counters),
})
