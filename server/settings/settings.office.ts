// Settings in the back office.
import { articlesOffice } from './articles.office.ts'
import { categoriesOffice } from './categories.office.ts'
import { disksOffice } from './disks.office.ts'
import { holidaysOffice } from './holidays.ts'
import { instanceOffice } from './instance.office.ts'
import { lookupsOffice } from './lookups.office.ts'

export const settingsOffice = [
  ...instanceOffice,
  ...holidaysOffice,
  ...disksOffice,
  ...categoriesOffice,
  ...articlesOffice,
  ...lookupsOffice,
]
