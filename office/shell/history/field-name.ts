// The text for a field of a resource, or for a column of a table in the change log.
import { useTranslate } from 'ra-core'

import { camelCase, humanizeName } from '../app/names.ts'

/** The text of `resources.<resource>.fields.<field>`, also in camelCase, or of `columns.<table>.<column>`; else the name itself. */
export function useFieldName(): (resource: string, field: string) => string {
  const translate = useTranslate()
  return (resource, field) => {
    const keys = [
      `resources.${resource}.fields.${field}`,
      `resources.${resource}.fields.${camelCase(field)}`,
      `columns.${resource}.${field}`,
      `columns.all.${field}`,
    ]
    for (const key of keys) {
      const text = translate(key, { _: '' })
      if (text) return text
    }
    return humanizeName(field)
  }
}
