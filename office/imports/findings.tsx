// The questions about a file, each with the option of the plan that answers it.
import { Alert, Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Control, Controller } from 'react-hook-form'
import { findingKindNames, findingKinds } from '../../server/imports/finding-kinds.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'
import { useFormat } from '../shell/language/format.ts'

type ImportRecord = RecordOf<'imports'>
type Plan = ImportRecord['plan']

interface Props {
  record: ImportRecord
  control: Control<Plan>
  columnLabel: (at: number) => string
}

export function Findings({ record, control, columnLabel }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  if (record.findings.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Typography>{translate('imports.findings.title')}</Typography>
      {findingKindNames.map((kind) => {
        const found = record.findings.filter((one) => one.kind === kind)
        if (found.length === 0) return null
        const { option } = findingKinds[kind]
        return (
          <Box key={kind} sx={{ mt: 1 }}>
            {found.map(({ column, count, example }) => (
              <Typography key={column} variant="body2">
                {column >= 0 && `${columnLabel(column)}: `}
                {translate(`imports.findings.${kind}`, {
                  smart_count: count,
                  count: format.number(count),
                  example,
                })}
              </Typography>
            ))}
            {option !== '' && (
              <Controller
                control={control}
                name={option}
                render={({ field: { value, onChange } }) => (
                  <FormControlLabel
                    control={<Checkbox size="small" checked={value} onChange={onChange} />}
                    label={translate(`imports.${option}`)}
                  />
                )}
              />
            )}
          </Box>
        )
      })}
    </Alert>
  )
}
