// Tells of new dates those who have asked for it, and deletes alerts that are over.
import { readModelOf } from '../../catalogue/read-model/events.endpoints.ts'
import { inTransaction, systemActor } from '../../platform/database/database.ts'
import { dateIn } from '../../platform/ground/clock.ts'
import type { Job } from '../../platform/instance/background-jobs.ts'
import { availabilities } from '../availability.ts'
import { pagesSettingsOf } from '../pages/pages-settings-cache.ts'
import { availabilityOf, showsDate } from '../visibility.ts'
import { deleteOldAlerts, eventsWithAlerts, tellNewDates } from './date-alerts.sql.ts'

export const dateAlertsJob: Job = {
  name: 'date-alerts',
  intervalMs: 5 * 60_000,
  async run(instance) {
    const { db, clock, settingsCache } = instance
    const now = clock.now()
    await deleteOldAlerts(db, now)
    const settings = await pagesSettingsOf(instance).get()
    if (!settings) return false
    const { key } = settings
    const events = new Set(await eventsWithAlerts(db, key.clientId))
    if (events.size === 0) return false
    const today = dateIn(settingsCache.settings.timeZone, now)
    const dates = await readModelOf(db).read((catalogue) =>
      [...catalogue.dates.values()].flatMap((date) =>
        events.has(date.event_id) &&
        showsDate(catalogue, date, key, today) &&
        availabilities[availabilityOf(catalogue, date, today)].isOpen
          ? [{ id: date.id, eventId: date.event_id }]
          : [],
      ),
    )
    if (dates.length > 0)
      await inTransaction(db, systemActor, (tx) => tellNewDates(tx, key.clientId, dates, now))
    return false
  },
}
