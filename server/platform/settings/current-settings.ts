import type { BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { Db, Reader } from '../database/database.ts'
import { countrySetting } from './instance-country.ts'
import type { Settings } from './settings.ts'

/** The effective settings: values set in the back office override the environment. */
export type SettingsCache = BarrierSubscriber & {
  /** Current after `barrier.ensureCurrent()`. */
  readonly settings: Settings
}

/** The rows of the table `setting` by which the back office overrides the environment. */
export const overrides = {
  timeZone: 'time_zone',
  linkMonths: 'link_months',
  companyLinkMonths: 'company_link_months',
  country: countrySetting,
} as const

/** The settings with those that the back office has overridden. */
export async function readCurrentSettings(reader: Reader, settings: Settings): Promise<Settings> {
  const rows = await reader
    .selectFrom('setting')
    .selectAll()
    .where('name', 'in', Object.values(overrides))
    .execute()
  const value = (name: string) => rows.find((row) => row.name === name)?.value
  const { date, use } = settings.linkMonths
  return {
    ...settings,
    timeZone: value(overrides.timeZone) ?? settings.timeZone,
    country: value(overrides.country) ?? settings.country,
    linkMonths: {
      date: Number(value(overrides.linkMonths) ?? date),
      use: Number(value(overrides.companyLinkMonths) ?? use),
    },
  }
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
