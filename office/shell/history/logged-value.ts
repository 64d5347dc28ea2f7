// A value of the log as text: records by their names, states in their own words, amounts with their currency.
import { useTranslate } from 'ra-core'
import { useFormat } from '../app/format.ts'
import { currencyColumns, isPercent, wordPlace } from './column-values.ts'
import type { Change } from './conflict.ts'
import { useNaming } from './record-name.ts'
import { useText } from './value-text.tsx'

type Noted = Pick<Change, 'relation' | 'names' | 'currencies' | 'before' | 'after'>

export function useNotedText(): (change: Noted, column: string, value: unknown) => string {
  const translate = useTranslate()
  const format = useFormat()
  const { nameOf } = useNaming()
  const textOf = useText()
  const noted = (change: Noted, column: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => noted(change, column, one)).join('; ')
    if (typeof value !== 'string' && typeof value !== 'number') return textOf(value)
    const named = change.names[`${column}:${value}`]
    const place = wordPlace(change.relation, column)
    if (place && value !== '')
      return translate(place + String(value).replace(':', '_'), { _: named?.name || String(value) })
    if (named) return nameOf(named, value)
    if (typeof value === 'string') return textOf(value)
    // No record has the number 0: none is meant.
    if (value === 0 && column.endsWith('_id')) return ''
    const of = currencyColumns[column]
    if (of) {
      const currency = change.after[of] ?? change.before[of] ?? change.currencies[of]
      return format.money(value, typeof currency === 'string' ? currency : '')
    }
    if (isPercent(column)) return `${format.number(value)} %`
    // Numbers that other systems gave.
    return column.endsWith('_id') ? String(value) : format.number(value)
  }
  return noted
}
