// An entry of the change log, and the page of its record.
import { type ResourceDefinition, useResourceDefinitions } from 'ra-core'
import type { Answer } from '../shell/api/endpoints.ts'
import { recordPath } from '../shell/section/record-path.ts'
import { defaultSubject } from '../shell/section/section.ts'

export type LogEntry = Answer<'GET', '/change-log'>

/** Subjects without a resource. */
const otherSubjects = [
  ...['token', 'setting', 'date_status', 'date_format', 'booking_status', 'hotel_quota_status'],
  ...['file_access_right', 'module_type', 'series_sort', 'address_type', 'newsletter_service', 'lead_status'],
]

/** The resources by their subjects; the changes of companies and locations are those of contacts. */
function useResourcesBySubject(): Map<string, ResourceDefinition> {
  const definitions = Object.values(useResourceDefinitions())
  const own = definitions.filter(({ name, options }) => options?.subject === defaultSubject(name))
  return new Map([...definitions, ...own].map((definition) => [definition.options?.subject, definition]))
}

/** All subjects; those of resources without a log have no name. */
export const useSubjects = (): string[] => [...new Set([...useResourcesBySubject().keys(), ...otherSubjects])]

/** The page of an entry's record; undefined if there is none. */
export function useRecordPath(): (entry: LogEntry) => string | undefined {
  const resources = useResourcesBySubject()
  return ({ subject, subjectId, subjectLabel }) =>
    subjectId === 0 || subjectLabel.isDeleted ? undefined : recordPath(resources.get(subject), subjectId)
}
