// Tells the columns whose cells will not arrive.
import { Alert } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

type ImportRecord = RecordOf<'imports'>

/** The columns with cells that the plan leaves out, and how many. */
export function LostCells({ record }: { record: ImportRecord }) {
  const translate = useTranslate()
  const format = useFormat()
  const columns = record.lostCells.flatMap((count, at) =>
    count > 0
      ? [
          translate('imports.lostCellsOf', {
            column: record.columns[at] || translate('imports.unnamed', { number: at + 1 }),
            smart_count: count,
            count: format.number(count),
          }),
        ]
      : [],
  )
  if (columns.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {translate('imports.lostCells', { smart_count: columns.length, columns: columns.join(', ') })}
    </Alert>
  )
}
