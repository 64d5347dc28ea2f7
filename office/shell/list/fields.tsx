// Fields of lists and pages: dates, timestamps, money and numbers in the user's language.
import { Box } from '@mui/material'
import { useFieldValue } from 'ra-core'
import type { ReactNode } from 'react'
import { type Format, useFormat } from '../language/format.ts'
import { media, tabular } from '../theme/tokens.ts'
import { twoLines } from './list-styles.ts'

interface Props {
  source: string
  /** Of the column. */
  label?: string
}

const createValueField = <T,>(formatValue: (format: Format, value: T) => string) =>
  function Field({ source }: Props) {
    const value: T = useFieldValue({ source })
    return <span style={tabular}>{formatValue(useFormat(), value)}</span>
  }

/** `YYYY-MM-DD` */
export const DayField = createValueField((format, value: string) => format.date(value))
/** ISO 8601 */
export const DateTimeField = createValueField((format, value: string) => format.dateTime(value))
export const MoneyField = createValueField((format, value: number) => format.money(value))
export const NumberField = createValueField((format, value: number) => format.number(value))

interface LineProps {
  title: ReactNode
  /** Behind the title, and cut first. */
  detail?: ReactNode
  /** Chips, which are never cut. */
  children?: ReactNode
}

/** A cell of a list with more than one text: all on one line. */
export const Line = ({ title, detail, children }: LineProps) => (
  <Box component="span" sx={{ '&&': { display: 'flex' }, alignItems: 'center', gap: 1 }}>
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', [media.phone]: twoLines }}>
      {title}
      {detail && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          · {detail}
        </Box>
      )}
    </Box>
    {children}
  </Box>
)
