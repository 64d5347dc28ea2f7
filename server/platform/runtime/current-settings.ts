import type { Follower } from '../database/barrier.ts'
import type { Db, Reader } from '../database/database.ts'
import type { Settings } from './settings.ts'

/** The settings as they hold now: what staff set in the back office goes before the environment. */
export type CurrentSettings = Follower & {
  /** Current as of the request: read behind the barrier. */
  readonly settings: Settings
}

/** The settings with what staff set; the rows of `setting`. */
export async function readCurrent(reader: Reader, settings: Settings): Promise<Settings> {
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
export function keepSettings(db: Db, settings: Settings): CurrentSettings {
  let current = settings
  let stale = true
  let reading: Promise<void> | undefined

  const read = async () => {
    // What changes while the rows are on their way is read once more.
    while (stale) {
      stale = false
      try {
        current = await readCurrent(db, settings)
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
    changed(changes) {
      if (changes.some(({ topic }) => topic === 'settings')) stale = true
    },
    reset() {
      stale = true
    },
    settle() {
      if (!stale && !reading) return undefined
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}
