// How a file is read: the worksheet of a workbook, or the code page of a text; the first rows show what it is like.
import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import type { CodePage } from '../../server/imports/code-pages.ts'
import { api } from '../shell/api/api.ts'
import type { RecordOf } from '../shell/api/endpoints.ts'

export type Reading = { worksheet?: string; encoding?: CodePage }

interface Props {
  record: RecordOf<'imports'>
  onChange: (reading: Reading) => void
}

interface ChoiceProps {
  name: 'worksheet' | 'encoding'
  value: string
  options: readonly string[]
  labelOf?: (option: string) => string
  onChange: (option: string) => void
}

function Choice({ name, value, options, labelOf = (option) => option, onChange }: ChoiceProps) {
  const translate = useTranslate()
  return (
    <TextField
      select
      size="small"
      id={`import-${name}`}
      label={translate(`imports.${name}`)}
      value={value}
      sx={{ minWidth: 200 }}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {labelOf(option)}
        </MenuItem>
      ))}
    </TextField>
  )
}

export function ReadingChoice({ record, onChange }: Props) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const asksForEncoding = record.encodings.length > 0
  const { data: examples = [] } = useQuery({
    queryKey: ['import-examples', record.id],
    queryFn: () =>
      api('GET', '/imports/{importId}/rows', { params: { importId: record.id }, query: { perPage: 3 } }),
    enabled: asksForEncoding,
  })
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 2, flexWrap: 'wrap' }}>
        {record.worksheets.length > 1 && (
          <Choice
            name="worksheet"
            value={record.worksheet}
            options={record.worksheets}
            onChange={(worksheet) => onChange({ worksheet })}
          />
        )}
        {asksForEncoding && (
          <Choice
            name="encoding"
            value={record.encoding}
            options={record.encodings}
            labelOf={(option) => translate(`imports.encodings.${option}`)}
            // The server accepts those that it has offered.
            onChange={(encoding) => onChange({ encoding: encoding as CodePage })}
          />
        )}
        <Typography>
          {translate('imports.of', {
            rows: record.rowCount,
            columns: record.columns.length,
          })}
        </Typography>
        <Button variant="contained" onClick={() => navigate(`/imports/${record.id}`)}>
          {translate('imports.next')}
        </Button>
      </Box>
      {asksForEncoding && (
        <Box sx={{ mt: 1 }}>
          <Typography color="text.secondary">{translate('imports.encodingHelp')}</Typography>
          {[record.columns, ...examples.map(({ cells }) => cells)].map((cells, at) => (
            <Typography key={at} noWrap>
              {cells.join(' · ')}
            </Typography>
          ))}
        </Box>
      )}
    </>
  )
}
