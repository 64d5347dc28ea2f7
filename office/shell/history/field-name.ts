// The names of tables and columns in the change log, and of the fields of a record.
import { useLocale, useTranslate } from 'ra-core'
import type { Language } from '../../../server/platform/ground/language.ts'
import { humanizeName, toColumnName } from '../language/names.ts'
import { columnKeys, tableKeys, tableOfResource } from './column-keys.ts'
import { columnTexts } from './column-texts.ts'

/** The text for the first key that has one; '' if none has. */
function useFirstText(): (keys: readonly string[]) => string {
  const translate = useTranslate()
  return (keys) => {
    for (const key of keys) {
      const text = translate(key, { _: '', smart_count: 1 })
      if (text) return text
    }
    return ''
  }
}

export function useTableName(): (tableName: string) => string {
  const firstText = useFirstText()
  return (tableName) => firstText(tableKeys(tableName)) || humanizeName(tableName)
}

export function useColumnName(): (tableName: string, column: string) => string {
  const firstText = useFirstText()
  const own = columnTexts[useLocale() as Language] as Record<string, Record<string, string>>
  return (tableName, column) =>
    own[tableName]?.[column] ??
    (firstText(columnKeys(tableName, column)) || own['all']?.[column] || humanizeName(column))
}

/** The name of a field of a form, or of the column that holds it. */
export function useFieldName(): (resource: string, field: string) => string {
  const firstText = useFirstText()
  const columnName = useColumnName()
  return (resource, field) =>
    firstText([`resources.${resource}.fields.${field}`]) ||
    columnName(tableOfResource(resource) ?? resource, toColumnName(field))
}
