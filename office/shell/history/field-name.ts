// The text for a field of a resource, or for a column of a table in the change log.
import { useLocale, useTranslate } from 'ra-core'
import type { Language } from '../../../server/platform/ground/language.ts'

import { camelCase, humanizeName } from '../language/names.ts'
import type { TextTree } from '../language/texts.ts'
import { columnTexts } from './column-texts.ts'

/** The text of `resources.<resource>.fields.<field>`, also in camelCase, or that of the column; else the name itself. */
export function useFieldName(): (resource: string, field: string) => string {
  const translate = useTranslate()
  const columns = columnTexts[useLocale() as Language] as Record<string, TextTree>
  return (resource, field) => {
    const keys = [`resources.${resource}.fields.${field}`, `resources.${resource}.fields.${camelCase(field)}`]
    for (const key of keys) {
      const text = translate(key, { _: '' })
      if (text) return text
    }
    const text = columns[resource]?.[field] ?? columns['all']?.[field]
    return typeof text === 'string' ? text : humanizeName(field)
  }
}
