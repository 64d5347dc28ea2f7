// Days, times and amounts in the language of a document.
import type { Language } from '../../platform/ground/language.ts'

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' }

/** @param timeZone of the instance, for moments */
export function formatsOf(language: Language, timeZone: string) {
  const locale = locales[language]
  const dayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (date: string) => (date === '' ? '' : format.format(new Date(`${date}T00:00:00Z`)))
  }
  const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const day = dayFormat(numeric)
  const moment = new Intl.DateTimeFormat(locale, { timeZone, ...numeric })
  const second = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'long' })
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const hours = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  return {
    day,
    /** Monday, 15 June 2026 */
    longDay: dayFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 15 June 2026 */
    dayInWords: dayFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
    span: (from: string, to: string) => [...new Set([day(from), day(to)])].filter(Boolean).join(' – '),
    moment: (at: string) => moment.format(new Date(at)),
    /** 15 June 2026 at 14:05:09 CEST */
    second: (at: string) => second.format(new Date(at)),
    /** A decimal text is formatted exactly, without conversion to a number. */
    money: (amount: string, currency: string) =>
      `${decimals.format(amount as Intl.StringNumericLiteral)}\u00a0${currency === 'EUR' ? '€' : currency}`,
    /** 8.1 %, of a rate in percent. */
    percent: (rate: number) => percent.format(rate / 100),
    hours: (minutes: number) => hours.format(minutes / 60),
  }
}
export type Formats = ReturnType<typeof formatsOf>
