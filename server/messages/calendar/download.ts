// The calendar entries of a seat to download: those that mails bring, in the version that was sent last.
import type { Reader } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { MessageDate } from '../values.sql.ts'
import { loadCurrentEntries, loadSentVersions } from './calendar-entries.sql.ts'
import { calendarHost, calendarText } from './calendar-text.ts'

export async function calendarToDownload(
  reader: Reader,
  date: MessageDate,
  bookingId: number,
  settings: Settings,
  now: Date,
): Promise<string> {
  const sent = await loadSentVersions(reader, date.id, bookingId)
  const versions = (await loadCurrentEntries(reader, date)).map((current) => {
    const { host = '', sequence = 0 } = sent.get(current.number) ?? {}
    return {
      ...current,
      host: host || calendarHost(settings),
      sequence: Math.max(current.sequence, sequence),
      isCancelled: false,
      stamp: now,
    }
  })
  return calendarText(versions, { method: 'PUBLISH', timeZone: settings.timeZone })
}
