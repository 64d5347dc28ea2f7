// A value of the change log as text: records by name, statuses by their texts, amounts with currency.
import { useTranslate } from 'ra-core'
import type { Change } from '../api/conflict.ts'
import { useFormat } from '../language/format.ts'
import { camelCase } from '../language/names.ts'
import { currencyColumns, fixedCurrencies, isPercent, valueTextPrefix } from './column-values.ts'
import { useRecordNaming } from './record-name.ts'
import { useValueText } from './value-text.tsx'

type LoggedValue = Pick<Change, 'tableName' | 'labels' | 'currencies' | 'before' | 'after'>

export function useLoggedText(): (change: LoggedValue, column: string, value: unknown) => string {
  const translate = useTranslate()
  const format = useFormat()
  const { nameOf } = useRecordNaming()
  const textOf = useValueText()
  const loggedText = (change: LoggedValue, column: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => loggedText(change, column, one)).join('; ')
    if (typeof value !== 'string' && typeof value !== 'number') return textOf(value)
    const label = change.labels[`${column}:${value}`]
    const textPrefix = valueTextPrefix(change.tableName, column)
    if (textPrefix && value !== '') {
      const key = String(value).replace(':', '_')
      const unknown = label?.name || String(value)
      return translate(textPrefix + key, { _: translate(textPrefix + camelCase(key), { _: unknown }) })
    }
    if (label) return nameOf(label, value)
    if (typeof value === 'string') return textOf(value)
    // The id 0 means none.
    if (value === 0 && column.endsWith('_id')) return ''
    const fixedCurrency = fixedCurrencies[column]
    if (fixedCurrency) return format.money(value, fixedCurrency)
    const currencyColumn = currencyColumns[column]
    if (currencyColumn) {
      const currency =
        change.after[currencyColumn] ?? change.before[currencyColumn] ?? change.currencies[currencyColumn]
      return format.money(value, typeof currency === 'string' ? currency : '')
    }
    if (isPercent(column)) return `${format.number(value)} %`
    // Ids of other systems.
    return column.endsWith('_id') ? String(value) : format.number(value)
  }
  return loggedText
}
