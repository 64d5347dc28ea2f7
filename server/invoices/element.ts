// The rules of an element of an invoice confirmation: its period and its price (decisions 9.1, 9.2).
import { type DocumentSums, documentSums } from '../catalogue/records/document-sums.ts'
import { formatHundredths, parseHundredths } from '../catalogue/records/vat.ts'
import { daysBetween } from '../platform/ground/clock.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { invoiceErrors } from './invoice.errors.ts'

export type ElementInput = {
  articleId: number
  startDate?: string | undefined
  startTime?: string | undefined
  endDate?: string | undefined
  endTime?: string | undefined
}

/** The names of the input's fields in errors: the interface has names of its own. */
export type FieldNames = Record<'bookingId' | keyof ElementInput, string>

export const officeFieldNames: FieldNames = {
  bookingId: 'bookingId',
  articleId: 'articleId',
  startDate: 'startDate',
  startTime: 'startTime',
  endDate: 'endDate',
  endTime: 'endTime',
}

// The largest value of numeric(14, 2).
const maxCents = 10n ** 14n - 1n

/** Errors of the elements' periods: a time without its date, an end before its start. */
export const periodErrors = (elements: readonly ElementInput[], names: FieldNames): FieldError[] =>
  elements.flatMap((element, index) => elementPeriodErrors(element, `elements[${index}]`, names))

function elementPeriodErrors(element: ElementInput, path: string, names: FieldNames): FieldError[] {
  const { startDate, startTime, endDate, endTime } = element
  const { needsDate, beforeStart } = invoiceErrors
  const errors: FieldError[] = []
  const addError = (field: keyof FieldNames, error: Omit<FieldError, 'field'>) =>
    errors.push({ field: `${path}.${names[field]}`, ...error })
  if (startTime !== undefined && startDate === undefined)
    addError('startTime', needsDate({ field: names.startDate }))
  if (endTime !== undefined && endDate === undefined) addError('endTime', needsDate({ field: names.endDate }))
  if (startDate !== undefined && endDate !== undefined) {
    if (endDate < startDate) addError('endDate', beforeStart({ field: names.startDate }))
    else if (endDate === startDate && startTime !== undefined && endTime !== undefined && endTime < startTime)
      addError('endTime', beforeStart({ field: names.startTime }))
  }
  return errors
}

/**
 * The price of an element: the article's price, times the number of days if it is a price per day (first and last day
 * included). A period without a start or an end is one day.
 * @param article price as the database returns it, with two decimals
 * @returns a decimal text with two decimals; undefined if it is larger than can be stored
 */
export function totalPrice(
  article: { price: string; unit: string },
  element: ElementInput,
): string | undefined {
  const { startDate, endDate } = element
  const isPeriod = article.unit === 'day' && startDate !== undefined && endDate !== undefined
  const total = parseHundredths(article.price) * BigInt(isPeriod ? daysBetween(startDate, endDate) : 1)
  return total > maxCents || total < -maxCents ? undefined : formatHundredths(total)
}

export type PricedElement = {
  total_price: string
  vat_included: boolean
  vat_rate: number
  currency: string
}

/** The sums of an invoice confirmation. */
export const elementSums = (elements: readonly PricedElement[]): DocumentSums =>
  documentSums(
    elements.map(({ total_price, vat_included, vat_rate, currency }) => ({
      amount: total_price,
      currency,
      vatRate: vat_rate,
      vatIncluded: vat_included,
    })),
  )
