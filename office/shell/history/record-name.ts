// What a record is called in the log, in the user's language.
import { useLocale, useTranslate } from 'ra-core'
import { useFormat } from '../app/format.ts'
import { humanizeName } from '../app/names.ts'
import type { RecordName } from './conflict.ts'

interface RecordNaming {
  /** `Führung, 05.10.2026`; without a name what it is and its number: `Termin 17`. */
  nameOf: (named: RecordName, id: number | string) => string
  /** What it is and its name: `Termin „Führung, 05.10.2026“`. */
  typeAndNameOf: (named: RecordName, id: number | string) => string
}

export function useRecordNaming(): RecordNaming {
  const translate = useTranslate()
  const format = useFormat()
  const language = useLocale()
  const markDeleted = ({ isGone }: RecordName, name: string): string =>
    isGone ? translate('shell.changes.gone', { name }) : name
  const plainName = ({ name, nameEn, day }: RecordName): string =>
    [language === 'en' && nameEn ? nameEn : name, format.date(day)].filter(Boolean).join(', ')
  const typeAndId = ({ kind }: RecordName, id: number | string): string =>
    [translate(`relations.${kind}`, { _: humanizeName(kind) }), id || ''].join(' ').trim()
  return {
    nameOf: (named, id) => markDeleted(named, plainName(named) || typeAndId(named, id)),
    typeAndNameOf: (named, id) => {
      const name = plainName(named)
      const text = name
        ? translate('shell.changes.named', { kind: typeAndId(named, ''), name })
        : typeAndId(named, id)
      return markDeleted(named, text)
    },
  }
}
