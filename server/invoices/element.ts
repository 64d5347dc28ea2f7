// The rules of an element of an invoice confirmation: its period and its price (decisions 9.1, 9.2).

import type { FieldError } from '../platform/http/errors.ts'
import { daysBetween } from '../platform/runtime/clock.ts'
import type { NewElement } from './invoice.schema.ts'

// What the database holds: numeric(14, 2).
const maxCents = 10n ** 14n - 1n

/** The faults of a period: a time without its date, an end before its start. `path` is that of the element. */
export function periodErrors(element: NewElement, path: string): FieldError[] {
  const { dateStart, timeStart, dateEnd, timeEnd } = element
  const errors: FieldError[] = []
  const addError = (field: string, message: string) => errors.push({ field: `${path}.${field}`, message })
  if (timeStart !== undefined && dateStart === undefined) addError('timeStart', 'needs dateStart')
  if (timeEnd !== undefined && dateEnd === undefined) addError('timeEnd', 'needs dateEnd')
  if (dateStart !== undefined && dateEnd !== undefined) {
    if (dateEnd < dateStart) addError('dateEnd', 'must not be before dateStart')
    else if (dateEnd === dateStart && timeStart !== undefined && timeEnd !== undefined && timeEnd < timeStart)
      addError('timeEnd', 'must not be before timeStart')
  }
  return errors
}

/**
 * The price of an element: the article's, times the days (first and last counted) where it is priced per day. A period
 * without a start or an end is one day.
 * @param article price as the database gives it, with two decimals
 * @returns a decimal text with two decimals; undefined where it is larger than can be stored
 */
export function priceTotal(
  article: { price: string; unit: string },
  element: NewElement,
): string | undefined {
  const { dateStart, dateEnd } = element
  const isPeriod = article.unit === 'day' && dateStart !== undefined && dateEnd !== undefined
  const total = parseCents(article.price) * BigInt(isPeriod ? daysBetween(dateStart, dateEnd) : 1)
  return total > maxCents || total < -maxCents ? undefined : formatCents(total)
}

/** A decimal text with two decimals in cents. */
export const parseCents = (price: string): bigint => BigInt(price.replace('.', ''))

/** Cents as a decimal text with two decimals. */
export function formatCents(total: bigint): string {
  const digits = (total < 0n ? -total : total).toString().padStart(3, '0')
  return `${total < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
