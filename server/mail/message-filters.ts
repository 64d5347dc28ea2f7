// Filters of messages: days, times and amounts in the language of the message.
import type { FilterImplOptions } from 'liquidjs'
import type { Language } from '../platform/ground/language.ts'

export const locales = { de: 'de-DE', en: 'en-GB' } as const

const dayFormats = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Days are calendar dates such as 2027-03-01, times such as 09:00. */
export function messageFilters(language: Language): Record<string, FilterImplOptions> {
  const locale = locales[language]
  const long = new Intl.DateTimeFormat(locale, { ...dayFormats.long, timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(locale, { ...dayFormats.short, timeZone: 'UTC' })
  const dayWith = (format: Intl.DateTimeFormat) => (value: unknown) =>
    isDay(value) ? format.format(new Date(`${value}T00:00:00Z`)) : (value ?? '')
  return {
    /** Montag, 1. März 2027 */
    day: dayWith(long),
    /** 01.03.2027 */
    short_day: dayWith(short),
    /** 09:00 Uhr */
    time: (value: unknown) => (value && language === 'de' ? `${value} Uhr` : (value ?? '')),
    /** 1.190,00 € */
    money: (value: unknown, currency: unknown = 'EUR') =>
      typeof value === 'number'
        ? new Intl.NumberFormat(locale, { style: 'currency', currency: String(currency || 'EUR') }).format(
            value,
          )
        : '',
  }
}
