// Dates, times, money and numbers in the user's language; dates `YYYY-MM-DD` keep their day in every time zone.
import { useLocale } from 'ra-core'
import { useTimeZone } from '../api/session.ts'

const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB')

const formatOptional =
  <T>(format: (value: T) => string) =>
  (value: T | '' | null | undefined): string =>
    value === '' || value === null || value === undefined ? '' : format(value)

const toUtcDate = (date: string): Date => new Date(`${date.slice(0, 10)}T00:00:00Z`)

export interface Format {
  /** `2026-10-05` → 05.10.2026; of a timestamp, the day in the time zone of the instance */
  date: (date: string | null | undefined) => string
  /** `2026-10-05` → Mo., 5. Okt. 2026 */
  longDate: (date: string | null | undefined) => string
  /** Two dates `YYYY-MM-DD` as a range; one date if they are equal. */
  span: (from: string, to: string) => string
  /** A timestamp (ISO 8601) as date and time in the time zone of the instance. */
  dateTime: (at: string | null | undefined) => string
  /** 1234.5 → 1.234,50 € */
  money: (amount: number | '' | null | undefined, currency?: string) => string
  number: (value: number | '' | null | undefined) => string
  /** 1234.5 → 1.234,50 */
  amount: (value: number | '' | null | undefined) => string
  /** 1234 → 1,2 kB */
  fileSize: (bytes: number) => string
  /** 0.5 → 50 % */
  percent: (share: number | '' | null | undefined) => string
  /** A rate in percent with its decimals: 8.1 → 8,1 % */
  rate: (percent: number | '' | null | undefined) => string
}

export function createFormat(language: string, timeZone: string): Format {
  const locale = localeOf(language)
  const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...numeric })
  const dayInZone = new Intl.DateTimeFormat(locale, { timeZone, ...numeric })
  const long = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(locale)
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const money = (currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency })
  const euro = money('EUR')
  return {
    date: formatOptional((date: string) =>
      date.includes('T') ? dayInZone.format(new Date(date)) : day.format(toUtcDate(date)),
    ),
    longDate: formatOptional((date: string) => long.format(toUtcDate(date))),
    span: (from, to) =>
      !from || !to || from === to
        ? formatOptional((date: string) => long.format(toUtcDate(date)))(from || to)
        : long.formatRange(toUtcDate(from), toUtcDate(to)),
    dateTime: formatOptional((at: string) => dateTime.format(new Date(at))),
    money: (amountOrEmpty, currency = 'EUR') =>
      formatOptional((value: number) => {
        if (currency === 'EUR') return euro.format(value)
        // The interface accepts any text as a currency.
        return /^[A-Z]{3}$/.test(currency)
          ? money(currency).format(value)
          : `${amount.format(value)} ${currency}`.trim()
      })(amountOrEmpty),
    number: formatOptional((value: number) => number.format(value)),
    amount: formatOptional((value: number) => amount.format(value)),
    fileSize(bytes) {
      const [value, unit] =
        bytes < 1000
          ? ([bytes, 'byte'] as const)
          : bytes < 1_000_000
            ? ([bytes / 1000, 'kilobyte'] as const)
            : bytes < 1_000_000_000
              ? ([bytes / 1_000_000, 'megabyte'] as const)
              : ([bytes / 1_000_000_000, 'gigabyte'] as const)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
    },
    percent: formatOptional((share: number) => percent.format(share)),
    rate: formatOptional((value: number) => rate.format(value / 100)),
  }
}

const formats = new Map<string, Format>()

/** One for each language and time zone: it takes long to create, and every cell of a table uses it. */
function formatOf(language: string, timeZone: string): Format {
  const key = `${language} ${timeZone}`
  const format = formats.get(key) ?? createFormat(language, timeZone)
  formats.set(key, format)
  return format
}

export const useFormat = (): Format => formatOf(useLocale(), useTimeZone())
