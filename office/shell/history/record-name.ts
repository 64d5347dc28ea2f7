// Names of records in the change log.
import { useLocale, useTranslate } from 'ra-core'
import type { RecordLabel } from '../api/conflict.ts'
import { useFormat } from '../language/format.ts'
import { useTableName } from './field-name.ts'

interface RecordNaming {
  /** `Führung, 05.10.2026`; without a name its type and id: `Termin 17`. */
  nameOf: (label: RecordLabel, id: number | string) => string
  /** `Termin „Führung, 05.10.2026“` */
  typeAndNameOf: (label: RecordLabel, id: number | string) => string
}

export function useRecordNaming(): RecordNaming {
  const translate = useTranslate()
  const format = useFormat()
  const language = useLocale()
  const tableNameOf = useTableName()
  const markDeleted = ({ isDeleted }: RecordLabel, name: string): string =>
    isDeleted ? translate('shell.changes.gone', { name }) : name
  const plainName = ({ name, nameEn, startDate }: RecordLabel): string =>
    [language === 'en' && nameEn ? nameEn : name, format.date(startDate)].filter(Boolean).join(', ')
  const typeAndId = ({ tableName }: RecordLabel, id: number | string): string =>
    [tableNameOf(tableName), id || ''].join(' ').trim()
  return {
    nameOf: (label, id) => markDeleted(label, plainName(label) || typeAndId(label, id)),
    typeAndNameOf: (label, id) => {
      const name = plainName(label)
      const text = name
        ? translate('shell.changes.named', { kind: typeAndId(label, ''), name })
        : typeAndId(label, id)
      return markDeleted(label, text)
    },
  }
}
