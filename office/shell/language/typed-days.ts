// Days as people type them.

/** Whether the calendar has the day: Date makes 3 March of 31 February. */
function isDay(iso: string): boolean {
  const moment = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso)
}

/** Parses `24.10.2026`, `24.10.26` or `2026-10-24`; undefined if it is not a day. */
export function parseDay(typed: string): string | undefined {
  const germanDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(typed.trim())
  const [, day, month, year] = germanDate ?? []
  const iso = germanDate
    ? `${year!.length === 2 ? `20${year}` : year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
    : typed.trim()
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && isDay(iso) ? iso : undefined
}

/** A text with a day on each line, or with commas between them. */
export const typedDays = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((day) => day.trim())
    .filter((day) => day !== '')
