// An entry of the whole log, and where in the back office its record is.
import { useResourceDefinitions } from 'ra-core'
import type { Change, RecordName } from '../shell/history/conflict.ts'

export interface LogEntry extends Change {
  actor: { id: number; name: string }
  via: string
  subject: string
  subjectId: number
  subjectNamed: RecordName
}

/** The resources whose records are subjects of the log. */
const resources: Record<string, string> = {
  contact: 'contacts',
  lead: 'leads',
  task: 'tasks',
  event: 'events',
  date: 'dates',
  catalogue: 'catalogs',
  catalogue_category: 'catalog-categories',
  trainer: 'trainers',
  booking: 'bookings',
  invoice_confirmation: 'invoice-confirmations',
  file: 'files',
  article: 'articles',
  user: 'users',
  client: 'clients',
  contact_category: 'contact-categories',
  lead_category: 'lead-categories',
  newsletter_form: 'newsletter-forms',
  communication_template: 'communication-templates',
}

export const subjects = [
  ...Object.keys(resources),
  ...['token', 'setting', 'date_status', 'date_format', 'booking_status', 'hotel_quota_status'],
  ...['file_access_right', 'module_type', 'series_sort', 'address_type', 'newsletter_service', 'lead_status'],
]

/** The page of an entry's record; undefined where there is none. */
export function useRecordPath(): (entry: LogEntry) => string | undefined {
  const definitions = useResourceDefinitions()
  return ({ subject, subjectId, subjectNamed }) => {
    const name = resources[subject]
    const definition = name === undefined ? undefined : definitions[name]
    if (!definition || subjectId === 0 || subjectNamed.isGone) return undefined
    if (definition.hasShow) return `/${name}/${subjectId}/show`
    return definition.hasEdit ? `/${name}/${subjectId}` : undefined
  }
}
