// All sections of the back office.
import { section as access } from '../access/index.tsx'
import { section as attendance } from '../attendance/index.tsx'
import { section as bookings } from '../bookings/index.tsx'
import { section as catalogue } from '../catalogue/index.tsx'
import { section as changes } from '../changes/index.tsx'
import { section as companies } from '../companies/index.tsx'
import { section as contacts } from '../contacts/index.tsx'
import { section as dates } from '../dates/index.tsx'
import { section as documents } from '../documents/index.tsx'
import { section as feedback } from '../feedback/index.tsx'
import { section as imports } from '../imports/index.tsx'
import { section as inbox } from '../inbox/index.tsx'
import { section as invoices } from '../invoices/index.tsx'
import { section as leads } from '../leads/index.tsx'
import { section as mail } from '../mail/index.tsx'
import { section as messages } from '../messages/index.tsx'
import { section as newsletter } from '../newsletter/index.tsx'
import { section as orders } from '../orders/index.tsx'
import { section as search } from '../search/index.tsx'
import { section as articles } from '../settings/articles.tsx'
import { section as contactCategories } from '../settings/contact-categories.tsx'
import { section as settings } from '../settings/index.tsx'
import { section as leadCategories } from '../settings/lead-categories.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { section as start } from '../start/index.tsx'
import { section as webhooks } from '../webhooks/index.tsx'
import { section as website } from '../website/index.tsx'

export const sections: readonly OfficeSection[] = [
  start,
  search,
  contacts,
  companies,
  leads,
  inbox,
  catalogue,
  dates,
  bookings,
  orders,
  attendance,
  documents,
  feedback,
  invoices,
  newsletter,
  mail,
  messages,
  access,
  website,
  webhooks,
  settings,
  articles,
  contactCategories,
  leadCategories,
  imports,
  changes,
]
