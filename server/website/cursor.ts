// Cursors of lists: the sort key of the last entry of a page, so that entries that are added or removed meanwhile shift nothing.
import Type from 'typebox'
import { badRequest } from '../platform/ground/errors.ts'
import { websiteErrors } from './website.errors.ts'

/** The parameters of lists. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Entries of a page; left out: 20' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 2000, description: 'From `next` of the page before; opaque' }),
  ),
}

/** The values that an entry is sorted by, the id last; null comes last. */
export type SortKey = readonly (string | number | null)[]

export const toCursor = (sort: string, key: SortKey): string =>
  Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')

/**
 * @param length the number of values of a key
 * @throws Failure 400 for a cursor that is damaged, or of a list that is sorted otherwise
 */
export function parseCursor(cursor: string, sort: string, length: number): SortKey {
  const invalid = badRequest([{ field: 'cursor', ...websiteErrors.cursor() }])
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    throw invalid
  }
  if (!Array.isArray(values) || values.length !== length + 1 || values[0] !== sort) throw invalid
  const key = values.slice(1)
  if (!key.every((one) => one === null || typeof one === 'string' || typeof one === 'number')) throw invalid
  return key
}

const collator = new Intl.Collator('de', { sensitivity: 'base', numeric: true })

/** Texts by the rules of German, in which numbers count as such. */
export const compareTexts = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)

export const compareValues = (one: string | number | null, other: string | number | null): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareTexts(String(one), String(other))
}

export function compareKeys(one: SortKey, other: SortKey): number {
  for (const [at, value] of one.entries()) {
    const order = compareValues(value, other[at]!)
    if (order !== 0) return order
  }
  return 0
}

export const publicPrefix = '/public/v1'

/** The address of the next page: the same parameters with a cursor. */
export function nextPage(path: string, query: object, cursor: string, key: string | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (name !== 'cursor') parameters.append(name, [value].flat().join())
  parameters.append('cursor', cursor)
  if (key !== undefined) parameters.append('key', key)
  return `${publicPrefix}${path}?${parameters}`
}
