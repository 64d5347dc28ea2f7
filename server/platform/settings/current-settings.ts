import type { BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { Db, Reader } from '../database/database.ts'
import type { Settings } from './settings.ts'

/** The effective settings: values set in the back office override the environment. */
export type SettingsCache = BarrierSubscriber & {
  /** Current after `barrier.ensureCurrent()`. */
  readonly settings: Settings
}

/** The settings that the back office can override, stored in the table `setting`. */
export async function readCurrentSettings(reader: Reader, settings: Settings): Promise<Settings> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'time_zone')
    .executeTakeFirst()
  return row ? { ...settings, timeZone: row.value } : settings
}

/**
 * @param db to read the rows after a change
 * @param settings from the environment
 */
export function createSettingsCache(db: Db, settings: Settings): SettingsCache {
  let current = settings
  let stale = true
  let reading: Promise<void> | undefined

  const reload = async () => {
    // A change during the query: read again.
    while (stale) {
      stale = false
      try {
        current = await readCurrentSettings(db, settings)
      } catch (error) {
        stale = true
        throw error
      }
    }
  }

  return {
    get settings() {
      return current
    },
    applyChanges(changes) {
      if (concerns(changes, 'settings')) stale = true
    },
    reset() {
      stale = true
    },
    refresh() {
      if (!stale && !reading) return undefined
      reading ??= reload().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}
