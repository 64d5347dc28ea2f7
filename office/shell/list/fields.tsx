// What a list or a page shows of a record's field: dates, moments, money, numbers in the user's form.
import { useFieldValue } from 'ra-core'
import { type Format, useFormat } from '../app/format.ts'

interface Props {
  source: string
  /** For column heads. */
  label?: string
}

const createValueField = (formatValue: (format: Format, value: never) => string) =>
  function Field({ source }: Props) {
    const value = useFieldValue({ source })
    return <span>{formatValue(useFormat(), value as never)}</span>
  }

/** `YYYY-MM-DD` */
export const DayField = createValueField((format, value: string) => format.date(value))
/** A moment, ISO 8601. */
export const DateTimeField = createValueField((format, value: string) => format.dateTime(value))
export const MoneyField = createValueField((format, value: number) => format.money(value))
export const NumberField = createValueField((format, value: number) => format.number(value))
