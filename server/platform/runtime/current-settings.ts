import type { BarrierSubscriber } from '../database/barrier.ts'
import type { Db, Reader } from '../database/database.ts'
import type { Settings } from './settings.ts'

/** The settings as they hold now: what staff set in the back office goes before the environment. */
export type SettingsCache = BarrierSubscriber & {
  /** Current as of the request: read behind the barrier. */
  readonly settings: Settings
}

/** The settings with what staff set; the rows of `setting`. */
export async function readCurrentSettings(reader: Reader, settings: Settings): Promise<Settings> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'time_zone')
    .executeTakeFirst()
  return row ? { ...settings, timeZone: row.value } : settings
}

/**
 * @param db where the rows are read when they have changed
 * @param settings what the environment says
 */
export function createSettingsCache(db: Db, settings: Settings): SettingsCache {
  let current = settings
  let stale = true
  let reading: Promise<void> | undefined

  const reload = async () => {
    // What changes while the rows are on their way is read once more.
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
      if (changes.some(({ topic }) => topic === 'settings')) stale = true
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
