// All parts of the back office.
import { part as access } from '../../access/index.tsx'
import { part as participations } from '../../bookings/index.tsx'
import { part as catalogue } from '../../catalogue/index.tsx'
import { part as changes } from '../../changes/index.tsx'
import { part as companies } from '../../companies/index.tsx'
import { part as contacts } from '../../contacts/index.tsx'
import { part as dates } from '../../dates/index.tsx'
import { part as imports } from '../../imports/index.tsx'
import { part as inbox } from '../../inbox/index.tsx'
import { part as invoices } from '../../invoices/index.tsx'
import { part as leads } from '../../leads/index.tsx'
import { part as mail } from '../../mail/index.tsx'
import { part as newsletter } from '../../newsletter/index.tsx'
import { part as search } from '../../search/index.tsx'
import { part as settings } from '../../settings/index.tsx'
import { part as start } from '../../start/index.tsx'
import type { Part } from './section.ts'

export const parts: readonly Part[] = [
  start,
  search,
  contacts,
  companies,
  leads,
  inbox,
  catalogue,
  dates,
  participations,
  invoices,
  newsletter,
  mail,
  access,
  settings,
  imports,
  changes,
]
