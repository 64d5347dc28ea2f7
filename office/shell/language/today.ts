// The current day in the time zone of the instance, which can differ from that of the browser.
import { useTimeZone } from '../api/session.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day `YYYY-MM-DD` in a time zone. */
export function todayIn(timeZone: string, now = new Date()): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format.format(now)
}

/** Today as the server knows it. */
export const useToday = (): string => todayIn(useTimeZone())
