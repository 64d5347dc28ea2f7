// Settings in the back office.
import { articlesOffice } from './articles.office.ts'
import { backupsOffice } from './backups.office.ts'
import { categoriesOffice } from './categories.office.ts'
import { disksOffice } from './disks.office.ts'
import { holidaysOffice } from './holidays.ts'
import { instanceOffice } from './instance.office.ts'
import { lookupsOffice } from './lookups.office.ts'
import { versionOffice } from './version.office.ts'

export const settingsOffice = [
  ...instanceOffice,
  ...holidaysOffice,
  ...backupsOffice,
  ...disksOffice,
  ...versionOffice,
  ...categoriesOffice,
  ...articlesOffice,
  ...lookupsOffice,
]
