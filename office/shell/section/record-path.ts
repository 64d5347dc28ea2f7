import type { ResourceDefinition } from 'react-admin'

/** The page of a record: its show page if there is one, else its form; undefined if there is neither. */
export function recordPath(resource: ResourceDefinition | undefined, id: number): string | undefined {
  if (resource?.hasShow) return `/${resource.name}/${id}/show`
  return resource?.hasEdit ? `/${resource.name}/${id}` : undefined
}
