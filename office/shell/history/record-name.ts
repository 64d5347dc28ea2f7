// What a record is called in the log, in the user's language.
import { useLocale, useTranslate } from 'ra-core'
import { useFormat } from '../app/format.ts'
import { humanized } from '../app/i18n.ts'
import type { Named } from './conflict.ts'

interface Naming {
  /** `Führung, 05.10.2026`; without a name what it is and its number: `Termin 17`. */
  nameOf: (named: Named, id: number | string) => string
  /** What it is and its name: `Termin „Führung, 05.10.2026“`. */
  whatIs: (named: Named, id: number | string) => string
}

export function useNaming(): Naming {
  const translate = useTranslate()
  const format = useFormat()
  const language = useLocale()
  const orGone = ({ isGone }: Named, name: string): string =>
    isGone ? translate('shell.changes.gone', { name }) : name
  const plain = ({ name, nameEn, day }: Named): string =>
    [language === 'en' && nameEn ? nameEn : name, format.date(day)].filter(Boolean).join(', ')
  const numbered = ({ kind }: Named, id: number | string): string =>
    [translate(`relations.${kind}`, { _: humanized(kind) }), id || ''].join(' ').trim()
  return {
    nameOf: (named, id) => orGone(named, plain(named) || numbered(named, id)),
    whatIs: (named, id) => {
      const name = plain(named)
      const what = name
        ? translate('shell.changes.named', { kind: numbered(named, ''), name })
        : numbered(named, id)
      return orGone(named, what)
    },
  }
}
