// An entry of the change log, and the page of its record.
import { useResourceDefinitions } from 'ra-core'
import type { Answer } from '../shell/api/endpoints.ts'

export type LogEntry = Answer<'GET', '/change-log'>

/** The resources of the log's subjects. */
const resources: Record<string, string> = {
  contact: 'contacts',
  lead: 'leads',
  task: 'tasks',
  event: 'events',
  date: 'dates',
  catalogue: 'catalogues',
  catalogue_category: 'catalogue-categories',
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

/** The page of an entry's record; undefined if there is none. */
export function useRecordPath(): (entry: LogEntry) => string | undefined {
  const definitions = useResourceDefinitions()
  return ({ subject, subjectId, subjectLabel }) => {
    const name = resources[subject]
    const definition = name === undefined ? undefined : definitions[name]
    if (!definition || subjectId === 0 || subjectLabel.isDeleted) return undefined
    if (definition.hasShow) return `/${name}/${subjectId}/show`
    return definition.hasEdit ? `/${name}/${subjectId}` : undefined
  }
}
