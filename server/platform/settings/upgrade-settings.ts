// Whether and where the embedded database is copied before it is migrated.
import { join } from 'node:path'
import type { SettingDefinition } from './setting-definition.ts'

export const upgradeSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_UPGRADE_BACKUP',
    help: 'folder of the copies of the embedded database that are made before it is migrated, or off; default: KONTOR_DATA/upgrades',
    defaultValue: '',
    check: (value) => (/[\0\r\n]/.test(value) ? 'must be a folder or off' : undefined),
  },
]

/** @returns undefined: no copies are made */
export function parseUpgradeBackup(
  value: (name: string) => string,
  dataFolder: string,
  absolutePath: (path: string) => string,
): string | undefined {
  const place = value('KONTOR_UPGRADE_BACKUP').trim()
  if (place === 'off') return undefined
  return place === '' ? join(dataFolder, 'upgrades') : absolutePath(place)
}
