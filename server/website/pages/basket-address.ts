// The basket in the address: the ids of its dates, so that no cookie is needed.
import { maxDates } from '../../bookings/max-seats.ts'

export const basketPath = '/basket'

/** The parameter that links of the pages keep. */
export const basketParameter = 'basket'

/** Ids of dates, each once; what is none is left out. */
export const toDateIds = (texts: readonly string[]): number[] => [
  ...new Set(
    texts
      .flatMap((text) => text.split(','))
      .flatMap((text) => (/^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : [])),
  ),
]

/** The dates of the basket; more than it takes are left out. */
export const basketOf = (query: URLSearchParams): number[] =>
  toDateIds(query.getAll(basketParameter)).slice(0, maxDates)
