// Which backups are kept.
import { dateIn } from '../../ground/clock.ts'
import type { BackupsToKeep } from '../../settings/settings.ts'

const dayMs = 86_400_000

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const weekOf = (date: string): string => String(Math.floor((Date.parse(`${date}T00:00:00Z`) / dayMs + 3) / 7))

/**
 * Of each of the last days, weeks and months that have a backup, the newest one is kept.
 * @param backups newest first
 * @returns those that are not kept
 */
export function backupsToRemove<T extends { startedAt: Date }>(
  backups: readonly T[],
  keep: BackupsToKeep,
  timeZone: string,
): T[] {
  const kept = new Set<T>()
  const keepNewest = (count: number, periodOf: (date: string) => string) => {
    const periods = new Set<string>()
    for (const backup of backups) {
      const period = periodOf(dateIn(timeZone, backup.startedAt))
      if (periods.has(period) || periods.size === count) continue
      periods.add(period)
      kept.add(backup)
    }
  }
  keepNewest(keep.days, (date) => date)
  keepNewest(keep.weeks, weekOf)
  keepNewest(keep.months, (date) => date.slice(0, 7))
  // The last one stays for all numbers.
  return backups.filter((backup, index) => index > 0 && !kept.has(backup))
}
