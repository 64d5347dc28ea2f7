// The preview of a bulk change, record by record.
import { Alert, Box, Chip, Stack, Table, TableBody, TableCell, TableRow } from '@mui/material'
import { useResourceContext, useTranslate } from 'ra-core'
import { errorText } from '../../api/api.ts'
import type { Answer } from '../../api/endpoints.ts'
import { useFormat } from '../../language/format.ts'
import { media } from '../../theme/tokens.ts'
import type { BulkField } from './bulk-field.tsx'

export type BulkRow = Answer<'POST', '/dates/bulk-preview'>

const colors = { changed: 'success', unchanged: 'default', rejected: 'error' } as const
export const outcomes = ['changed', 'unchanged', 'rejected'] as const

export const countOf = (rows: readonly BulkRow[], outcome: BulkRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length

/** On a phone, the name is above its change. */
const cell = { [media.phone]: { display: 'block' } } as const
const nameCell = { width: '40%', [media.phone]: { display: 'block', width: 1, pt: 1, border: 0 } } as const

interface Props {
  rows: readonly BulkRow[]
  field: Pick<BulkField<unknown>, 'Value'>
}

function ShownValue({
  value,
  field: { Value },
}: { value: BulkRow['changes'][number]['from'] } & Pick<Props, 'field'>) {
  const translate = useTranslate()
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? <i>{translate('shell.list.bulk.none')}</i> : <Value value={value} />
}

export function BulkPreview({ rows, field }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const resource = useResourceContext()
  const fieldName = (field: string): string =>
    field && translate(`resources.${resource}.fields.${field.replace(/\W.*/, '')}`, { _: '' })
  // Records that need attention come first.
  const urgency = ({ outcome, warnings }: BulkRow) =>
    outcome === 'rejected' ? 2 : Number(warnings.length > 0)
  const shown = rows.toSorted((a, b) => urgency(b) - urgency(a))
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap role="status" sx={{ flexWrap: 'wrap', mb: 1 }}>
        {outcomes.map((outcome) => (
          <Chip
            key={outcome}
            size="small"
            variant="outlined"
            color={countOf(rows, outcome) > 0 ? colors[outcome] : 'default'}
            label={translate(`shell.list.bulk.${outcome}`, { count: countOf(rows, outcome) })}
          />
        ))}
      </Stack>
      <Table size="small" aria-label={translate('shell.list.bulk.preview')}>
        <TableBody>
          {shown.map(({ id, name, day, outcome, changes, errors, warnings }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row" sx={nameCell}>
                {[name, format.date(day)].filter(Boolean).join(', ')}
              </TableCell>
              <TableCell sx={cell}>
                {errors.map((error) => (
                  <Alert key={error.field + error.code} severity="error" sx={{ py: 0 }}>
                    {[fieldName(error.field), errorText(error)].filter(Boolean).join(': ')}
                  </Alert>
                ))}
                {warnings.map((warning) => (
                  <Alert key={warning.field + warning.code} severity="warning" sx={{ py: 0 }}>
                    {errorText(warning)}
                  </Alert>
                ))}
                {changes.map((change) => (
                  <Box key={change.field}>
                    <ShownValue value={change.from} field={field} /> →{' '}
                    <b>
                      <ShownValue value={change.to} field={field} />
                    </b>
                  </Box>
                ))}
                {outcome === 'unchanged' && (
                  <Box sx={{ color: 'text.secondary' }}>{translate('shell.list.bulk.same')}</Box>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  )
}
