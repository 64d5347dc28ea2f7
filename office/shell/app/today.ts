// The current day in the time zone of the instance, which can differ from that of the browser.
import { useTimeZone } from '../api/session.ts'

/** The day `YYYY-MM-DD` in a time zone. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)

/** Today as the server knows it. */
export const useToday = (): string => todayIn(useTimeZone())
