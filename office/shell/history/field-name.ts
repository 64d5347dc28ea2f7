// What the user calls a field of a resource, or a column of a table in the log.
import { useTranslate } from 'ra-core'
import { camelCase, humanizeName } from '../app/names.ts'

/** Looks for `resources.<resource>.fields.<field>`, the same in camelCase, then `columns.<field>`; else the name itself. */
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
